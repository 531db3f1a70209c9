import { createPublicKey, createSecretKey } from 'node:crypto';
import { createDecoder, type JwtHeader, TokenError } from 'fast-jwt';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../access/principal.ts';
import type { Service, TokenRules } from '../model/service.ts';
import { readCaller } from './claims.ts';
import { createKeySet, KeysUnavailable } from './key_set.ts';
import { createVerify, type Verify } from './verifier.ts';

/** Where the keys that sign tokens come from. */
export type KeySource =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'public_key'; readonly pem: string }
  | { readonly kind: 'jwks'; readonly url: string };

export type Authentication =
  | { readonly ok: true; readonly caller: Principal }
  | { readonly ok: false; readonly reason: TokenFault };

export interface TokenFault {
  /**
   * Error codes of RFC 6750 section 3.1. Null when the request has no credentials; `unavailable` when the keys cannot
   * be fetched.
   */
  readonly code: 'invalid_request' | 'invalid_token' | 'unavailable' | null;
  readonly detail: string;
}

/** At once for a token that was verified before. */
export type Authenticate = (authorization: string | undefined) => Authentication | Promise<Authentication>;

const largestToken = 8192;
const remembered = 1000;

/** No token is remembered for longer, so that a token with a withdrawn key is refused soon. */
const rememberedMilliseconds = 60_000;

/**
 * A function from an `Authorization` header to its caller (RFC 6750). Verified tokens are remembered, at most until
 * their `exp`. Problems with published keys become lines for the operator.
 * @throws Error for a key that cannot sign tokens.
 */
export function createAuthenticate(
  keys: KeySource,
  service: Pick<Service, 'token' | 'claims'>,
  tell: (line: string) => void = () => {},
): Authenticate {
  const verifyOf = createVerifyOf(keys, service.token, tell);
  // By the whole header: a hit costs one look.
  const known = new LRUCache<string, { readonly answer: Authentication; readonly until: number }>({ max: remembered });
  const verified = async (authorization: string): Promise<Authentication> => {
    const token = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization)?.[1];
    if (token === undefined) return refuse('invalid_request', 'the Authorization header is not "Bearer <token>"');
    if (token.length > largestToken)
      return refuse('invalid_request', `the token is longer than ${largestToken} characters`);
    let payload: unknown;
    try {
      const verify = await verifyOf(headerOf(token));
      if (verify === null) return refuse('invalid_token', badSignature);
      payload = verify(token);
    } catch (error) {
      if (error instanceof KeysUnavailable)
        return refuse('unavailable', 'the service cannot get the keys that verify tokens now');
      return refuse('invalid_token', explain(error));
    }
    const read = readCaller(payload, service.claims);
    if (!read.ok) return refuse('invalid_token', read.detail);
    known.set(authorization, { answer: read, until: endOf(payload, service.token) });
    return read;
  };
  return (authorization) => {
    if (authorization === undefined) return refuse(null, 'the request carries no token');
    const kept = known.get(authorization);
    return kept !== undefined && Date.now() < kept.until ? kept.answer : verified(authorization);
  };
}

function createVerifyOf(
  keys: KeySource,
  rules: TokenRules,
  tell: (line: string) => void,
): (header: JwtHeader) => Promise<Verify | null> {
  if (keys.kind === 'jwks') return createKeySet(keys.url, rules, { tell });
  const key = keys.kind === 'secret' ? createSecretKey(Buffer.from(keys.secret)) : createPublicKey(keys.pem);
  const verify = createVerify(key, rules);
  return async () => verify;
}

const decode = createDecoder({ complete: true });

function headerOf(token: string): JwtHeader {
  return (decode(token) as { readonly header: JwtHeader }).header;
}

/** How long a token may be remembered. Its `exp` is a number, since the token was verified. */
function endOf(payload: unknown, { clockToleranceSeconds }: TokenRules): number {
  const { exp } = payload as { readonly exp: number };
  return Math.min(Date.now() + rememberedMilliseconds, (exp + clockToleranceSeconds) * 1000);
}

const badSignature = 'the signature of the token is not valid';

/** Why a token was refused. The text tells its holder what to do, and says nothing about keys. */
function explain(error: unknown): string {
  if (!(error instanceof TokenError)) return 'the token could not be verified';
  const [, claim = ''] = /^(?:The|None of) (\w+) claim/.exec(error.message) ?? [];
  switch (error.code) {
    case TokenError.codes.expired:
      return 'the token has expired';
    case TokenError.codes.inactive:
      return 'the token is not valid yet';
    case TokenError.codes.malformed:
      return 'the token is not a JSON Web Token';
    case TokenError.codes.invalidType:
      return 'the token has a type that this service does not accept';
    case TokenError.codes.missingRequiredClaim:
      return claim === 'exp' ? 'the token never expires: the claim exp is missing' : `the claim ${claim} is missing`;
    case TokenError.codes.invalidClaimType:
    case TokenError.codes.invalidClaimValue:
      return `the claim ${claim} has a value that this service does not accept`;
    default:
      return badSignature;
  }
}

function refuse(code: TokenFault['code'], detail: string): Authentication {
  return { ok: false, reason: { code, detail } };
}
