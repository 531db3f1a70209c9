import { createVerifier, TokenError } from 'fast-jwt';
import buildGetJwks from 'get-jwks';
import type { Claims } from '../definition/model.ts';
import type { Caller } from './caller.ts';

/** Where the keys that sign tokens come from. */
export type KeySource =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'jwks'; readonly url: string };

export type Authentication =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly reason: TokenFault };

interface TokenFault {
  /** Error codes of RFC 6750 section 3.1; null when no credentials were sent at all. */
  readonly code: 'invalid_request' | 'invalid_token' | null;
  readonly detail: string;
}

export type Authenticate = (authorization: string | undefined) => Promise<Authentication>;

const largestToken = 8192;

/** A function from an `Authorization` header to its caller. Verified tokens are remembered, never past their `exp`. */
export function createAuthenticate(keys: KeySource, claims: Claims): Authenticate {
  const verify = createTokenVerifier(keys);
  return async (authorization) => {
    if (authorization === undefined) return refuse(null, 'the request carries no token');
    const token = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(authorization)?.[1];
    if (token === undefined) return refuse('invalid_request', 'the Authorization header is not "Bearer <token>"');
    if (token.length > largestToken)
      return refuse('invalid_request', `the token is longer than ${largestToken} characters`);
    let payload: unknown;
    try {
      payload = await verify(token);
    } catch (error) {
      return refuse('invalid_token', explain(error));
    }
    return readCaller(payload, claims);
  };
}

function createTokenVerifier(keys: KeySource): (token: string) => Promise<unknown> {
  const shared = { cache: 1000, cacheTTL: 600_000, requiredClaims: ['exp'] };
  if (keys.kind === 'secret') {
    const verify = createVerifier({ ...shared, key: keys.secret, algorithms: ['HS256', 'HS384', 'HS512'] });
    return async (token) => verify(token);
  }
  const url = new URL(keys.url);
  const jwks = buildGetJwks({ jwksPath: `${url.pathname}${url.search}` });
  const verify = createVerifier({
    ...shared,
    algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    key: async ({ header }: { readonly header: { readonly kid?: string; readonly alg?: string } }): Promise<string> =>
      jwks.getPublicKey({ kid: header.kid ?? '', alg: header.alg ?? '', domain: url.origin }),
  });
  return async (token) => verify(token);
}

function readCaller(payload: unknown, claims: Claims): Authentication {
  if (typeof payload !== 'object' || payload === null) return refuse('invalid_token', 'the token holds no claims');
  const values = payload as Record<string, unknown>;
  const identity = readIdentity(values[claims.identity]);
  const subject = typeof values.sub === 'string' && values.sub !== '' ? values.sub : null;
  if (identity === null && subject === null) {
    return refuse(
      'invalid_token',
      `the token names nobody: neither ${claims.identity}, a whole number, nor sub is there`,
    );
  }
  const scopes = readScopes(values[claims.scope]);
  if (scopes === null)
    return refuse('invalid_token', `the claim ${claims.scope} is neither a text nor a list of texts`);
  return { ok: true, caller: { identity, subject, scopes } };
}

function readIdentity(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : null;
}

function readScopes(value: unknown): ReadonlySet<string> | null {
  if (value === undefined) return new Set();
  if (typeof value === 'string') return new Set(value.split(' ').filter((scope) => scope !== ''));
  return Array.isArray(value) && value.every((scope) => typeof scope === 'string') ? new Set(value) : null;
}

/** Why a token was refused, in words that tell its holder what to do and say nothing about keys. */
function explain(error: unknown): string {
  if (!(error instanceof TokenError)) return 'the token could not be verified';
  switch (error.code) {
    case TokenError.codes.expired:
      return 'the token has expired';
    case TokenError.codes.inactive:
      return 'the token is not valid yet';
    case TokenError.codes.malformed:
    case TokenError.codes.invalidType:
      return 'the token is no JSON Web Token';
    case TokenError.codes.missingRequiredClaim:
      return 'the token never expires: the claim exp is missing';
    default:
      return 'the signature of the token does not hold';
  }
}

function refuse(code: TokenFault['code'], detail: string): Authentication {
  return { ok: false, reason: { code, detail } };
}
