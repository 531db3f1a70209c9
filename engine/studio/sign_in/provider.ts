import type { OidcClient, OidcMetadata, SigninResponse } from 'oidc-client-ts';
import type { OpenidClient } from '../../contract/studio/studio_sign_in.ts';
import type { Credentials } from './credentials.ts';
import { ProviderError, providerErrorOf } from './provider_fault.ts';
import { contentOf } from './token_text.ts';

/** The OpenID provider, as people sign in there: in its own pages, at the top of the tab. */
export interface Provider {
  /** The host, which is how people know it. */
  readonly host: string;
  /**
   * Leaves for the provider, which comes back to /studio/signed-in. Quietly, it asks the person nothing.
   * @throws ProviderError where it cannot leave.
   */
  leave(options: { readonly quietly: boolean; readonly keep: unknown }): Promise<void>;
  /**
   * Ends a sign-in that has come back, and gives what was kept meanwhile.
   * @throws ProviderError where nobody has signed in.
   */
  finish(url: string): Promise<{ readonly credentials: Credentials; readonly kept: unknown }>;
}

/** The library is loaded when it is first needed. */
export function openProvider(settings: OpenidClient): Provider {
  let opened: Promise<OidcClient> | null = null;
  const client = async (): Promise<OidcClient> => {
    opened ??= clientOf(settings);
    const { metadataService } = await opened;
    requireFit(await metadataService.getMetadata(), settings.issuer);
    return opened;
  };
  return {
    host: new URL(settings.issuer).host,
    async leave({ quietly, keep }) {
      try {
        const oidc = await client();
        await oidc.clearStaleState();
        const nonce = crypto.randomUUID();
        const { url } = await oidc.createSigninRequest({ state: keep, nonce, ...(quietly && { prompt: 'none' }) });
        // Back leads to the page of signing in, and past a page that would only leave again.
        if (quietly) window.location.replace(url);
        else window.location.assign(url);
      } catch (error) {
        throw providerErrorOf(error);
      }
      // The page is about to go.
      return new Promise(() => {});
    },
    async finish(url) {
      try {
        const oidc = await client();
        const response = await oidc.processSigninResponse(url);
        return { credentials: credentialsOf(response, oidc, settings), kept: response.userState };
      } catch (error) {
        throw providerErrorOf(error);
      }
    },
  };
}

async function clientOf({ issuer, clientId, scope, resource }: OpenidClient): Promise<OidcClient> {
  const { OidcClient, WebStorageStateStore } = await import('oidc-client-ts');
  const { origin } = window.location;
  return new OidcClient({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${origin}/studio/signed-in`,
    post_logout_redirect_uri: `${origin}/studio/sign-in`,
    response_type: 'code',
    scope,
    // With the request and with the exchange of its code (RFC 8707, section 2.2).
    ...(resource !== null && { resource, extraTokenParams: { resource } }),
    loadUserInfo: false,
    requestTimeoutInSeconds: 10,
    // For the way to the provider and back: the state and the verifier of PKCE, and never a token.
    stateStore: new WebStorageStateStore({ store: window.sessionStorage }),
  });
}

/**
 * A provider that names another issuer is another one (OpenID Connect Discovery, section 4.3). The policy of the page lets
 * it ask the origin of the issuer alone.
 */
function requireFit({ issuer: named, token_endpoint: endpoint = '' }: Partial<OidcMetadata>, issuer: string): void {
  if (named !== issuer) throw unfit(`it calls itself ${named}`);
  if (!URL.canParse(endpoint) || new URL(endpoint).origin !== new URL(issuer).origin)
    throw unfit(`its token endpoint is elsewhere, at ${endpoint}`);
}

function unfit(detail: string): ProviderError {
  return new ProviderError({ kind: 'unfit', detail });
}

/** OpenID Connect Core, section 3.1.3.7: the ID token is of this provider and for this client. TLS stands for its signature. */
function requireOwn({ id_token: idToken, profile: { iss, aud } }: SigninResponse, settings: OpenidClient): void {
  const { issuer, clientId } = settings;
  if (idToken === undefined || (iss === issuer && [aud].flat().includes(clientId))) return;
  throw unfit(`its ID token is of ${iss} for ${[aud].flat().join(', ')}`);
}

function credentialsOf(response: SigninResponse, oidc: OidcClient, settings: OpenidClient): Credentials {
  requireOwn(response, settings);
  const {
    access_token: token,
    refresh_token: refreshToken,
    id_token: idToken,
    expires_at: seconds,
    profile,
  } = response;
  const { name, preferred_username: username, email } = profile;
  return {
    token,
    name: name ?? username ?? email ?? null,
    ends: seconds === undefined ? contentOf(token).ends : seconds * 1000,
    renew:
      refreshToken === undefined
        ? null
        : async () => {
            const { resource } = settings;
            const next = await oidc.useRefreshToken({
              state: { ...response, refresh_token: refreshToken } as never,
              timeoutInSeconds: 10,
              ...(resource !== null && { resource }),
            });
            // A provider may leave out what has not changed.
            next.refresh_token ??= refreshToken;
            return credentialsOf(next, oidc, settings);
          },
    signOut: async () => {
      // A refresh token for use offline outlives the session of the provider.
      if (refreshToken !== undefined) await oidc.revokeToken(refreshToken, 'refresh_token').catch(() => {});
      const request = await oidc.createSignoutRequest({ ...(idToken !== undefined && { id_token_hint: idToken }) });
      return request.url;
    },
  };
}
