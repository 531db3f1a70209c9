import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createDecoder } from 'fast-jwt';
import { test } from 'tap';
import { createKeySet } from '../../engine/auth/key_set.ts';
import { pacedMilliseconds } from '../pace.ts';
import { service } from '../schema/model_of.ts';
import { type HostAnswer, keySet, openKeyHost, type SigningKey, signingKey } from './key_host.ts';
import { forge } from './tokens.ts';

// Keys by JWKS, with rotation, and a host that may be down, slow, or not what it should be.

const decode = createDecoder({ complete: true });
const [one, two] = [signingKey('one'), signingKey('two')];
const second = 1000;

/** A key set on a clock that the test turns. */
function keysAt(url: string) {
  const clock = { now: 0 };
  const lines: string[] = [];
  const verifyOf = createKeySet(url, service.token, { now: () => clock.now, tell: (line) => lines.push(line) });
  const outcomeOf = async (token: string): Promise<string> => {
    try {
      const verify = await verifyOf((decode(token) as { readonly header: { alg: string } }).header);
      if (verify === null) return 'unknown';
      verify(token);
      return 'good';
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { clock, lines, outcomeOf, outcome: (key: SigningKey) => outcomeOf(key.sign({ sub: 'x' })) };
}

test('the keys are asked for anew beside the requests, and at the latest after a minute', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { clock, outcome } = keysAt(host.url);
  t.same(await Promise.all([outcome(one), outcome(one), outcome(one)]), ['good', 'good', 'good']);
  clock.now = 44 * second;
  t.equal(await outcome(one), 'good');
  t.equal(host.requests, 1);
  host.answer = keySet(two.jwk);
  clock.now = 46 * second;
  t.equal(await outcome(one), 'good', 'nobody waits for the question');
  t.equal(await outcome(two), 'good', 'who waits for it is served by its answer');
  t.equal(host.requests, 2);
  t.equal(await outcome(one), 'unknown');
  t.equal(host.requests, 3);
  host.answer = keySet(one.jwk);
  clock.now = 107 * second;
  t.same(await Promise.all([outcome(two), outcome(two)]), ['unknown', 'unknown'], 'a withdrawn key, after a minute');
  t.equal(host.requests, 4);
});

test('one answer gives all keys, to all who wait for it', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk, two.jwk);
  const { outcome } = keysAt(host.url);
  const strangers = ['a', 'b', 'c', 'd', 'e'].map((kid) => ({ ...one, sign: () => one.signWith({ kid }, {}) }));
  const tried = await Promise.all([...strangers, one, two, one].map(outcome));
  t.same(tried, [...strangers.map(() => 'unknown'), 'good', 'good', 'good']);
  t.equal(host.requests, 1);
});

test('a thousand tokens of unknown keys stand in the way of no other', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { clock, outcome, outcomeOf } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  clock.now += 3 * second;
  const flood = () =>
    Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        outcomeOf(forge({ alg: 'RS256', kid: `${clock.now} ${index}` }, {}, 'guessed')),
      ),
    );
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  host.answer = { ...keySet(one.jwk), until: asked };
  let isAnswered = false;
  const flooded = flood().finally(() => {
    isAnswered = true;
  });
  t.equal(await outcome(one), 'good');
  t.notOk(isAnswered, 'a known key does not wait for the question that the others made');
  answer();
  t.same(new Set(await flooded), new Set(['unknown']));
  t.equal(host.requests, 2);
  host.answer = keySet(one.jwk, two.jwk);
  t.equal(await outcome(two), 'unknown', 'the host rests');
  for (let step = 1; step <= 4; step += 1) {
    clock.now += second / 2;
    await flood();
  }
  t.equal(host.requests, 3, 'one question in two seconds');
  t.equal(await outcome(two), 'good', 'the new key is there after two seconds, under the flood');
  t.equal(host.requests, 3);
});

test('a key that is published after the last question is asked for at once', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { outcome } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  host.answer = keySet(one.jwk, two.jwk);
  t.equal(await outcome(two), 'good');
  t.equal(host.requests, 2);
});

test('a new key is taken up, and a withdrawn one refused, without a restart', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { clock, outcome } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  host.answer = keySet(one.jwk, two.jwk);
  t.equal(await outcome(two), 'good', 'at once');
  t.equal(await outcome(one), 'good');
  host.answer = keySet(two.jwk);
  clock.now = 63 * second;
  t.equal(await outcome(one), 'unknown');
  t.equal(await outcome(two), 'good');
});

const elsewhere = { location: 'http://127.0.0.1:9/keys' };
const failures: readonly (readonly [name: string, answer: HostAnswer | null, line: RegExp])[] = [
  ['an error', { status: 500, body: '{}' }, /the host answers 500$/],
  ['no JSON', { status: 200, body: 'no JSON' }, /is not JSON/],
  ['no set', { status: 200, body: '{}' }, /expected \{"keys": \[\.\.\.\]\}/],
  ['an array', { status: 200, body: '[]' }, /expected \{"keys": \[\.\.\.\]\}/],
  ['keys that are none', { status: 200, body: '{"keys":{"length":1}}' }, /expected \{"keys": \[\.\.\.\]\}/],
  ['an empty set', { status: 200, body: '{"keys":[]}' }, /expected \{"keys": \[\.\.\.\]\}/],
  ['a redirect', { status: 302, body: '', headers: elsewhere }, /redirects are not followed, so set JWKS_URL/],
  ['a kept redirect', { status: 308, body: '', headers: elsewhere }, /redirects are not followed, so set JWKS_URL/],
  ['10 MB', { status: 200, body: ' '.repeat(10_000_000) + keySet(one.jwk).body }, /more than 1048576 bytes/],
  [
    '10 MB in 10 kB',
    {
      status: 200,
      body: gzipSync(' '.repeat(10_000_000) + keySet(one.jwk).body) as unknown as string,
      headers: { 'content-encoding': 'gzip' },
    },
    /more than 1048576 bytes/,
  ],
];

for (const [name, failure, line] of failures) {
  test(`a host that answers ${name}: the known keys hold, others are unavailable`, async (t) => {
    const host = await openKeyHost(t);
    host.answer = keySet(one.jwk);
    const { clock, lines, outcome } = keysAt(host.url);
    t.equal(await outcome(one), 'good');
    host.answer = failure;
    clock.now = 3600 * second;
    t.equal(await outcome(one), 'good', 'an hour later');
    t.equal(host.requests, 2);
    t.equal(await outcome(two), 'the host does not answer with keys');
    t.equal(await outcome(one), 'good');
    t.equal(host.requests, 2, 'nobody asks again at once');
    clock.now += 2 * second;
    t.equal(await outcome(two), 'the host does not answer with keys');
    t.equal(host.requests, 3);
    t.equal(lines.length, 1, 'the operator is told once');
    t.match(lines[0], line);
    host.answer = keySet(one.jwk, two.jwk);
    clock.now += 2 * second;
    t.equal(await outcome(two), 'good', 'it is back');
    t.equal(keysAt(host.url).lines.length, 0);
  });
}

test('a host that is slow or silent is waited for three seconds, by nobody whose key is known', async (t) => {
  const slow = await openKeyHost(t);
  const gone = await openKeyHost(t);
  slow.answer = gone.answer = keySet(one.jwk);
  const tried = [slow, gone].map((host) => ({ host, keys: keysAt(host.url) }));
  for (const { keys } of tried) t.equal(await keys.outcome(one), 'good');
  slow.answer = { ...keySet(one.jwk, two.jwk), milliseconds: 20 * second };
  gone.answer = null;
  await Promise.all(
    tried.map(async ({ host, keys: { clock, lines, outcome } }) => {
      clock.now = 50 * second;
      const told = pacedMilliseconds(async () => {
        const answers = await Promise.all([outcome(two), outcome(two)]);
        t.same(answers, ['the host does not answer with keys', 'the host does not answer with keys']);
      });
      const known = await pacedMilliseconds(async () => t.equal(await outcome(one), 'good'));
      t.ok(known < second, `${known} ms`);
      t.ok((await told) < 4 * second, 'three seconds');
      t.same(lines, ['JWKS_URL: the host took longer than 3 seconds']);
      clock.now = 3600 * second;
      const down = await pacedMilliseconds(async () => t.equal(await outcome(one), 'good', 'an hour later'));
      t.ok(down < second, 'while the host is known to be down, nobody waits');
      t.ok(host.requests <= 3);
    }),
  );
});

test('the scheme of the host in capitals', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  t.equal(await keysAt(host.url.replace('http', 'HTTP')).outcome(one), 'good');
});

test('a host that is not there', async (t) => {
  const { lines, outcome } = keysAt('http://127.0.0.1:9/keys');
  t.equal(await outcome(one), 'the host does not answer with keys');
  t.match(lines, [/^JWKS_URL: the host cannot be asked: .+/]);
});

const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
const secret = { kty: 'oct', k: Buffer.from('a secret that everybody can read').toString('base64url') };
const useless: readonly (readonly [jwk: unknown, line: RegExp])[] = [
  [{ ...one.jwk, use: 'enc' }, /"one" is skipped: its use is not sig/],
  [{ ...one.jwk, key_ops: ['encrypt'] }, /key_ops lacks verify/],
  [{ ...one.jwk, key_ops: 'verify' }, /key_ops lacks verify/],
  [{ ...one.jwk, alg: 'ES256' }, /its alg does not belong to its kty/],
  [{ ...one.jwk, alg: 'RSA-OAEP' }, /its alg does not belong to its kty/],
  [{ ...one.jwk, kid: 7 }, /"at 0" is skipped: its kid is not a string/],
  [{ ...secret, kid: 'one', alg: 'RS256' }, /its kty is not RSA, EC or OKP/],
  [{ kty: 'nonsense', kid: 'one' }, /its kty/],
  [{ kty: 'RSA', kid: 'one' }, /skipped: .+/],
  [{ ...weak, kid: 'one' }, /2048 bits/],
  [
    { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo', kid: 'one' },
    /RSA, EC .* or Ed25519/,
  ],
  [null, /"at 0" is skipped: it is not a JSON object/],
  ['one', /it is not a JSON object/],
  [[], /it is not a JSON object/],
];

test('a key that is not for tokens checks none, and leaves the others of its set alone', async (t) => {
  const host = await openKeyHost(t);
  for (const [jwk, line] of useless) {
    host.answer = keySet(jwk, two.jwk);
    const { clock, lines, outcome } = keysAt(host.url);
    t.equal(await outcome(one), 'unknown', JSON.stringify(jwk));
    t.equal(await outcome(two), 'good', JSON.stringify(jwk));
    clock.now = 61 * second;
    t.equal(await outcome(two), 'good');
    t.match(lines, [line], 'the operator is told once');
  }
});

test('a key checks the algorithm that it names, or those of its type', async (t) => {
  const host = await openKeyHost(t);
  const claims = { exp: Math.floor(Date.now() / 1000) + 600 };
  const ofRs384 = one.signWith({ typ: 'at+jwt', alg: 'RS384' }, claims);
  host.answer = keySet({ ...one.jwk, alg: 'RS384' });
  t.equal(await keysAt(host.url).outcome(one), 'unknown');
  host.answer = keySet({ ...one.jwk, alg: undefined });
  const { outcome, outcomeOf } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  t.match(await outcomeOf(ofRs384), /signature/, 'the algorithm is tried');
  // One kid for two keys of different types (RFC 7517, 4.5).
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  host.answer = keySet({ ...publicKey.export({ format: 'jwk' }), kid: 'one' }, one.jwk);
  t.equal(await keysAt(host.url).outcome(one), 'good');
});

test('of a set, a hundred keys are read', async (t) => {
  const host = await openKeyHost(t);
  const others = Array.from({ length: 99 }, (_, index) => ({ ...two.jwk, kid: `other ${index}` }));
  host.answer = keySet(...others, one.jwk);
  const { lines, outcome } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  t.same(lines, []);
  host.answer = keySet(...others, two.jwk, one.jwk);
  const more = keysAt(host.url);
  t.equal(await more.outcome(two), 'good');
  t.equal(await more.outcome(one), 'unknown');
  t.match(more.lines, [/after the first 100/]);
});
