import { createPublicKey } from 'node:crypto';
import type { TokenRules } from '../model/service.ts';
import { readJsonText } from '../vocabulary/value/json_text.ts';
import { algorithmsOf, createVerify, type Verify } from './verifier.ts';

/** A key of a set, and the function that verifies tokens with it. */
export interface PublishedKey {
  readonly kid: string | undefined;
  readonly algorithms: readonly string[];
  readonly verify: Verify;
}

interface Answer {
  readonly keys: readonly PublishedKey[];
  /** A line for each key that is skipped. */
  readonly skipped: readonly string[];
}

/** Covers the whole response, with its body. */
const timeoutMilliseconds = 3_000;
const mostBytes = 1_048_576;
const mostKeys = 100;

/**
 * Fetches the keys that a host publishes (RFC 7517). A redirect is a failure: only the host of the URL counts.
 * @throws Error with the reason when the answer is not a key set.
 */
export async function fetchKeys(url: string, rules: TokenRules): Promise<Answer> {
  const { keys } = readObject(await fetchText(url));
  if (!Array.isArray(keys) || keys.length === 0) throw new Error('the answer has no keys; expected {"keys": [...]}');
  const skipped: string[] = [];
  const usable = keys.slice(0, mostKeys).flatMap((jwk: unknown, index): PublishedKey[] => {
    try {
      return [readKey(jwk, rules)];
    } catch (error) {
      skipped.push(`the key ${nameOf(jwk, index)} is skipped: ${(error as Error).message}`);
      return [];
    }
  });
  if (keys.length > mostKeys) skipped.push(`the keys after the first ${mostKeys} are skipped`);
  return { keys: usable, skipped };
}

async function fetchText(url: string): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
    if (response.status !== 200) {
      await response.body?.cancel();
      const isRedirect = response.status >= 300 && response.status < 400;
      const hint = isRedirect ? '; redirects are not followed, so set JWKS_URL to where the keys are' : '';
      throw new Error(`the host answers ${response.status}${hint}`);
    }
    return await readBody(response);
  } catch (error) {
    if (signal.aborted) throw new Error(`the host took longer than ${timeoutMilliseconds / 1000} seconds`);
    // What fetch throws says why in its cause alone.
    const { message, cause } = error as Error;
    throw new Error(cause instanceof Error ? `the host cannot be asked: ${cause.message}` : message);
  }
}

/** Leaving the loop cancels the response, so nothing beyond the limit is received. */
async function readBody({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readObject(text: string): { readonly keys?: unknown } {
  let value: unknown;
  try {
    value = readJsonText(text);
  } catch {
    throw new Error('the answer is not JSON');
  }
  return isObject(value) ? value : {};
}

/** @throws Error for a key by which no token of ours may be checked. */
function readKey(jwk: unknown, rules: TokenRules): PublishedKey {
  if (!isObject(jwk)) throw new Error('it is not a JSON object');
  const { kid, kty, use, key_ops: operations, alg } = jwk;
  if (kid !== undefined && typeof kid !== 'string') throw new Error('its kid is not a string');
  if (!publicTypes.has(kty)) throw new Error('its kty is not RSA, EC or OKP');
  if (use !== undefined && use !== 'sig') throw new Error('its use is not sig');
  if (operations !== undefined && !(Array.isArray(operations) && operations.includes('verify')))
    throw new Error('its key_ops lacks verify');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const algorithms = algorithmsOf(key).filter((each) => alg === undefined || alg === each);
  if (algorithms.length === 0) throw new Error('its alg does not belong to its kty');
  return { kid, algorithms, verify: createVerify(key, rules, algorithms) };
}

const publicTypes: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP']);

function nameOf(jwk: unknown, index: number): string {
  const kid = isObject(jwk) && typeof jwk.kid === 'string' ? jwk.kid : `at ${index}`;
  return JSON.stringify(kid.slice(0, 80));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
