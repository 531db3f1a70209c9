/** A row as answers have it. Exact numbers are texts. */
export type Row = Readonly<Record<string, unknown>>;

/** Some rows of a list. */
export interface Rows {
  readonly rows: readonly Row[];
  /** How many rows there are; null where that was not asked. */
  readonly total: number | null;
  /** The query of the next page, without a question mark; null on the last one. */
  readonly next: string | null;
}
