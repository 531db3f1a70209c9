import { quote } from './identifier.ts';

/** An item of `from`. */
export interface Source {
  readonly sql: string;
  /** The alias; null for its own name. */
  readonly name: string | null;
}

/** A table of the current data. */
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
