import type { Way } from '../../../../model/condition/way.ts';
import { type BoundComparison, type BoundCondition, isOfCaller } from '../../../../model/field.ts';
import type { Resource } from '../../../../model/model.ts';
import { columnOf, join, raw, sql } from '../../../../sql/fragment.ts';
import { callerValues, isColumn, renderConjunct } from '../../condition/condition.ts';
import { relatedTo } from '../../condition/related_to.ts';
import { termsOf } from '../../condition/row.ts';
import { type Row, rowBelow, ruleRow } from '../../condition/row_place.ts';
import { presentCondition, sourceOf } from '../../condition/source.ts';
import type { Sql } from '../../condition/statement.ts';
import { allOf, whereOf } from '../rule/fence.ts';
import { boundsOf } from './bounds.ts';

/** A way to the rows of a list, in two parts. The first goes from the caller's values to the keys of the last step. */
export interface RenderedWay {
  /** Whether no more than one step leads to the rows. */
  readonly isShort: boolean;
  /** A SELECT of the keys, with repetitions; null for a way without steps. */
  readonly keys: Sql | null;
  /** A SELECT of the ids of the rows, from keys as an item of FROM. */
  readonly ids: (keys: Sql) => Sql;
  /** That a row has one of the keys, which PostgreSQL hashes; null where arrays have the keys. */
  readonly hasKey: ((keys: Sql) => Sql) | null;
  /** That the way leads to a row, which is one of some that an item of FROM has; null where arrays have keys. */
  readonly leads: (some: Sql) => Sql | null;
}

export function renderWay(way: Way, resource: Resource, row: Row): RenderedWay {
  const { from } = way;
  const id = columnOf(row.alias, 'id');
  if (from === null) {
    const ids = sql`select ${id} from ${renderChain(way, resource, row, 'id')}`;
    const holds = () => sql`(${allOf(ownConditions(way, row))}) is true`;
    return { isShort: true, keys: null, ids: () => ids, hasKey: holds, leads: holds };
  }
  const { relation } = from;
  const { target, below } = belowOf(from, row);
  const { alias } = below;
  const key = columnOf(alias, relation.to);
  const column = columnOf(row.alias, relation.from);
  const last = sql`cross join lateral ${renderStep(way, resource, row, 'id')}`;
  // A key may be the id itself. Then the list finds its row, or sees that there is none.
  const areIds = relation.from === 'id' && relation.inArray === undefined && way.conditions.length === 0;
  const hasKey = (keys: Sql) => sql`(${column} in (select ${key} from ${keys} as ${raw(alias)})) is true`;
  return {
    isShort: from.way.from === null,
    keys: sql`select ${key} from ${renderChain(from.way, target, below, relation.to)}`,
    ids: (keys) =>
      areIds
        ? sql`select ${key} as id from ${keys} as ${raw(alias)}`
        : sql`select ${id} from ${keys} as ${raw(alias)} ${last}`,
    hasKey: relation.inArray === undefined ? hasKey : null,
    leads: (some) => renderLeads(way, row, some),
  };
}

/** So many of the ids at most. They come one after the other: the first ones cost the same however many there are. */
export function limited(ways: readonly Sql[], most: number): Sql {
  const each = ways.map((way) => sql`${way} limit ${most}`);
  const [only] = each;
  return each.length === 1 && only !== undefined ? only : sql`(${join(each, ') union all (')}) limit ${most}`;
}

/**
 * That a way leads to a row of some. It is followed backwards, for all of them at once: each step looks up the rows that the
 * one before has keys of.
 */
function renderLeads({ from }: Way, row: Row, some: Sql): Sql | null {
  if (from === null || from.relation.inArray !== undefined) return null;
  const { relation, way } = from;
  const { target, below } = belowOf(from, row);
  const column = columnOf(row.alias, relation.from);
  const key = columnOf(below.alias, relation.to);
  const found = sql`${key} = any (array(select ${column} from ${some} as ${raw(row.alias)}))`;
  const own = way.from === null ? startConditions(way, below) : ownConditions(way, below);
  const where = whereOf([found, ...presentCondition(target, below.alias), ...own]);
  const rows = sql`from ${sourceOf(target, row.instant, row.model)} as ${raw(below.alias)}${where}`;
  if (way.from === null) return sql`(${column} in (select ${key} ${rows} offset 0)) is true`;
  const name = raw(`${below.alias}_found`);
  const before = renderLeads(way, below, name);
  if (before === null) return null;
  const columns = [...new Set([relation.to, way.from.relation.from])].map((each) => columnOf(below.alias, each));
  const kept = sql`${name} as materialized (select ${join(columns, ', ')} ${rows})`;
  return sql`(${column} in (with ${kept} select ${key} from ${name} as ${raw(below.alias)} where ${before})) is true`;
}

/** The rows of a way in FROM, which begins with the caller's values. */
function renderChain(way: Way, resource: Resource, row: Row, column: string): Sql {
  if (way.from === null) return renderStep(way, resource, row, column);
  const { target, below } = belowOf(way.from, row);
  const before = renderChain(way.from.way, target, below, way.from.relation.to);
  return sql`${before} cross join lateral ${renderStep(way, resource, row, column)}`;
}

/**
 * The rows of one step of a way, behind a fence. PostgreSQL would often begin at the other end, because other callers have many
 * rows. At an instant, these are all versions, which an index has by itself: the list and its rule look at the instant.
 */
function renderStep(way: Way, resource: Resource, row: Row, column: string): Sql {
  const { alias } = row;
  const { along, others } = beginOf(way, row);
  const where = [...presentCondition(resource, alias), ...others];
  const source = sql`${sourceOf(resource, row.instant, row.model)} as ${raw(alias)}`;
  const select = sql`select ${columnOf(alias, column)} from ${source}`;
  if (along === null) return sql`(${select}${whereOf(where)} offset 0) as ${raw(alias)}`;
  // Of a limit that it does not know, PostgreSQL expects few rows. Otherwise it would first collect all rows with the value.
  const first = sql`order by ${along.column} limit (select null::bigint)`;
  return sql`(${select}${whereOf([...boundsOf(along), ...where])} ${first}) as ${raw(alias)}`;
}

/** How a step finds its rows: along the values of a column where it can, and what else holds for them. */
interface Begin {
  readonly along: { readonly column: Sql; readonly value: Sql } | null;
  readonly others: readonly Sql[];
}

function beginOf(way: Way, row: Row): Begin {
  if (way.from !== null) {
    const { relation } = way.from;
    const { alias } = rowBelow(row);
    const others = ownConditions(way, row);
    const isOne = relation.from === 'id' || relation.inArray !== undefined;
    return isOne
      ? { along: null, others: [relatedTo(relation, row.alias, alias, 'above'), ...others] }
      : { along: { column: columnOf(row.alias, relation.from), value: columnOf(alias, relation.to) }, others };
  }
  const claimed = way.conditions.find(isClaimed);
  const terms = termsOf(ruleRow({ ...row, oneByOne: true }));
  const [value] = claimed === undefined ? [] : callerValues(claimed, terms);
  if (claimed === undefined || value === undefined) return { along: null, others: ownConditions(way, row) };
  const conditions = way.conditions.filter((condition) => condition !== claimed);
  return {
    along: { column: columnOf(row.alias, claimed.operand.field.name), value },
    others: ownConditions({ conditions }, row),
  };
}

function startConditions(way: Way, row: Row): readonly Sql[] {
  const { along, others } = beginOf(way, row);
  return along === null ? others : [sql`${along.column} = ${along.value}`, ...others];
}

type Claimed = BoundComparison & { readonly operand: { readonly field: { readonly name: string } } };

/** Whether a column has the value of a claim, which an index finds. */
function isClaimed(condition: BoundCondition): condition is Claimed {
  if (condition.kind !== 'comparison' || condition.operator !== 'eq' || condition.negated) return false;
  const { operand, comparand } = condition;
  return 'field' in operand && isColumn(operand) && operand.type.kind !== 'array' && isOfCaller(comparand);
}

function ownConditions({ conditions }: Pick<Way, 'conditions'>, row: Row): readonly Sql[] {
  return conditions.map((condition) => renderConjunct(condition, termsOf(ruleRow(row))));
}

function belowOf({ relation }: NonNullable<Way['from']>, row: Row) {
  const target = row.model.resources.get(relation.target);
  if (target === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
  return { target, below: rowBelow(row) };
}
