import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { test } from 'tap';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { pacedMilliseconds } from '../pace.ts';
import { quiet, secret, testService } from './service.ts';

// What is no part of the language stays a value, through every door: of SQL, of headers, and of the log.

const marks = ['drop table', 'pg_sleep', 'injected'] as const;

/** Texts that would be more than a text if anybody took them so. */
const corpus: readonly string[] = [
  "'; drop table public.note; --",
  "' or '1'='1",
  "\\'; drop table public.note; --",
  '"; drop table public.note; --',
  "x') union select heading from public.note --",
  '1; select pg_sleep(5)',
  '$$; drop table public.note; $$',
  '$1',
  "E'\\\\x27'",
  '/* */ or 1=1 --',
  '*/ drop table public.note; /*',
  "'||(select current_setting('almanac.identity'))||'",
  '{identity}',
  `$\{process.exit(1)}`,
  '__proto__',
  'constructor.prototype',
  'a\r\nset-cookie: injected=1',
  'a\ninjected: 1',
  'a\u2028injected',
  'a","status":200,"injected":"',
  '\u001b[2Jinjected',
  '<script>injected</script>',
  '\uff07 or 1=1 --',
  '%27%20or%201=1',
  'x'.repeat(5_000),
];

interface Door {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: (text: string) => string;
  readonly body?: (text: string) => string;
}

const url = encodeURIComponent;
const doors: Readonly<Record<string, Door>> = {
  'a value': { method: 'GET', path: (text) => `/note?heading=eq.${url(text)}` },
  'a list of values': { method: 'GET', path: (text) => `/note?heading=in.(${url(text)},"${url(text)}")` },
  'a pattern': { method: 'GET', path: (text) => `/note?heading=ilike.*${url(text)}*` },
  'an expression': { method: 'GET', path: (text) => `/note?heading=match.${url(text)}` },
  'a search': { method: 'GET', path: (text) => `/note?heading=plfts.${url(text)}` },
  'a language': { method: 'GET', path: (text) => `/note?heading=fts(${url(text)}).x` },
  'an operator': { method: 'GET', path: (text) => `/note?heading=${url(text)}.x` },
  'a field': { method: 'GET', path: (text) => `/note?${url(text)}=eq.1` },
  'a tree': { method: 'GET', path: (text) => `/note?or=(heading.eq.${url(text)},id.eq.1)` },
  'a number': { method: 'GET', path: (text) => `/note?id=eq.${url(text)}` },
  'a name in select': { method: 'GET', path: (text) => `/note?select=${url(text)}:heading` },
  'a quoted name': { method: 'GET', path: (text) => `/note?select="${url(text.replaceAll('"', ''))}":heading` },
  'a type': { method: 'GET', path: (text) => `/note?select=heading::${url(text)}` },
  'an order': { method: 'GET', path: (text) => `/note?order=${url(text)}` },
  'a direction': { method: 'GET', path: (text) => `/note?order=heading.${url(text)}` },
  'a limit': { method: 'GET', path: (text) => `/note?limit=${url(text)}` },
  'an offset': { method: 'GET', path: (text) => `/note?offset=${url(text)}` },
  'a cursor': { method: 'GET', path: (text) => `/note?after=${url(text)}` },
  'an embed': { method: 'GET', path: (text) => `/note?embed=${url(text)}` },
  'an instant': { method: 'GET', path: (text) => `/note?as_of=${url(text)}` },
  'an id': { method: 'GET', path: (text) => `/note/${url(text)}` },
  'a resource': { method: 'GET', path: (text) => `/${url(text)}` },
  'an id to delete': { method: 'DELETE', path: (text) => `/note/${url(text)}` },
  'a member': { method: 'POST', path: () => '/note', body: (text) => JSON.stringify({ heading: text.slice(0, 200) }) },
  'a name of a member': { method: 'POST', path: () => '/note', body: (text) => JSON.stringify({ [text]: 'x' }) },
  'a body': { method: 'POST', path: () => '/note', body: (text) => text },
  'a member to change': {
    method: 'PATCH',
    path: () => '/note/1',
    body: (text) => JSON.stringify({ heading: text.slice(0, 200) }),
  },
};

const headers = [
  'accept',
  'prefer',
  'range',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-request-id',
  'traceparent',
  'x-forwarded-for',
  'content-type',
] as const;

test('nothing that is sent becomes a part of SQL, of a header or of the log', async (t) => {
  const { model, database, token } = await testService(t, 'test/five_lines');
  const lines: string[] = [];
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(
        ...String(chunk)
          .split('\n')
          .filter((line) => line !== ''),
      );
      done();
    },
  });
  const server = await createServer({
    model,
    database: database.database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
    logLevel: 'info',
    logTo: stdout,
  });
  t.teardown(() => server.close());
  const authorization = `Bearer ${token({ identity_id: 7, scope: 'manage:data' })}`;
  await server.inject({
    method: 'POST',
    url: '/api/v1/note',
    headers: { authorization, 'content-type': 'application/json' },
    payload: '{"heading":"kept"}',
  });
  const written: string[] = [];
  const faults: string[] = [];
  let asked = 0;

  const ask = async (
    what: string,
    method: Door['method'],
    path: string,
    extra: Record<string, string>,
    payload?: string,
  ) => {
    const sent = server.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/json' }), ...extra },
      ...(payload !== undefined && { payload }),
    });
    const milliseconds = await pacedMilliseconds(() => sent);
    const answer = await sent;
    asked += 1;
    const wrong = [
      answer.statusCode >= 500 && `answered ${answer.statusCode}`,
      milliseconds > 4_000 && 'slept',
      (answer.headers['set-cookie'] ?? answer.headers.injected) && 'has a header of its own',
      // The row that it names, or none: never another because a condition was left.
      /^GET \/note\?heading=(eq|in)\./.test(`${method} ${path}`) &&
        answer.statusCode === 200 &&
        JSON.parse(answer.body).some(({ heading }: { readonly heading: string }) => heading === 'kept') &&
        'shows another row',
    ];
    faults.push(...wrong.flatMap((fault) => (fault ? [`${what}: ${fault}`] : [])));
    return answer;
  };
  for (const [index, text] of corpus.entries()) {
    for (const [door, { method, path, body }] of Object.entries(doors)) {
      const answer = await ask(`${door}, text ${index}`, method, path(text), {}, body?.(text));
      if (door === 'a member' && answer.statusCode === 201) written.push(text.slice(0, 200));
    }
    for (const name of headers) {
      // What HTTP itself does not carry, a client cannot send.
      if (/[^\t -~]/.test(text)) continue;
      await ask(`${name}, text ${index}`, 'GET', '/note?limit=1', { [name]: text });
      await ask(`${name}, text ${index}`, 'POST', '/note', { [name]: text }, '{"heading":"from a header"}');
    }
  }
  t.strictSame(faults, []);
  const rows = await database.query(
    "select heading from public.note where heading not in ('from a header') order by id",
  );
  const texts = rows.map(({ heading }) => heading);
  t.strictSame(texts.slice(1), written, 'what was written is what was sent, letter by letter');
  t.equal(texts.length, written.length + 1, 'and nothing else was done');

  const requests = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request');
  t.equal(requests.length, asked + 1, 'each request is one line, which is JSON');
  for (const mark of marks)
    t.notOk(
      lines.some((line) => line.includes(mark)),
      `nothing of it in the log: ${mark}`,
    );
});

test('a header that ends early is no request, or two', async (t) => {
  const { server, token } = await testService(t, 'test/five_lines');
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const authorization = `authorization: Bearer ${token({ identity_id: 7, scope: 'manage:data' })}`;
  const body = '{"heading":"x"}';
  const post = 'POST /api/v1/note HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const smuggled = `GET /api/v1/note?smuggled HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`;
  for (const [name, sent] of [
    ['two lengths', `${post}${authorization}\r\ncontent-length: ${body.length}\r\ncontent-length: 0\r\n\r\n${body}`],
    [
      'a length and chunks',
      `${post}${authorization}\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a bare line feed', `${post}x-note: a\nb: c\r\n${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`],
    ['a folded header', `${post}x-note: a\r\n b\r\n${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`],
    ['a null in a header', `${post}x-note: a\0b\r\n${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`],
    ['chunks that are none', `${post}${authorization}\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => {});
    socket.end(sent);
    await once(socket, 'close');
    t.match(answer, /^HTTP\/1\.1 4\d\d /, name);
    t.equal(answer.split('HTTP/1.1 ').length - 1, 1, `${name}: one answer`);
  }
});
