import { Problem } from '../../contract/problem.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import { type PreferenceName, type PreferenceValue, preferences } from '../../vocabulary/preference.ts';
import type { ActionRequest } from './action_request.ts';

/** What a request prefers; without a value where it says nothing, or something that the action does not know. */
export type Preferred = { readonly [Name in PreferenceName]?: PreferenceValue<Name> };

/**
 * Reads the header Prefer (RFC 7240). Of a preference that stands twice, the first counts. What the action does not know
 * is left alone, unless the request itself says `handling=strict`.
 * @throws Problem for a preference that the action does not know, where the request says `handling=strict`.
 */
export function readPreferences({ headers }: Pick<ActionRequest, 'headers'>, action: Action): Preferred {
  const prefer = headers.prefer?.toString();
  if (prefer === undefined) return {};
  const sent = prefer.split(',').map((part) => part.split(';', 1)[0]?.trim().replaceAll(' ', '') ?? '');
  const names = actionWord(action).preferences;
  const isStrict = sent.includes('handling=strict');
  const preferred: Record<string, string> = {};
  for (const preference of sent) {
    const [name = '', value = ''] = preference.split('=', 2);
    const known = names.find((each) => each === name);
    if (known !== undefined && isValue(known, value)) preferred[name] ??= value;
    else if (isStrict && name !== 'handling') throw unknownPreference(preference, names);
  }
  return preferred;
}

function isValue(name: PreferenceName, value: string): boolean {
  return (preferences[name].values as readonly string[]).includes(value);
}

function unknownPreference(preference: string, names: readonly PreferenceName[]): Problem {
  const detail = `this operation has no preference ${JSON.stringify(preference.slice(0, 80))}`;
  const expected = names.flatMap((name) => preferences[name].values.map((value) => `${name}=${value}`));
  const hint =
    expected.length === 0 ? 'leave it out' : `expected ${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}`;
  return new Problem('invalid_parameter', detail, { hint, errors: [{ parameter: 'Prefer', detail }] });
}
