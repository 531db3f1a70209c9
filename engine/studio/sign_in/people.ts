import type { StudioPerson, StudioToken } from '../../contract/studio/studio_sign_in.ts';
import type { Credentials } from './credentials.ts';

const path = '/studio/people';

/** The people who can be chosen here; none where the service does not tell them to this machine. */
export async function listPeople(signal: AbortSignal): Promise<readonly StudioPerson[]> {
  const response = await fetch(path, { signal });
  return response.ok ? ((await response.json()) as readonly StudioPerson[]) : [];
}

/** Credentials of one of them. */
export async function choosePerson(person: StudioPerson): Promise<Credentials> {
  const response = await fetch(`${path}/${encodeURIComponent(person.subject)}`, { method: 'POST' });
  if (!response.ok) throw new Error(`the answer is ${response.status}`);
  const { access_token: token, expires_in: seconds } = (await response.json()) as StudioToken;
  return {
    token,
    name: person.name,
    ends: Date.now() + seconds * 1000,
    renew: () => choosePerson(person),
    signOut: null,
  };
}
