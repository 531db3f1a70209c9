import type { StepLoss } from '../../engine/schema/change.ts';
import type { Loss } from '../../engine/schema/migration/step.ts';
import { quote } from '../../engine/sql/identifier.ts';
import type { Database } from '../database.ts';
import type { Failure, Query } from '../statement.ts';

/** What a change of the tables loses, and in how many rows. */
export interface RowLoss {
  readonly what: string;
  readonly rows: number;
}

/** Counts the rows that lose something; what no row loses is left out. */
export async function countLosses(
  query: Query,
  losses: readonly StepLoss[],
): Promise<{ readonly ok: true; readonly losses: readonly RowLoss[] } | Failure> {
  const counted: RowLoss[] = [];
  for (const { what, lost } of losses) {
    let rows = 0;
    for (const { table, where } of lost) {
      const found = await query({
        text: `select count(*) as count from public.${quote(table)} where ${where}`,
        values: [],
      });
      if (!found.ok) return found;
      rows += Number(found.rows[0]?.count);
    }
    if (rows > 0) counted.push({ what, rows });
  }
  return { ok: true, losses: counted };
}

/** The statements that copy the tables which lose something to a schema of their own. */
export function keepStatements(schema: string, losses: readonly StepLoss[]): readonly string[] {
  const tables = new Set(losses.flatMap(({ lost }) => lost.map(({ table }: Loss) => table)));
  return [
    `create schema ${quote(schema)}`,
    ...[...tables].map((table) => `create table ${quote(schema)}.${quote(table)} as table public.${quote(table)}`),
  ];
}

/**
 * Moves all tables to another schema, and the engine's tables beside them to a second one: the database is empty then.
 * Rows stay as they are. Constraints that need the extension are dropped with it.
 */
export async function keepDatabase(database: Database, schema: string): Promise<void> {
  await database.script(`begin;
drop extension if exists btree_gist cascade;
alter schema public rename to ${quote(schema)};
alter schema almanac rename to ${quote(`${schema}_almanac`)};
create schema public;
commit;
`);
}

/** The name of a schema for what is kept now. */
export function keptName(now: Date): string {
  return `kept_${now.toISOString().replace(/\D/g, '').slice(0, 14)}`;
}
