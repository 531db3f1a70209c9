import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createSigner } from 'fast-jwt';
import type { KeySource } from '../engine/auth/token.ts';
import type { Claims } from '../engine/definition/model.ts';
import { CommandError, developmentKeyFile, type Settings } from './settings.ts';

/**
 * The keys that tokens are checked by: those of the environment, or a secret of this machine's own.
 * @throws CommandError in production without a configured key.
 */
export function keySource(settings: Settings): KeySource {
  if (settings.jwksUrl !== null) return { kind: 'jwks', url: settings.jwksUrl };
  if (settings.jwtSecret !== null) return { kind: 'secret', secret: settings.jwtSecret };
  if (settings.production)
    throw new CommandError('NODE_ENV is production and no key is configured; set JWKS_URL or JWT_SECRET');
  return { kind: 'secret', secret: developmentKey(settings) };
}

export interface TokenContent {
  readonly identity: number;
  readonly scope: string;
  readonly hours: number;
}

/** A token signed by the secret, with the claims that the service reads. */
export function signToken(secret: string, claims: Claims, { identity, scope, hours }: TokenContent): string {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: hours * 3_600_000 });
  return sign({ sub: 'development', [claims.identity]: identity, [claims.scope]: scope });
}

/** The secret of this machine, made on first use. */
function developmentKey(settings: Settings): string {
  const file = developmentKeyFile(settings);
  mkdirSync(settings.data, { recursive: true });
  try {
    // Fails when the file is there: two processes that start at once agree on the first one's.
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
