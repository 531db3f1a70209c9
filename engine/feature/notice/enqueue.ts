import { ofNewRows, type WatchedConcern } from '../../model/condition/look.ts';
import type { Model, Table } from '../../model/model.ts';
import type { Recording } from '../../schema/feature.ts';
import { type AfterChange, choice, type Lines } from '../../schema/plpgsql.ts';
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
    insert: enqueueRows(table, ofItself, 'new'),
    update: byColumns.flatMap((same) => enqueueUpdate(table, same)),
    delete: enqueueRows(table, ofItself, 'old'),
  };
}

/** Concerns that the same columns bring about. */
function enqueueUpdate(table: Table, concerns: readonly WatchedConcern[]): Lines {
  const columns = concerns[0]?.columns ?? [];
  if (columns.length === 0) return [];
  const references = concerns.filter(({ column }) => column !== 'id');
  const moved = [...Map.groupBy(references, ({ column }) => column)].flatMap(([column, own]) =>
    choice([`new.${quote(column)} is distinct from old.${quote(column)}`, enqueueRows(table, own, 'old')]),
  );
  const isChanged = `${rowOf('new', columns)} is distinct from ${rowOf('old', columns)}`;
  return choice([isChanged, [...enqueueRows(table, concerns, 'new'), ...moved]]);
}

function enqueueRows(table: Table, concerns: readonly WatchedConcern[], record: 'new' | 'old'): Lines {
  if (concerns.length === 0) return [];
  const rows = concerns.map(
    ({ resource, field, column }) => `(${textLiteral(resource)}, ${textLiteral(field)}, ${record}.${quote(column)})`,
  );
  const values = rows.map((row, at) => `  ${row}${at < rows.length - 1 ? ',' : ''}`);
  const mayBeNull = concerns.some(({ column }) => table.fields.get(column)?.nullable === true);
  const into = 'insert into almanac.notice_change (resource, field, value)';
  if (!mayBeNull) return [into, 'values', ...values.slice(0, -1), `${values.at(-1)};`];
  return [into, 'select * from (values', ...values, ') as concern (resource, field, value) where value is not null;'];
}
