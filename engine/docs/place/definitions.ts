import { facetsOf } from '../../definition/language/field_language.ts';
import type { LanguageSchema } from '../../definition/language/language.ts';
import { fieldTypes } from '../../vocabulary/field_type.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { tableText } from '../html/markdown_text.ts';
import { defaultWords, descriptionWords, type Key, keysBelow, valueWords } from './keys.ts';

/** Every key of a resource; the keys of its fields have their own table. */
export function resourceKeys(language: LanguageSchema): string {
  return keyTable(keysBelow(partOf('resource', language), language, ['fields']), language);
}

/** Every key of a field, with the types that have it. */
export function fieldKeys(language: LanguageSchema): string {
  const keys = new Map<string, { readonly key: Key; readonly types: string[] }>();
  for (const type of fieldTypes.keys())
    for (const key of keysBelow(partOf(`${type}_field`, language), language, ['of'])) {
      if (key.path === 'type') continue;
      const known = keys.get(key.path);
      if (known === undefined) keys.set(key.path, { key, types: [type] });
      else known.types.push(type);
    }
  const rows = [...keys].sort(([one], [other]) => (one < other ? -1 : 1));
  return tableText(
    ['key', 'of type', 'value', 'default', 'what it says'],
    rows.map(([path, { key, types }]) => [
      `\`${path}\``,
      types.length === fieldTypes.size ? 'all' : types.join(', '),
      valueWords(key.schema, language),
      defaultWords(key, language),
      descriptionWords(key.schema, language),
    ]),
  );
}

/** The types of fields. */
export function types(): string {
  return tableText(
    ['type', 'a value is', 'its own keys', 'in an array'],
    [...fieldTypes].map(([name, word]) => [
      `\`${name}\``,
      word.means,
      facetsOf(word)
        .map((facet) => `\`${facet}\`${word.needs?.includes(facet) ? ' (required)' : ''}`)
        .join(', '),
      word.isElement ? 'yes' : 'no',
    ]),
  );
}

/** Every key of service.yaml but the limits. */
export function serviceKeys(language: LanguageSchema): string {
  return keyTable(keysBelow(partOf('service', language), language, ['limits']), language);
}

/** The limits of a service. */
export function limits(language: LanguageSchema): string {
  const { limits: schema = {} } = partOf('service', language).properties as Readonly<Record<string, JsonSchema>>;
  return keyTable(keysBelow(schema, language), language);
}

function partOf(name: string, language: LanguageSchema): JsonSchema {
  return language.$defs[name] as JsonSchema;
}

function keyTable(keys: readonly Key[], language: LanguageSchema): string {
  return tableText(
    ['key', 'value', 'default', 'what it says'],
    keys.map((key) => [
      `\`${key.path}\``,
      valueWords(key.schema, language),
      defaultWords(key, language),
      descriptionWords(key.schema, language),
    ]),
  );
}
