import type { Feature } from '../../model/feature.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { when } from '../../vocabulary/json_schema/schema_parts.ts';
import { inDefinition, type LanguageKey } from '../feature.ts';
import { fieldSchemas } from './field_language.ts';
import { languageParts } from './language_parts.ts';
import { resourceSchema } from './resource_language.ts';

export type LanguageSchema = JsonSchema & { readonly $defs: JsonSchema };

/**
 * The definition language with the keys of these features as a JSON Schema (2020-12): what `almanac schema` writes, and what
 * every file is checked by.
 */
export function languageSchemaOf(features: readonly Feature[]): LanguageSchema {
  const keys = inDefinition.all({ features }).flatMap((part) => part.keys ?? []);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Almanac definition',
    description: 'A resource of an Almanac service. A file with the key "service" describes the service itself.',
    type: 'object',
    ...when(
      { required: ['service'] },
      { $ref: '#/$defs/service' },
      when({ required: ['resource'] }, { $ref: '#/$defs/resource' }, { $ref: '#/$defs/beginning' }),
    ),
    $defs: {
      ...languageParts,
      resource: { ...resourceSchema, properties: withKeys(resourceSchema.properties, keys) },
      ...fieldSchemas(),
    },
  };
}

/** The keys of a resource's file, each key of a feature behind the one that it names. */
function withKeys(properties: JsonSchema, keys: readonly LanguageKey[]): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => [
      [name, schema],
      ...keys.filter(({ after }) => after === name).map((key) => [key.name, key.schema]),
    ]),
  );
}
