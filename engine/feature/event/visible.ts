import { pastRules } from '../../access/restriction.ts';
import type { Table } from '../../model/model.ts';
import { resourceOfSource } from '../../query/sql/condition/redacted.ts';
import { lastStateCondition, ruleCondition } from '../../query/sql/condition/row.ts';
import { itemOf, type Row } from '../../query/sql/condition/row_place.ts';
import { sourceOf } from '../../query/sql/condition/source.ts';
import type { Sql } from '../../query/sql/condition/statement.ts';
import { whereOf } from '../../query/sql/read/rule/fence.ts';
import { columnOf, join, raw, sql, textConstant } from '../../sql/fragment.ts';
import { callEventTypes } from './call.ts';

/**
 * The condition that leaves the events of which the principal may see the version: the one that a change made, or that a delete
 * ended. Of a resource without history, the row as it is counts. Each resource has its branch, so that no rule is looked at
 * but that of the row which the event is about.
 */
export function sourceCondition(row: Row): readonly Sql[] {
  const { model, alias } = row;
  const tables = [...model.resources.values()].filter(
    (each) => each.kind === 'table' && each.event !== null,
  ) as Table[];
  const ruled = tables.map((table) => {
    const { event, present } = pastRules(row, table);
    const isFree = event.kind === 'all' && present.kind === 'all';
    return { table, kind: isFree ? 'all' : event.kind === 'nothing' ? 'nothing' : 'rule' };
  });
  if (ruled.every(({ kind }) => kind === 'all')) return [];
  const isOf = (of: readonly Table[]) => {
    const former = of.flatMap(({ was }) => (was === null || model.resources.has(was) ? [] : [was]));
    const names = join([...of.map(({ name }) => name), ...former].map(textConstant), ', ');
    const source = resourceOfSource(columnOf(alias, 'source'));
    return of.length + former.length === 1 ? sql`${source} = ${names}` : sql`${source} in (${names})`;
  };
  const free = ruled.filter(({ kind }) => kind === 'all').map(({ table }) => table);
  const branches = [
    ...(free.length === 0 ? [] : [sql`when ${isOf(free)} then true`]),
    ...ruled.flatMap(({ table, kind }) =>
      kind === 'rule' ? [sql`when ${isOf([table])} then ${versionIsSeen(table, row)}`] : [],
    ),
  ];
  return branches.length === 0 ? [sql`false`] : [sql`case ${join(branches, ' ')} else false end`];
}

function versionIsSeen(table: Table, row: Row): Sql {
  const { model, depth } = row;
  const history = model.resources.get(table.history ?? '');
  const alias = `item_${depth + 1}`;
  const version = { ...itemOf(history ?? table, row, null, alias), depth: depth + 1 };
  const event = (name: string) => columnOf(row.alias, name);
  const id = sql`split_part(${event('source')}, '/', 3)::bigint`;
  const isDelete = sql`${event('type')} like '%.delete'`;
  const made = sql`case when ${isDelete} then ${columnOf(alias, 'replaced_at')} else ${columnOf(alias, 'recorded_at')} end`;
  const types = callEventTypes(table).map(textConstant);
  const stood = sql`${columnOf(alias, 'recorded_at')} <= ${event('time')} and coalesce(${columnOf(alias, 'replaced_at')} > ${event('time')}, true)`;
  // A call makes no version: it is about the version that stood.
  const asOfEvent =
    types.length === 0
      ? sql`${made} = ${event('time')}`
      : sql`case when ${event('type')} in (${join(types, ', ')}) then ${stood} else ${made} = ${event('time')} end`;
  const where = [
    sql`${columnOf(alias, history === undefined ? 'id' : `${table.name}_id`)} = ${id}`,
    ...(history === undefined ? [] : [asOfEvent]),
    ...ruleCondition(pastRules(row, history ?? table).event, version),
    ...lastStateCondition(history ?? table, version),
  ];
  return sql`exists (select from ${sourceOf(history ?? table, null, model)} as ${raw(alias)}${whereOf(where)})`;
}
