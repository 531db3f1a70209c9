import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigner } from 'fast-jwt';
import { test } from 'tap';
import { createAuthenticate } from '../../engine/auth/token.ts';

test('a token is checked by the key that JWKS_URL publishes under its kid', async (t) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  let requests = 0;
  const jwks = createServer((request, response) => {
    requests += 1;
    const found = request.url === '/keys?tenant=1';
    const body = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] };
    response
      .writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      .end(found ? JSON.stringify(body) : '{}');
  }).listen(0, '127.0.0.1');
  await once(jwks, 'listening');
  t.teardown(() => jwks.close());
  const url = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/keys?tenant=1`;
  const authenticate = createAuthenticate({ kind: 'jwks', url }, { identity: 'identity_id', scope: 'scope' });
  const claims = { identity_id: 4, scope: 'read:data', sub: 'someone' };
  const bearer = (kid: string, signingKey = key) =>
    `Bearer ${createSigner({ key: signingKey, algorithm: 'RS256', kid, expiresIn: 60_000 })(claims)}`;

  t.match(await authenticate(bearer('one')), { ok: true, caller: { identity: '4', subject: 'someone' } });
  t.match(await authenticate(bearer('one')), { ok: true });
  t.equal(requests, 1, 'the keys are fetched once');
  t.match(
    await authenticate(bearer('two')),
    { ok: false, reason: { code: 'invalid_token' } },
    'a kid that is not there',
  );
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  t.match(await authenticate(bearer('one', other)), { ok: false }, 'another key');
  const [header = '', payload = ''] = [
    { alg: 'HS256', typ: 'JWT', kid: 'one' },
    { ...claims, exp: Math.floor(Date.now() / 1000) + 60 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', publicPem).update(`${header}.${payload}`).digest('base64url');
  t.match(await authenticate(`Bearer ${header}.${payload}.${signature}`), { ok: false }, 'the public key as a secret');
});
