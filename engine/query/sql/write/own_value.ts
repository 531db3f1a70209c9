import type { Field } from '../../../model/field.ts';
import type { Resource } from '../../../model/model.ts';
import { cast, sql } from '../../../sql/fragment.ts';
import { isUploaded } from '../../../vocabulary/field_type.ts';
import { operandType } from '../condition/column_type.ts';
import { renderField } from '../condition/condition.ts';
import { termsOf } from '../condition/row.ts';
import type { Row } from '../condition/row_place.ts';
import { parameter, type Sql } from '../condition/statement.ts';
import { renderLinks } from '../read/shown/columns.ts';
import { renderShown } from '../read/shown/shown.ts';

/** A value that a request sends of a row and must not change: of a field, as text of its type, or all links. */
export type OwnValue =
  | { readonly kind: 'field'; readonly field: Field; readonly value: string | null }
  | { readonly kind: 'links'; readonly value: string };

/** For each value, the condition that the row has it: true or false, never an error. */
export function renderOwnValues(own: readonly OwnValue[], resource: Resource, row: Row): readonly Sql[] {
  return own.map((each) => {
    const value = parameter(each.value);
    return each.kind === 'links'
      ? sql`${renderLinks(resource, row)}::jsonb = ${value}::jsonb`
      : sql`${ownOf(each.field, row)} is not distinct from ${cast(value, operandType(each.field.type))}`;
  });
}

/** A value that is uploaded is sent back as it is shown, without what is said of it to nobody. */
function ownOf(field: Field, row: Row): Sql {
  const value = renderField(field, termsOf(row));
  return isUploaded(field.type) ? sql`(${renderShown(value, field.type)})` : value;
}
