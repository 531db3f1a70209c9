import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createSigner } from 'fast-jwt';
import { test } from 'tap';
import { type Authentication, createAuthenticate } from '../../engine/auth/token.ts';
import { service } from '../schema/model_of.ts';
import { forge } from './tokens.ts';

// Who the caller is that a good token names. The attacks are in test/http/token.test.ts.

const secret = 'a secret of the tests, which is long enough for HS256';
const now = Math.floor(Date.now() / 1000);
const good = { identity_id: 7, scope: 'read:data', exp: now + 600 };
const hs256 = { alg: 'HS256', typ: 'JWT' };

function signed(payload: object): string {
  return forge(hs256, payload, secret);
}

function reasonOf(authentication: Authentication): string | null {
  return authentication.ok ? null : `${authentication.reason.code}: ${authentication.reason.detail}`;
}

test('the caller that a token names', async (t) => {
  const others = new Map([
    ['party_id', 'party_id'],
    ['tenant', 'https://example.org/tenant'],
  ]);
  const authenticate = createAuthenticate(
    { kind: 'secret', secret },
    { ...service, claims: { ...service.claims, others } },
  );
  const nobodyElse = { subject: null, scopes: new Set(['read:data']), role: null, claims: new Map() };
  const tokens: readonly (readonly [payload: object, caller: object])[] = [
    [good, { identity: '7', ...nobodyElse }],
    [
      { ...good, sub: 'kari' },
      { ...nobodyElse, identity: '7', subject: 'kari' },
    ],
    [
      { ...good, identity_id: '007' },
      { ...nobodyElse, identity: '007' },
    ],
    [
      { ...good, identity_id: 'x', sub: 'kari' },
      { ...nobodyElse, identity: null, subject: 'kari' },
    ],
    [
      { ...good, identity_id: -1, sub: 'kari' },
      { ...nobodyElse, identity: null, subject: 'kari' },
    ],
    [
      { ...good, identity_id: 2 ** 53, sub: 'kari' },
      { ...nobodyElse, identity: null, subject: 'kari' },
    ],
    [
      { ...good, scope: ' a  b ' },
      { ...nobodyElse, identity: '7', scopes: new Set(['a', 'b']) },
    ],
    [
      { ...good, scope: ['a', 'b'] },
      { ...nobodyElse, identity: '7', scopes: new Set(['a', 'b']) },
    ],
    [
      { ...good, scope: undefined },
      { ...nobodyElse, identity: '7', scopes: new Set() },
    ],
    [
      { ...good, nbf: now - 10 },
      { ...nobodyElse, identity: '7' },
    ],
    [
      { ...good, role: 'operator' },
      { ...nobodyElse, identity: '7', role: 'operator' },
    ],
    [
      { ...good, role: null, party_id: null },
      { ...nobodyElse, identity: '7' },
    ],
    [
      { ...good, party_id: 12, 'https://example.org/tenant': true, tenant: 'not this' },
      {
        ...nobodyElse,
        identity: '7',
        claims: new Map([
          ['party_id', '12'],
          ['tenant', 'true'],
        ]),
      },
    ],
  ];
  for (const [payload, caller] of tokens)
    t.strictSame(await authenticate(`Bearer ${signed(payload)}`), { ok: true, caller }, JSON.stringify(payload));
  for (const header of [`bearer ${signed(good)}`, `BEARER   ${signed(good)}  `])
    t.ok((await authenticate(header)).ok, 'the scheme has no case');
});

test('a key takes each algorithm of its type', async (t) => {
  const pairs = {
    rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    p256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    p384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    p521: () => generateKeyPairSync('ec', { namedCurve: 'P-521' }),
    ed25519: () => generateKeyPairSync('ed25519'),
  };
  const algorithms = {
    rsa: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
    p256: ['ES256'],
    p384: ['ES384'],
    p521: ['ES512'],
    ed25519: ['EdDSA'],
  } as const;
  for (const type of Object.keys(pairs) as (keyof typeof pairs)[]) {
    const { publicKey, privateKey } = pairs[type]();
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const authenticate = createAuthenticate({ kind: 'public_key', pem }, service);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const algorithm of algorithms[type])
      t.ok((await authenticate(`Bearer ${createSigner({ key, algorithm })(good)}`)).ok, algorithm);
  }
  const authenticate = createAuthenticate({ kind: 'secret', secret }, service);
  for (const algorithm of ['HS256', 'HS384', 'HS512'] as const)
    t.ok((await authenticate(`Bearer ${createSigner({ key: secret, algorithm })(good)}`)).ok, algorithm);
  const x25519 = generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  t.throws(() => createAuthenticate({ kind: 'public_key', pem: x25519 }, service), /RSA, EC .* or Ed25519/);
});

test('the longest token that is read', async (t) => {
  const authenticate = createAuthenticate({ kind: 'secret', secret }, service);
  const of = (pad: number) => signed({ ...good, pad: 'x'.repeat(pad) });
  const pad = Array.from({ length: 8192 }, (_, n) => n).find((n) => of(n).length >= 8191) ?? 0;
  t.ok(of(pad).length <= 8192 && of(pad + 2).length > 8192);
  t.ok((await authenticate(`Bearer ${of(pad)}`)).ok);
  t.notOk((await authenticate(`Bearer ${of(pad + 2)}`)).ok);
});

test('a clock may differ by the tolerance, and by no more', async (t) => {
  const authenticate = createAuthenticate(
    { kind: 'secret', secret },
    { ...service, token: { ...service.token, clockToleranceSeconds: 60 } },
  );
  const seconds = Math.floor(Date.now() / 1000);
  const cases: readonly (readonly [claims: object, reason: RegExp | null])[] = [
    [{ exp: seconds - 50 }, null],
    [{ exp: seconds - 62 }, /expired/],
    [{ nbf: seconds + 50 }, null],
    [{ nbf: seconds + 70 }, /not valid yet/],
  ];
  for (const [claims, reason] of cases) {
    const said = reasonOf(await authenticate(`Bearer ${signed({ ...good, ...claims })}`));
    if (reason === null) t.equal(said, null, JSON.stringify(claims));
    else t.match(said, reason, JSON.stringify(claims));
  }
});

test('a token that was verified is not remembered past its end', async (t) => {
  const authenticate = createAuthenticate({ kind: 'secret', secret }, service);
  for (;;) {
    const exp = Math.floor(Date.now() / 1000) + 2;
    const authorization = `Bearer ${signed({ ...good, exp })}`;
    const verified = [await authenticate(authorization), await authenticate(authorization)];
    // A machine that stood still meanwhile has seen it end.
    if (Date.now() >= exp * 1000) continue;
    t.match(verified, [{ ok: true }, { ok: true }]);
    await delay(exp * 1000 - Date.now() + 20);
    t.equal(reasonOf(await authenticate(authorization)), 'invalid_token: the token has expired');
    break;
  }
});
