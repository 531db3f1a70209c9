import type { FieldType } from '../../definition/model.ts';
import { columnType } from '../../query/sql/column_type.ts';

/** Whether PostgreSQL stores values of both types alike, so that the type changes without a look at the rows. */
export function isCatalogChange(from: FieldType, to: FieldType): boolean {
  if (columnType(from) === columnType(to)) return true;
  if (from.kind !== 'decimal' || to.kind !== 'decimal') return false;
  return from.scale === to.scale && from.precision <= to.precision;
}

/** Whether every value of the one type is one of the other when it is cast to it. */
export function canConvert(from: FieldType, to: FieldType): boolean {
  if (columnType(from) === columnType(to)) return true;
  if (from.kind === 'array' || to.kind === 'array') {
    return from.kind === 'array' && to.kind === 'array' && canConvert(from.of, to.of);
  }
  const digits = wholeDigits(from);
  switch (to.kind) {
    case 'bigint':
    case 'reference':
      return from.kind === 'integer';
    case 'decimal':
      return digits !== null && digits <= to.precision - to.scale && scaleOf(from) <= to.scale;
    case 'text':
      // Not of an instant: its text depends on the zone of the session.
      return digits !== null || from.kind === 'boolean' || from.kind === 'uuid' || from.kind === 'date';
    default:
      return false;
  }
}

/** Digits before the point at most; null for what is no number. */
function wholeDigits(type: FieldType): number | null {
  switch (type.kind) {
    case 'integer':
      return 10;
    case 'bigint':
    case 'reference':
      return 19;
    case 'decimal':
      return type.precision - type.scale;
    default:
      return null;
  }
}

function scaleOf(type: FieldType): number {
  return type.kind === 'decimal' ? type.scale : 0;
}
