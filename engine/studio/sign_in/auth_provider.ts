import type { AuthProvider } from 'ra-core';
import type { Api } from '../api/api.ts';
import { currentToken, setToken } from './access_token.ts';

/** Who is signed in, for ra-core. A token is good if the service tells its holder the model. */
export function createAuthProvider(api: Api): AuthProvider {
  return {
    login: async ({ token }: { readonly token: string }) => {
      setToken(token);
      try {
        await api.studio('/model');
      } catch (error) {
        setToken(null);
        throw error;
      }
    },
    logout: async () => {
      setToken(null);
      return '/sign-in';
    },
    checkAuth: async () => {
      if (currentToken() === null) throw new Error('nobody has signed in');
    },
    checkError: async ({ status }: { readonly status?: number }) => {
      if (status === 401) throw new Error('the service refuses the token');
    },
  };
}
