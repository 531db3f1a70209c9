import { createDecoder } from 'fast-jwt';
import { test } from 'tap';
import { createKeySet } from '../../engine/auth/key_set.ts';
import { service } from '../schema/model_of.ts';
import { keySet, openKeyHost, type SigningKey, signingKey } from './key_host.ts';

// Keys by JWKS, with rotation, and a host that may be down.

const decode = createDecoder({ complete: true });
const [one, two] = [signingKey('one'), signingKey('two')];
const second = 1000;

/** A key set on a clock that the test turns. */
function keysAt(url: string) {
  const clock = { now: 0 };
  const verifyOf = createKeySet(url, service.token, () => clock.now);
  const outcome = async (key: SigningKey): Promise<string> => {
    const token = key.sign({ sub: 'x' });
    try {
      const verify = await verifyOf((decode(token) as { readonly header: { alg: string } }).header);
      if (verify === null) return 'unknown';
      verify(token);
      return 'good';
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { clock, outcome };
}

test('the keys are asked for once a minute', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { clock, outcome } = keysAt(host.url);
  t.same(await Promise.all([outcome(one), outcome(one), outcome(one)]), ['good', 'good', 'good']);
  clock.now = 59 * second;
  t.equal(await outcome(one), 'good');
  t.equal(host.requests, 1);
  clock.now = 61 * second;
  t.equal(await outcome(one), 'good');
  t.equal(host.requests, 2);
});

test('a kid that is not known is asked for once, then not before the cool-down has passed', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { clock, outcome } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  t.equal(await outcome(two), 'unknown');
  t.equal(host.requests, 2);
  for (const kid of ['three', 'four', 'five']) t.equal(await outcome(signingKey(kid)), 'unknown');
  t.equal(host.requests, 2, 'within the cool-down');
  t.equal(await outcome(one), 'good', 'the known key is served meanwhile');
  clock.now = 11 * second;
  t.equal(await outcome(two), 'unknown');
  t.equal(host.requests, 3, 'past the cool-down');
});

test('strangers that come at once make us ask once', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk, two.jwk);
  const { outcome } = keysAt(host.url);
  const strangers = ['a', 'b', 'c', 'd', 'e'].map((kid) => signingKey(kid));
  t.same(new Set(await Promise.all(strangers.map(outcome))), new Set(['unknown']));
  t.equal(host.requests, 1);
  const other = keysAt(host.url);
  t.same(await Promise.all([one, two, one, two].map(other.outcome)), ['good', 'good', 'good', 'good']);
  t.equal(host.requests, 3, 'keys that are there are each asked for');
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
  clock.now = 61 * second;
  t.equal(await outcome(one), 'unknown');
  t.equal(await outcome(two), 'good');
});

test('while the host is down, the known keys hold, and others cannot be had', async (t) => {
  const host = await openKeyHost(t);
  host.answer = keySet(one.jwk);
  const { clock, outcome } = keysAt(host.url);
  t.equal(await outcome(one), 'good');
  const failures = [
    { status: 500, body: '{}' },
    { status: 200, body: 'no JSON' },
    { status: 200, body: '{}' },
    { status: 200, body: '{"keys":[]}' },
    null,
  ];
  for (const [index, failure] of failures.entries()) {
    host.answer = failure;
    clock.now += 3600 * second;
    t.equal(await outcome(one), 'good', `an hour later, ${JSON.stringify(failure)}`);
    const { requests } = host;
    t.equal(await outcome(two), 'the keys cannot be had');
    t.equal(await outcome(one), 'good');
    t.equal(host.requests, requests, `nobody asks a host that is down again at once (${index})`);
  }
  host.answer = keySet(one.jwk, two.jwk);
  clock.now += 11 * second;
  t.equal(await outcome(two), 'good', 'it is back');
});

test('a key that is not for tokens checks none', async (t) => {
  const host = await openKeyHost(t);
  const secret = { kty: 'oct', k: Buffer.from('a secret that everybody can read').toString('base64url') };
  const useless = [
    { ...one.jwk, use: 'enc' },
    { ...one.jwk, alg: 'RS384' },
    { ...secret, kid: 'one', alg: 'RS256' },
    { kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo', kid: 'one' },
    { kty: 'nonsense', kid: 'one' },
  ];
  for (const jwk of useless) {
    host.answer = keySet(jwk);
    t.equal(await keysAt(host.url).outcome(one), 'unknown', JSON.stringify(jwk));
  }
});
