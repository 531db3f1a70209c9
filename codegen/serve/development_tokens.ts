import { findEmbedded } from '../../db/embedded/embedded.ts';
import type { People } from '../../engine/http/studio/people.ts';
import type { Model } from '../../engine/model/model.ts';
import { type Person, readPeople } from '../demo/people.ts';
import type { Settings } from '../option/settings.ts';
import { keySource, signToken, type TokenContent } from './development_key.ts';
import { strongestRole } from './strongest_role.ts';

/** The tokens that a developer gets without asking. */
export interface DevelopmentTokens {
  /** Of the demo data; none without it. */
  readonly people: readonly Person[];
  /** The role that may do most; null in a service without roles. */
  readonly strongest: string | null;
  /** A token of that role, as the service itself. */
  readonly ofStrongest: () => string;
  readonly ofPerson: (person: Person) => string;
}

/**
 * Tokens for the embedded database with the development key; null for any other service.
 * @throws CommandError when the people of the demo data have faults.
 */
export async function developmentTokens(model: Model, settings: Settings): Promise<DevelopmentTokens | null> {
  const keys = keySource(settings);
  if (settings.production || settings.jwtSecret !== null || keys.kind !== 'secret' || !isEmbedded(settings))
    return null;
  const people = await readPeople(model.service, settings.resources);
  const strongest = strongestRole(model);
  const sign = (holder: Pick<TokenContent, 'identity' | 'role' | 'claims'>) =>
    signToken(keys.secret, model.service, { ...holder, scope: 'manage:data', seconds });
  return {
    people,
    strongest,
    ofStrongest: () => sign({ identity: 0, role: strongest, claims: new Map() }),
    ofPerson: ({ subject, role, claims }) => sign({ identity: subject, role, claims }),
  };
}

/** Whether the database is the embedded one. A process beside others is told its address. */
function isEmbedded({ databaseUrl, data }: Settings): boolean {
  return databaseUrl === null || databaseUrl === findEmbedded(data);
}

const seconds = 86_400;

/** The same for Studio: who can be chosen there. */
export function chosenPeople({ people, strongest, ofStrongest, ofPerson }: DevelopmentTokens): People {
  const itself = { subject: 'development', name: null, role: strongest, about: null };
  const tokens = new Map([
    [itself.subject, ofStrongest],
    ...people.map((person) => [person.subject, () => ofPerson(person)] as const),
  ]);
  return {
    list: [...people.map(({ subject, name, role, about }) => ({ subject, name, role, about })), itself],
    tokenOf: (subject) => {
      const token = tokens.get(subject);
      return token === undefined ? null : { access_token: token(), token_type: 'Bearer', expires_in: seconds };
    },
  };
}
