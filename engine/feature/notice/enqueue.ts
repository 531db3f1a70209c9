import { ofNewRows, type WatchedConcern } from '../../model/condition/look.ts';
import type { Model, Table } from '../../model/model.ts';
import type { Recording } from '../../schema/feature.ts';
import { type AfterChange, choice, type Lines } from '../../schema/plpgsql.ts';
import { deletedRows, insertedRows, newRow, oldRow, type RecordedRows, whereOf } from '../../schema/recorded_rows.ts';
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
    update: byColumns.flatMap((same) => enqueueUpdate(table, same)),
    delete: enqueueRows(table, ofItself, deletedRows),
  };
}

/** Concerns that the same columns bring about. */
function enqueueUpdate(table: Table, concerns: readonly WatchedConcern[]): Lines {
  const columns = concerns[0]?.columns ?? [];
  if (columns.length === 0) return [];
  const references = concerns.filter(({ column }) => column !== 'id');
  const moved = [...Map.groupBy(references, ({ column }) => column)].flatMap(([column, own]) =>
    choice([`new.${quote(column)} is distinct from old.${quote(column)}`, enqueueRows(table, own, oldRow)]),
  );
  const isChanged = `${rowOf('new', columns)} is distinct from ${rowOf('old', columns)}`;
  return choice([isChanged, [...enqueueRows(table, concerns, newRow), ...moved]]);
}

function enqueueRows(table: Table, concerns: readonly WatchedConcern[], { row, from }: RecordedRows): Lines {
  if (concerns.length === 0) return [];
  const values = concerns.map(
    ({ resource, field, column }) => `(${textLiteral(resource)}, ${textLiteral(field)}, ${row}.${quote(column)})`,
  );
  const listed = values.map((value, at) => `  ${value}${at < values.length - 1 ? ',' : ''}`);
  const into = 'insert into almanac.notice_change (resource, field, value)';
  const mayBeNull = concerns.some(({ column }) => table.fields.get(column)?.nullable === true);
  const isKnown = whereOf(mayBeNull ? 'concern.value is not null' : null);
  if (from === null && !mayBeNull) return [into, 'values', ...listed.slice(0, -1), `${listed.at(-1)};`];
  const rows = from === null ? '' : `${from} cross join lateral `;
  return [into, `select concern.* from ${rows}(values`, ...listed, `) as concern (resource, field, value)${isKnown};`];
}
