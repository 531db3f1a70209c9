import type { AnyComparison } from '../../../../model/field.ts';
import type { Resource } from '../../../../model/model.ts';
import { isDirect, isTree } from '../../../../model/relation.ts';
import { cast, columnOf, join, sql } from '../../../../sql/fragment.ts';
import { wordOf } from '../../../../vocabulary/field_type.ts';
import type { Cursor } from '../../../plan/cursor.ts';
import { type AnyRowsPlan, type EmbedPlan, type OrderPlan, rankedBy } from '../../../plan/rows_plan.ts';
import { isColumn, renderField, renderFit, renderOperand } from '../../condition/condition.ts';
import { relatedRows, termsOf } from '../../condition/row.ts';
import type { Row } from '../../condition/row_place.ts';
import { parameter, type Sql } from '../../condition/statement.ts';
import { distanceOf } from '../../condition/tree.ts';
import { renderFrom } from '../rule/fence.ts';
import { renderShown } from '../shown/shown.ts';
import { directed } from './directed.ts';

/** What an order is of, besides its keys. */
interface OrderedRows {
  readonly resource: Resource;
  /** Without keys, rows that fit these searches well come first. */
  readonly searches: readonly AnyComparison[];
}

export function orderedRows(rows: AnyRowsPlan, keys: readonly OrderPlan[]): OrderedRows {
  return { resource: rows.resource, searches: rankedBy(rows, keys) };
}

/**
 * The keys as SQL; the id comes last, so that pages never overlap. A view without an id ends in all of its fields. Rows that
 * are the same in all fields are the same in any order.
 */
export function renderOrder(keys: readonly OrderPlan[], row: Row, { resource, searches }: OrderedRows): Sql {
  const own = (key: OrderPlan) => renderKey(key, row);
  if (resource.fields.has('id')) return orderBy(keys, own, row, renderFits(searches, row));
  const terms = termsOf(row);
  const fields = [...resource.fields.values()].map((field) => renderField(field, terms));
  const fits = renderFits(searches, row).map((fit) => sql`${fit} desc`);
  return sql`order by ${join([...fits, ...keys.map((key) => directed(key, own(key))), ...fields], ', ')}`;
}

/** How well a row fits each search. */
export function renderFits(searches: readonly AnyComparison[], row: Row): readonly Sql[] {
  return searches.map((search) => renderFit(search, termsOf(row)));
}

/** The order of rows that a relation leads to from a row. Where nothing else gives it, an array does, or the way along a tree. */
export function renderRelatedOrder({ relation, rows, order }: EmbedPlan<AnyComparison>, row: Row, below: Row): Sql {
  const searches = rankedBy(rows, order);
  const isByArray = isDirect(relation) && relation.inArray === 'from';
  if (isTree(relation) && order.length === 0 && searches.length === 0)
    return sql`order by ${distanceOf(below.alias)}, ${columnOf(below.alias, 'id')}`;
  if (!isByArray || order.length > 0 || searches.length > 0)
    return renderOrder(order, below, { resource: rows.resource, searches });
  const [ids, id] = [columnOf(row.alias, relation.from), columnOf(below.alias, relation.to)];
  return sql`order by array_position(${ids}, ${id})`;
}

/** The values of the keys of one row. */
export function renderKeyValues(keys: readonly OrderPlan[], row: Row): readonly Sql[] {
  return keys.map((key) => renderKey(key, row));
}

/** The order by values that stand for the keys. */
export function orderBy(
  keys: readonly OrderPlan[],
  keyOf: (key: OrderPlan, index: number) => Sql,
  row: Pick<Row, 'alias'>,
  fits: readonly Sql[] = [],
): Sql {
  const written = keys.map((key, index) => directed(key, keyOf(key, index)));
  return sql`order by ${join([...fits.map((fit) => sql`${fit} desc`), ...written, columnOf(row.alias, 'id')], ', ')}`;
}

/** The values of the keys of one row, as text that `after` can carry, the id last. */
export function renderKeys(keys: readonly OrderPlan[], row: Row): readonly Sql[] {
  const texts = keys.map((key) => {
    const value = renderKey(key, row);
    const { type } = key.operand;
    const own = type.kind === 'period' ? undefined : wordOf(type).cursorText?.(value);
    return own ?? sql`${renderShown(value, type)}::text`;
  });
  return [...texts, sql`${columnOf(row.alias, 'id')}::text`];
}

/**
 * That a row comes after another in this order (a keyset). The first key has a bound of its own, since an index cannot
 * begin at the row comparison below it.
 */
export function renderAfter(keys: readonly OrderPlan[], { keys: cursor }: Cursor, row: Row): Sql {
  const behind = (index: number): Sql => {
    const key = keys[index];
    const value = cursor[index] ?? null;
    if (key === undefined) return sql`${columnOf(row.alias, 'id')} > ${parameter(value)}::bigint`;
    const column = renderKey(key, row);
    const nullsFirst = (key.nulls ?? (key.descending ? 'first' : 'last')) === 'first';
    const further = behind(index + 1);
    if (value === null) {
      const same = sql`${column} is null and (${further})`;
      return nullsFirst ? sql`(${column} is not null or ${same})` : sql`(${same})`;
    }
    const operand = termsOf(row).value(value, key.operand.type);
    const sign = key.descending ? sql`<` : sql`>`;
    const rest = sql`(${column} ${sign} ${operand} or ${further})`;
    const bounded = sql`${column} ${sign}= ${operand} and ${rest}`;
    return nullsFirst || !isNullable(key, row) ? sql`(${bounded})` : sql`(${bounded} or ${column} is null)`;
  };
  return behind(0);
}

/** Whether the key is the id of the rows themselves. */
export function isOfId({ relation, operand, cast: castTo }: OrderPlan): boolean {
  return relation === null && castTo === null && isColumn(operand) && operand.field.name === 'id';
}

/** Whether the key may be null: a row of the past may be older than a field. */
function isNullable({ relation, operand }: OrderPlan, { instant }: Row): boolean {
  return (
    relation !== null ||
    operand.steps.length > 0 ||
    operand.field.nullable ||
    operand.field.shownWhere !== null ||
    instant !== null
  );
}

function renderKey(key: OrderPlan, row: Row): Sql {
  if (key.relation === null) return renderValue(key, row);
  const { row: below, source, filter } = relatedRows(key.relation, [], row);
  return sql`(select ${renderValue(key, below)} ${renderFrom(source, below.alias, filter)} limit 1)`;
}

function renderValue({ operand, cast: castTo }: OrderPlan, row: Row): Sql {
  const value = renderOperand(operand, termsOf(row));
  return castTo === null ? value : cast(renderShown(value, operand.type), castTo);
}
