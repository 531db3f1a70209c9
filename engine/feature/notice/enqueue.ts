import { ofNewRows, type WatchedConcern } from '../../model/condition/look.ts';
import type { Model, Table } from '../../model/model.ts';
import type { Recording } from '../../schema/feature.ts';
import type { Lines } from '../../schema/plpgsql.ts';
import {
  type AfterChange,
  deletedRows,
  insertedRows,
  onlyWhere,
  type RecordedRows,
  type UpdatedRows,
  whereOf,
} from '../../schema/recorded_rows.ts';
import { rowOf } from '../../schema/table/column.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import { type Watch, watches } from './watch.ts';

/** What notice rules need of the changes of each table. */
export function enqueueChanges(model: Model): (table: Table) => Recording {
  const watched = watches(model);
  return (table) => {
    const watch = watched.get(table.name);
    // Rows whose time comes are found by it.
    const columns = new Set(watch?.timed.flatMap(({ time: { column, bound } }) => (bound === null ? column : [])));
    return { after: enqueueOf(table, watch), indexes: [...columns].map((name) => [name]) };
  };
}

/**
 * What notes which rows have to be looked at again for their notices, in the transaction that changes what a rule looks at.
 * A reference that moved concerns both rows.
 */
function enqueueOf(table: Table, watch: Watch | undefined): AfterChange {
  const concerns = watch?.concerns ?? [];
  // Of a row that is new or goes, others know nothing by its id.
  const ofItself = ofNewRows(concerns);
  const byColumns = [...Map.groupBy(concerns, ({ columns }) => columns.toSorted().join()).values()];
  return {
    insert: enqueueRows(table, ofItself, insertedRows),
    update: (rows) => byColumns.flatMap((same) => enqueueUpdate(table, same, rows)),
    delete: enqueueRows(table, ofItself, deletedRows),
  };
}

/** Concerns that the same columns bring about. */
function enqueueUpdate(table: Table, concerns: readonly WatchedConcern[], { now, former }: UpdatedRows): Lines {
  const columns = concerns[0]?.columns ?? [];
  if (columns.length === 0) return [];
  const references = concerns.filter(({ column }) => column !== 'id');
  const moved = [...Map.groupBy(references, ({ column }) => column)].flatMap(([column, own]) =>
    onlyWhere(former, `${now.row}.${quote(column)} is distinct from ${former.row}.${quote(column)}`, (isMoved) =>
      enqueueRows(table, own, former, isMoved),
    ),
  );
  const isChanged = `${rowOf(now.row, columns)} is distinct from ${rowOf(former.row, columns)}`;
  return onlyWhere(now, isChanged, (condition) => [...enqueueRows(table, concerns, now, condition), ...moved]);
}

function enqueueRows(
  table: Table,
  concerns: readonly WatchedConcern[],
  { row, from }: RecordedRows,
  condition: string | null = null,
): Lines {
  if (concerns.length === 0) return [];
  const values = concerns.map(
    ({ resource, field, column }) => `(${textLiteral(resource)}, ${textLiteral(field)}, ${row}.${quote(column)})`,
  );
  const listed = values.map((value, at) => `  ${value}${at < values.length - 1 ? ',' : ''}`);
  const into = 'insert into almanac.notice_change (resource, field, value)';
  const mayBeNull = concerns.some(({ column }) => table.fields.get(column)?.nullable === true);
  const where = whereOf(condition, mayBeNull ? 'concern.value is not null' : null);
  if (from === null && !mayBeNull) return [into, 'values', ...listed.slice(0, -1), `${listed.at(-1)};`];
  const rows = from === null ? '' : `${from} cross join lateral `;
  return [into, `select concern.* from ${rows}(values`, ...listed, `) as concern (resource, field, value)${where};`];
}
