import type { KeyObject } from 'node:crypto';
import { type Algorithm, createVerifier } from 'fast-jwt';
import type { TokenRules } from '../model/service.ts';

/** Returns the claims of a valid token; throws a TokenError for any other. */
export type Verify = (token: string) => unknown;

/**
 * A function that verifies tokens with one key: signature, expiry, and the issuer, audience and type that the service
 * asks for. A key accepts only algorithms of its own type (RFC 8725, 3.1). The header of the token does not decide.
 * @throws Error for a key whose type cannot sign tokens.
 */
export function createVerify(
  key: KeyObject,
  { issuer, audiences, type, clockToleranceSeconds }: TokenRules,
  algorithms: readonly Algorithm[] = algorithmsOf(key),
): Verify {
  const isSecret = key.type === 'secret';
  return createVerifier({
    key: isSecret ? key.export() : key.export({ type: 'spki', format: 'pem' }),
    algorithms: [...algorithms],
    clockTolerance: clockToleranceSeconds * 1000,
    requiredClaims: ['exp', ...(issuer === null ? [] : ['iss']), ...(audiences.length === 0 ? [] : ['aud'])],
    ...(issuer !== null && { allowedIss: issuer }),
    ...(audiences.length > 0 && { allowedAud: [...audiences] }),
    ...(type !== null && { checkTyp: type }),
  });
}

/**
 * The algorithms of a key (RFC 7518, section 3.1, and RFC 8037).
 * @throws Error for a key whose type cannot sign tokens.
 */
export function algorithmsOf(key: KeyObject): readonly Algorithm[] {
  switch (key.asymmetricKeyType) {
    case undefined:
      return ['HS256', 'HS384', 'HS512'];
    case 'rsa':
      if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < shortestRsaKey)
        throw new Error(`an RSA key must have at least ${shortestRsaKey} bits`);
      return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
    case 'ed25519':
      return ['EdDSA'];
    case 'ec': {
      const algorithm = curves[key.asymmetricKeyDetails?.namedCurve ?? ''];
      if (algorithm !== undefined) return [algorithm];
    }
  }
  throw new Error('the key must be RSA, EC (P-256, P-384 or P-521) or Ed25519');
}

/** RFC 7518, section 3.3. */
const shortestRsaKey = 2048;

const curves: { readonly [name: string]: Algorithm } = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};
