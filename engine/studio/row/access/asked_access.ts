/** Another caller about whose rights is asked, as the address has them. */
export interface AskedCaller {
  readonly role: string;
  /** Such as `party_id=7`, with spaces between several. */
  readonly claims: string;
}

/** The caller of an address; null for the person who has signed in. */
export function askedCaller(search: URLSearchParams): AskedCaller | null {
  const role = search.get('role');
  return role === null ? null : { role, claims: search.get('claims') ?? '' };
}

/** The same address for another caller; for the person who has signed in with null. */
export function withCaller(search: URLSearchParams, caller: AskedCaller | null): URLSearchParams {
  const changed = new URLSearchParams(search);
  changed.delete('role');
  changed.delete('claims');
  if (caller === null) return changed;
  changed.set('role', caller.role.trim());
  if (caller.claims.trim() !== '') changed.set('claims', caller.claims.trim());
  return changed;
}

/** The path below /studio that tells what decides about a row. */
export function accessPath(resource: string, id: string, caller: AskedCaller | null): string {
  const path = `/access/${resource}/${encodeURIComponent(id)}`;
  if (caller === null) return path;
  const claims = caller.claims.split(/[\s,&]+/).flatMap((claim): [string, string][] => {
    const at = claim.indexOf('=');
    return at > 0 ? [[claim.slice(0, at), claim.slice(at + 1)]] : [];
  });
  return `${path}?${new URLSearchParams([['role', caller.role], ...claims])}`;
}
