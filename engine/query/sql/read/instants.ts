import type { Restrictions } from '../../../access/restriction.ts';
import { cast, type Fragment, identifier, join, raw, sql } from '../../../sql/fragment.ts';
import { instantFields } from '../../plan/instants_of_rows.ts';
import type { ListPlan } from '../../plan/list_plan.ts';
import { renderOperand } from '../condition/condition.ts';
import { termsOf } from '../condition/row.ts';
import type { Row } from '../condition/row_place.ts';
import { type Sql, statementOf, type Template } from '../condition/statement.ts';
import { renderSources } from './list.ts';
import { whereOf } from './rule/fence.ts';

/**
 * The different instants of the rows of a plan, as JSON arrays of at most so many in `recorded` and `valid`, the newest first. Each
 * row is read once: to ask whether the caller may see it is what takes the time.
 */
export function renderInstants(plan: ListPlan, restrictions: Restrictions, most: number): Template {
  const { sources, trials } = renderSources(plan, restrictions);
  const names = new Set(plan.rows.columns.map((column) => (column.kind === 'field' ? column.name : '')));
  const lines = sources.map(({ row, from }) => sql`select ${valuesOf(plan, row)} ${from}`);
  const arrays = Object.entries(instantFields).map(([kind, fields]) => {
    const columns = fields.filter((name) => names.has(name)).map((name) => sql`(line.${identifier(name)})`);
    return sql`${distinctOf(columns, most)} as ${identifier(kind)}`;
  });
  return statementOf(sql`
    with line as materialized (${join(lines, ' union all ')})
    select ${join(arrays, ', ')}${whereOf(trials)}`);
}

function valuesOf({ rows: { columns } }: ListPlan, row: Row): Sql {
  const terms = termsOf(row);
  const values = columns.flatMap((column) =>
    column.kind === 'field' ? [sql`${renderOperand(column.operand, terms)} as ${identifier(column.name)}`] : [],
  );
  return join(values, ', ');
}

function distinctOf(columns: readonly Fragment[], most: number): Fragment {
  if (columns.length === 0) return cast(raw("'[]'"), 'json');
  return sql`(
    select coalesce(json_agg(found.at order by found.at desc), '[]')
    from (
      select distinct each.at from line cross join lateral (values ${join(columns, ', ')}) as each (at)
      where each.at is not null
      order by each.at desc
      limit ${most}
    ) as found)`;
}
