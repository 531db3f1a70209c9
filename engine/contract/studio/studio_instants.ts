/** When something happened among rows that the caller may read. JSON of GET /studio/instants/{resource}. */
export interface StudioInstants {
  /** When versions of them were recorded or replaced, ascending. */
  readonly recorded: readonly string[];
  /** When their validity begins or ends, ascending. */
  readonly valid: readonly string[];
  /** Whether both lists have all instants; otherwise they have the newest. */
  readonly complete: boolean;
}
