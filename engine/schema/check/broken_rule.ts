import { unrestricted } from '../../access/unrestricted.ts';
import { ownAtoms } from '../../model/condition/atom.ts';
import type { Aggregate, BoundCondition } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { stepsOf } from '../../model/relation.ts';
import { renderCondition } from '../../query/sql/condition/condition.ts';
import { aggregatedRows, aggregateOf, relatedRows, termsOf } from '../../query/sql/condition/row.ts';
import { itemOf, type Row, ruleRow } from '../../query/sql/condition/row_place.ts';
import type { Sql } from '../../query/sql/condition/statement.ts';
import { renderFilter } from '../../query/sql/read/rule/fence.ts';
import { columnOf, empty, join, raw, sql } from '../../sql/fragment.ts';

/**
 * The condition that the row under `item` breaks a rule. What an aggregate takes from a timeline changes with time, and the
 * rule has to hold at every instant.
 */
export function brokenRule(rule: BoundCondition, table: Table, model: Model): Sql {
  const row = ruleRow(itemOf(table, unrestricted(model), null));
  const timelines = aggregatesOf(rule).filter(({ relation }) =>
    stepsOf(relation).some(({ target }) => isTimeline(target, model)),
  );
  if (timelines.length === 0) return sql`(${renderCondition(rule, termsOf(row))}) is not true`;
  const valid = { ...row, validAt: sql`state.at` };
  const terms = { ...termsOf(row), aggregate: (aggregate: Aggregate) => aggregateOf(aggregate, valid) };
  // Between two bounds nothing changes. Without any bound there is one state: no entry.
  return sql`exists (
    with bound as (${boundsOf(timelines, table, row)})
    select
    from (
      select bound.at from bound
      union all
      select '-infinity'::timestamptz where not exists (select from bound)
    ) as state
    where (${renderCondition(rule, terms)}) is not true
  )`;
}

function aggregatesOf(rule: BoundCondition): readonly Aggregate[] {
  return ownAtoms(rule).flatMap((atom) => {
    if (atom.kind !== 'comparison') return [];
    const { operand } = atom.comparison;
    return 'aggregate' in operand ? [operand.aggregate] : [];
  });
}

function isTimeline(name: string, { resources }: Model): boolean {
  const resource = resources.get(name);
  return resource?.kind === 'table' && resource.temporal !== null;
}

/** The entries of timelines that decide about an aggregate: its rows, or the links that lead to them. */
function entriesOf(aggregate: Aggregate, row: Row): readonly ReturnType<typeof relatedRows>[] {
  const { relation, link } = aggregate;
  const [first] = stepsOf(relation);
  return [
    ...(isTimeline(relation.target, row.model) ? [aggregatedRows(aggregate, row)] : []),
    ...('steps' in relation && first !== undefined && isTimeline(first.target, row.model)
      ? [relatedRows(first, link === null ? [] : [link], row)]
      : []),
  ];
}

/** The instants at which entries that count begin or end. A row with a validity adds its beginning, and no instant outside of it counts. */
function boundsOf(timelines: readonly Aggregate[], { temporal }: Table, row: Row): Sql {
  const entries = timelines.flatMap((aggregate) => entriesOf(aggregate, row));
  const bounds = entries.map(({ row: entry, source, filter }) => {
    const [from, to] = [columnOf(entry.alias, 'valid_from'), columnOf(entry.alias, 'valid_to')];
    return sql`
      select entry_bound.at
      from ${source} as ${raw(entry.alias)}, unnest(array[${from}, ${to}]) as entry_bound (at)
      where ${renderFilter(filter)}`;
  });
  const [from, to] = [columnOf(row.alias, 'valid_from'), columnOf(row.alias, 'valid_to')];
  const own = temporal === null ? [] : [sql`select ${from}`];
  const within = temporal === null ? empty : sql` and each.at >= ${from} and (each.at < ${to} or ${to} is null)`;
  return sql`
    select distinct each.at
    from (${join([...bounds, ...own], ' union all ')}) as each (at)
    where each.at is not null${within}`;
}
