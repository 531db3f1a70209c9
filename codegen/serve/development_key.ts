import { createPublicKey, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createSigner } from 'fast-jwt';
import type { KeySource } from '../../engine/auth/token.ts';
import { algorithmsOf } from '../../engine/auth/verifier.ts';
import type { Service } from '../../engine/model/service.ts';
import { CommandError, developmentKeyFile, type Settings } from '../option/settings.ts';

/**
 * The keys that verify tokens: from the environment, or a secret of this machine.
 * @throws CommandError in production without a configured key, and for a key that cannot sign tokens.
 */
export function keySource(settings: Settings): KeySource {
  const { jwksUrl, jwtPublicKey, jwtSecret, production } = settings;
  if (jwksUrl !== null) return { kind: 'jwks', url: jwksUrl };
  if (jwtPublicKey !== null) return { kind: 'public_key', pem: readPem(jwtPublicKey) };
  if (jwtSecret !== null) {
    if (production && Buffer.byteLength(jwtSecret) < shortestSecret)
      throw new CommandError(`JWT_SECRET is shorter than ${shortestSecret} bytes; expected a long random text`);
    return { kind: 'secret', secret: jwtSecret };
  }
  if (production)
    throw new CommandError(
      'NODE_ENV is production and no key is configured; set JWKS_URL, JWT_PUBLIC_KEY or JWT_SECRET',
    );
  return { kind: 'secret', secret: developmentKey(settings) };
}

/** RFC 7518, section 3.2: a key of HS256 must have at least 256 bits. */
const shortestSecret = 32;

/** A variable may hold one line only, as in files of Docker. There, \n stands for a line end. */
function readPem(text: string): string {
  const pem = text.replaceAll('\\n', '\n');
  try {
    if (/PRIVATE KEY/.test(pem)) throw new Error('this is a private key; only the issuer of tokens needs it');
    algorithmsOf(createPublicKey(pem));
  } catch (error) {
    throw new CommandError(`JWT_PUBLIC_KEY is not a public key in PEM form: ${(error as Error).message}`);
  }
  return pem;
}

export interface TokenContent {
  /** The id of an identity, or its subject. */
  readonly identity: number | string;
  readonly scope: string;
  readonly seconds: number;
  /** Null for none. */
  readonly role: string | null;
  /** By their names in rules. */
  readonly claims: ReadonlyMap<string, string>;
}

/** A token signed with the secret, as the service accepts it. */
export function signToken(
  secret: string,
  { claims, token }: Service,
  { identity, scope, seconds, role, claims: others }: TokenContent,
): string {
  const { issuer, audiences, type } = token;
  const sign = createSigner({
    key: secret,
    algorithm: 'HS256',
    expiresIn: seconds * 1000,
    ...(issuer !== null && { iss: issuer }),
    ...(audiences[0] !== undefined && { aud: audiences[0] }),
    ...(type !== null && { header: { alg: 'HS256', typ: type } }),
  });
  const said = [...others].map(([name, value]) => [claims.others.get(name) ?? name, value] as const);
  return sign({
    ...Object.fromEntries(said),
    ...(typeof identity === 'string' ? { sub: identity } : { sub: 'development', [claims.identity]: identity }),
    [claims.scope]: scope,
    ...(role !== null && { [claims.role]: role }),
  });
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
