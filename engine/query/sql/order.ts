import { wordOf } from '../../vocabulary/field_type.ts';
import type { Cursor } from '../plan/cursor.ts';
import type { OrderPlan } from '../plan/order_plan.ts';
import { renderOperand } from './condition.ts';
import { renderFrom } from './fence.ts';
import { type Row, relatedRows, termsOf } from './row.ts';
import { renderShown } from './shown.ts';

/** The keys as SQL; the id comes last, so that pages never overlap. */
export function renderOrder(keys: readonly OrderPlan[], row: Row): string {
  const written = keys.map((key) => {
    const { descending, nulls } = key;
    return `${renderKey(key, row)}${descending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`;
  });
  return `order by ${[...written, `${row.alias}.id`].join(', ')}`;
}

/** The values of the keys of one row, as text that `after` can carry, the id last. */
export function renderKeys(keys: readonly OrderPlan[], row: Row): readonly string[] {
  const texts = keys.map((key) => {
    const value = renderKey(key, row);
    const { type } = key.operand;
    const own = type.kind === 'period' ? undefined : wordOf(type).cursorText?.(value);
    return own ?? `${renderShown(value, type)}::text`;
  });
  return [...texts, `${row.alias}.id::text`];
}

/**
 * That a row comes after another in this order (a keyset). The first key is bounded by itself as well: the row comparison
 * below it is no bound that an index could begin at.
 */
export function renderAfter(keys: readonly OrderPlan[], { keys: cursor }: Cursor, row: Row): string {
  const { values, alias } = row;
  const place = (index: number, type: string): string | null => {
    const value = cursor[index] ?? null;
    return value === null ? null : `${values.add(value)}::${type}`;
  };
  const behind = (index: number): string => {
    const key = keys[index];
    if (key === undefined) return `${alias}.id > ${place(index, 'bigint')}`;
    const column = renderKey(key, row);
    const nullsFirst = (key.nulls ?? (key.descending ? 'first' : 'last')) === 'first';
    const value = cursor[index] ?? null;
    const further = behind(index + 1);
    if (value === null) {
      const same = `${column} is null and (${further})`;
      return nullsFirst ? `(${column} is not null or ${same})` : `(${same})`;
    }
    const operand = termsOf(row).value(value, key.operand.type, null);
    const sign = key.descending ? '<' : '>';
    const rest = `(${column} ${sign} ${operand} or ${further})`;
    const bounded = `${column} ${sign}= ${operand} and ${rest}`;
    return nullsFirst || !isNullable(key, row) ? `(${bounded})` : `(${bounded} or ${column} is null)`;
  };
  return behind(0);
}

/** Whether the key may be null: a row of the past may be older than a field. */
function isNullable({ relation, operand }: OrderPlan, { instant }: Row): boolean {
  return relation !== null || operand.steps.length > 0 || operand.field.nullable || instant !== null;
}

function renderKey({ relation, operand }: OrderPlan, row: Row): string {
  if (relation === null) return renderOperand(operand, termsOf(row));
  const { row: below, source, filter } = relatedRows(relation, [], row);
  return `(select ${renderOperand(operand, termsOf(below))} ${renderFrom(source, below.alias, filter)} limit 1)`;
}
