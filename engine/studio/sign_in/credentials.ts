import type { ProviderFault } from './provider_fault.ts';

/** What somebody has signed in with. It is in memory alone, so it ends with the page. */
export interface Credentials {
  readonly token: string;
  /** What to call them; null where only their token is known. */
  readonly name: string | null;
  /** When the token ends, in milliseconds since 1970; null where it does not say. */
  readonly ends: number | null;
  /** Gets a newer token without the person; null where nobody gives one. */
  readonly renew: (() => Promise<Credentials>) | null;
  /** Signs out where the token came from. Gives the address of the page that does the rest, or null. */
  readonly signOut: (() => Promise<string | null>) | null;
}

/** Who is signed in, and why nobody is. */
export interface SignInState {
  readonly credentials: Credentials | null;
  /** Null where somebody is signed in, and where nobody has tried. */
  readonly reason: SignInReason | null;
}

/** The service has refused a token, in its words; or something was amiss with the provider. */
export type SignInReason = { readonly kind: 'token'; readonly detail: string } | ProviderFault;

/** Keeps the credentials of this page, and renews them before they end. */
export interface CredentialKeeper {
  state(): SignInState;
  /** The token of a request: a newer one if the kept one is about to end. Null when nobody has signed in. */
  token(): Promise<string | null>;
  /** Signs in, or out with null. */
  keep(credentials: Credentials | null): void;
  /** The service has refused a token. It ends the credentials if they are still the same. */
  refuse(token: string, detail: string): void;
  /** Nobody has signed in, and this is why. */
  explain(reason: SignInReason): void;
  /** Calls back after each change, until the function that it gives is called. */
  watch(changed: () => void): () => void;
}

/** The clock of the page. */
export interface PageClock {
  now(): number;
  /** Calls back once after some milliseconds, until the function that it gives is called. */
  after(milliseconds: number, act: () => void): () => void;
}

/** A keeper with nobody signed in. */
export function keepCredentials({ now, after }: PageClock): CredentialKeeper {
  let state: SignInState = { credentials: null, reason: null };
  let renewing: Promise<void> | null = null;
  let stopTimer = () => {};
  const watchers = new Set<() => void>();

  const change = (next: SignInState) => {
    stopTimer();
    state = next;
    const { ends = null, renew = null } = next.credentials ?? {};
    if (ends !== null && renew !== null) stopTimer = after(untilRenewal(ends - now()), () => void renewed());
    for (const changed of watchers) changed();
  };

  /** One renewal at a time: a provider takes each refresh token once. */
  const renewed = (): Promise<void> => {
    renewing ??= renewal().finally(() => {
      renewing = null;
    });
    return renewing;
  };

  const renewal = async (): Promise<void> => {
    const { credentials } = state;
    if (credentials?.renew == null) return;
    const next = await credentials.renew().catch((error: unknown) => afterFailure(credentials, error));
    // Meanwhile somebody else may have signed in.
    if (state.credentials === credentials) change({ credentials: next, reason: null });
  };

  return {
    state: () => state,
    async token() {
      const { ends = null, renew = null } = state.credentials ?? {};
      if (ends !== null && renew !== null && ends - now() < soonMilliseconds) await renewed();
      return state.credentials?.token ?? null;
    },
    keep: (credentials) => change({ credentials, reason: null }),
    refuse: (token, detail) => {
      if (state.credentials?.token === token) change({ credentials: null, reason: { kind: 'token', detail } });
    },
    explain: (reason) => change({ credentials: null, reason }),
    watch: (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}

/** A provider that refuses will refuse again: the person is asked. One that is away may come back. */
function afterFailure(credentials: Credentials, error: unknown): Credentials {
  return isRefusal(error) ? { ...credentials, renew: null } : credentials;
}

/** An error of OAuth 2.0 (RFC 6749, section 5.2), such as invalid_grant. */
function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'error' in error && typeof error.error === 'string';
}

/** A minute before the end, or at half of a shorter life. Once it has ended, from time to time. */
function untilRenewal(left: number): number {
  if (left <= 0) return againMilliseconds;
  return Math.min(Math.max(left - 60_000, left / 2, 1_000), longestTimer);
}

const againMilliseconds = 30_000;

/** A token that ends sooner is not sent any more: the request and the clocks take their time. */
const soonMilliseconds = 5_000;

/** Browsers keep the milliseconds of a timer in 31 bits. */
const longestTimer = 2 ** 31 - 1;
