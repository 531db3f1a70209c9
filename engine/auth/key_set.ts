import { createPublicKey } from 'node:crypto';
import type { JwtHeader } from 'fast-jwt';
import buildGetJwks from 'get-jwks';
import { LRUCache } from 'lru-cache';
import type { TokenRules } from '../definition/model.ts';
import { createVerify, type Verify } from './verifier.ts';

/** A key cannot be had: not that there is none. */
export class KeysUnavailable extends Error {}

/** How long a key is used before it is asked for again: one that is taken from the set is refused after as long. */
const freshMilliseconds = 60_000;

/** How long nobody asks again after an answer without the key, or none: strangers cannot make us flood the host. */
const coolDownMilliseconds = 10_000;

const timeoutMilliseconds = 3_000;

interface Known {
  readonly verify: Verify;
  readonly freshUntil: number;
}

/**
 * A function from a token's header to what checks it, by the keys that an authorization server publishes (RFC 7517);
 * null where it publishes none such. The keys that are known outlive a host that is down. Time is in milliseconds.
 * @throws KeysUnavailable where a key that is not known yet cannot be had.
 */
export function createKeySet(
  url: string,
  rules: TokenRules,
  now: () => number = () => performance.now(),
): (header: JwtHeader) => Promise<Verify | null> {
  const known = new LRUCache<string, Known>({ max: 100 });
  let asking: Promise<Verify | null> | null = null;
  let refuseUnknownUntil = 0;
  let downUntil = 0;

  async function ask(name: string, header: JwtHeader): Promise<Verify | null> {
    try {
      const verify = await fetchKey(url, header, rules);
      if (verify === null) {
        known.delete(name);
        refuseUnknownUntil = now() + coolDownMilliseconds;
      } else known.set(name, { verify, freshUntil: now() + freshMilliseconds });
      return verify;
    } catch (cause) {
      downUntil = now() + coolDownMilliseconds;
      const last = known.get(name);
      if (last === undefined) throw new KeysUnavailable('the keys cannot be had', { cause });
      return last.verify;
    } finally {
      asking = null;
    }
  }

  return async (header) => {
    const name = JSON.stringify([header.kid, header.alg]);
    for (;;) {
      const instant = now();
      const key = known.get(name);
      if (key !== undefined && (instant < key.freshUntil || instant < downUntil || asking !== null)) return key.verify;
      if (key === undefined && instant < refuseUnknownUntil) return null;
      if (key === undefined && instant < downUntil) throw new KeysUnavailable('the keys cannot be had');
      if (asking === null) {
        asking = ask(name, header);
        return asking;
      }
      // One question at a time: its answer may be ours too, or say that nobody should ask now.
      await asking.catch(() => {});
    }
  };
}

/** Throws where there is no answer, or one that is no key set. */
async function fetchKey(url: string, { kid, alg }: JwtHeader, rules: TokenRules): Promise<Verify | null> {
  const { origin, pathname, search } = new URL(url);
  // Its own cache forgets keys while a host is down, and asks for every kid anew; so each question has a fetcher.
  const { getJwk } = buildGetJwks({
    jwksPath: `${pathname}${search}`,
    fetchOptions: { signal: AbortSignal.timeout(timeoutMilliseconds) },
  });
  let jwk: Awaited<ReturnType<typeof getJwk>>;
  try {
    jwk = await getJwk({ domain: origin, kid, alg } as Parameters<typeof getJwk>[0]);
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'JWK_NOT_FOUND') return null;
    throw error;
  }
  if (jwk.use !== undefined && jwk.use !== 'sig') return null;
  try {
    return createVerify(createPublicKey({ key: jwk, format: 'jwk' }), rules);
  } catch {
    // A key of a type that is not for us: a token cannot be checked by it.
    return null;
  }
}
