import { phrase, quote } from '../../language/wording.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { anything } from '../filter_form.ts';
import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import { checkFormat, type FormatName, formats, jsonSchemaFormat } from '../value/format.ts';
import { type Lengths, lengths } from '../value/length.ts';
import { longestText } from '../value/longest.ts';
import { type Misfit, textMisfit } from '../value/misfit.ts';
import { accept } from '../value/read_value.ts';

export interface TextType extends Lengths {
  readonly kind: 'text';
  readonly pattern: string | null;
  readonly format: Format | null;
}

/** One format, or one chosen by the value of a sibling field. */
export type Format =
  | { readonly kind: 'fixed'; readonly name: FormatName }
  | { readonly kind: 'by'; readonly field: string; readonly formats: ReadonlyMap<string, FormatName> };

const facets = {
  ...lengths.facets,
  pattern: {
    type: 'string',
    description:
      'Regular expression (ECMAScript, unicode). Some part of the text must match it; use ^ and $ for the whole text.',
  },
  format: {
    description:
      'A known form of text, with its check digit if it has one. Or a map: by names an enum field, and each of its values names a format.',
    anyOf: [
      { $ref: '#/$defs/format' },
      {
        type: 'object',
        required: ['by'],
        properties: {
          by: { $ref: '#/$defs/name', description: 'The enum field whose value chooses the format.' },
        },
        additionalProperties: { $ref: '#/$defs/format' },
      },
    ],
  },
} as const;

const fieldFacets = {
  write_only: {
    type: 'boolean',
    default: false,
    description:
      'Nobody reads the text: answers, versions and exports have ******** instead. No rule, key or index can use it.',
  },
} as const;

export const text: FieldTypeWord<TextType, typeof facets, typeof fieldFacets> = {
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'textual', 'ranked'],
  means: 'text',
  otherNames: ['string', 'str', 'varchar', 'char'],
  facets,
  fieldFacets,
  isElement: true,
  shorthand: lengths.shorthand,
  build: (written, place) => ({
    kind: 'text',
    ...lengths.build(written, place),
    pattern: buildPattern(written, place),
    format: buildFormat(written),
  }),
  read: (_, text) => accept(text),
  misfit: (type, value, written) => textMisfit(value, written, accept) ?? ownMisfit(type, String(value)),
  column: () => 'text',
  castNames: ['text', 'varchar', 'character varying'],
  literal: (_, text) => textLiteral(text),
  checks: (type, column) => lengths.checks(`char_length(${column})`, type),
  longest: ({ maxLength }) => longestText(maxLength ?? Number.POSITIVE_INFINITY),
  schema: (type) => ({
    type: 'string',
    ...lengths.schema(type, 'Length'),
    ...(type.pattern === null ? {} : { pattern: type.pattern }),
    ...(type.format?.kind === 'fixed' ? { format: jsonSchemaFormat(type.format.name) } : {}),
  }),
  sent: (_, value) => String(value),
  example: (type, title) => {
    const known = type.format?.kind === 'fixed' ? formats[type.format.name].example : lengths.example(type, title);
    const isMatch = type.pattern === null || new RegExp(type.pattern, 'u').test(known);
    return isMatch && lengths.misfit([...known].length, type, 'characters') === null ? known : undefined;
  },
  filter: { name: 'text', value: anything },
  typescript: { read: () => 'string', filter: () => 'TextFilter' },
  words: ({ format }) => (format?.kind === 'fixed' ? `text, ${formats[format.name].title}` : 'text'),
  rules: (type) => [
    ...lengths.rules(type, 'character', 'characters'),
    ...(type.pattern === null ? [] : [`Matches \`${type.pattern}\`.`]),
    ...formatRule(type.format),
  ],
};

/** Texts without bounds. */
export const anyText: TextType = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null };

function ownMisfit(type: TextType, value: string): Misfit | null {
  const wrong = lengths.misfit([...value].length, type, 'characters');
  if (wrong !== null) return wrong;
  if (type.pattern !== null && isExpression(type.pattern) && !new RegExp(type.pattern, 'u').test(value)) {
    return { steps: [], message: `${quote(value)} does not match the pattern`, expected: type.pattern };
  }
  if (type.format?.kind !== 'fixed') return null;
  const sentence = checkFormat(type.format.name, value);
  return sentence === null ? null : { steps: [], message: phrase(sentence), expected: null };
}

/** Whether a pattern is a regular expression: one that is not is a fault of its own. */
function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function buildPattern({ pattern }: Facets<typeof facets>, { report }: FacetPlace): string | null {
  if (pattern === undefined) return null;
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    report({
      steps: ['pattern'],
      message: `this is not a valid regular expression: ${(error as Error).message.replace(/^.*: /, '').toLowerCase()}`,
      expected: 'an ECMAScript expression',
    });
  }
  return pattern;
}

function buildFormat({ format }: Facets<typeof facets>): Format | null {
  if (format === undefined) return null;
  if (typeof format === 'string') return { kind: 'fixed', name: format };
  const { by, ...byValue } = format;
  return { kind: 'by', field: by, formats: new Map(Object.entries(byValue)) };
}

function formatRule(format: Format | null): readonly string[] {
  if (format === null) return [];
  if (format.kind === 'fixed') return [formats[format.name].description];
  const choices = [...format.formats].map(([value, name]) => `\`${value}\`: ${formats[name].title}`);
  return [`Its format depends on \`${format.field}\`: ${choices.join('; ')}. Both are sent together.`];
}
