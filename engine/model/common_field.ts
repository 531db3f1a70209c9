import type { FieldType } from '../vocabulary/field_type.ts';
import type { Field } from './field.ts';

export const wholeNumber: FieldType = { kind: 'bigint', minimum: null, maximum: null, multipleOf: null };

/** The first field of every resource. */
export const idField = systemField('id', wholeNumber, 'Id', 'Unique identifier, given by the service.');

/** The last fields of every resource (specification 2.1). */
export const recordFields: readonly Field[] = [
  systemField('recorded_at', { kind: 'datetime' }, 'Recorded at', 'When this was last recorded.'),
  systemField(
    'recorded_by',
    wholeNumber,
    'Recorded by',
    'Id of the identity that last recorded this; 0 is the service itself.',
  ),
];

/** The interval of time-dependent resources (specification 2.4). */
export const validityFields: readonly Field[] = [
  {
    ...systemField('valid_from', { kind: 'datetime' }, 'Valid from', 'Start of validity, inclusive.'),
    create: true,
    update: true,
  },
  {
    ...systemField('valid_to', { kind: 'datetime' }, 'Valid to', 'End of validity, exclusive; null while it is open.'),
    nullable: true,
    create: true,
    update: true,
  },
];

/** A field that the engine gives a value. */
export function systemField(name: string, type: FieldType, title: string, description: string): Field {
  return {
    name,
    was: null,
    title,
    description,
    type,
    nullable: false,
    onDelete: null,
    unseen: false,
    acyclic: false,
    where: null,
    default: null,
    backfill: null,
    create: false,
    update: false,
    computed: null,
    writeOnly: false,
    redacted: null,
    shownWhere: null,
    example: undefined,
    deprecated: null,
    access: null,
  };
}
