import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';
import type { Test } from 'tap';
import { test } from 'tap';
import { serveNotes } from './service.ts';

// Tokens as a real authorization server issues them (RFC 6749, client credentials, and RFC 9068).

const audience = 'https://register.example';
const client = { id: 'robot', secret: 'a secret of the robot' };

function newKey(kid: string, type: 'ec' | 'rsa'): JWK {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: type === 'ec' ? 'ES256' : 'RS256' } as JWK;
}

/** An authorization server that signs with the first of its keys. */
function providerOf(issuer: string, keys: readonly JWK[]): RequestListener {
  const algorithm = keys[0]?.alg === 'ES256' ? 'ES256' : 'RS256';
  const provider = new Provider(issuer, {
    jwks: { keys: [...keys] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        id_token_signed_response_alg: algorithm,
      },
    ],
    ttl: { ClientCredentials: 600 },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: 'read:data manage:data:note',
          audience,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: algorithm } },
        }),
      },
    },
    extraTokenClaims: () => ({ identity_id: 12 }),
  });
  return provider.callback();
}

async function openAuthorizationServer(t: Test) {
  let answer: RequestListener = () => {};
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    signWith: (...keys: readonly JWK[]) => {
      answer = providerOf(issuer, keys);
    },
    token: async (scope: string): Promise<string> => {
      const credentials = `${client.id}:${encodeURIComponent(client.secret)}`;
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope, resource: audience }),
      });
      return ((await response.json()) as { readonly access_token: string }).access_token;
    },
  };
}

test('client credentials, and a rotation of keys without a restart', async (t) => {
  const authorizationServer = await openAuthorizationServer(t);
  const { issuer } = authorizationServer;
  const token = { issuer, audiences: [audience], type: 'at+jwt', clockToleranceSeconds: 0, tokenUrl: null };
  const service = await serveNotes(t, { token }, { kind: 'jwks', url: `${issuer}/jwks` });
  const [first, second] = [newKey('2026-01', 'ec'), newKey('2026-02', 'rsa')];

  authorizationServer.signWith(first);
  const writing = await authorizationServer.token('read:data manage:data:note');
  const created = await service.ask('POST', '/note', { token: writing, body: { heading: 'x' } });
  t.match(created, { status: 201, body: { recorded_by: 12 } }, 'recorded under the identity of the token');
  const reading = await authorizationServer.token('read:data');
  t.equal((await service.ask('GET', '/note', { token: reading })).status, 200);
  t.equal((await service.ask('POST', '/note', { token: reading, body: { heading: 'x' } })).status, 403);

  authorizationServer.signWith(second, first);
  const rotated = await authorizationServer.token('read:data');
  t.equal((await service.ask('GET', '/note', { token: rotated })).status, 200, 'a token of the new key');
  t.equal((await service.ask('GET', '/note', { token: reading })).status, 200, 'one of the old key, still published');

  const elsewhere = await openAuthorizationServer(t);
  elsewhere.signWith(newKey('2026-02', 'rsa'));
  const foreign = await elsewhere.token('read:data');
  t.equal((await service.ask('GET', '/note', { token: foreign })).status, 401, 'one of another server');
});
