import type { Principal } from '../access/principal.ts';
import type { Claims } from '../model/service.ts';

type Read = { readonly ok: true; readonly caller: Principal } | { readonly ok: false; readonly detail: string };

/** The caller that the claims of a verified token name, or what is wrong with them. */
export function readCaller(payload: unknown, claims: Claims): Read {
  if (typeof payload !== 'object' || payload === null) return refuse('the token holds no claims');
  const values = new Map(Object.entries(payload));
  const identity = readIdentity(values.get(claims.identity));
  const sub = values.get('sub');
  const subject = typeof sub === 'string' && sub !== '' ? sub : null;
  if (identity === null && subject === null)
    return refuse(
      `the token has no identity; it needs the claim ${claims.identity} with a whole number, or the claim sub`,
    );
  const scopes = readScopes(values.get(claims.scope));
  if (scopes === null) return refuse(`the claim ${claims.scope} must be a string or a list of strings`);
  const role = values.get(claims.role) ?? null;
  if (role !== null && typeof role !== 'string') return refuse(`the claim ${claims.role} must be a string`);
  const others = new Map<string, string>();
  for (const [name, claim] of claims.others) {
    const value = values.get(claim) ?? null;
    if (value === null) continue;
    if (!isPlain(value)) return refuse(`the claim ${claim} must be a string, a whole number, true or false`);
    others.set(name, String(value));
  }
  return { ok: true, caller: { identity, subject, scopes, role, claims: others } };
}

function readIdentity(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : null;
}

function readScopes(value: unknown): ReadonlySet<string> | null {
  if (value === undefined) return new Set();
  if (typeof value === 'string') return new Set(value.split(' ').filter((scope) => scope !== ''));
  return Array.isArray(value) && value.every((scope) => typeof scope === 'string') ? new Set(value) : null;
}

/** JSON parsing has already cut the digits of a larger number. The token must send it as a string. */
function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
}

function refuse(detail: string): Read {
  return { ok: false, detail };
}
