import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { anyone, rowsFor } from '../query/writer.ts';
import type { TestService } from './service.ts';

/** How PostgreSQL would make a list for a caller of party 1, as EXPLAIN says it. */
export async function explainList(
  { database, model }: Pick<TestService, 'database' | 'model'>,
  { role, name, query }: { readonly role: string; readonly name: string; readonly query: string },
): Promise<string> {
  const restrictions = rowsFor({ ...anyone, role, claims: new Map([['party', '1']]) }, model);
  const resource = restrictions.model.resources.get(name);
  const read = readQueryString(query);
  const planned = resource !== undefined && read.ok ? planList(resource, read.value, restrictions.model) : null;
  if (!planned?.ok) throw new Error(`${query} is refused`);
  const { text, values } = renderList(planned.value, restrictions, { total: false });
  const plan = await database.query(`explain ${text}`, values);
  return plan.map((row) => String(row['QUERY PLAN'])).join('\n');
}
