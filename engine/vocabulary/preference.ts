/** A preference of a request: a name and a value in the header Prefer (RFC 7240). */
interface PreferenceWord {
  readonly values: readonly string[];
  /** What it asks for, for an OpenAPI document. */
  readonly words: string;
}

/** The preferences by their names, which are PostgREST's. Each action says which of them it knows. */
export const preferences = {
  count: {
    values: ['exact', 'planned', 'estimated'],
    words:
      'Asks for the number of all rows in Content-Range. `count=exact` counts them. `count=planned` uses the estimate of the database. `count=estimated` counts up to the largest page, and estimates above.',
  },
  return: {
    values: ['representation', 'minimal'],
    words: 'Whether the answer shows the rows (`return=representation`) or not (`return=minimal`, as without it).',
  },
} as const satisfies Readonly<Record<string, PreferenceWord>>;

export type PreferenceName = keyof typeof preferences;

/** The values that a preference may have. */
export type PreferenceValue<Name extends PreferenceName> = (typeof preferences)[Name]['values'][number];
