import type { OperandType } from '../../../../model/field.ts';
import type { Fragment } from '../../../../sql/fragment.ts';
import { wordOf } from '../../../../vocabulary/field_type.ts';

/** A value in the form that answers show, as an SQL expression of which PostgreSQL makes JSON. */
export function renderShown<Value>(value: Fragment<Value>, type: OperandType): Fragment<Value> {
  return type.kind === 'period' ? value : (wordOf(type).shown?.(value) ?? value);
}

/** Whether a value is shown as it is. */
export function isShownAsItIs(type: OperandType): boolean {
  return type.kind === 'period' || wordOf(type).shown === undefined;
}
