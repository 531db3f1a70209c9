import { idField, recordFields } from './common_field.ts';
import type { Field } from './field.ts';
import type { Table } from './model.ts';

type Own = Pick<Table, 'name' | 'title' | 'description' | 'actions'> &
  Partial<Pick<Table, 'label' | 'relations' | 'access' | 'unique' | 'indexes' | 'prefixes' | 'event'>>;

/** A resource that no file declares; the fields are those between the common ones. */
export function derivedTable(own: Own, fields: readonly Field[], lastFields: readonly Field[] = recordFields): Table {
  return {
    kind: 'table',
    was: null,
    group: null,
    readsFrom: 'any',
    label: [],
    fields: new Map([idField, ...fields, ...lastFields].map((field) => [field.name, field])),
    relations: new Map(),
    deprecated: null,
    search: null,
    history: null,
    temporal: null,
    checks: [],
    sets: [],
    creates: [],
    access: null,
    unique: [],
    uniqueAmong: [],
    indexes: [],
    prefixes: [],
    event: null,
    calls: new Map(),
    rules: new Map(),
    madeBy: null,
    ...own,
  };
}
