import type { LanguageSchema } from '../../definition/language/language.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';

/** A key of the definition language, with the keys around it: `temporal.start_window.from`. */
export interface Key {
  readonly path: string;
  readonly isRequired: boolean;
  readonly schema: JsonSchema;
}

/** Every key below a schema by its path, in alphabetical order. `[]` is an item of a list, `<name>` a name of your own. */
export function keysBelow(
  schema: JsonSchema,
  language: LanguageSchema,
  stopAt: readonly string[] = [],
): readonly Key[] {
  return below(schema, '', stopAt, language).sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** What a key holds, in a word or two. */
export function valueWords(schema: JsonSchema, language: LanguageSchema): string {
  if (schema.$ref === '#/$defs/name') return 'name';
  if (schema.$ref === '#/$defs/day') return 'day';
  const { type, enum: values, anyOf, items, minimum, maximum } = resolved(schema, language) as Value;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (anyOf !== undefined) return [...new Set(anyOf.map((each) => valueWords(each, language)))].join(' or ');
  switch (type) {
    case 'string':
      return 'text';
    case 'boolean':
      return '`true` or `false`';
    case 'array':
      return items === undefined ? 'list' : `list of ${plural(valueWords(items, language))}`;
    case 'object':
      return 'map';
    case 'integer':
      return `whole number${rangeWords(minimum, maximum)}`;
    case 'number':
      return 'number';
    default:
      return 'any value';
  }
}

/** When a key is left out: `required`, or its default. */
export function defaultWords({ isRequired, schema }: Key, language: LanguageSchema): string {
  const value = resolved(schema, language).default;
  if (value !== undefined) return `\`${JSON.stringify(value).replace(/^"(.*)"$/, '$1')}\``;
  return isRequired ? 'required' : '';
}

/** A description as Markdown: names, claims and values that stand for others are code. */
export function descriptionWords(schema: JsonSchema, language: LanguageSchema): string {
  const text = String(schema.description ?? resolved(schema, language).description ?? '');
  return text
    .replace(
      /`[^`]*`|"([^"\s]+)"|\{\w+\}|\$\w+|(?:[\w/=-]|<\w+(?: \w+)*>|[.](?=[\w<]))+|\*/g,
      (part, quoted: string | undefined) => {
        if (quoted !== undefined) return `\`${quoted}\``;
        if (part === '*') return '\\*';
        return /^[{$]|^[^`]*[_<]/.test(part) ? `\`${part}\`` : part;
      },
    )
    .replaceAll('\n', ' ');
}

/** A schema that another one names; the keys beside the name count as well. */
function resolved(schema: JsonSchema, language: LanguageSchema): JsonSchema {
  const [, name = ''] = /^#\/\$defs\/(\w+)$/.exec(String(schema.$ref ?? '')) ?? [];
  const target = language.$defs[name] as JsonSchema | undefined;
  return target === undefined ? schema : { ...resolved(target, language), ...schema, $ref: undefined };
}

interface Value {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

function below(schema: JsonSchema, before: string, stopAt: readonly string[], language: LanguageSchema): Key[] {
  const {
    properties = {},
    additionalProperties,
    required = [],
    items,
    anyOf = [],
  } = resolved(schema, language) as Value;
  const inner = (each: JsonSchema, path: string) => (stopAt.includes(path) ? [] : below(each, path, stopAt, language));
  return [
    ...Object.entries(properties).flatMap(([name, each]) => {
      const path = before === '' ? name : `${before}.${name}`;
      return [{ path, isRequired: required.includes(name), schema: each }, ...inner(each, path)];
    }),
    ...(typeof additionalProperties === 'object'
      ? named(additionalProperties, `${before}.<name>`, inner, language)
      : []),
    ...(items === undefined ? [] : inner(items, `${before}[]`)),
    ...anyOf.flatMap((each) => inner(each, before)),
  ];
}

function named(
  schema: JsonSchema,
  path: string,
  inner: (schema: JsonSchema, path: string) => Key[],
  language: LanguageSchema,
): Key[] {
  const own = resolved(schema, language).description === undefined ? [] : [{ path, isRequired: false, schema }];
  return [...own, ...inner(schema, path)];
}

/** "names" of "name", and "lists of names" of "list of names"; values stay as they are. */
function plural(words: string): string {
  const plurals = words.replace(/^(name|map|text|list)\b|(?<= or )(name|map|text|list)\b/g, '$&s');
  return plurals.includes(' or ') ? `(${plurals})` : plurals;
}

/** The greatest number of 32 bits is not worth showing as a limit. */
function rangeWords(minimum?: number, maximum?: number): string {
  const most = maximum === undefined || maximum >= 2 ** 31 - 1 ? '' : ` to ${maximum}`;
  if (minimum !== undefined) return most === '' ? ` from ${minimum}` : `, ${minimum}${most}`;
  return most === '' ? '' : `, at most ${maximum}`;
}
