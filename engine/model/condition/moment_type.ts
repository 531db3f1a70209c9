import { wordOf } from '../../vocabulary/field_type.ts';
import type { DateType } from '../../vocabulary/type/date.ts';
import type { DatetimeType } from '../../vocabulary/type/datetime.ts';
import type { OperandType } from '../field.ts';

/** What `now` and `today` are to a type: a day, or an instant. Null for types that have neither. */
export function momentType(type: OperandType): DateType | DatetimeType | null {
  if (type.kind === 'period') return { kind: 'datetime' };
  const kind = wordOf(type).range?.of ?? type.kind;
  return kind === 'date' || kind === 'datetime' ? { kind } : null;
}
