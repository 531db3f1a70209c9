/**
 * The column that is the key of a table of one row. PostgreSQL refuses to update a table without a key that is published (CREATE
 * PUBLICATION ... FOR ALL TABLES).
 */
export function singleRow(table: string): Readonly<Record<'single', string>> {
  return {
    single: `boolean default true constraint ${table}_pkey primary key constraint ${table}_single_check check (single)`,
  };
}
