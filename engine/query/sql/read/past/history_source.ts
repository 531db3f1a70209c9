import type { History, Table } from '../../../../model/model.ts';
import { columnOf, empty, type Fragment, identifier, join, publicTable, sql } from '../../../../sql/fragment.ts';

/**
 * A derived table, in parentheses and without alias, of every version: the current rows under the id of their version,
 * and the replaced ones. Its columns are the stored fields of the history resource in order. Hidden fields are
 * included, since a rule may look at them. PostgreSQL pulls both halves up, so that filters and order reach their
 * indexes.
 */
export function historySource(history: History): Fragment {
  const own = `${history.of.name}_id`;
  const names = ['id', own, ...storedNames(history.of).filter((name) => name !== 'id'), 'replaced_at', 'replaced_by'];
  const current = names.map((name) => {
    if (name === 'id') return sql`row_version as id`;
    if (name === own) return sql`id as ${identifier(own)}`;
    if (name === 'replaced_at') return sql`null::timestamptz as replaced_at`;
    return name === 'replaced_by' ? sql`null::bigint as replaced_by` : identifier(name);
  });
  return sql`(
    select ${join(current, ', ')} from ${publicTable(history.of.name)}
    union all
    select ${join(names.map(identifier), ', ')} from ${publicTable(history.name)}
  )`;
}

/**
 * The last version of a row that it had before it was deleted, or the current one; in parentheses and without alias. A
 * deleted entry of a timeline has a version that is on no timeline.
 */
export function lastVersion(history: History, id: Fragment): Fragment {
  const isThere = history.of.temporal === null ? empty : sql` and version.valid_from is not null`;
  return sql`(
    select version.*
    from ${historySource(history)} as version
    where version.${identifier(`${history.of.name}_id`)} = ${id}${isThere}
    order by version.recorded_at desc
    limit 1
  )`;
}

/**
 * Every version of a table's rows under their own ids, with the version that each had in `row_version`. Which of the versions of
 * a row it is that an instant shows, recordedCondition says: a condition within would keep PostgreSQL from pulling it up.
 */
export function versionSource(table: Table, history: string): Fragment {
  const names = storedNames(table);
  const current = [...names.map(identifier), sql`row_version`, sql`null::timestamptz as replaced_at`];
  const replaced = [
    ...names.map((name) => (name === 'id' ? sql`${identifier(`${table.name}_id`)} as id` : identifier(name))),
    sql`id as row_version`,
    sql`replaced_at`,
  ];
  return sql`(
    select ${join(current, ', ')} from ${publicTable(table.name)}
    union all
    select ${join(replaced, ', ')} from ${publicTable(history)}
  )`;
}

/** The condition that a version was the recorded one at an instant, which is an SQL expression. */
export function recordedCondition<Value>(alias: string, instant: Fragment<Value>): Fragment<Value> {
  const [recorded, replaced] = [columnOf(alias, 'recorded_at'), columnOf(alias, 'replaced_at')];
  return sql`${recorded} <= ${instant} and (${replaced} is null or ${replaced} > ${instant})`;
}

/** The names of the fields that a table has columns for, in order. */
export function storedNames({ fields }: Table): readonly string[] {
  return [...fields.values()].filter(({ computed }) => computed === null).map(({ name }) => name);
}
