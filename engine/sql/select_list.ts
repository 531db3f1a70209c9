import { quote } from './identifier.ts';

/** A value of a select list, and the name that it is to have. */
export interface Selected {
  readonly sql: string;
  /** The column that the value is; null for any other expression. */
  readonly column: string | null;
  readonly name: string;
}

/** The values of a `select`, each under its name. A column has its own without that it is said. */
export function selectList(items: readonly Selected[]): string {
  return items.map(({ sql, column, name }) => (column === name ? sql : `${sql} as ${quote(name)}`)).join(', ');
}
