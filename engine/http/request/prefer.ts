import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '../../contract/problem.ts';
import { type Action, knownPreferences } from '../../vocabulary/action/actions.ts';
import {
  examplesOf,
  isValueOf,
  type PreferenceName,
  type PreferenceValue,
  preferenceNames,
} from '../../vocabulary/preference.ts';

/** What a request prefers; without a value where it says nothing, or something that the action does not know. */
export type Preferred = { readonly [Name in PreferenceName]?: PreferenceValue<Name> };

interface Sent {
  readonly headers: IncomingHttpHeaders;
}

/**
 * Reads the header Prefer (RFC 7240). Of a preference that stands twice, the first counts. What the action does not know
 * is left alone, unless the request itself says `handling=strict`.
 * @throws Problem for a preference that the action does not know, where the request says `handling=strict`.
 */
export function readPreferences(request: Sent, action: Action): Preferred {
  return preferredOf(request, knownPreferences(action));
}

/** The same, of the preferences with these names. */
export function preferredOf({ headers }: Sent, names: readonly PreferenceName[]): Preferred {
  if (headers.prefer === undefined) return nothing;
  const { preferred, unknown } = sentPreferences(headers.prefer.toString(), names);
  const [first] = unknown;
  if (preferred.handling === 'strict' && first !== undefined) throw unknownPreference(first, names);
  return preferred;
}

/** What a request without the header prefers. */
const nothing: Preferred = {};

/** The value of a preference, before it is known what the request is for; undefined without one. */
export function sentPreference<Name extends PreferenceName>(
  { headers }: Sent,
  name: Name,
): PreferenceValue<Name> | undefined {
  if (headers.prefer === undefined) return undefined;
  const { preferred }: { readonly preferred: Preferred } = sentPreferences(headers.prefer.toString(), [name]);
  return preferred[name] as PreferenceValue<Name> | undefined;
}

function sentPreferences(prefer: string, names: readonly PreferenceName[]) {
  const preferred: Record<string, string> = {};
  const unknown: string[] = [];
  const sent = prefer.split(',').map((part) => part.split(';', 1)[0]?.trim().replaceAll(' ', '') ?? '');
  for (const preference of sent) {
    const [name = '', value = ''] = preference.split('=', 2);
    const known = names.find((each) => each === name);
    if (known !== undefined && isValueOf(known, value)) preferred[name] ??= value;
    else unknown.push(preference);
  }
  return { preferred, unknown };
}

/** The header Preference-Applied: what a request prefers and gets. None without a preference. */
export function appliedPreferences(preferred: Preferred): Readonly<Record<string, string>> {
  if (preferred === nothing) return none;
  const applied = preferenceNames.flatMap((name) =>
    preferred[name] === undefined ? [] : `${name}=${preferred[name]}`,
  );
  return applied.length === 0 ? none : { 'preference-applied': applied.join(', ') };
}

const none: Readonly<Record<string, string>> = {};

/** @throws Problem for a write of more rows than the request allows; it has to be undone then. */
export function requireMaxAffected({ 'max-affected': most }: Preferred, count: number): void {
  if (most === undefined || count <= Number(most)) return;
  const detail = `the request affects ${count} ${count === 1 ? 'row' : 'rows'}, and max-affected allows ${Number(most)}`;
  throw new Problem('limit_exceeded', detail, {
    hint: 'choose fewer rows, or allow more; nothing was written',
    errors: [{ parameter: 'Prefer', detail }],
  });
}

function unknownPreference(preference: string, names: readonly PreferenceName[]): Problem {
  const detail = `this operation has no preference ${JSON.stringify(preference.slice(0, 80))}`;
  const expected = names.filter((name) => name !== 'handling').flatMap(examplesOf);
  const others = expected.length < 2 ? '' : `${expected.slice(0, -1).join(', ')} or `;
  return new Problem('invalid_parameter', detail, {
    hint: `expected ${others}${expected.at(-1)}`,
    errors: [{ parameter: 'Prefer', detail }],
  });
}
