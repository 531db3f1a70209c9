import type { OperandType } from '../../../../model/field.ts';
import { cast, empty, type Fragment, join, raw, sql } from '../../../../sql/fragment.ts';
import { type Selected, selectList } from '../../../../sql/select_list.ts';
import type { AggregateColumn, GroupKey } from '../../../plan/rows_plan.ts';
import type { Sql, StatementValue } from '../../condition/statement.ts';
import { directed } from '../page/directed.ts';
import { renderShown } from './shown.ts';

/** What rows have under one name in their representation. */
export interface Member extends Selected<StatementValue> {
  /** What is taken of the values of a group; null for a value that the rows of a group have in common. */
  readonly aggregate: Pick<AggregateColumn, 'aggregate' | 'cast'> | null;
  /** In groups, the type whose form the value gets where it is shown; null for the form of PostgreSQL. */
  readonly type: OperandType | null;
  /** Whether it is JSON made of related rows. */
  readonly isJson: boolean;
}

/**
 * SELECT of the groups of rows, in an order that ends in what the rows of a group have in common. If that is nothing, there is one
 * group of all rows, or of none. Without keys there is no order. The rows are FROM and WHERE,
 * each with the same members of its own.
 */
export function renderGroups(
  sources: readonly { readonly members: readonly Member[]; readonly rows: Sql }[],
  keys: readonly GroupKey[] | null,
): Sql {
  const [{ members } = { members: [] }] = sources;
  const columns = members.map((member, index) => columnOf(member, raw(`line.c${index}`)));
  const common = columns.filter(({ member }) => member.aggregate === null).map(({ column }) => column);
  const ordered = (keys ?? []).map((key) => {
    const found = columns.find(({ member }) => member.name === key.column);
    if (found === undefined) throw new Error(`groups are ordered by ${key.column}, which is none of their columns`);
    return directed(key, found.key);
  });
  const order = keys === null ? [] : [...ordered, ...common];
  const lines = sources.map(
    ({ members: own, rows }) => sql`select ${selectList<StatementValue>(valuesOf(own))} ${rows}`,
  );
  const list = columns.map(({ member, shown }) => ({ value: shown, column: null, name: member.name }));
  return sql`
    select ${selectList<StatementValue>(list)}
    from (${join(lines, ' union all ')}) as line${listOf(sql` group by `, common)}${listOf(sql` order by `, order)}`;
}

function valuesOf(members: readonly Member[]): readonly Selected<StatementValue>[] {
  return members.map(({ value, isJson }, index) => ({
    // PostgreSQL compares no JSON: related rows are the same if their texts are.
    value: isJson ? cast(sql`(${value})`, 'text') : value,
    column: null,
    name: `c${index}`,
  }));
}

/** A member, its column in the rows, by what groups are ordered by it, and what they show. */
function columnOf(member: Member, column: Fragment) {
  const { aggregate, type, isJson } = member;
  const form = (value: Fragment) => (type === null ? value : renderShown(value, type));
  if (aggregate === null) {
    // Values that are equal may look different: the first of their forms stands for all of them.
    const shown = isJson ? cast(column, 'json') : type === null ? column : sql`min(${form(column)})`;
    return { member, column, key: column, shown };
  }
  const taken = sql`${raw(aggregate.aggregate)}(${column})`;
  if (aggregate.cast === null) return { member, column, key: taken, shown: form(taken) };
  const converted = cast(form(taken), aggregate.cast);
  return { member, column, key: converted, shown: converted };
}

function listOf(words: Fragment, parts: readonly Fragment[]): Fragment {
  return parts.length === 0 ? empty : sql`${words}${join(parts, ', ')}`;
}
