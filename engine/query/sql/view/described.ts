import { unrestricted } from '../../../access/unrestricted.ts';
import type { Model, View } from '../../../model/model.ts';
import { cast, columnOf, type Fragment, identifier, join, sql } from '../../../sql/fragment.ts';
import { columnType } from '../condition/column_type.ts';
import { rowsOf } from '../condition/row.ts';
import { itemOf } from '../condition/row_place.ts';
import { type Statement, statementOf } from '../condition/statement.ts';

/**
 * What PostgreSQL makes of the columns of a view, without reading a row. For each field, `is_0` and so on have the type of the
 * column. `declared_0` and so on have the type of the field.
 */
export function renderDescribed(view: View, model: Model): Statement {
  const rows = rowsOf(view, itemOf(view, unrestricted(model), null));
  const types = [...view.fields.values()].map(({ name, type }, index) => {
    const declared = cast(sql`null`, columnType(type));
    return sql`${typeOf(columnOf('item', name))} as ${identifier(`is_${index}`)},
      ${typeOf(declared)} as ${identifier(`declared_${index}`)}`;
  });
  return statementOf(sql`
    select ${join(types, ', ')}
    from (select) as nothing left join ${rows} as item on false`);
}

function typeOf(value: Fragment): Fragment {
  return sql`pg_typeof(${value})::text`;
}
