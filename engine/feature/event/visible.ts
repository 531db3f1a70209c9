import type { Table } from '../../model/model.ts';
import { resourceOfSource } from '../../query/sql/condition.ts';
import { accessCondition, itemOf, type Row, sourceOf } from '../../query/sql/row.ts';
import { ruleFor } from '../../query/sql/viewer.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';

/**
 * The condition that leaves the events of which the viewer may see the version: the one that a change made, or that a delete
 * ended. Of a resource without history, the row as it is counts. Each resource has its branch, so that no rule is looked at
 * but that of the row which the event is about.
 */
export function sourceCondition(row: Row): readonly string[] {
  const { model, viewer, alias } = row;
  const tables = [...model.resources.values()].filter(
    (each) => each.kind === 'table' && each.event !== null,
  ) as Table[];
  const ruled = tables.map((table) => ({ table, rule: ruleFor(viewer, table, 'read') }));
  if (ruled.every(({ rule }) => rule.kind === 'all')) return [];
  const isOf = (of: readonly Table[]) => {
    const former = of.flatMap(({ was }) => (was === null || model.resources.has(was) ? [] : [was]));
    const names = [...of.map(({ name }) => name), ...former].map(textLiteral);
    return `${resourceOfSource(`${alias}.source`)} ${names.length === 1 ? `= ${names[0]}` : `in (${names.join(', ')})`}`;
  };
  const free = ruled.filter(({ rule }) => rule.kind === 'all').map(({ table }) => table);
  const branches = [
    ...(free.length === 0 ? [] : [`when ${isOf(free)} then true`]),
    ...ruled.flatMap(({ table, rule }) =>
      rule.kind === 'rule' ? [`when ${isOf([table])} then ${versionIsSeen(table, row)}`] : [],
    ),
  ];
  return branches.length === 0 ? ['false'] : [`case ${branches.join(' ')} else false end`];
}

function versionIsSeen(table: Table, row: Row): string {
  const { model, viewer, values, depth } = row;
  const history = model.resources.get(table.history ?? '');
  const alias = `item_${depth + 1}`;
  const version = { ...itemOf(history ?? table, model, values, null, viewer, alias), depth: depth + 1 };
  const id = `split_part(${row.alias}.source, '/', 3)::bigint`;
  const isDelete = `${row.alias}.type like '%.delete'`;
  const where = [
    `${alias}.${quote(history === undefined ? 'id' : `${table.name}_id`)} = ${id}`,
    ...(history === undefined
      ? []
      : [`case when ${isDelete} then ${alias}.replaced_at else ${alias}.recorded_at end = ${row.alias}."time"`]),
    ...accessCondition(history ?? table, 'read', version),
  ];
  return `exists (select from ${sourceOf(history ?? table, null, model)} as ${alias} where ${where.join(' and ')})`;
}
