import type { Facets } from '../vocabulary/facets.ts';
import type { ValueOf } from '../vocabulary/value_of.ts';
import type { commonFacets } from './field_language.ts';
import type { languageParts } from './language.ts';

/** What stands in a file where the language's schema has the part of this name. */
type Part<Name extends keyof typeof languageParts> = ValueOf<(typeof languageParts)[Name], typeof languageParts>;

/** What the YAML of service.yaml says, once it has the right shape. */
export type ServiceDefinition = Part<'service'>;

/** What the YAML of a resource says, once it has the right shape. */
export interface ResourceDefinition extends Omit<Part<'resource'>, 'fields'> {
  readonly fields: { readonly [name: string]: FieldDefinition };
}

/** Whom an event concerns. */
export type NotifyDefinition = NonNullable<ResourceDefinition['notify']>[number];

/** What is to be shown of a row, when, and to whom. */
export type NoticeDefinition = NonNullable<ResourceDefinition['notices']>[number];

/** A way from the row to a party, as it leads now or, on a timeline, led last. */
export type NoticeRecipientDefinition = Exclude<NoticeDefinition['to'], string>[number];

/** Rules of a role, by what it does with rows. */
export type AccessDefinition = Exclude<NonNullable<ResourceDefinition['access']>[string], string>;

export type DeprecationDefinition = Part<'deprecated'>;

type CommonFacets = ValueOf<
  { readonly type: 'object'; readonly properties: typeof commonFacets },
  typeof languageParts
>;

/** A field, or the elements of an array: which facets stand beside which type, the language's schema has checked. */
export interface FieldDefinition extends Facets, CommonFacets {
  readonly computed?: string;
}

/** Whether a row can be made without a value for the field. */
export function isOptional(field: FieldDefinition | undefined): boolean {
  return field?.nullable === true || field?.default !== undefined || field?.computed !== undefined;
}
