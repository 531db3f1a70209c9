import { readFile } from 'node:fs/promises';
import { TLSSocket } from 'node:tls';
import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { testDatabase } from '../database.ts';
import { proxy } from './proxy.ts';
import { rowOf, say } from './say.ts';

// The bytes between this process and PostgreSQL (db/connection/wire).

const options = { maximumConnections: 2, statementTimeoutSeconds: 10 };

const texts = ['', 'a', 'it\'s 100 % \\ "b"', 'æøå 日本語 🙂', 'x'.repeat(1023), '🙂'.repeat(1024), 'é'.repeat(70_000)];

test('values of any length go there and back, null among them', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  for (const name of [undefined, 'echo', 'echo'])
    for (const text of texts) {
      const statement = say('select $1::text as one, $2::text as none, $3::text as "Zweï"', [text, null, text], name);
      t.strictSame(rowOf(await database.query(statement)), { one: text, none: null, Zweï: text });
      t.strictSame(rowOf(await database.read(statement)), { one: text, none: null, Zweï: text });
    }
  const literal = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ');
  const whole = rowOf(await database.query(say(`select array_to_json(array[${literal}]) as all`)));
  t.strictSame(JSON.parse(whole.all ?? ''), texts, 'and so do statements');
});

test('of a column, long values are given as they came', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, options);
  t.teardown(() => database.close());
  for (const name of [undefined, 'echo', 'echo'])
    for (const text of texts)
      for (const run of [database.query, database.read]) {
        const statement = say('select $1::text as one, $2::text as two', [text, text], name);
        const outcome = await run({ ...statement, bytesOf: 'one' });
        const { bytes } = outcome as { readonly bytes?: Buffer };
        const isLong = Buffer.byteLength(text) > 8192;
        t.strictSame(rowOf(outcome), isLong ? { two: text } : { one: text, two: text });
        t.equal(bytes?.toString(), isLong ? text : undefined);
        t.strictSame(rowOf(await run(statement)), { one: text, two: text }, 'and as texts otherwise');
        t.notOk('bytes' in (await run(statement)));
      }
});

test('long values stay as they came while more is read', async (t) => {
  const { url } = await testDatabase(t);
  const database = await connect(url, { ...options, maximumConnections: 1 });
  t.teardown(() => database.close());
  const letters = [...'abcdefghij'];
  const sizes = [8_193, 20_000, 65_000, 70_000, 300_000];
  for (const run of [database.query, database.read]) {
    const asked = sizes.flatMap((size) => letters.map((letter) => letter.repeat(size)));
    const kept = await Promise.all(
      asked.map(async (text) => {
        const outcome = await run({ ...say('select $1::text as text', [text], 'echo'), bytesOf: 'text' });
        return outcome.ok ? outcome.bytes : undefined;
      }),
    );
    t.ok(
      kept.every((bytes, at) => bytes?.toString() === asked[at]),
      `${kept.length} values`,
    );
  }
});

test('answers may come in pieces of any size', async (t) => {
  const { url } = await testDatabase(t);
  for (const size of [1, 3, 7, 1000]) {
    const slow = await proxy(t, url, (client, server) => {
      client.setNoDelay(true);
      client.pipe(server);
      server.on('data', async (bytes) => {
        server.pause();
        for (let at = 0; at < bytes.length; at += size) {
          client.write(bytes.subarray(at, at + size));
          await new Promise((resolve) => setImmediate(resolve));
        }
        server.resume();
      });
    });
    const database = await connect(slow, options);
    const rows = say('select number, repeat($1, number) as text from generate_series(0, 30) as number', ['é'], 'rows');
    const expected = Array.from({ length: 31 }, (_, number) => ({ number: `${number}`, text: 'é'.repeat(number) }));
    for (let times = 0; times < 6; times += 1)
      for (const run of [database.query, database.read])
        t.match(await run(rows), { ok: true, rows: expected, rowCount: 31 }, `${size} bytes`);
    const long = { ...say('select repeat($1, 5000) as text', ['é'], 'long'), bytesOf: 'text' };
    for (const outcome of await Promise.all([1, 2, 3].map(() => database.read(long))))
      t.ok(outcome.ok && outcome.bytes?.equals(Buffer.from('é'.repeat(5000))), `${size} bytes of a long value`);
    t.match(await database.query(say('select 1 / $1::integer', ['0'])), { ok: false, error: { sqlstate: '22012' } });
    await database.close();
  }
});

test('answers come over TLS as well', async (t) => {
  const { url } = await testDatabase(t);
  const [key, cert] = await Promise.all(['key', 'certificate'].map((name) => readFile(`test/http/tls/${name}.pem`)));
  const protocols: (string | null)[] = [];
  const plain = await proxy(t, url, (client, server) => {
    client.once('data', () => {
      client.write('S');
      const secure = new TLSSocket(client, { isServer: true, key, cert });
      secure.on('secure', () => protocols.push(secure.getProtocol())).on('error', () => secure.destroy());
      secure.pipe(server).pipe(secure);
    });
  });
  const database = await connect(plain.replace('sslmode=disable', 'sslmode=require'), options);
  t.teardown(() => database.close());
  for (const text of texts) {
    const statement = say('select $1::text as one, $2::text as two', [text, text], 'echo');
    for (const run of [database.query, database.read]) {
      const outcomes = await Promise.all([1, 2].map(() => run({ ...statement, bytesOf: 'one' })));
      for (const outcome of outcomes) {
        t.equal(rowOf(outcome).two, text);
        t.equal(outcome.ok ? (outcome.bytes?.toString() ?? rowOf(outcome).one) : null, text);
      }
    }
  }
  t.ok(protocols.length > 0 && protocols.every((protocol) => protocol?.startsWith('TLS')));
});

test('the number of rows is the one that PostgreSQL tells', async (t) => {
  const { database } = await testDatabase(t);
  const counts = [
    ['create table thing (id integer)', 0],
    ['insert into thing select generate_series(1, 1234)', 1234],
    ['update thing set id = 0 where id > 1000', 234],
    ['select from thing where id < 10', 243],
    ['delete from thing', 1234],
    ['select 1; select from generate_series(1, 3)', 3],
  ] as const;
  for (const [text, rowCount] of counts) t.match(await database.query(say(text)), { ok: true, rowCount }, text);
});
