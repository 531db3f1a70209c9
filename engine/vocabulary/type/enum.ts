import { nearest } from '../../language/nearest.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import { noShorthand, shortFacets } from '../shorthand.ts';
import { longestText } from '../value/longest.ts';
import { accept, refuse } from '../value/read_value.ts';
import { typedArrayLiteral } from '../value/sql_literal.ts';

/** One of some names. */
export interface EnumType {
  readonly kind: 'enum';
  readonly values: readonly string[];
  /** The values that an update may change each one to; null for any. */
  readonly transitions: ReadonlyMap<string, readonly string[]> | null;
}

const facets = {
  values: {
    type: 'array',
    items: { $ref: '#/$defs/name' },
    minItems: 1,
    uniqueItems: true,
    description: 'The allowed values.',
  },
} as const;

const fieldFacets = {
  transitions: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    description:
      'For each value, the values that an update may change it to. A value that you do not list is final. Without this key every change is allowed.',
  },
} as const;

export const enumeration: FieldTypeWord<EnumType, typeof facets, typeof fieldFacets> = {
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'textual', 'ranked'],
  means: 'one of the listed values',
  facets,
  fieldFacets,
  needs: ['values'],
  isElement: true,
  shorthand: (written) =>
    written === null
      ? noShorthand('give the values of the enum, such as status:enum=new,active')
      : shortFacets({ values: written.split(',') }),
  choices: ({ values }) => values,
  build: (written, place) => ({
    kind: 'enum',
    values: written.values ?? [],
    transitions: buildTransitions(written, place),
  }),
  read: ({ values }, text) =>
    values.includes(text)
      ? accept(text)
      : refuse(`${quote(text)} is not one of the values`, `one of ${values.join(', ')}`),
  misfit: ({ values }, value) =>
    typeof value === 'string' && values.includes(value)
      ? null
      : {
          steps: [],
          message: `${quote(value)} is not among the values`,
          expected: oneOf(values),
          nearest: nearest(String(value), values),
        },
  column: () => 'text',
  literal: (_, text) => textLiteral(text),
  checks: ({ values }, column) => [
    { what: 'values', expression: `${column} in (${values.map(textLiteral).join(', ')})` },
  ],
  elementChecks: ({ values }, column) => [
    { what: 'values', expression: `${column} <@ ${typedArrayLiteral(values, 'text')}` },
  ],
  longest: ({ values }) => Math.max(...values.map(({ length }) => longestText(length))),
  schema: ({ values }) => ({ type: 'string', enum: values }),
  sent: (_, value) => String(value),
  example: ({ values }) => values[0],
  filter: { name: null, valueOf: anyOf },
  elementPattern: anyOf,
  typescript: { read: (_, values) => values, filter: (_, values) => `TextFilter<${values}>` },
  rules: ({ values }) => [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`],
};

function anyOf({ values }: EnumType): string {
  return `(${values.join('|')})`;
}

function buildTransitions(
  { transitions, values = [] }: Facets<typeof facets & typeof fieldFacets>,
  { report }: FacetPlace,
): ReadonlyMap<string, readonly string[]> | null {
  if (transitions === undefined) return null;
  const unknown = (value: string) => ({
    message: `${value} is not among the values`,
    expected: oneOf(values),
    nearest: nearest(value, values),
  });
  for (const [from, targets] of Object.entries(transitions)) {
    if (!values.includes(from)) report({ steps: ['transitions', from], ...unknown(from), part: 'key' });
    targets.forEach((to, index) => {
      if (!values.includes(to)) report({ steps: ['transitions', from, index], ...unknown(to) });
    });
  }
  return new Map(Object.entries(transitions));
}
