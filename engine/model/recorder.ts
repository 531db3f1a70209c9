import type { Field } from './field.ts';
import type { Table } from './model.ts';
import type { Relation } from './relation.ts';

/** The resource whose rows are those under whom changes are recorded. */
const identities = 'identity';

/**
 * The table of a service with the resource identity: `recorded_by` refers to it. There is no foreign key and no index for it.
 * The service itself, identity 0, has no row. A token may name an identity without a row.
 */
export function withRecorder(table: Table): Table {
  const { field, relation } = recording(table.fields.get('recorded_by'));
  return {
    ...table,
    fields: new Map([...table.fields].map(([name, own]) => [name, name === field.name ? field : own])),
    relations: new Map([...table.relations, [relation.alias, relation]]),
  };
}

/** A field of the record as a reference to the identity, and the relation by it. */
export function recording(field: Field | undefined): { readonly field: Field; readonly relation: Relation } {
  if (field === undefined) throw new Error('every resource has the fields of its record');
  const { name: from } = field;
  return {
    field: { ...field, type: { kind: 'reference', to: identities } },
    relation: { alias: `${from}_identity`, was: null, target: identities, cardinality: 'one', from, to: 'id' },
  };
}

/** Whether a relation leads to the identity of a record. */
export function isRecording({ from }: Pick<Relation, 'from'>): boolean {
  return recordingNames.has(from);
}

export const recordingNames: ReadonlySet<string> = new Set(['recorded_by', 'replaced_by']);
