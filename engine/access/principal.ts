import type { Service } from '../model/service.ts';

/** Who makes a request, as their token says. */
export interface Principal {
  readonly role: string | null;
  /** Id of the identity, when it is known. */
  readonly identity: string | null;
  /** The token's `sub`: looked up in the resource identity when the token names no id. */
  readonly subject: string | null;
  /** What the token says under the further names of service.yaml, for rules that name a claim. */
  readonly claims: ReadonlyMap<string, string>;
  readonly scopes: ReadonlySet<string>;
  /** Whether it is the service itself, which may do everything for the caller. */
  readonly isService?: true;
}

/**
 * The principal of a token as rules see them, with the identity that was found for them. An unknown role counts as no role.
 * A subject counts only without an identity.
 */
export function recognise(principal: Principal, identity: string | null, { roles }: Pick<Service, 'roles'>): Principal {
  const kept = known.get(principal);
  if (kept?.roles === roles && kept.recognised.identity === identity) return kept.recognised;
  const recognised = asRecognised(principal, identity, roles);
  known.set(principal, { roles, recognised });
  return recognised;
}

/** A principal is kept with its token. Seen by rules it is always the same object, by which others keep what they find out. */
const known = new WeakMap<Principal, { readonly roles: Service['roles']; readonly recognised: Principal }>();

function asRecognised(principal: Principal, identity: string | null, roles: Service['roles']): Principal {
  const { role, subject } = principal;
  const ownRole = role !== null && roles.includes(role) ? role : null;
  // No text of PostgreSQL holds a NUL.
  const lookedUp = identity === null && subject?.includes('\0') === false ? subject : null;
  if (ownRole === role && lookedUp === subject && identity === principal.identity) return principal;
  return { ...principal, role: ownRole, identity, subject: lookedUp };
}

/** The service itself, at work for a caller: it may do everything, and what it changes is recorded under their identity. */
export function serviceFor(caller: Principal): Principal {
  return { ...caller, role: null, scopes: everyScope, isService: true };
}

const everyScope: ReadonlySet<string> = new Set(['manage:data']);
