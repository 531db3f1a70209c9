import type { CredentialKeeper } from './credentials.ts';

/** A fetch of the service that tells the keeper of each token that the service refuses. */
export function signedFetch({ refuse }: Pick<CredentialKeeper, 'refuse'>, ask: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    const [, token] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('Authorization') ?? '') ?? [];
    if (response.status === 401 && token !== undefined) refuse(token, await detailOf(response.clone()));
    return response;
  };
}

/** What is wrong with the token, in the words of the service. */
async function detailOf(response: Response): Promise<string> {
  try {
    const { detail } = (await response.json()) as { readonly detail?: unknown };
    return String(detail ?? response.status);
  } catch {
    return String(response.status);
  }
}
