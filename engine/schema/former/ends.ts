import { unrestricted } from '../../access/unrestricted.ts';
import type { CallerKey, KeyValue } from '../../model/condition/caller_key.ts';
import type { FormerRight } from '../../model/condition/former_right.ts';
import { tableAt } from '../../model/condition/look.ts';
import type { Model, Table } from '../../model/model.ts';
import type { Relation } from '../../model/relation.ts';
import { renderCondition, renderOperand } from '../../query/sql/condition/condition.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { literal } from '../../query/sql/condition/literal.ts';
import { relatedTo } from '../../query/sql/condition/related_to.ts';
import { joinedRows, termsOf } from '../../query/sql/condition/row.ts';
import { itemOf, type Row, ruleRow } from '../../query/sql/condition/row_place.ts';
import { shownCondition } from '../../query/sql/condition/source.ts';
import type { Sql } from '../../query/sql/condition/statement.ts';
import { versionSource } from '../../query/sql/read/past/history_source.ts';
import { callersOf, formerRightTable } from '../../query/sql/read/past/last_state.ts';
import { columnOf, type Fragment, join, publicTable, raw, sql, textConstant } from '../../sql/fragment.ts';
import { timesReached } from './reached.ts';

/**
 * A statement that keeps when rights to read the rows of `concerned` end, from the instant `since` on. A right ends where the rule
 * holds in the moment before an instant, and no longer at it. This is asked at each change of a row that the rule looks at, and
 * where time reaches a value of these rows.
 */
export function insertEnds(right: FormerRight, model: Model): Fragment {
  const { table, role, keys } = right;
  const last = sql`(ended.at - interval '1 microsecond')`;
  const was = rowAt(table, 'was', last, model);
  const callers = new Map(keys.map(({ claim }, index) => [claim, unindexed(sql`${raw(keyAlias(index))}.value`)]));
  return fixed(sql`
    insert into ${raw(formerRightTable)} (resource, role, callers, row_id, ended_at)
    select distinct
      ${textConstant(table.name)},
      ${textConstant(role)},
      ${callersOf(keys, (key) => sql`${raw(keyAlias(keys.indexOf(key)))}.value`)},
      ended.row_id,
      ended.at
    from (${join(instants(right, model), ' union ')}) as ended (row_id, at)
    join ${sourceOf(table)} as was on was.id = ended.row_id
    ${join(
      keys.map((key, index) => sql`cross join lateral (${valuesOf(key, was)}) as ${raw(keyAlias(index))} (value)`),
      ' ',
    )}
    where ${join(
      [
        ...shownCondition(table, 'was', last),
        holds(right, { ...was, callers }),
        sql`exists (select from ${publicTable(table.name)} as item where item.id = ended.row_id)`,
        sql`(not exists (
          select from ${sourceOf(table)} as later
          where later.id = ended.row_id and ${join(
            [
              ...shownCondition(table, 'later', raw('ended.at')),
              holds(right, { ...rowAt(table, 'later', raw('ended.at'), model), callers }),
            ],
            ' and ',
          )}
        )) is true`,
      ],
      ' and ',
    )}
    on conflict do nothing`);
}

/**
 * A value that no index is asked for, since the expression is volatile. One caller may have many rows, and few rows are around
 * one row. Until a new history is analysed, PostgreSQL would not know which.
 */
function unindexed(value: Fragment): Fragment {
  return sql`(case when random() < 2 then ${value} end)`;
}

function keyAlias(index: number): string {
  return `key_${index + 1}`;
}

function rowAt(table: Table, alias: string, instant: Sql, model: Model): Row {
  return ruleRow(itemOf(table, unrestricted(model), instant, alias));
}

// As a join, PostgreSQL would read all versions of all rows.
function holds({ condition }: FormerRight, row: Row): Sql {
  return sql`(${renderCondition(condition, termsOf(ruleRow(row)))}) is true`;
}

/** Values of a claim for which the rule may hold for a row: of the rows around it at its instant. */
function valuesOf({ values, type }: CallerKey, row: Row): Sql {
  const each = values.map((value) => keyValue(value, type, row));
  return sql`select found.value from (${join(each, ' union ')}) as found (value) where found.value is not null`;
}

function keyValue(value: KeyValue, type: CallerKey['type'], row: Row): Sql {
  if (value.kind === 'written') return sql`select ${raw(literal(value.text, type))}`;
  const { path, operand } = value;
  if (path.length === 0) return sql`select ${renderOperand(operand, termsOf(row))}`;
  const { last, from, where } = joinedRows(path, row);
  const found = renderOperand(operand, termsOf(last));
  return sql`select ${found} from ${join(from, ', ')} where ${join(where, ' and ')}`;
}

/** For each way of the rule, the instants from `since` on at which something changes there. */
function instants({ table, looks, times }: FormerRight, model: Model): readonly Sql[] {
  return looks.map(({ path }) => {
    const { from, last } = versionsOnWay(path, table, model);
    const [recorded, replaced] = [columnOf(last, 'recorded_at'), columnOf(last, 'replaced_at')];
    const own = times.filter((time) => keyOf(time.path) === keyOf(path)).map((time) => timesReached(time, last));
    const all = [sql`select unnest(array[${recorded}, ${replaced}])`, ...own];
    return sql`
      select item.id, reached.at
      from ${from} cross join lateral (${join(all, ' union all ')}) as reached (at)
      where item.id = any (concerned) and reached.at >= since`;
  });
}

function keyOf(path: readonly Relation[]): string {
  return path.map(({ alias }) => alias).join('.');
}

/** All versions of rows to which a path has led since then. Earlier ones end no right since, and there may be very many. */
function versionsOnWay(path: readonly Relation[], table: Table, model: Model) {
  let [from, last]: [Fragment, string] = [sql`${standing(table, 'item')} as item`, 'item'];
  for (const [depth, relation] of path.entries()) {
    const next = `item_${depth + 1}`;
    const source = standing(tableAt(relation, model), next);
    [from, last] = [sql`${from} join ${source} as ${raw(next)} on ${relatedTo(relation, last, next)}`, next];
  }
  return { from, last };
}

/** Versions that stood in the moment before `since`, or later. */
function standing(table: Table, alias: string): Fragment {
  const replaced = columnOf(alias, 'replaced_at');
  return sql`(select ${raw(alias)}.* from ${sourceOf(table)} as ${raw(alias)} where ${replaced} is null or ${replaced} >= since)`;
}

function sourceOf(table: Table): Fragment {
  if (table.history === null) throw new Error(`${table.name} keeps no history`);
  return versionSource(table, table.history);
}
