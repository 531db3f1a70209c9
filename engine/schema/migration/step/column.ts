import { quote } from '../../../sql/identifier.ts';

/** The statements that drop these columns of each of the tables. */
export function dropColumns(tables: readonly string[], columns: readonly string[]): readonly string[] {
  return tables.flatMap((table) =>
    columns.map((column) => `alter table public.${quote(table)} drop column ${quote(column)}`),
  );
}
