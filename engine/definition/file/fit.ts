import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import type { LanguageSchema } from '../language/language.ts';

/** Whether a value follows a schema. */
export type Fit = (value: unknown) => boolean;

/**
 * What tells whether values follow parts of the definition language, as ajv does. It is there at once, while ajv takes a
 * quarter of a short command to compile the language. What is wrong with a value, only ajv says.
 */
export function fitsOf(language: LanguageSchema): (schema: JsonSchema) => Fit {
  const known = new Map<string, Fit>();
  const parts: Parts = {
    fitOf: (schema) => {
      const fits = Object.entries(schema).flatMap(([keyword, operand]) => {
        if (otherKeywords.has(keyword)) return [];
        const rule = rules[keyword];
        if (rule === undefined) throw new Error(`the language's schema uses ${keyword}, which has no rule`);
        return [rule(operand, parts, schema)];
      });
      const [first] = fits;
      return fits.length === 1 && first !== undefined ? first : all(fits);
    },
    named: (reference) => (value) => {
      const fit = known.get(reference) ?? parts.fitOf(definition(language, reference));
      known.set(reference, fit);
      return fit(value);
    },
  };
  return parts.fitOf;
}

interface Parts {
  readonly fitOf: (schema: JsonSchema) => Fit;
  /** Made when a value first comes to it: definitions refer to each other. */
  readonly named: (reference: string) => Fit;
}

function definition({ $defs }: LanguageSchema, reference: string): JsonSchema {
  return $defs[reference.replace('#/$defs/', '')] as JsonSchema;
}

/** Annotations, and what goes with `if`. */
const otherKeywords = new Set(['$schema', '$defs', 'title', 'description', 'default', 'then', 'else']);

// biome-ignore lint/suspicious/noExplicitAny: what a keyword has is for the schema of schemas to say, which a test asks
type Rule = (operand: any, parts: Parts, schema: any) => Fit;

const rules: { readonly [keyword: string]: Rule } = {
  type: (name: string) => types[name] ?? (() => false),
  const: (only: unknown) => (value) => value === only,
  enum: (values: readonly unknown[]) => (value) => values.includes(value),
  minLength: (least: number) => ofText((text) => lengthOf(text) >= least),
  maxLength: (most: number) => ofText((text) => lengthOf(text) <= most),
  pattern: (pattern: string) => {
    const expression = new RegExp(pattern, 'u');
    return ofText((text) => expression.test(text));
  },
  minimum: (least: number) => ofNumber((number) => number >= least),
  maximum: (most: number) => ofNumber((number) => number <= most),
  exclusiveMinimum: (bound: number) => ofNumber((number) => number > bound),
  minItems: (least: number) => ofList((list) => list.length >= least),
  maxItems: (most: number) => ofList((list) => list.length <= most),
  uniqueItems: (isUnique: boolean) => ofList((list) => !isUnique || areUnique(list)),
  items: (schema: JsonSchema, { fitOf }) => {
    const fit = fitOf(schema);
    return ofList((list) => list.every(fit));
  },
  minProperties: (least: number) => ofMap((map) => Object.keys(map).length >= least),
  required: (keys: readonly string[]) => ofMap((map) => keys.every((key) => Object.hasOwn(map, key))),
  propertyNames: (schema: JsonSchema, { fitOf }) => {
    const fit = fitOf(schema);
    return ofMap((map) => Object.keys(map).every(fit));
  },
  properties: (schemas: Readonly<Record<string, JsonSchema>>, { fitOf }) => {
    const fits = Object.entries(schemas).map(([key, schema]) => [key, fitOf(schema)] as const);
    return ofMap((map) => fits.every(([key, fit]) => !Object.hasOwn(map, key) || fit(map[key])));
  },
  additionalProperties: (schema: boolean | JsonSchema, { fitOf }, { properties = {} }) => {
    const fit = typeof schema === 'boolean' ? () => schema : fitOf(schema);
    return ofMap((map) => Object.keys(map).every((key) => Object.hasOwn(properties, key) || fit(map[key])));
  },
  allOf: (schemas: readonly JsonSchema[], { fitOf }) => all(schemas.map(fitOf)),
  anyOf: (schemas: readonly JsonSchema[], { fitOf }) => {
    const fits = schemas.map(fitOf);
    return (value) => fits.some((fit) => fit(value));
  },
  if: (schema: JsonSchema, { fitOf }, { then: yes = {}, else: no = {} }) => {
    const [condition, consequence, otherwise] = [fitOf(schema), fitOf(yes), fitOf(no)];
    return (value) => (condition(value) ? consequence : otherwise)(value);
  },
  $ref: (reference: string, { named }) => named(reference),
};

function all(fits: readonly Fit[]): Fit {
  return (value) => {
    for (const fit of fits) if (!fit(value)) return false;
    return true;
  };
}

const types: { readonly [name: string]: Fit } = {
  object: isMap,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  integer: Number.isInteger,
};

type YamlMap = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ofMap(fit: (map: YamlMap) => boolean): Fit {
  return (value) => !isMap(value) || fit(value);
}

function ofList(fit: (list: readonly unknown[]) => boolean): Fit {
  return (value) => !Array.isArray(value) || fit(value);
}

function ofText(fit: (text: string) => boolean): Fit {
  return (value) => typeof value !== 'string' || fit(value);
}

function ofNumber(fit: (number: number) => boolean): Fit {
  return (value) => typeof value !== 'number' || fit(value);
}

/** In code points. */
function lengthOf(text: string): number {
  return [...text].length;
}

function areUnique(list: readonly unknown[]): boolean {
  return list.every((item, at) => list.findIndex((other) => isDeepStrictEqual(item, other)) === at);
}
