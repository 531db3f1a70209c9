import type { Field } from '../../../model/field.ts';
import type { Table } from '../../../model/model.ts';
import { defaultExpression, valueExpression } from '../../../query/sql/condition/default.ts';
import { conversion } from './conversion.ts';

/** The default of a field for rows that there are, or null. The claims of their writers are not known any more. */
export function pastDefault(field: Field): string | null {
  return field.default?.kind === 'claim' ? null : defaultExpression(field);
}

/**
 * The value for rows without one in a field that becomes required: from the definition, or the default; null for
 * neither. `column` gives the value of another field of the row.
 */
export function backfillOf({ fields }: Table, field: Field, column: (name: string) => string): string | null {
  const { backfill, type } = field;
  if (backfill === null) return pastDefault(field);
  if (backfill.kind !== 'field') return valueExpression(backfill, type);
  const other = fields.get(backfill.field);
  const convert = other && conversion(other.type, type);
  if (!convert) throw new Error(`${field.name} cannot be filled from ${backfill.field}`);
  const value = column(backfill.field);
  return convert.fits === null
    ? convert.value(value)
    : `case when ${convert.fits(value)} then ${convert.value(value)} end`;
}
