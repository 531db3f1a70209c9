import { readPeople } from '../../../codegen/demo/people.ts';
import { signToken } from '../../../codegen/serve/development_key.ts';
import { strongestRole } from '../../../codegen/serve/strongest_role.ts';
import { secret, type TestService } from '../../http/service.ts';

/** Somebody who signs in. */
export interface Caller {
  readonly name: string;
  readonly token: string;
}

/** The people of the demo data of a folder, and one of the role that may do most. */
export async function callersOf(
  { model: { service, ...model } }: TestService,
  folder: string,
): Promise<readonly Caller[]> {
  const rights = { scope: 'manage:data', seconds: 3600 };
  const people = await readPeople(service, folder);
  const strongest = { name: 'everything', subject: 0, role: strongestRole({ service, ...model }), claims: new Map() };
  return [...people, strongest].map(({ name, subject, role, claims }) => ({
    name,
    token: signToken(secret, service, { identity: subject, ...rights, role, claims }),
  }));
}
