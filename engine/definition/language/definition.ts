import { fieldTypes } from '../../vocabulary/field_type.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import type { ValueOf } from '../../vocabulary/json_schema/value_of.ts';
import type { FieldSchemas } from './field_language.ts';
import type { languageParts } from './language_parts.ts';

type Parts = typeof languageParts & FieldSchemas;

/** The content of a file at the part of the language's schema with this name. */
type Part<Name extends keyof Parts> = ValueOf<Parts[Name], Parts>;

/** What the YAML of service.yaml says, once it has the right shape. */
export type ServiceDefinition = Part<'service'>;

/** What the YAML of a resource says, once it has the right shape. */
export type ResourceDefinition = Part<'resource'>;

/** A field: which facets stand beside which type, the language's schema has checked. */
export type FieldDefinition = Part<'field'>;

/** A call of a resource. */
export type CallDefinition = NonNullable<ResourceDefinition['calls']>[string];

/** A value that a call takes or answers: which facets stand beside which type, the language's schema has checked. */
export type CallValueDefinition = Part<'call_value'>;

/** The content of a file at a feature's key with this schema. */
export type WrittenKey<Schema extends JsonSchema> = ValueOf<Schema, Parts>;

/** What a file says under a feature's key, which the key's schema has checked; undefined where it says nothing. */
export function writtenUnder<Schema extends JsonSchema>(
  { name }: { readonly name: string; readonly schema: Schema },
  definition: ResourceDefinition,
): WrittenKey<Schema> | undefined {
  return (definition as Readonly<Record<string, unknown>>)[name] as WrittenKey<Schema> | undefined;
}

export type DeprecationDefinition = Part<'deprecated'>;

/** Whether a row can be made without a value for the field. */
export function isOptional(field: FieldDefinition | undefined): boolean {
  if (field !== undefined && fieldTypes.get(field.type)?.isUploaded === true) return true;
  return field?.nullable === true || field?.default !== undefined || field?.computed !== undefined;
}
