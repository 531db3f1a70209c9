import type { Principal } from '../../access/principal.ts';
import { partyField } from '../../definition/recipient.ts';
import { identityClaim } from '../../model/own_rows.ts';
import type { Service } from '../../model/service.ts';

/** What somebody asks about a caller: their role, and their claims by the names in rules. */
interface AskedCaller {
  readonly role: string | null;
  readonly claims: ReadonlyMap<string, string>;
}

type Named =
  | { readonly ok: true; readonly value: Principal }
  /** Which of the names the service does not know. */
  | { readonly ok: false; readonly name: string; readonly message: string };

/** The principal with a role and claims, without a token; or which of them the service does not know. */
export function principalFor({ role, claims }: AskedCaller, { roles, claims: known }: Service): Named {
  if (role !== null && !roles.includes(role)) {
    const message = `there is no role ${role}; the service has ${roles.join(', ') || 'none'}`;
    return { ok: false, name: 'role', message };
  }
  const names = new Set([identityClaim, ...known.others.keys(), ...(known.partyOfIdentity ? [partyField] : [])]);
  const unknown = [...claims.keys()].find((each) => !names.has(each));
  if (unknown !== undefined) {
    const expected = `${[...names].join(', ')}, by their names in service.yaml`;
    return { ok: false, name: unknown, message: `there is no claim ${unknown} in rules; expected ${expected}` };
  }
  const identity = claims.get(identityClaim) ?? null;
  if (identity !== null && !isId.test(identity))
    return { ok: false, name: identityClaim, message: `${identityClaim} is the id of an identity, such as 7` };
  return { ok: true, value: { role, identity, subject: null, claims, scopes: new Set<string>() } };
}

/** Digits that fit a bigint. */
const isId = /^\d{1,18}$/;
