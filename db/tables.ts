import type { Model } from '../engine/model/model.ts';
import { columnType } from '../engine/query/sql/condition/column_type.ts';
import type { Database } from './database.ts';
import type { Failure } from './statement.ts';

/**
 * The columns of a model that its database lacks, or has with a type of another kind, as table.column. A later model may
 * have others, and may have made a number or a text a longer one, while processes of both serve.
 */
export async function missingColumns(
  database: Database,
  model: Model,
): Promise<{ readonly ok: true; readonly columns: readonly string[] } | Failure> {
  const outcome = await database.query({ name: 'missing_columns', text: statement, values: [columnsOf(model)] });
  return outcome.ok ? { ok: true, columns: outcome.rows.map(({ name }) => name ?? '') } : outcome;
}

const statement = `
select expected.relation || '.' || expected.attribute as name
from jsonb_to_recordset($1::jsonb) as expected (relation text, attribute text, type text)
left join pg_catalog.pg_attribute as found
  on found.attrelid = to_regclass(format('public.%I', expected.relation))
  and found.attname = expected.attribute
  and not found.attisdropped
left join pg_catalog.pg_type as found_type on found_type.oid = found.atttypid
left join pg_catalog.pg_type as expected_type on expected_type.oid = to_regtype(expected.type)
where found.atttypid is null
  or found.atttypid <> expected_type.oid
  -- Numbers, texts and instants compare with and are assigned to one another.
  and not (found_type.typcategory = expected_type.typcategory and found_type.typcategory in ('N', 'S', 'D'))
order by name`;

/** A view stands in the statements that read it, and in no table. */
function columnsOf({ resources }: Model): string {
  const stored = [...resources.values()].filter(({ kind }) => kind !== 'view');
  const columns = stored.flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter(({ computed }) => computed === null)
      .map((field) => ({ relation: name, attribute: field.name, type: columnType(field.type) })),
  );
  return JSON.stringify(columns);
}
