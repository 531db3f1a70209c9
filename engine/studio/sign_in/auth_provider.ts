import type { AuthProvider } from 'ra-core';
import type { Api } from '../api/api.ts';
import type { CredentialKeeper, Credentials } from './credentials.ts';
import type { Provider } from './provider.ts';
import type { ProviderError } from './provider_fault.ts';
import type { ReturnAddress } from './return_address.ts';
import { contentOf } from './token_text.ts';

interface AuthSettings {
  readonly api: Pick<Api, 'studio'>;
  readonly keeper: CredentialKeeper;
  /** Null where people do not sign in at a provider. */
  readonly provider: Provider | null;
  /** The page that is shown. */
  readonly here: () => ReturnAddress;
}

/** Who is signed in, for ra-core. */
export function createAuthProvider({ api, keeper, provider, here }: AuthSettings): AuthProvider {
  // Who has just come back from the provider, or has signed out, is not sent there again.
  let mayAsk = provider !== null && !here().nextPathname.startsWith('/sign');
  return {
    login: async (credentials: Credentials) => {
      keeper.keep(credentials);
      try {
        await api.studio('/model');
      } catch (error) {
        if (keeper.state().credentials === credentials) keeper.keep(null);
        throw error;
      }
    },
    // The address of the provider, where there is one, ends the session there too.
    logout: async () => {
      mayAsk = false;
      const { credentials } = keeper.state();
      if (credentials === null) return signInPath;
      keeper.keep(null);
      return (await credentials.signOut?.().catch(() => null)) ?? signInPath;
    },
    checkAuth: async () => {
      if (keeper.state().credentials !== null) return;
      if (mayAsk && provider !== null) {
        mayAsk = false;
        await provider
          .leave({ quietly: true, keep: here() })
          .catch(({ fault }: ProviderError) => keeper.explain(fault));
      }
      // ra-core leads to the page, and says nothing by itself.
      throw Object.assign(new Error('nobody has signed in'), { redirectTo: signInPath, message: false });
    },
    // A refused token ends the credentials where it is refused: see signed_fetch.ts.
    checkError: async () => {},
    getIdentity: async () => {
      const { credentials } = keeper.state();
      const { subject } = contentOf(credentials?.token ?? '');
      return { id: subject ?? '', fullName: credentials?.name ?? subject ?? '' };
    },
  };
}

const signInPath = '/sign-in';
