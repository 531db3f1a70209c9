/** The servers that a connection URL names, as libpq reads it. */
export interface Hosts {
  /** The URL of each server, in their order. */
  readonly urls: readonly string[];
  readonly wanted: SessionKind;
  /** After which an attempt to connect to one of them is given up. */
  readonly timeoutMilliseconds: number;
}

/** What a server must be for a connection to stay (target_session_attrs of libpq). */
export type SessionKind = (typeof sessionKinds)[number];

const sessionKinds = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;

/** A connection URL that names no servers. The message says what is wrong, without the URL and its password. */
export class UrlError extends Error {}

/** Of a server that stands alone, and of each of several: the next one is not to wait for long. */
const timeoutAlone = 5_000;
const timeoutEach = 2_000;

/**
 * Reads `postgresql://user@one:5432,two:5433/name?target_session_attrs=read-write`, or the same with the hosts and ports
 * behind `host=` and `port=`. Several hosts of which nothing is said are wanted for writes.
 * @throws UrlError
 */
export function readHosts(url: string): Hosts {
  const { scheme, user, authority, path, parameters } = partsOf(url);
  if (parameters.has('hostaddr')) throw new UrlError('has hostaddr; expected host, which takes addresses too');
  const places = placesOf(authority, parameters);
  const isAlone = places.length === 1;
  const wanted = wantedOf(parameters, isAlone ? 'any' : 'read-write');
  const seconds = Number(parameters.get('connect_timeout') ?? 0);
  if (!Number.isInteger(seconds)) throw new UrlError('has a connect_timeout that is not a whole number of seconds');
  const standard = isAlone ? timeoutAlone : timeoutEach;
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name);
  const urls = isAlone
    ? [url]
    : places.map(
        (place) => `${scheme}://${user}${addressOf(place)}${path}${parameters.size > 0 ? '?' : ''}${parameters}`,
      );
  if (!urls.every((each) => URL.canParse(each))) throw new UrlError('is not a URL');
  return { urls, wanted, timeoutMilliseconds: seconds > 0 ? seconds * 1000 : standard };
}

/** The URL of another database on the same servers. */
export function urlOfDatabase(url: string, name: string): string {
  const { scheme, user, authority, query } = partsOf(url);
  return `${scheme}://${user}${authority}/${encodeURIComponent(name)}${query}`;
}

interface Place {
  readonly host: string;
  readonly port: string;
}

// Letter case does not count in a scheme (RFC 3986, section 3.1).
const form = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*@)?([^/?#]*)(\/[^?#]*)?(\?[^#]*)?$/i;

function partsOf(url: string) {
  const [whole, scheme = '', user = '', authority = '', path = '', query = ''] = form.exec(url) ?? [];
  if (whole === undefined) throw new UrlError('is not a URL');
  if (!/^postgres(ql)?$/i.test(scheme)) throw new UrlError(`begins with ${scheme}:; expected postgresql: or postgres:`);
  return { scheme, user, authority, path, query, parameters: new URLSearchParams(query) };
}

function placesOf(authority: string, parameters: URLSearchParams): readonly Place[] {
  const own = authority.split(',').map(placeOf);
  const hosts = parameters.get('host')?.split(',') ?? own.map(({ host }) => host);
  const ports = parameters.get('port')?.split(',') ?? (parameters.has('host') ? [''] : own.map(({ port }) => port));
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new UrlError(`has ${ports.length} ports for ${hosts.length} hosts; expected a port for each, or one for all`);
  return hosts.map((host, index) => ({ host, port: ports[ports.length === 1 ? 0 : index] ?? '' }));
}

/** An IPv6 address stands in brackets, since it has colons of its own. */
function placeOf(text: string): Place {
  const found = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(text);
  if (found === null) throw new UrlError('is not a URL');
  const [, six, name = '', port = ''] = found;
  return { host: six ?? decoded(name), port };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UrlError('has a % in its host that encodes nothing');
  }
}

/** A folder of sockets is a host too, percent-encoded. */
function addressOf({ host, port }: Place): string {
  const name = host.includes(':') ? `[${host}]` : encodeURIComponent(host || 'localhost');
  return port === '' ? name : `${name}:${port}`;
}

function wantedOf(parameters: URLSearchParams, standard: SessionKind): SessionKind {
  const text = parameters.get('target_session_attrs');
  if (text === null) return standard;
  const wanted = sessionKinds.find((each) => each === text);
  if (wanted === undefined)
    throw new UrlError(
      `has target_session_attrs=${text}; expected ${sessionKinds.slice(0, -1).join(', ')} or prefer-standby`,
    );
  return wanted;
}
