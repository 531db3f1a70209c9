import type { Table } from '../../../model/model.ts';
import type { Column } from '../../../query/sql/write/many/new_rows.ts';
import { wordOf } from '../../../vocabulary/field_type.ts';
import type { EvenRows } from './members.ts';
import type { SentRow } from './sent_rows.ts';

/** What valid rows set, field by field, in the order of the model. */
export function columnsOf(table: Table, { rows, names }: EvenRows): readonly Column[] {
  const known = new Set(names);
  const valid = rows as readonly SentRow[];
  return [...table.fields.values()].flatMap((field): readonly Column[] => {
    const { name, type } = field;
    if (!known.has(name)) return [];
    const word = wordOf(type);
    const values = valid.map((row) => {
      const value = row[name];
      return value === null || value === undefined ? null : word.sent(type, value);
    });
    const hasLacking = field.default !== null && valid.some((row) => !Object.hasOwn(row, name));
    return [{ field, values, defaults: hasLacking ? valid.map((row) => !Object.hasOwn(row, name)) : null }];
  });
}
