/** The rows that a text finds, wherever the caller may list them. JSON of GET /studio/search. */
export interface StudioSearch {
  /** The best first. */
  readonly results: readonly StudioFound[];
  /** Whether the time was enough to look in every resource. */
  readonly complete: boolean;
}

export interface StudioFound {
  readonly resource: string;
  /** As in paths. */
  readonly id: string;
  /** The values of the label in the model of Studio, as a list shows them. Null for a value that the caller may not read. */
  readonly label: readonly unknown[];
  /** The field whose value fits; null for a row that the full-text search found. */
  readonly field: string | null;
}
