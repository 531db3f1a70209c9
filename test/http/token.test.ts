import type { Test } from 'tap';
import { test } from 'tap';
import type { KeySource } from '../../engine/auth/token.ts';
import { keySet, openKeyHost, signingKey } from '../auth/key_host.ts';
import { forge } from '../auth/tokens.ts';
import { service } from '../schema/model_of.ts';
import { checkRefusal } from './refusal.ts';
import { secret, serveNotes, type TestService } from './service.ts';

// Tokens (RFC 6750, 8725 and 9068): nothing gets in but a token that our key signed, that is meant for
// us and that is valid now. Every attack is made on a service of each kind of key.

const now = Math.floor(Date.now() / 1000);
const good = { iss: 'https://issuer.example', aud: 'register', identity_id: 7, scope: 'read:data', exp: now + 600 };
const [own, stranger] = [signingKey('one'), signingKey('one')];
const publicPem = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const publicPkcs1 = own.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();

/** A service that asks for an issuer, an audience and a type. */
function serviceOf(t: Test, keys: KeySource): Promise<TestService> {
  const token = { ...service.token, issuer: good.iss, audiences: ['register', 'test'], type: 'at+jwt' };
  return serveNotes(t, { token }, keys);
}

type Attack = readonly [name: string, authorization: string, reason: RegExp];

const [noBearer, noToken, badSignature] = [
  /not 'Bearer <token>'/,
  /the token is not a JSON Web Token/,
  /the signature of the token is not valid/,
];
const anyReason = /error="invalid_token", error_description="[^"]+"/;

/** What is sent to every service; `sign` makes tokens that are good but for what is in them. */
function attacksOn(sign: (claims: object, header?: object) => string, kind: KeySource['kind']): readonly Attack[] {
  const token = sign(good);
  const [head = '', body = '', signature = ''] = token.split('.');
  const richer = sign({ ...good, scope: 'manage:data' }).split('.')[1];
  const attacker = { jwk: stranger.jwk, jku: 'https://attacker.example/keys', x5u: 'https://attacker.example/cert' };
  const hs256 = { alg: 'HS256', typ: 'at+jwt', kid: 'one' };
  const bearer = (...attacks: readonly (readonly [string, string, RegExp])[]): readonly Attack[] =>
    attacks.map(([name, text, reason]) => [name, `Bearer ${text}`, reason]);
  const without = (claim: keyof typeof good) => ({ ...good, [claim]: undefined });
  return [
    ['an empty header', '', noBearer],
    ['another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`, noBearer],
    ['no scheme', token, noBearer],
    ['no token', 'Bearer', noBearer],
    ['no token after a space', 'Bearer ', noBearer],
    ['two tokens', `Bearer ${token}, Bearer ${token}`, noBearer],
    ['two tokens, one of them bad', `Bearer ${token}, Bearer x`, noBearer],
    ...bearer(
      ['a letter that is no ASCII', 'å', noBearer],
      ['a token longer than any', `${token}${'x'.repeat(8192)}`, /longer than 8192 characters/],
      ['garbage', 'garbage', noToken],
      ['dots', '..', anyReason],
      ['two parts', `${head}.${body}`, noToken],
      ['four parts', `${token}.x`, anyReason],
      ['five parts, as an encrypted token has', `${head}.x.x.x.x`, anyReason],
      ['no signature', `${head}.${body}.`, anyReason],
      ['a signature cut short', token.slice(0, -4), badSignature],
      ['another payload under the signature', `${head}.${richer}.${signature}`, badSignature],
      ['alg none', `${forge({ ...hs256, alg: 'none' }, good, 'x').replace(/[^.]*$/, '')}`, anyReason],
      ['alg none with a signature', forge({ ...hs256, alg: 'none' }, good, secret), badSignature],
      ['alg nOnE', `${forge({ ...hs256, alg: 'nOnE' }, good, 'x').replace(/[^.]*$/, '')}`, anyReason],
      ['no alg', forge({ typ: 'at+jwt', kid: 'one' }, good, secret), anyReason],
      ['alg null', forge({ ...hs256, alg: null }, good, secret), anyReason],
      ['alg that is a list', forge({ ...hs256, alg: ['HS256'] }, good, secret), anyReason],
      ['alg that nobody knows', forge({ ...hs256, alg: 'XX256' }, good, secret), badSignature],
      ['alg HS512 over a signature of HS256', forge({ ...hs256, alg: 'HS512' }, good, secret), badSignature],
      ['alg RS256 over a signature of HS256', forge({ ...hs256, alg: 'RS256' }, good, secret), badSignature],
      ['alg ES256 over a signature of HS256', forge({ ...hs256, alg: 'ES256' }, good, secret), badSignature],
      ['another secret', forge(hs256, good, `${secret}!`), badSignature],
      ['an empty secret', forge(hs256, good, ''), badSignature],
      // The public key is known to everybody: as a secret it must be worth nothing.
      ['the public key as a secret', forge(hs256, good, publicPem), badSignature],
      ['the public key without its last line end', forge(hs256, good, publicPem.trim()), badSignature],
      ['the public key in another form', forge(hs256, good, publicPkcs1), badSignature],
      ['the public key as JSON', forge(hs256, good, JSON.stringify(own.jwk)), badSignature],
      ['another key under our name', stranger.sign(good), badSignature],
      ['a key in the header', forge({ ...hs256, ...attacker }, good, 'x'), badSignature],
      ['a secret in the header', forge({ ...hs256, jwk: { kty: 'oct', k: 'eA' } }, good, 'x'), badSignature],
      ['a kid that is a path', forge({ ...hs256, kid: '../../../../dev/null' }, good, ''), badSignature],
      ['a kid that is SQL', forge({ ...hs256, kid: "x' union select 'x" }, good, 'x'), badSignature],
      ['a kid that is a URL', forge({ ...hs256, kid: 'https://attacker.example/' }, good, 'x'), badSignature],
      ['a kid that is an object', forge({ ...hs256, kid: { toString: 'one' } }, good, 'x'), badSignature],
      ['a kid of every object', forge({ ...hs256, kid: '__proto__' }, good, 'x'), badSignature],
      ['an extension that must be understood', sign(good, { crit: ['b64'], b64: false }), anyReason],
      ['a header that is a text', forge('"HS256"', good, secret), anyReason],
      ['a header that is null', forge('null', good, secret), anyReason],
      ['a header that is no JSON', forge('HS256', good, secret), noToken],
      ['a payload that is no JSON', forge(hs256, 'x', secret), anyReason],
      ['a payload that is a list', forge(hs256, '[1]', secret), anyReason],
      ['a payload that is null', forge(hs256, 'null', secret), anyReason],
      ['expired', sign({ ...good, exp: now - 1 }), /the token has expired/],
      ['expired at the epoch', sign({ ...good, exp: 0 }), /the token has expired/],
      ['exp that is a text', sign({ ...good, exp: '9999999999' }), /the claim exp has a value/],
      ['exp that is null', sign({ ...good, exp: null }), /the claim exp has a value/],
      ['no exp', sign(without('exp')), /never expires: the claim exp is missing/],
      ['not valid yet', sign({ ...good, nbf: now + 3600 }), /the token is not valid yet/],
      ['nbf that is a text', sign({ ...good, nbf: '0' }), /the claim nbf has a value/],
      ['no issuer', sign(without('iss')), /the claim iss is missing/],
      ['another issuer', sign({ ...good, iss: 'https://issuer.example/' }), /the claim iss has a value/],
      ['an issuer that is a list', sign({ ...good, iss: [good.iss] }), /the claim iss has a value/],
      ['no audience', sign(without('aud')), /the claim aud is missing/],
      ['another audience', sign({ ...good, aud: 'other' }), /the claim aud has a value/],
      ['audiences without ours', sign({ ...good, aud: ['other', 'regist'] }), /the claim aud has a value/],
      ['an audience that is a number', sign({ ...good, aud: 1 }), /the claim aud has a value/],
      ['no type', sign(good, { typ: undefined }), /has a type that/],
      ['an ID token', sign(good, { typ: 'JWT' }), /has a type that/],
      ['a type that is an object', sign(good, { typ: {} }), /has a type that/],
      ['nobody', sign(without('identity_id')), /the token has no identity/],
      ['a subject that is empty', sign({ ...without('identity_id'), sub: '' }), /the token has no identity/],
      ['a subject that is a number', sign({ ...without('identity_id'), sub: 7 }), /the token has no identity/],
      ['scopes that are no texts', sign({ ...good, scope: [1] }), /the claim scope must be/],
      ['a scope that is an object', sign({ ...good, scope: {} }), /the claim scope must be/],
      ['a role that is a list', sign({ ...good, role: ['a'] }), /the claim role must be a string/],
      ...(kind === 'secret'
        ? ([['a good signature of RS256', own.sign(good), badSignature]] as const)
        : ([['a good signature of HS256', forge(hs256, good, secret), badSignature]] as const)),
      ...(kind === 'jwks'
        ? ([['a kid that is not published', sign(good, { kid: 'two' }), badSignature]] as const)
        : []),
    ),
  ];
}

/** RS256 by our own key, with any header. */
function rs256(claims: object, header: object = {}): string {
  return own.signWith({ typ: 'at+jwt', ...header }, claims);
}

const kinds: Readonly<Record<KeySource['kind'], (claims: object, header?: object) => string>> = {
  secret: (claims, header = {}) => forge({ alg: 'HS256', typ: 'at+jwt', ...header }, claims, secret),
  public_key: rs256,
  jwks: rs256,
};

async function keysOf(t: Test, kind: KeySource['kind']): Promise<KeySource> {
  if (kind === 'secret') return { kind, secret };
  if (kind === 'public_key') return { kind, pem: publicPem };
  const host = await openKeyHost(t);
  host.answer = keySet(own.jwk);
  return { kind, url: host.url };
}

for (const [kind, sign] of Object.entries(kinds) as [KeySource['kind'], typeof rs256][]) {
  test(`attacks on a service with keys of the kind ${kind}`, async (t) => {
    const served = await serviceOf(t, await keysOf(t, kind));
    const status = async (authorization: string) =>
      (await served.ask('GET', '/note', { token: null, headers: { authorization } })).status;
    t.equal(await status(`Bearer ${sign(good)}`), 200);
    t.equal(await status(`Bearer ${sign({ ...good, aud: ['other', 'test'] })}`), 200, 'one audience of several');
    t.equal(await status(`Bearer ${sign(good, { typ: 'application/AT+JWT' })}`), 200, 'the longer name of the type');
    for (const [name, authorization, reason] of attacksOn(sign, kind)) {
      await t.test(name, async (t) => {
        const answer = await served.ask('GET', '/note', { token: null, headers: { authorization } });
        checkRefusal(t, answer, { code: 'unauthenticated', headers: { 'www-authenticate': reason } });
        t.match(
          answer.headers['www-authenticate'],
          /^Bearer error="invalid_(request|token)", error_description="[^"]+"$/,
        );
        t.notMatch(answer.text, /[HREP]S\d{3}|kid|PEM|BEGIN|attacker|secret|node_modules/, 'no hint about keys');
      });
    }
    t.equal(await status(`Bearer ${sign(good)}`), 200, 'a good token is still good');
  });
}

test('where the host does not answer with keys, a token is not called bad', async (t) => {
  const host = await openKeyHost(t);
  host.answer = { status: 500, body: '' };
  const served = await serviceOf(t, { kind: 'jwks', url: host.url });
  const answer = await served.ask('GET', '/note', { token: rs256(good) });
  checkRefusal(t, answer, { code: 'keys_unavailable', headers: { 'retry-after': '5' } });
});
