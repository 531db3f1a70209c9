import { type Fragment, identifier, join, sql } from './fragment.ts';

/** A value of a select list, and its name there. */
export interface Selected<Value = never> {
  readonly value: Fragment<Value>;
  /** The column, if the value is one; null for any other expression. */
  readonly column: string | null;
  readonly name: string;
}

/** The values of a `select`, each under its name. A column that has its name already keeps it. */
export function selectList<Value>(items: readonly Selected<Value>[]): Fragment<Value> {
  const written = items.map(({ value, column, name }) =>
    column === name ? value : sql`${value} as ${identifier(name)}`,
  );
  return join(written, ', ');
}
