import type { Field } from '../../../model/field.ts';
import { type Fragment, join, sql, textConstant } from '../../../sql/fragment.ts';
import { isAnyJson } from '../../../vocabulary/field_type.ts';
import type { Terms } from './terms.ts';

/** The data of an event without the names of some fields of the row that it is about, or no subject that one leads to. */
export function renderRedacted(
  field: Field,
  redacted: ReadonlyMap<string, readonly string[]>,
  { column }: Pick<Terms<never>, 'column'>,
): Fragment {
  const data = column(field);
  const resource = resourceOfSource(column({ ...field, name: 'source' }));
  const branches = [...redacted].map(([name, fields]) => {
    const isOf = textConstant(name);
    if (!isAnyJson(field.type)) return sql`when ${isOf} then null`;
    const shown = sql`(${data} -> 'updated_fields') - array[${join(fields.map(textConstant), ', ')}]`;
    return sql`when ${isOf} then jsonb_set(${data}, '{updated_fields}', ${shown})`;
  });
  return sql`(case ${resource} ${join(branches, ' ')} else ${data} end)`;
}

/** Of the source of an event, which is the path of a row, the resource. */
export function resourceOfSource(source: Fragment): Fragment {
  return sql`split_part(${source}, '/', 2)`;
}
