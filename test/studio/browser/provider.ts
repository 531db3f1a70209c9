import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';
import type { Page } from 'puppeteer-core';
import type { Test } from 'tap';

/** An OpenID provider with the pages where people sign in. What it gives may change while it runs. */
export interface TestProvider {
  readonly issuer: string;
  /** The audience of access tokens, and how long they are good. */
  readonly gives: { audience: string; seconds: number; refresh: boolean };
  /** Knows a client whose pages are at an origin. */
  readonly know: (clientId: string, origin: string) => void;
  /** Stops answering, and answers again. */
  readonly leave: () => void;
  readonly comeBack: () => void;
}

/** Who signs in there says their name themselves. */
export async function openProvider(t: Test, audience: string): Promise<TestProvider> {
  let answer: RequestListener = () => {};
  let isAway = false;
  const server = createServer((request, response) => {
    if (isAway) response.destroy();
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gives = { audience, seconds: 600, refresh: true };
  return {
    issuer,
    gives,
    know: (clientId, origin) => {
      answer = providerOf(issuer, { clientId, origin, gives }).callback();
    },
    leave: () => {
      isAway = true;
    },
    comeBack: () => {
      isAway = false;
    },
  };
}

interface Known {
  readonly clientId: string;
  readonly origin: string;
  readonly gives: TestProvider['gives'];
}

function providerOf(issuer: string, { clientId, origin, gives }: Known): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' } as JWK;
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${origin}/studio/signed-in`],
        post_logout_redirect_uris: [`${origin}/studio/sign-in`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    clientBasedCORS: (_context, asked) => asked === origin,
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, name: `${id} Nordmann` }) }),
    issueRefreshToken: () => gives.refresh,
    extraTokenClaims: () => ({ identity_id: 12 }),
    features: {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'read:data',
          audience: gives.audience,
          accessTokenTTL: gives.seconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
      revocation: { enabled: true },
    },
  });
  return provider;
}

/** Goes through the pages of the provider, from the one that asks for a name. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
  // It asks whether Studio may know who has signed in.
  if (page.url().includes('/interaction/'))
    await Promise.all([page.waitForNavigation(), page.click('button[type=submit]')]);
}
