import type { Socket } from 'node:net';
import { type Test, test } from 'tap';
import { readHosts, UrlError, urlOfDatabase } from '../../db/connection/hosts.ts';
import { openConnection } from '../../db/connection/open.ts';
import { startPair } from '../fault/standby.ts';
import { messages, proxy } from './proxy.ts';

// A connection URL may name several servers, as libpq reads it (PostgreSQL manual, 34.1.1.2 and 34.1.1.3).

test('a URL names its servers in the ways of libpq', async (t) => {
  const { urls, wanted, timeoutMilliseconds } = readHosts('postgresql://me:a,b@one:5432,two:5433/name?sslmode=disable');
  t.same(urls, [
    'postgresql://me:a,b@one:5432/name?sslmode=disable',
    'postgresql://me:a,b@two:5433/name?sslmode=disable',
  ]);
  t.equal(wanted, 'read-write', 'of several, the one that takes writes');
  t.equal(timeoutMilliseconds, 2000);

  const places: readonly [string, readonly string[]][] = [
    ['postgresql://one,two/d', ['one/d', 'two/d']],
    ['postgresql://one:1,two/d', ['one:1/d', 'two/d']],
    ['postgres://one,two:2', ['one', 'two:2']],
    ['postgresql://[::1]:1,[fe80::2]/d', ['[::1]:1/d', '[fe80::2]/d']],
    ['postgresql:///d?host=one,two', ['one/d', 'two/d']],
    ['postgresql:///d?host=one,two&port=1,2', ['one:1/d', 'two:2/d']],
    ['postgresql:///d?host=one,two&port=1', ['one:1/d', 'two:1/d']],
    ['postgresql://one,two/d?port=1,2', ['one:1/d', 'two:2/d']],
    ['postgresql://no/d?host=one,/run/postgresql', ['one/d', '%2Frun%2Fpostgresql/d']],
    ['postgresql://%2Frun,::x/d', []],
    ['postgresql://one,/d', ['one/d', 'localhost/d']],
  ];
  for (const [url, expected] of places) {
    if (expected.length === 0) t.throws(() => readHosts(url), { message: 'is not a URL' }, url);
    else
      t.same(
        readHosts(url).urls.map((each) => each.replace(/^postgres(ql)?:\/\//, '')),
        expected,
        url,
      );
  }
});

test('a URL of one server stays as it is', (t) => {
  for (const url of [
    'postgresql://me:word@one:5432/d?sslmode=require',
    'postgresql:///d?host=/run/postgresql',
    'postgresql:///d',
    'POSTGRES://one',
  ])
    t.same(readHosts(url), { urls: [url], wanted: 'any', timeoutMilliseconds: 5000 });
  const { wanted, timeoutMilliseconds } = readHosts(
    'postgresql://one/d?target_session_attrs=standby&connect_timeout=3',
  );
  t.same([wanted, timeoutMilliseconds], ['standby', 3000]);
  t.end();
});

test('a URL that cannot be read is refused without its password', (t) => {
  const refusals: readonly [string, RegExp][] = [
    ['nonsense', /^is not a URL$/],
    ['one:5432/secret', /^is not a URL$/],
    ['postgresql://me:secret@one:many,two/d', /^is not a URL$/],
    ['postgresql://me:secret@%zz,two/d', /^has a % in its host that encodes nothing$/],
    ['http://me:secret@one/d', /^begins with http:; expected/],
    ['postgresql://me:secret@one:1,two:2,three:3/d?port=1,2', /^has 2 ports for 3 hosts/],
    ['postgresql://me:secret@one/d?target_session_attrs=master', /^has target_session_attrs=master; expected any, /],
    ['postgresql://me:secret@one/d?connect_timeout=soon', /^has a connect_timeout that is not a whole number/],
    ['postgresql://me:secret@one/d?hostaddr=10.0.0.1', /^has hostaddr; expected host/],
  ];
  for (const [url, message] of refusals) {
    try {
      readHosts(url);
      t.fail(url);
    } catch (error) {
      t.type(error, UrlError, url);
      t.match((error as Error).message, message);
      t.notMatch((error as Error).message, /secret/);
    }
  }
  t.end();
});

test('another database of the same servers', (t) => {
  t.equal(
    urlOfDatabase('postgresql://me@one:1,two/d?sslmode=disable', 'a b'),
    'postgresql://me@one:1,two/a%20b?sslmode=disable',
  );
  t.equal(urlOfDatabase('postgresql://one', 'other'), 'postgresql://one/other');
  t.end();
});

test('of several servers, the first one of the wanted kind is taken', { timeout: 600_000 }, async (t) => {
  const pair = await startPair(t, async () => {});
  const [primary, standby] = [pair.primary.url, pair.standbyUrl];
  const nobody = '127.0.0.1:1';
  const list = (kind: string, ...hosts: readonly string[]) => {
    const places = hosts.map((each) => (each === nobody ? each : new URL(each).host));
    const parameters = `sslmode=disable&connect_timeout=60${kind === '' ? '' : `&target_session_attrs=${kind}`}`;
    return primary.replace(new URL(primary).host, places.join()).replace(/(\?.*)?$/, `?${parameters}`);
  };
  const cases: readonly [string, readonly string[], string | null][] = [
    ['', [nobody, standby, primary], 'primary'],
    ['read-write', [standby, primary], 'primary'],
    ['primary', [standby, primary], 'primary'],
    ['any', [standby, primary], 'standby'],
    ['standby', [primary, standby], 'standby'],
    ['read-only', [primary, standby], 'standby'],
    ['prefer-standby', [primary, standby], 'standby'],
    ['prefer-standby', [primary, nobody], 'primary'],
    ['standby', [primary, nobody], null],
    ['', [nobody, standby], null],
    ['read-write', [standby], null],
  ];
  for (const [kind, hosts, expected] of cases) t.equal(await serverOf(list(kind, ...hosts)), expected, kind);

  // As by a pooler that does not pass it on, and by one that repeats what was once.
  const silent = await told(t, standby, () => null);
  const silentPrimary = await told(t, primary, () => null);
  const liar = await told(t, primary, (message) => Buffer.from(message.toString('latin1').replace(/off\0$/, 'on\0')));
  t.equal(await serverOf(list('', silent, silentPrimary)), 'primary', 'what a server does not say, it is asked');
  t.equal(await serverOf(list('standby', silentPrimary, silent)), 'standby');
  t.equal(await serverOf(list('read-write', liar)), 'primary', 'as is what was said against it');

  const password = decodeURIComponent(new URL(primary).password);
  const { message } = await open(list('', nobody, standby)).then(
    () => new Error('it is open'),
    (error: Error) => error,
  );
  t.match(message, /^127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: the server takes no writes$/);
  t.notMatch(message, password);

  const both = list('', primary, standby);
  t.equal(await serverOf(both), 'primary');
  await pair.primary.stop();
  t.equal(await serverOf(both), null);
  await pair.promote();
  let now = null;
  while (now === null) now = await serverOf(both);
  t.equal(now, 'primary', 'after a failover, the new primary');
});

const open = (url: string) => openConnection(url, { messageBytes: 1_000_000, lost: () => {} });

/** To which kind of server a URL leads; null if none of its servers is of the wanted kind. */
async function serverOf(url: string): Promise<'primary' | 'standby' | null> {
  const client = await open(url).catch(() => null);
  if (client === null) return null;
  const { rows } = await client.query<{ standby: string }>('select pg_is_in_recovery() as standby');
  await client.end();
  return rows[0]?.standby === 't' ? 'standby' : 'primary';
}

const parameterStatus = 'S';

/** A server that says something else about itself. */
function told(t: Test, url: string, change: (message: Buffer) => Buffer | null): Promise<string> {
  return proxy(t, url, (client: Socket, database: Socket) => {
    const pass = messages('server', (message, kind) => {
      const isKind = kind === parameterStatus && /in_hot_standby|default_transaction_read_only/.test(String(message));
      const passed = isKind ? change(message) : message;
      if (passed === null) return;
      // The length counts itself, and not the byte of the kind.
      if (isKind) passed.writeUInt32BE(passed.length - 1, 1);
      client.write(passed);
    });
    database.on('data', pass);
    client.pipe(database);
  });
}
