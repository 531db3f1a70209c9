import type { Field } from '../../../model/field.ts';
import { columnType } from '../../../query/sql/condition/column_type.ts';
import { quote } from '../../../sql/identifier.ts';
import { fromSource, type Source, tableSource } from '../../../sql/source.ts';
import { columnBefore, keptHistory, type TableChange } from '../change/table_change.ts';
import { backfillOf, pastDefault } from './backfill.ts';
import { firstRecorded } from './first_recorded.ts';

/**
 * A table as it will be, as a relation over what there is before the migration: rules to come can be asked of it. It has
 * the id and the columns that are named.
 */
export function futureTable(change: TableChange, columns: readonly string[]): Source {
  const { was, now } = change;
  const shown = [...new Set(columns)].filter((column) => column !== 'id');
  const values = shown.map((column) => [column, futureValue(change, column)] as const);
  const from = tableSource(was.table.name);
  if (was.table.name === now.table.name && values.every(([column, value]) => value.column === column)) return from;
  const list = values.map(([column, { sql }]) => `, ${sql} as ${quote(column)}`).join('');
  return { sql: `(select id${list} from ${fromSource(from)})`, name: now.table.name };
}

/** A value over a row as it is before the migration, and the column that it is; null for any other expression. */
interface Value {
  readonly sql: string;
  readonly column: string | null;
}

/** What a column will hold. */
function futureValue(change: TableChange, column: string): Value {
  const { was, now, fields } = change;
  const added = fields.added.find(({ name }) => name === column);
  if (added !== undefined) return expression(addedValue(change, added));
  const converted = fields.converted.find(({ field }) => field.name === column);
  if (converted !== undefined) {
    const { forth } = converted;
    const old = quote(columnBefore(change, column));
    const value = forth.fits === null ? forth.value(old) : `case when ${forth.fits(old)} then ${forth.value(old)} end`;
    return orFilled(expression(value), converted);
  }
  const isNew = was.table.temporal === null && now.table.temporal !== null;
  if (isNew && column === 'valid_from') {
    const history = keptHistory(change) === null ? null : was.table.history;
    const zone = now.table.temporal?.align ?? null;
    return expression(firstRecorded({ table: was.table.name, history, zone, row: '', id: 'id' }));
  }
  if (isNew && column === 'valid_to') return expression('null::timestamptz');
  const before = columnBefore(change, column);
  const old = { sql: quote(before), column: before };
  const kept = fields.kept.find(({ field }) => field.name === column);
  return kept === undefined ? old : orFilled(old, kept);

  function orFilled(value: Value, { previous, field }: { readonly previous: Field; readonly field: Field }): Value {
    if (!previous.nullable || field.nullable) return value;
    const filled = backfillOf(now.table, field, (name) => futureValue(change, name).sql);
    // Each row gets another one.
    if (filled === null && field.default?.kind === 'number') return expression(`coalesce(${value.sql}, id::text)`);
    return filled === null ? value : expression(`coalesce(${value.sql}, ${filled})`);
  }
}

function expression(sql: string): Value {
  return { sql, column: null };
}

function addedValue(change: TableChange, field: Field): string {
  const filled = field.nullable ? null : backfillOf(change.now.table, field, (name) => futureValue(change, name).sql);
  // Each row gets another one.
  if (filled === null && field.default?.kind === 'number') return 'id::text';
  return filled ?? pastDefault(field) ?? `null::${columnType(field.type)}`;
}
