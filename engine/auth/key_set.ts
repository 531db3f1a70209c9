import type { JwtHeader } from 'fast-jwt';
import type { TokenRules } from '../model/service.ts';
import { fetchKeys, type PublishedKey } from './published_keys.ts';
import type { Verify } from './verifier.ts';

/** The key host did not answer with keys: whether the key exists is not known. */
export class KeysUnavailable extends Error {}

/** Past this age, a token waits for the keys to be asked for anew: a withdrawn key is refused after as long. */
const freshMilliseconds = 60_000;

/** From this age on, the keys are asked for beside the requests, so that no request of a busy service waits. */
const refreshMilliseconds = 45_000;

/**
 * How long nobody asks after a question that brought no answer, or no key that a token needs: tokens with invented keys
 * do not flood the host. A new key is accepted after as long at most, whatever else arrives.
 */
const coolDownMilliseconds = 2_000;

export interface KeySetOptions {
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** Told about a host that does not answer and about keys that are passed over, once until it changes. */
  readonly tell?: (line: string) => void;
}

/**
 * A function from a token's header to what checks the token, by the keys that an authorization server publishes
 * (RFC 7517). It gives null for a key that is not published. One question to the host serves all tokens that wait for
 * it, and each answer replaces the whole set. While the host is down, the last keys stay.
 * @throws KeysUnavailable where the key is not known and the host does not answer.
 */
export function createKeySet(
  url: string,
  rules: TokenRules,
  { now = () => performance.now(), tell = () => {} }: KeySetOptions = {},
): (header: JwtHeader) => Promise<Verify | null> {
  let keys: readonly PublishedKey[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let inVainAt = Number.NEGATIVE_INFINITY;
  let failure: Error | null = null;
  let asking: Promise<void> | null = null;
  let told = '';

  const tellOnce = (line: string): void => {
    if (line !== '' && line !== told) tell(line);
    told = line;
  };
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetchKeys(url, rules);
      ({ keys } = answer);
      answeredAt = now();
      failure = null;
      tellOnce(answer.skipped.map((each) => `JWKS_URL: ${each}`).join('\n'));
    } catch (error) {
      failure = error as Error;
      inVainAt = now();
      tellOnce(`JWKS_URL: ${failure.message}`);
    } finally {
      asking = null;
    }
  };
  const mayAsk = () => asking !== null || now() - inVainAt >= coolDownMilliseconds;
  const question = (): Promise<void> => {
    asking ??= ask();
    return asking;
  };
  const find = ({ kid, alg }: JwtHeader): Verify | undefined =>
    keys.find((key) => key.kid === kid && key.algorithms.includes(alg))?.verify;

  const unknown = (): null => {
    if (failure !== null) throw new KeysUnavailable('the keys cannot be had', { cause: failure });
    return null;
  };

  return async (header) => {
    const known = find(header);
    if (known !== undefined) {
      const age = now() - answeredAt;
      if (age < refreshMilliseconds || !mayAsk()) return known;
      const answered = question();
      if (age < freshMilliseconds || failure !== null) return known;
      await answered;
      return find(header) ?? null;
    }
    if (!mayAsk()) return unknown();
    await question();
    const found = find(header);
    if (found !== undefined) return found;
    inVainAt = now();
    return unknown();
  };
}
