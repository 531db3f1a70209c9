import { Problem } from '../../contract/problem.ts';

/** How the number of all rows of a list is found: by counting, by PostgreSQL's estimate, or by whichever is fit. */
export type Count = 'exact' | 'planned' | 'estimated';

/** Whether the answer to a change of many rows shows them. */
export type Return = 'representation' | 'minimal';

/** @throws Problem, where the request says `handling=strict`, for a preference that a list does not have. */
export function readCountPreference(prefer: string | undefined): Count | null {
  return readPreference(prefer, 'a list', 'count', ['exact', 'planned', 'estimated']);
}

/** @throws Problem, where the request says `handling=strict`, for a preference that a change of many rows does not have. */
export function readReturnPreference(prefer: string | undefined): Return | null {
  return readPreference(prefer, 'a change of many rows', 'return', ['representation', 'minimal']);
}

/** @throws Problem if the request says `handling=strict` and has any other preference. */
export function refusePreferences(prefer: string | undefined): void {
  readPreference(prefer, 'this operation', '', []);
}

/**
 * Reads the preferences of a request (RFC 7240). What is not known is left alone, unless the request itself says
 * `handling=strict`.
 */
function readPreference<Value extends string>(
  prefer: string | undefined,
  what: string,
  own: string,
  known: readonly Value[],
): Value | null {
  if (prefer === undefined) return null;
  const preferences = prefer.split(',').map((part) => part.split(';', 1)[0]?.trim().replaceAll(' ', '') ?? '');
  const isStrict = preferences.includes('handling=strict');
  let found: Value | null = null;
  for (const preference of preferences) {
    const [name, value = ''] = preference.split('=', 2);
    const meant = name === own ? known.find((each) => each === value) : undefined;
    if (meant !== undefined) found ??= meant;
    else if (isStrict && name !== 'handling') {
      const detail = `${what} has no preference ${JSON.stringify(preference.slice(0, 80))}`;
      const expected = known.map((each) => `${own}=${each}`);
      throw new Problem('invalid_parameter', detail, {
        hint:
          expected.length === 0 ? 'leave it out' : `expected ${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}`,
        errors: [{ parameter: 'Prefer', detail }],
      });
    }
  }
  return found;
}
