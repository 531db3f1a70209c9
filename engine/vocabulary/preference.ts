import { isZoneName } from '../language/time/zone.ts';

/** A preference of a request: a name and a value in the header Prefer (RFC 7240). */
interface PreferenceWord {
  /** The values that it may have, or what every value looks like. */
  readonly values: readonly string[] | { readonly pattern: string; readonly example: string };
  /** Whether a value that looks so is one. */
  readonly isKnown?: (value: string) => boolean;
  /** What it asks for, for an OpenAPI document. */
  readonly words: string;
}

/**
 * The preferences by their names, which are PostgREST's, in the order of Preference-Applied. Each action says which of
 * them it knows; `handling` is known to all.
 */
export const preferences = {
  resolution: {
    values: ['merge-duplicates', 'ignore-duplicates'],
    words:
      'What becomes of a row whose key another row has: it changes that row (`resolution=merge-duplicates`), or nothing is done for it (`resolution=ignore-duplicates`). Without it, the request is refused. The key is `id`, or the fields that `on_conflict` names.',
  },
  missing: {
    values: ['default'],
    words:
      '`missing=default` gives a row the default of a member that `columns` lists and the row lacks; otherwise it gets null.',
  },
  return: {
    values: ['representation', 'minimal', 'headers-only', 'effects'],
    words:
      'Whether the answer shows what was written (`return=representation`), or has no body (`return=minimal` and `return=headers-only`). `return=effects` answers with `result` and `effects`: the answer without it, and every row that the write changed.',
  },
  count: {
    values: ['exact', 'planned', 'estimated'],
    words:
      'Asks for the number of all rows in Content-Range. `count=exact` counts them. Of a list, `count=planned` uses the estimate of the database, and `count=estimated` counts up to the largest page, and estimates above.',
  },
  tx: {
    values: ['rollback', 'commit'],
    words: '`tx=rollback` tries the write: it is checked and answered as usual, and then undone.',
  },
  handling: {
    values: ['strict', 'lenient'],
    words: '`handling=strict` refuses preferences that the operation does not know; otherwise it leaves them alone.',
  },
  timezone: {
    values: { pattern: '[A-Z][A-Za-z0-9_+/-]{0,63}', example: 'Europe/Oslo' },
    isKnown: isZoneName,
    words:
      '`timezone=Europe/Oslo` shows datetimes with the offset of that zone. A stream without a limit shows them in UTC.',
  },
  consistency: {
    values: ['strong'],
    words:
      '`consistency=strong` reads on the primary, where the service also reads from replicas: the answer shows everything that was written before.',
  },
  'max-affected': {
    values: { pattern: '[0-9]{1,9}', example: '10' },
    words: '`max-affected=10` refuses a write of more than 10 rows. Nothing is written.',
  },
} as const satisfies Readonly<Record<string, PreferenceWord>>;

export type PreferenceName = keyof typeof preferences;

/** The values that a preference may have. */
export type PreferenceValue<Name extends PreferenceName> =
  (typeof preferences)[Name]['values'] extends readonly (infer Value)[] ? Value : string;

export const preferenceNames = Object.keys(preferences) as readonly PreferenceName[];

/** Whether a preference may have a value. */
export function isValueOf(name: PreferenceName, value: string): boolean {
  const { isKnown = () => true }: PreferenceWord = preferences[name];
  return patterns.get(name)?.test(value) === true && isKnown(value);
}

/** What the value of a preference looks like, as a regular expression. */
export function valuePattern(name: PreferenceName): string {
  const { values }: PreferenceWord = preferences[name];
  return isChoice(values) ? `(${values.join('|')})` : values.pattern;
}

/** A preference as a request may send it. */
export function examplesOf(name: PreferenceName): readonly string[] {
  const { values }: PreferenceWord = preferences[name];
  return (isChoice(values) ? values : [values.example]).map((value) => `${name}=${value}`);
}

function isChoice(values: PreferenceWord['values']): values is readonly string[] {
  return Array.isArray(values);
}

const patterns = new Map(preferenceNames.map((name) => [name, new RegExp(`^${valuePattern(name)}$`)]));
