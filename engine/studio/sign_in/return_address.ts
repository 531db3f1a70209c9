/** A page of Studio to go back to. The state of a location in the router has these members. */
export interface ReturnAddress {
  readonly nextPathname: string;
  readonly nextSearch: string;
}

/** The page where somebody was; null where there is none, or where it is a page of signing in. */
export function returnAddressOf(state: unknown): ReturnAddress | null {
  if (typeof state !== 'object' || state === null) return null;
  const { nextPathname, nextSearch } = state as Readonly<Record<keyof ReturnAddress, unknown>>;
  if (typeof nextPathname !== 'string' || !isPage(nextPathname)) return null;
  return { nextPathname, nextSearch: typeof nextSearch === 'string' && nextSearch.startsWith('?') ? nextSearch : '' };
}

/** The address in Studio, to which a router can go. */
export function pathOf(address: ReturnAddress | null): string {
  return address === null ? '/' : `${address.nextPathname}${address.nextSearch}`;
}

/** A path of this site: // would begin the name of another one. */
function isPage(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/^\/(sign-in|signed-in)(\/|$)/.test(path);
}
