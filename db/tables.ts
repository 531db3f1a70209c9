import type { Model } from '../engine/definition/model.ts';
import { columnType } from '../engine/query/sql/column_type.ts';
import type { Database, Failure } from './database.ts';

/**
 * The columns of a model that its database lacks, or has with another type, as table.column. Others may be there: those
 * of a later model, while processes of both serve.
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
where found.atttypid is distinct from to_regtype(expected.type)::oid
order by name`;

function columnsOf({ resources }: Model): string {
  const columns = [...resources.values()].flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter(({ computed }) => computed === null)
      .map((field) => ({ relation: name, attribute: field.name, type: columnType(field.type) })),
  );
  return JSON.stringify(columns);
}
