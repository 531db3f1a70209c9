import { createDecoder } from 'fast-jwt';
import type { TokenRules } from '../model/service.ts';

const decode = createDecoder();

/** When the token in an `Authorization` header expires, in milliseconds since 1970. The token was verified before. */
export function expiryOf(authorization: string | undefined, { clockToleranceSeconds }: TokenRules): number {
  const { exp } = decode(authorization?.replace(/^Bearer +/i, '').trim() ?? '') as { readonly exp?: number };
  return ((exp ?? 0) + clockToleranceSeconds) * 1000;
}
