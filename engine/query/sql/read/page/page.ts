import { empty, sql } from '../../../../sql/fragment.ts';
import { parameter, type Sql } from '../../condition/statement.ts';

/** So many rows of a SELECT, behind so many others. The limit is text: as a parameter it hides from the planner how few rows are wanted. */
export function pageOf(rows: Sql, { limit, offset }: { readonly limit: number | null; readonly offset: number }): Sql {
  const limited = limit === null ? empty : sql` limit ${limit}`;
  const behind = offset === 0 ? empty : sql` offset ${parameter(String(offset))}::bigint`;
  return sql`${rows}${limited}${behind}`;
}
