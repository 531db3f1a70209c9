import { nearest } from '../../language/nearest.ts';
import { oneOf, quote } from '../../language/wording.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import type { ExactSchema, JsonSchema } from '../json_schema/json_schema.ts';
import { noShorthand, shortFacets } from '../shorthand.ts';
import { type AboutValue, areAmong, fewValues, isAmong, valuesPattern, valueWords } from '../value/code.ts';
import { longestText } from '../value/longest.ts';
import { accept, refuse } from '../value/read_value.ts';

/** One of some texts. */
export interface EnumType {
  readonly kind: 'enum';
  readonly values: readonly string[];
  /** What is said of some of the values. */
  readonly about: ReadonlyMap<string, AboutValue>;
  /** The values that an update may change each one to; null for any. */
  readonly transitions: ReadonlyMap<string, readonly string[]> | null;
  /** The roles that alone may make a change, by the value before and the value after. Absent where all may make all. */
  readonly movers?: Movers;
}

type Movers = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const facets = {
  values: {
    type: 'array',
    items: {
      anyOf: [
        { $ref: '#/$defs/code' },
        {
          type: 'object',
          required: ['value'],
          properties: {
            value: { $ref: '#/$defs/code', description: 'The value itself.' },
            title: { type: 'string', minLength: 1, description: 'What the value means, in a few words.' },
            deprecated: {
              type: 'boolean',
              description: 'Rows that have the value keep it, and no other row gets it.',
            },
            replaced_by: { $ref: '#/$defs/code', description: 'The value to use instead of this deprecated one.' },
          },
          additionalProperties: false,
        },
      ],
    },
    minItems: 1,
    uniqueItems: true,
    description: 'The allowed values, any texts. A map gives a value a title, or says that it is deprecated.',
  },
} as const;

const fieldFacets = {
  transitions: {
    type: 'object',
    additionalProperties: {
      anyOf: [
        { type: 'array', items: { type: 'string' }, uniqueItems: true },
        {
          type: 'object',
          additionalProperties: {
            anyOf: [
              { const: 'all' },
              { type: 'array', items: { $ref: '#/$defs/name' }, minItems: 1, uniqueItems: true },
            ],
          },
        },
      ],
    },
    description:
      'For each value, the values that an update may change it to. A map says for each of them who may make the change: all, or a list of roles. A value that you do not list is final. Without this key every change is allowed.',
  },
} as const;

export const enumeration: FieldTypeWord<EnumType, typeof facets, typeof fieldFacets> = {
  traits: ['equal', 'identifying', 'ordered', 'nullable', 'listed', 'textual', 'ranked'],
  means: 'one of the listed values',
  otherNames: ['code', 'codelist', 'choice'],
  facets,
  fieldFacets,
  needs: ['values'],
  isElement: true,
  shorthand: (written) =>
    written === null
      ? noShorthand('give the values of the enum, such as status:enum=new,active')
      : shortFacets({ values: written.split(',') }),
  choices: ({ values }) => values,
  build: (written, place) => {
    const values = valuesOf(written);
    const about = buildAbout(written, values, place);
    return { kind: 'enum', values, about, ...buildTransitions(written, values, about, place) };
  },
  read: ({ values }, text) =>
    values.includes(text) ? accept(text) : refuse(`${quote(text)} is not one of the values`, oneOf(values)),
  misfit: ({ values, about }, value) => {
    if (typeof value !== 'string' || !values.includes(value))
      return { steps: [], ...unknown(quote(value), value, values) };
    const { isDeprecated = false, replacedBy = null } = about.get(value) ?? {};
    if (!isDeprecated) return null;
    return { steps: [], message: `${quote(value)} is deprecated`, expected: replacedBy ?? 'another value' };
  },
  column: () => 'text',
  literal: (_, text) => textLiteral(text),
  checks: ({ values }, column) => [{ what: 'values', expression: isAmong(column, values) }],
  elementChecks: ({ values }, column) => [{ what: 'values', expression: areAmong(column, values) }],
  longest: ({ values }) => longestText(Math.max(...values.map(({ length }) => length))),
  schema: enumSchema,
  sent: (_, value) => String(value),
  example: ({ values, about }) => values.find((value) => about.get(value)?.isDeprecated !== true) ?? values[0],
  filter: { name: null, valueOf: ({ values }) => valuesPattern(values) },
  elementPattern: ({ values }) => valuesPattern(values),
  typescript: { read: (_, values) => values, filter: (_, values) => `TextFilter<${values}>` },
  rules: ({ values, about }) => [
    `One of ${listed(values.slice(0, fewValues), about)}${values.length > fewValues ? `, and ${values.length - fewValues} more, which the OpenAPI document has` : ''}.`,
  ],
};

/** The texts of the values, however they are written. */
export function valuesOf({ values = [] }: Facets<typeof facets>): readonly string[] {
  return values.map((each) => (typeof each === 'string' ? each : each.value));
}

/** The values that no row gets any more. */
export function deprecatedValues({ values, about }: EnumType): readonly string[] {
  return values.filter((value) => about.get(value)?.isDeprecated === true);
}

/** The keyword enum, which every generator of clients reads, with the titles beside it, which some show. */
function enumSchema({ values, about }: EnumType, exact: ExactSchema): JsonSchema {
  const described = values.map((value) =>
    valueWords(about.get(value) ?? { title: null, isDeprecated: false, replacedBy: null }),
  );
  const published = { type: 'string', enum: values, ...(about.size === 0 ? {} : { 'x-enum-descriptions': described }) };
  if (values.length <= fewValues) return published;
  const known = new Set<unknown>(values);
  return exact(published, (value) => {
    if (known.has(value)) return null;
    const near = typeof value === 'string' ? nearest(value, values) : null;
    return `must be ${oneOf(values)}${near === null ? '' : `; did you mean ${near}?`}`;
  });
}

function listed(values: readonly string[], about: EnumType['about']): string {
  const words = (value: string) => {
    const said = about.get(value);
    return `\`${value}\`${said === undefined ? '' : ` (${valueWords(said)})`}`;
  };
  return values.map(words).join(', ');
}

function unknown(shown: string, value: unknown, values: readonly string[]) {
  return {
    message: `${shown} is not among the values`,
    expected: oneOf(values),
    nearest: nearest(String(value), values),
  };
}

function buildAbout(
  { values: written = [] }: Facets<typeof facets>,
  values: readonly string[],
  { report }: FacetPlace,
): EnumType['about'] {
  const about = new Map<string, AboutValue>();
  const places = new Map<string, number>();
  const deprecated = new Set(
    written.flatMap((each) => (typeof each === 'object' && each.deprecated ? each.value : [])),
  );
  for (const [index, each] of written.entries()) {
    const { value, ...said } = typeof each === 'string' ? { value: each } : each;
    const steps = ['values', index];
    if (places.has(value)) report({ steps, message: `${quote(value)} stands twice`, expected: 'each value once' });
    places.set(value, index);
    const { title = null, deprecated: isDeprecated = false, replaced_by: replacedBy = null } = said;
    if (replacedBy !== null && !values.includes(replacedBy))
      report({ steps: [...steps, 'replaced_by'], ...unknown(replacedBy, replacedBy, values) });
    else if (replacedBy !== null && (!isDeprecated || deprecated.has(replacedBy))) {
      const message = isDeprecated ? `${quote(replacedBy)} is deprecated` : `${quote(value)} is not deprecated`;
      report({
        steps: [...steps, 'replaced_by'],
        message,
        expected: isDeprecated ? 'another value' : 'deprecated: true',
      });
    }
    if (title !== null || isDeprecated) about.set(value, { title, isDeprecated, replacedBy });
  }
  return about;
}

function buildTransitions(
  { transitions }: Facets<typeof fieldFacets>,
  values: readonly string[],
  about: EnumType['about'],
  { report }: FacetPlace,
): Pick<EnumType, 'transitions' | 'movers'> {
  if (transitions === undefined) return { transitions: null };
  for (const [from, targets] of Object.entries(transitions)) {
    if (!values.includes(from)) report({ steps: ['transitions', from], ...unknown(from, from, values), part: 'key' });
    const isList = Array.isArray(targets);
    for (const [index, to] of (isList ? targets : Object.keys(targets)).entries()) {
      const place = { steps: ['transitions', from, isList ? index : to], ...(isList ? {} : { part: 'key' as const }) };
      if (!values.includes(to)) report({ ...place, ...unknown(to, to, values) });
      else if (about.get(to)?.isDeprecated)
        report({ ...place, message: `${quote(to)} is deprecated, and no row becomes it`, expected: 'another value' });
    }
  }
  const movers = Object.entries(transitions).flatMap(([from, targets]) => {
    const bound = Object.entries(Array.isArray(targets) ? {} : targets).filter(([, roles]) => roles !== 'all');
    return bound.length === 0 ? [] : [[from, new Map(bound as [string, string[]][])] as const];
  });
  return {
    transitions: new Map(
      Object.entries(transitions).map(([from, to]) => [from, Array.isArray(to) ? to : Object.keys(to)]),
    ),
    ...(movers.length === 0 ? {} : { movers: new Map(movers) }),
  };
}
