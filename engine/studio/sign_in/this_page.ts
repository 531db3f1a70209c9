import { serviceSettings } from '../api/settings.ts';
import { type CredentialKeeper, keepCredentials } from './credentials.ts';
import { openProvider, type Provider } from './provider.ts';
import type { ReturnAddress } from './return_address.ts';

/** Who has signed in on this page of the browser. Another tab has its own. */
export const keeper: CredentialKeeper = keepCredentials({
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
});

export const { title, signIn } = serviceSettings();

/** Where people of this service sign in; null where they bring a token. */
export const provider: Provider | null = signIn.openid === null ? null : openProvider(signIn.openid);

/** The page that is shown, as the router names it. */
export function here(): ReturnAddress {
  const { pathname, search } = window.location;
  return { nextPathname: pathname.replace(/^\/studio/, '') || '/', nextSearch: search };
}

// The browser may show the page as it was left: where somebody left to sign in or out, it begins anew.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && keeper.state().credentials === null) window.location.reload();
});
