import type { JwtHeader } from 'fast-jwt';
import type { TokenRules } from '../model/service.ts';
import { fetchKeys, type PublishedKey } from './published_keys.ts';
import type { Verify } from './verifier.ts';

/** The key host did not answer with keys, so nobody knows whether the key exists. */
export class KeysUnavailable extends Error {}

/** Above this age, a token waits until the keys are fetched again. A withdrawn key is refused after this time. */
const freshMilliseconds = 60_000;

/** From this age on, the keys are fetched in the background, so that no request of a busy service waits. */
const refreshMilliseconds = 45_000;

/**
 * The pause after a request to the host that brought no answer, or not the key that a token needs. So tokens with
 * invented keys do not flood the host. A new key is accepted after this pause at most.
 */
const coolDownMilliseconds = 2_000;

export interface KeySetOptions {
  /** A clock in milliseconds. */
  readonly now?: () => number;
  /** Gets a line when the host does not answer or a key is skipped; the same line only once. */
  readonly tell?: (line: string) => void;
}

/**
 * A function from the header of a token to the function that verifies it, with the keys that an authorization server
 * publishes (RFC 7517). It returns null for a key that is not published. One request to the host serves all tokens that
 * wait for it. Each answer replaces the whole set. While the host is down, the last keys stay.
 * @throws KeysUnavailable when the key is unknown and the host does not answer.
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
    if (failure !== null) throw new KeysUnavailable('the host does not answer with keys', { cause: failure });
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
