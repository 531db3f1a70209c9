import { createDecoder } from 'fast-jwt';

const decode = createDecoder();

/** When the token in an `Authorization` header expires, in milliseconds since 1970. The token has been verified before. */
export function expiryOf(authorization: string | undefined): number {
  const { exp } = decode(authorization?.replace(/^Bearer +/i, '').trim() ?? '') as { readonly exp?: number };
  return (exp ?? 0) * 1000;
}
