import { columnType } from '../../../query/sql/condition/column_type.ts';
import { quote } from '../../../sql/identifier.ts';
import { idsOf, tableSource } from '../../../sql/source.ts';
import { rowsAlike } from '../../constraint/kind/unique.ts';
import type { Against } from '../../constraint/kind.ts';
import { kindOf } from '../../constraint/kinds.ts';
import { type ConvertedField, columnBefore, type TableChange } from '../change/table_change.ts';
import type { TableObject } from '../change/table_object.ts';
import type { Question } from '../step.ts';
import { futureTable } from './future.ts';

/** The rows that have null in a field which is required from now on. */
export function withoutValue(change: TableChange, field: string, column: string): Question {
  const { name } = change.now.table;
  return {
    rows: `rows of ${name} without ${field}, which is required`,
    before: idsOf({ from: futureTable(change, [field]), where: `${quote(field)} is null` }),
    later: idsOf({ from: tableSource(name), where: `${quote(column)} is null` }),
  };
}

/** The rows whose value is none of the field's new type. */
export function withoutLike(change: TableChange, { field, forth }: ConvertedField): readonly Question[] {
  if (forth.fits === null) return [];
  const { was, now } = change;
  const name = columnBefore(change, field.name);
  const select = (table: string, column: string) =>
    idsOf({ from: tableSource(table), where: `not (${forth.fits?.(quote(column))})` });
  const kind = columnType(field.type);
  return [
    {
      rows: `rows of ${now.table.name} whose ${field.name} is no ${kind}`,
      before: select(was.table.name, name),
      later: select(now.table.name, field.name),
    },
  ];
}

/** The rows that break a rule or an index that comes. */
export function againstObject(change: TableChange, object: TableObject): readonly Question[] {
  const against = whatStands(change, object);
  if (against === null) return [];
  const { rows, columns, find } = against;
  return [
    {
      rows,
      before: idsOf(find(futureTable(change, columns), change.nameBefore)),
      later: idsOf(find(tableSource(change.now.table.name), (table) => table)),
    },
  ];
}

function whatStands(change: TableChange, { constraint, index, name }: TableObject): Against | null {
  const { old, now } = change;
  const { table } = now;
  if (constraint === null) {
    const isAsked = index?.unique && table.madeBy === null;
    return isAsked ? rowsAlike(table.name, { ...index, isLive: index.where !== null }) : null;
  }
  const { kept } = kindOf(constraint);
  if (kept.by === 'trigger') return null;
  const endsTimelines = old.table.temporal !== null && table.temporal === null;
  return kept.against(constraint, { table, name, endsTimelines });
}

/** Deleted entries that other rows refer to: they would be deleted for good. */
export function referredEntries(change: TableChange): readonly Question[] {
  const { was, now, references } = change;
  return references.map(({ table, column, later }) => {
    const select = (on: string, from: string, by: string) =>
      idsOf({
        from: { ...tableSource(on), name: 'entry' },
        where: `valid_from is null and exists (select from public.${quote(from)} as other where other.${quote(by)} = entry.id)`,
      });
    return {
      rows: `deleted entries of ${now.table.name} that ${later.table} refers to, to be deleted for good`,
      before: select(was.table.name, table, column),
      later: select(now.table.name, later.table, later.column),
    };
  });
}
