import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createSigner } from 'fast-jwt';
import { test } from 'tap';
import { type Authentication, createAuthenticate } from '../../engine/auth/token.ts';

// Design section 6, token: nothing but a token that our key signed, that has not expired and that is valid already.

const secret = 'a secret of the tests, which is long enough for HS256';
const claims = { identity: 'identity_id', scope: 'scope' };
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const now = Math.floor(Date.now() / 1000);
const good = { identity_id: 7, scope: 'read:data', exp: now + 600 };

/** A token of any parts, signed as HS256 does it. */
function signed(header: unknown, payload: unknown, key = secret): string {
  const parts = [header, payload].map((part) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, createHmac('sha256', key).update(parts.join('.')).digest('base64url')].join('.');
}

const hs256 = { alg: 'HS256', typ: 'JWT' };

function reasonOf(authentication: Authentication): string | null {
  return authentication.ok ? null : `${authentication.reason.code}: ${authentication.reason.detail}`;
}

test('a token that holds', async (t) => {
  const authenticate = createAuthenticate({ kind: 'secret', secret }, claims);
  const tokens: readonly (readonly [payload: object, caller: object])[] = [
    [good, { identity: '7', subject: null, scopes: new Set(['read:data']) }],
    [
      { ...good, sub: 'kari' },
      { identity: '7', subject: 'kari' },
    ],
    [
      { ...good, identity_id: 'x', sub: 'kari' },
      { identity: null, subject: 'kari' },
    ],
    [{ ...good, scope: ' a  b ' }, { scopes: new Set(['a', 'b']) }],
    [{ ...good, scope: ['a', 'b'] }, { scopes: new Set(['a', 'b']) }],
    [{ ...good, scope: undefined }, { scopes: new Set() }],
    [{ ...good, nbf: now - 10 }, { identity: '7' }],
  ];
  for (const [payload, caller] of tokens) {
    const answer = await authenticate(`Bearer ${signed(hs256, payload)}`);
    t.match(answer, { ok: true, caller });
  }
  for (const header of [`bearer ${signed(hs256, good)}`, `BEARER   ${signed(hs256, good)}  `])
    t.ok((await authenticate(header)).ok, 'the scheme has no case');
  for (const algorithm of ['HS384', 'HS512'] as const)
    t.ok((await authenticate(`Bearer ${createSigner({ key: secret, algorithm })(good)}`)).ok, algorithm);
});

test('tokens that are none', async (t) => {
  const authenticate = createAuthenticate({ kind: 'secret', secret }, claims);
  const [head = '', body = '', signature = ''] = signed(hs256, good).split('.');
  const other = signed(hs256, { ...good, scope: 'manage:data' }).split('.')[1];
  const malformed = 'invalid_request: the Authorization header is not "Bearer <token>"';
  const noToken = /^invalid_token: the token is no JSON Web Token$/;
  const notSigned = /^invalid_token: the signature of the token does not hold$/;
  const rs256 = createSigner({ key: privateKey, algorithm: 'RS256' })(good);
  const attacks: Readonly<Record<string, readonly [authorization: string, reason: string | RegExp]>> = {
    'an empty header': ['', malformed],
    'another scheme': [`Basic ${Buffer.from('a:b').toString('base64')}`, malformed],
    'no scheme': [`${head}.${body}.${signature}`, malformed],
    'no token': ['Bearer', malformed],
    'no token after a space': ['Bearer ', malformed],
    'two tokens': [`Bearer ${head}.${body}.${signature}, Bearer ${head}.${body}.${signature}`, malformed],
    'a line break': [`Bearer ${head}.${body}.${signature}\nx`, malformed],
    'a letter that is no ASCII': ['Bearer å', malformed],
    garbage: ['Bearer garbage', noToken],
    dots: ['Bearer ..', /^invalid_token/],
    'two parts': [`Bearer ${head}.${body}`, noToken],
    'four parts': [`Bearer ${head}.${body}.${signature}.x`, /^invalid_token/],
    'five parts, as an encrypted token has': [`Bearer ${head}.x.x.x.x`, /^invalid_token/],
    'no signature': [`Bearer ${head}.${body}.`, /^invalid_token/],
    'alg none': [`Bearer ${signed({ alg: 'none' }, good).replace(/[^.]*$/, '')}`, /^invalid_token/],
    'alg none with a signature': [`Bearer ${signed({ alg: 'none' }, good)}`, /^invalid_token/],
    'alg None': [`Bearer ${signed({ alg: 'None' }, good)}`, /^invalid_token/],
    'no alg': [`Bearer ${signed({ typ: 'JWT' }, good)}`, /^invalid_token/],
    'alg null': [`Bearer ${signed({ alg: null }, good)}`, /^invalid_token/],
    'alg that is not what signed it': [`Bearer ${signed({ alg: 'HS512' }, good)}`, notSigned],
    'alg RS256, signed with HS256': [`Bearer ${signed({ alg: 'RS256' }, good)}`, /^invalid_token/],
    'alg RS256, signed by another key': [`Bearer ${rs256}`, /^invalid_token/],
    'another secret': [`Bearer ${signed(hs256, good, `${secret}!`)}`, notSigned],
    'an empty secret': [`Bearer ${signed(hs256, good, '')}`, notSigned],
    'another payload under the signature': [`Bearer ${head}.${other}.${signature}`, notSigned],
    'a signature cut short': [`Bearer ${head}.${body}.${signature.slice(0, -2)}`, notSigned],
    'a key in the header': [`Bearer ${signed({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } }, good, 'x')}`, notSigned],
    'a header that is no object': [`Bearer ${signed('"HS256"', good)}`, /^invalid_token/],
    'a header that is no JSON': [`Bearer ${signed('HS256', good)}`, noToken],
    'a payload that is no JSON': [`Bearer ${signed(hs256, 'x')}`, /^invalid_token/],
    'a payload that is no object': [`Bearer ${signed(hs256, '[1]')}`, /^invalid_token/],
    'a payload that is null': [`Bearer ${signed(hs256, 'null')}`, /^invalid_token/],
    expired: [`Bearer ${signed(hs256, { ...good, exp: now - 1 })}`, 'invalid_token: the token has expired'],
    'expired at the epoch': [`Bearer ${signed(hs256, { ...good, exp: 0 })}`, 'invalid_token: the token has expired'],
    'exp that is a text': [`Bearer ${signed(hs256, { ...good, exp: '9999999999' })}`, /^invalid_token/],
    'exp that is null': [`Bearer ${signed(hs256, { ...good, exp: null })}`, /^invalid_token/],
    'no exp': [
      `Bearer ${signed(hs256, { ...good, exp: undefined })}`,
      'invalid_token: the token never expires: the claim exp is missing',
    ],
    'not valid yet': [
      `Bearer ${signed(hs256, { ...good, nbf: now + 60 })}`,
      'invalid_token: the token is not valid yet',
    ],
    'nbf that is a text': [`Bearer ${signed(hs256, { ...good, nbf: '0' })}`, /^invalid_token/],
    nobody: [`Bearer ${signed(hs256, { exp: good.exp })}`, /^invalid_token: the token names nobody/],
    'a subject that is empty': [`Bearer ${signed(hs256, { exp: good.exp, sub: '' })}`, /names nobody/],
    'scopes that are no texts': [`Bearer ${signed(hs256, { ...good, scope: [1] })}`, /^invalid_token: the claim scope/],
    'a scope that is an object': [`Bearer ${signed(hs256, { ...good, scope: {} })}`, /^invalid_token: the claim scope/],
    'a token longer than any': [
      `Bearer ${signed(hs256, { ...good, pad: 'x'.repeat(8192) })}`,
      'invalid_request: the token is longer than 8192 characters',
    ],
  };
  t.equal(reasonOf(await authenticate(undefined)), 'null: the request carries no token');
  for (const [attack, [authorization, reason]] of Object.entries(attacks))
    t.match(reasonOf(await authenticate(authorization)), reason, attack);
});

test('the longest token that is read', async (t) => {
  const authenticate = createAuthenticate({ kind: 'secret', secret }, claims);
  const of = (pad: number) => signed(hs256, { ...good, pad: 'x'.repeat(pad) });
  const pad = Array.from({ length: 8192 }, (_, n) => n).find((n) => of(n).length >= 8191) ?? 0;
  t.ok(of(pad).length <= 8192 && of(pad + 2).length > 8192);
  t.ok((await authenticate(`Bearer ${of(pad)}`)).ok);
  t.notOk((await authenticate(`Bearer ${of(pad + 2)}`)).ok);
});

test('a token that was verified is not remembered past its end', async (t) => {
  const authenticate = createAuthenticate({ kind: 'secret', secret }, claims);
  const exp = Math.floor(Date.now() / 1000) + 2;
  const authorization = `Bearer ${signed(hs256, { ...good, exp })}`;
  t.ok((await authenticate(authorization)).ok);
  t.ok((await authenticate(authorization)).ok);
  await delay(exp * 1000 - Date.now() + 20);
  t.equal(reasonOf(await authenticate(authorization)), 'invalid_token: the token has expired');
});

test('keys from a key set', async (t) => {
  const jwk = { ...createPublicKey(publicKey).export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
  const issuer = createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  t.teardown(() => new Promise((resolve) => issuer.close(resolve)));
  const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}/keys`;
  const authenticate = createAuthenticate({ kind: 'jwks', url }, claims);
  const sign = (kid: string, key = privateKey) => createSigner({ key, algorithm: 'RS256', kid })(good);
  t.match(await authenticate(`Bearer ${sign('one')}`), { ok: true, caller: { identity: '7' } });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const attacks = {
    'an unknown key': sign('two'),
    'another key under its name': sign('one', stranger.export({ type: 'pkcs8', format: 'pem' }).toString()),
    // The public key is known to everybody: as a secret it must be worth nothing.
    'HS256 with the public key as secret': signed({ alg: 'HS256', kid: 'one' }, good, publicKey),
    'HS256 with the public key in another form': signed(
      { alg: 'HS256', kid: 'one' },
      good,
      createPublicKey(createPrivateKey(privateKey)).export({ type: 'pkcs1', format: 'pem' }).toString(),
    ),
    'alg none': `${signed({ alg: 'none', kid: 'one' }, good).replace(/[^.]*$/, '')}`,
    'a key set of its own': signed({ alg: 'HS256', jku: 'http://example.org/keys' }, good, 'x'),
  };
  for (const [attack, token] of Object.entries(attacks))
    t.match(reasonOf(await authenticate(`Bearer ${token}`)), /^invalid_token/, attack);
});
