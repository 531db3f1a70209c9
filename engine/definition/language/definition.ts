import type { ValueOf } from '../../vocabulary/json_schema/value_of.ts';
import type { FieldSchemas } from './field_language.ts';
import type { languageParts } from './language.ts';

type Parts = typeof languageParts & FieldSchemas;

/** What stands in a file where the language's schema has the part of this name. */
type Part<Name extends keyof Parts> = ValueOf<Parts[Name], Parts>;

/** What the YAML of service.yaml says, once it has the right shape. */
export type ServiceDefinition = Part<'service'>;

/** What the YAML of a resource says, once it has the right shape. */
export type ResourceDefinition = Part<'resource'>;

/** A field: which facets stand beside which type, the language's schema has checked. */
export type FieldDefinition = Part<'field'>;

/** Whom an event concerns. */
export type NotifyDefinition = NonNullable<ResourceDefinition['notify']>[number];

/** What is to be shown of a row, when, and to whom. */
export type NoticeDefinition = NonNullable<ResourceDefinition['notices']>[number];

/** A way from the row to a party, as it leads now or, on a timeline, led last. */
export type NoticeRecipientDefinition = Exclude<NoticeDefinition['to'], string>[number];

export type DeprecationDefinition = Part<'deprecated'>;

/** Whether a row can be made without a value for the field. */
export function isOptional(field: FieldDefinition | undefined): boolean {
  return field?.nullable === true || field?.default !== undefined || field?.computed !== undefined;
}
