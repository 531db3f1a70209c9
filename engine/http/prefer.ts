import { Problem } from './problem.ts';

/** How the number of all rows of a list is found: by counting, by PostgreSQL's estimate, or by whichever is fit. */
export type Count = 'exact' | 'planned' | 'estimated';

const counts: readonly string[] = ['exact', 'planned', 'estimated'] satisfies readonly Count[];

/**
 * Reads the preferences of a request for a list (RFC 7240). What is not known is left alone, unless the request itself
 * says `handling=strict`.
 */
export function readCountPreference(prefer: string | undefined): Count | null {
  if (prefer === undefined) return null;
  const preferences = prefer.split(',').map((part) => part.split(';', 1)[0]?.trim().replaceAll(' ', '') ?? '');
  const isStrict = preferences.includes('handling=strict');
  let count: Count | null = null;
  for (const preference of preferences) {
    const [name, value = ''] = preference.split('=', 2);
    if (name === 'count' && counts.includes(value)) count ??= value as Count;
    else if (isStrict && name !== 'handling') {
      const detail = `a list has no preference ${JSON.stringify(preference.slice(0, 80))}`;
      throw new Problem('invalid_parameter', detail, {
        hint: `expected count=exact, count=planned or count=estimated`,
        errors: [{ parameter: 'Prefer', detail }],
      });
    }
  }
  return count;
}
