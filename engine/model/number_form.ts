/** How a counted number is written: `CASE-{year}-{00000}`, in parts, with the time zone in which a year begins. */
export interface NumberForm {
  readonly written: string;
  readonly zone: string;
  /** The parts before the number: rows with the same text there are counted together. */
  readonly before: readonly FormPart[];
  /** The least digits of the number. A number that needs more has more. */
  readonly digits: number;
  readonly after: readonly FormPart[];
}

export type FormPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly word: DateWord };

type DateWord = keyof typeof dateWords;

/** The words for parts of the date of a record: how PostgreSQL writes each, and its digits. */
export const dateWords = {
  year: { format: 'YYYY', digits: 4, example: '2026' },
  month: { format: 'MM', digits: 2, example: '01' },
  day: { format: 'DD', digits: 2, example: '31' },
} as const;

export type ReadForm =
  | { readonly ok: true; readonly form: NumberForm }
  | { readonly ok: false; readonly message: string };

/** Reads a form, or says what is wrong with it. */
export function readNumberForm(written: string, zone: string): ReadForm {
  const parts = written.split(/(\{[^{}]*\})/).filter((part) => part !== '');
  const unknown = parts.find((part) => /[{}]/.test(part) && !isZeros(part) && dateWord(part) === null);
  if (unknown !== undefined) return { ok: false, message: `${unknown} is not a part of a number` };
  const places = parts.flatMap((part, place) => (isZeros(part) ? place : []));
  const [place = 0] = places;
  if (places.length === 0) return { ok: false, message: 'the form has no place for the number' };
  if (places.length > 1) return { ok: false, message: 'the form has two places for the number' };
  const digits = (parts[place] ?? '').length - 2;
  if (digits > mostDigits) return { ok: false, message: `the number has more than ${mostDigits} zeros` };
  return {
    ok: true,
    form: {
      written,
      zone,
      before: parts.slice(0, place).map(formPart),
      digits,
      after: parts.slice(place + 1).map(formPart),
    },
  };
}

/** A number of the form. */
export function exampleNumber({ before, digits, after }: NumberForm): string {
  const text = (part: FormPart) => (part.kind === 'text' ? part.text : dateWords[part.word].example);
  return [...before.map(text), '1'.padStart(digits, '0'), ...after.map(text)].join('');
}

/** Numbers fit into a bigint. */
const mostDigits = 18;

function isZeros(part: string): boolean {
  return /^\{0+\}$/.test(part);
}

function dateWord(part: string): DateWord | null {
  const word = part.slice(1, -1);
  return part.startsWith('{') && Object.hasOwn(dateWords, word) ? (word as DateWord) : null;
}

function formPart(part: string): FormPart {
  const word = dateWord(part);
  return word === null ? { kind: 'text', text: part } : { kind: 'date', word };
}
