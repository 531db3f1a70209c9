import type { Model } from '../engine/model/model.ts';
import { rightsOfService, serviceFunctions } from '../engine/schema/role/role.ts';
import type { Database } from './database.ts';
import type { Failure } from './statement.ts';

/**
 * The tables and functions on which the role of this connection lacks a right that the service needs. What the model has no
 * table for is not looked for.
 */
export async function missingRights(
  database: Pick<Database, 'query'>,
  model: Model,
): Promise<{ readonly ok: true; readonly names: readonly string[] } | Failure> {
  const values = [JSON.stringify(rightsOfService(model)), JSON.stringify(serviceFunctions(model))];
  const outcome = await database.query({ name: 'missing_rights', text: statement, values });
  return outcome.ok ? { ok: true, names: outcome.rows.map(({ name }) => name ?? '') } : outcome;
}

// Some rights are granted on columns.
const statement = `
select needed.relation as name
from jsonb_to_recordset($1::jsonb) as needed (relation text, "right" text)
cross join lateral (select to_regclass(needed.relation) as found) as target
where found is not null
  and not has_table_privilege(found, needed."right")
  and (needed."right" = 'delete' or not has_any_column_privilege(found, needed."right"))
union all
select needed.name
from jsonb_array_elements_text($2::jsonb) as needed (name)
cross join lateral (select to_regprocedure(needed.name) as found) as target
where found is not null and not has_function_privilege(found, 'execute')
order by name`;
