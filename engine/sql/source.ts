import { quote } from './identifier.ts';

/** What stands behind `from`. */
export interface Source {
  readonly sql: string;
  /** The name that it is given there; null for its own. */
  readonly name: string | null;
}

/** A table of the data as it stands. */
export function tableSource(table: string): Source {
  return { sql: `public.${quote(table)}`, name: null };
}

/** The source as `from` has it. */
export function fromSource({ sql, name }: Source): string {
  return name === null ? sql : `${sql} as ${quote(name)}`;
}

/** Rows of a source that a condition holds for. */
export interface Rows {
  readonly from: Source;
  readonly where: string;
}

/** The query of the ids of rows. */
export function idsOf({ from, where }: Rows): string {
  return `select id from ${fromSource(from)} where ${where}`;
}
