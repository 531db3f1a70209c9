import { fullFormats } from 'ajv-formats/dist/formats.js';

/** What is wrong with `text` as an identifier of that format, as a sentence; null for nothing. */
export function checkFormat(name: FormatName, text: string): string | null {
  return formats[name].check(text);
}

/** In the order of the documentation. */
export const formatNames = ['email', 'url', 'uuid', 'gln', 'gsrn', 'eic', 'org'] as const;

export type FormatName = (typeof formatNames)[number];

/** The name of the format in JSON Schema, if it has one. */
export function jsonSchemaFormat(name: FormatName): string {
  return name === 'url' ? 'uri' : name;
}

interface TextFormat {
  readonly title: string;
  readonly description: string;
  readonly example: string;
  readonly check: (text: string) => string | null;
}

/** Every format of the definition language, for checks and for documentation. */
export const formats: { readonly [Name in FormatName]: TextFormat } = {
  gln: {
    title: 'GLN',
    description: 'GS1 Global Location Number: 13 digits, the last one a check digit.',
    example: '9436465792104',
    check: checked({
      article: 'A GLN',
      sign: 'digit',
      pattern: /^[0-9]{13}$/,
      shape: '13 digits',
      modulus: 10,
      weight: gs1Weight,
    }),
  },
  gsrn: {
    title: 'GSRN',
    description: 'GS1 Global Service Relation Number: 18 digits, the last one a check digit.',
    example: '707057500053182051',
    check: checked({
      article: 'A GSRN',
      sign: 'digit',
      pattern: /^[0-9]{18}$/,
      shape: '18 digits',
      modulus: 10,
      weight: gs1Weight,
    }),
  },
  // ENTSO-E's EIC Reference Manual: weights 16 down to 2; a code whose check character would be '-' is not issued.
  eic: {
    title: 'EIC',
    description: 'ENTSO-E Energy Identification Code: 16 characters of A-Z, 0-9 and -, the last one a check character.',
    example: '10YNO-1--------2',
    check: checked({
      article: 'An EIC',
      sign: 'character',
      pattern: /^[0-9A-Z-]{15}[0-9A-Z]$/,
      shape: '16 characters of A-Z, 0-9 and -, the last of which is not -',
      modulus: 37,
      weight: (place) => place + 1,
    }),
  },
  // Brønnøysund Register Centre: weights 3 2 7 6 5 4 3 2; a number whose check digit would be 10 is not issued.
  org: {
    title: 'Organisation number',
    description: 'Norwegian organisation number: 9 digits, the last one a check digit.',
    example: '974760673',
    check: checked({
      article: 'An organisation number',
      sign: 'digit',
      pattern: /^[0-9]{9}$/,
      shape: '9 digits',
      modulus: 11,
      weight: (place) => ((place - 1) % 6) + 2,
    }),
  },
  email: {
    title: 'E-mail address',
    description: 'E-mail address: a local part, @, and a domain name.',
    example: 'kari.nordmann@example.org',
    check: matching(fullFormats.email as RegExp, 'An e-mail address has the form name@example.org.'),
  },
  // Not ajv-formats' pattern, which also takes ftp and refuses hosts without a dot and private addresses.
  url: {
    title: 'URL',
    description: 'Absolute URL beginning with http:// or https://.',
    example: 'https://example.org/documents/12',
    check: (text) =>
      /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text)
        ? null
        : 'A URL is absolute and begins with http:// or https://.',
  },
  // Not ajv-formats' pattern, which also takes the prefix urn:uuid:.
  uuid: {
    title: 'UUID',
    description: 'Universally unique identifier: 32 hexadecimal digits in groups of 8-4-4-4-12.',
    example: '53919b79-876f-4dad-8bde-b29368367604',
    check: matching(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
      'A UUID has 32 hexadecimal digits in groups of 8-4-4-4-12.',
    ),
  },
};

interface CheckCharacterRule {
  readonly article: string;
  readonly sign: 'digit' | 'character';
  /** The characters that each position allows, the check character included. */
  readonly pattern: RegExp;
  readonly shape: string;
  readonly modulus: number;
  /** By place from the right; the character before the check character is at place 1. */
  readonly weight: (place: number) => number;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-';

/** The check character brings the weighted sum of all values, its own weight being 1, to a multiple of the modulus. */
function checked({
  article,
  sign,
  pattern,
  shape,
  modulus,
  weight,
}: CheckCharacterRule): (text: string) => string | null {
  return (text) => {
    if (!pattern.test(text)) return `${article} has ${shape}.`;
    const places = text.length - 1;
    let sum = 0;
    for (let at = 0; at < places; at += 1) sum += alphabet.indexOf(text.charAt(at)) * weight(places - at);
    const expected = alphabet.charAt((modulus - (sum % modulus)) % modulus);
    if (text.endsWith(expected)) return null;
    const body = text.slice(0, -1);
    return pattern.test(body + expected)
      ? `The check ${sign} after ${body} is ${expected}, not ${text.slice(-1)}.`
      : `${article} never begins with ${body}: no check ${sign} fits it.`;
  };
}

/** GS1 General Specifications, section 7.9: 3 and 1 in turn. */
function gs1Weight(place: number): number {
  return place % 2 === 1 ? 3 : 1;
}

function matching(pattern: RegExp, sentence: string): (text: string) => string | null {
  return (text) => (pattern.test(text) ? null : sentence);
}
