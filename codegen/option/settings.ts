import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { type Hosts, readHosts, type SessionKind, UrlError } from '../../db/connection/hosts.ts';
import { readVariable } from './variables.ts';

/** The settings of a command, from environment variables. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The operator's PostgreSQL; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Where each connection keeps its session, if `databaseUrl` leads to a pooler in transaction mode. */
  readonly databaseSessionUrl: string | null;
  /** Whether such a pooler keeps prepared statements; null to find out. */
  readonly prepare: boolean | null;
  /** Its streaming standbys, to read from. */
  readonly replicaUrls: readonly string[];
  /** Folder of the embedded PostgreSQL and of the development key. */
  readonly data: string;
  /** Where the bytes of files are: a folder, or an address s3://bucket/prefix. */
  readonly files: string;
  /** Of an S3-compatible store; null for that of AWS. */
  readonly s3Endpoint: string | null;
  /** Folder of the definitions. */
  readonly resources: string;
  /** Folder of the migrations. */
  readonly migrations: string;
  readonly jwtSecret: string | null;
  /** In PEM form. */
  readonly jwtPublicKey: string | null;
  readonly jwksUrl: string | null;
  /** Files in PEM form to serve HTTPS with; null for HTTP. */
  readonly tls: { readonly certificate: string; readonly key: string } | null;
  /** Addresses, or ranges of them, of the proxies whose X-Forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly production: boolean;
}

/** A command that cannot do its work; the message says why and what to do. */
export class CommandError extends Error {}

/**
 * Reads the settings from environment variables.
 * @throws CommandError for an invalid value.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const of = <Name extends Parameters<typeof readVariable>[1]>(name: Name) => readVariable(environment, name);
  const port = of('PORT');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new CommandError(`PORT is ${port}; expected a number from 0 to 65535`);
  checkDatabaseUrl('DATABASE_URL', of('DATABASE_URL'));
  checkDatabaseUrl('DATABASE_SESSION_URL', of('DATABASE_SESSION_URL'));
  if (of('DATABASE_SESSION_URL') !== null && of('DATABASE_URL') === null)
    throw new CommandError('DATABASE_SESSION_URL is set without DATABASE_URL; expected both, or DATABASE_URL alone');
  checkUrl('JWKS_URL', of('JWKS_URL'), ['https', 'http']);
  checkUrl('S3_ENDPOINT', of('S3_ENDPOINT'), ['https', 'http']);
  if (of('JWKS_URL') !== null && new URL(of('JWKS_URL') ?? '').username !== '')
    throw new CommandError('JWKS_URL has a user; expected the address of public keys, without a user');
  const keys = (['JWT_SECRET', 'JWT_PUBLIC_KEY', 'JWKS_URL'] as const).filter((name) => of(name) !== null);
  if (keys.length > 1) throw new CommandError(`${keys.join(' and ')} are set; expected one of them`);
  const resources = of('ALMANAC_RESOURCES');
  const [certificate, key] = [of('TLS_CERTIFICATE'), of('TLS_KEY')];
  if ((certificate === null) !== (key === null))
    throw new CommandError('one of TLS_CERTIFICATE and TLS_KEY is set; expected both, or none');
  return {
    host: of('HOST'),
    port: Number(port),
    databaseUrl: of('DATABASE_URL'),
    databaseSessionUrl: of('DATABASE_SESSION_URL'),
    prepare: readAnswer('DATABASE_PREPARE', of('DATABASE_PREPARE')),
    replicaUrls: readReplicas(of('DATABASE_REPLICA_URLS'), of('DATABASE_URL')),
    data: of('ALMANAC_DATA'),
    files: of('ALMANAC_FILES') ?? join(of('ALMANAC_DATA'), 'files'),
    s3Endpoint: of('S3_ENDPOINT'),
    resources,
    // Beside the definitions: they go together.
    migrations: environment.ALMANAC_MIGRATIONS || join(dirname(resources), 'db', 'migrations'),
    jwtSecret: of('JWT_SECRET'),
    jwtPublicKey: of('JWT_PUBLIC_KEY'),
    jwksUrl: of('JWKS_URL'),
    tls: certificate === null || key === null ? null : { certificate, key },
    trustedProxies: readProxies(of('TRUSTED_PROXIES')),
    production: of('NODE_ENV') === 'production',
  };
}

function readAnswer(name: string, value: string | null): boolean | null {
  if (value !== null && value !== 'yes' && value !== 'no')
    throw new CommandError(`${name} is ${value}; expected yes or no`);
  return value === null ? null : value === 'yes';
}

/** Letter case does not count in a scheme (RFC 3986, section 3.1). */
function checkUrl(name: string, value: string | null, schemes: readonly string[]): void {
  if (value === null) return;
  if (!URL.canParse(value)) throw new CommandError(`${name} is not a URL`);
  const scheme = new URL(value).protocol.slice(0, -1);
  if (!schemes.includes(scheme))
    throw new CommandError(
      `${name} begins with ${scheme}:; expected ${schemes.map((each) => `${each}:`).join(' or ')}`,
    );
}

/** libpq accepts every kind of session. Almanac needs one that takes writes. */
function checkDatabaseUrl(name: string, value: string | null): void {
  if (value === null) return;
  const { wanted } = hostsOf(name, value);
  if (writableSessions.has(wanted)) return;
  throw new CommandError(
    `${name} has target_session_attrs=${wanted}; expected read-write or primary, since Almanac needs a server that takes writes`,
  );
}

function hostsOf(name: string, value: string): Hosts {
  try {
    return readHosts(value);
  } catch (error) {
    throw error instanceof UrlError ? new CommandError(`${name} ${error.message}`) : error;
  }
}

const writableSessions: ReadonlySet<SessionKind> = new Set<SessionKind>(['any', 'read-write', 'primary']);

/** Each URL leads to one standby: what is known of it must not be of another one. */
function readReplicas(text: string | null, primary: string | null): readonly string[] {
  if (text === null) return [];
  if (primary === null) throw new CommandError('DATABASE_REPLICA_URLS is set; expected DATABASE_URL too');
  const urls = text.trim().split(/[\s,]+(?=postgres(?:ql)?:\/\/)/i);
  for (const url of urls) {
    const { urls: hosts, wanted } = hostsOf('DATABASE_REPLICA_URLS', url);
    if (hosts.length > 1)
      throw new CommandError('a URL of DATABASE_REPLICA_URLS has several hosts; expected one URL for each standby');
    if (wanted === 'read-write' || wanted === 'primary')
      throw new CommandError(`DATABASE_REPLICA_URLS has target_session_attrs=${wanted}; expected standbys`);
  }
  return urls;
}

function readProxies(text: string | null): readonly string[] {
  const proxies = (text ?? '').split(',').flatMap((part) => part.trim() || []);
  const wrong = proxies.find((each) => !isRange(each));
  if (wrong === undefined) return proxies;
  throw new CommandError(
    `TRUSTED_PROXIES has ${wrong}; expected addresses and ranges such as 10.0.0.0/8, with commas between them`,
  );
}

function isRange(text: string): boolean {
  const [address = '', bits = null, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === null || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The secret that signs development tokens on this machine. */
export function developmentKeyFile(settings: Settings): string {
  return join(settings.data, 'development_key');
}
