import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Test } from 'tap';
import { test } from 'tap';
import { type TestService, testService } from './service.ts';

// What only a real connection shows: how Node reads HTTP before the service does.

async function listening(t: Test): Promise<TestService & { readonly port: number; readonly authorization: string }> {
  const service = await testService(t, 'test/five_lines');
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  return { ...service, port, authorization: `Bearer ${service.token({ identity_id: 7, scope: 'manage:data' })}` };
}

/** Sends bytes and reads until the server ends the connection. */
async function exchange(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

test('a row on its way through a socket', async (t) => {
  const { port, authorization } = await listening(t);
  const url = `http://127.0.0.1:${port}/api/v1/note`;
  const headers = { authorization, 'content-type': 'application/json' };
  const created = await fetch(url, { method: 'POST', headers, body: '{"heading": "å"}' });
  t.equal(created.status, 201);
  t.equal(created.headers.get('location'), '/api/v1/note/1');
  const read = await fetch(`${url}/1`, { headers: { authorization } });
  t.match(await read.json(), { id: 1, heading: 'å', done: false, links: { self: '/api/v1/note/1' } });
  const list = await fetch(`${url}?heading=eq.å`, { headers: { authorization } });
  t.equal(((await list.json()) as unknown[]).length, 1);
  const head = await fetch(`${url}/1`, { method: 'HEAD', headers: { authorization } });
  t.equal(head.status, 200);
  t.equal(await head.text(), '');
  const deleted = await fetch(`${url}/1`, { method: 'DELETE', headers });
  t.equal(deleted.status, 204);
});

test('a body that comes in pieces is held against the limit', async (t) => {
  const { port, authorization } = await listening(t);
  const pieces = (count: number) =>
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from('{"heading": "x"'));
        for (let piece = 0; piece < count; piece++) controller.enqueue(Buffer.from(' '.repeat(1024)));
        controller.enqueue(Buffer.from('}'));
        controller.close();
      },
    });
  const post = (count: number) =>
    fetch(`http://127.0.0.1:${port}/api/v1/note`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: pieces(count),
      duplex: 'half',
    } as RequestInit);
  t.equal((await post(1000)).status, 201);
  const refused = await post(1024);
  t.equal(refused.status, 413);
  t.equal(((await refused.json()) as { code: string }).code, 'payload_too_large');
});

test('requests that are no HTTP, or too much of it', async (t) => {
  const { port, authorization } = await listening(t);
  const host = 'host: x\r\nconnection: close\r\n';
  const token = `authorization: ${authorization}\r\n`;
  const other = `authorization: Bearer x\r\n`;
  const answers: readonly (readonly [request: string, status: number, code: string | null])[] = [
    [`GET /api/v1/note HTTP/1.1\r\n${host}${token}\r\n`, 200, null],
    // A proxy may look at the first of two tokens, and we at the second.
    [`GET /api/v1/note HTTP/1.1\r\n${host}${token}${other}\r\n`, 401, 'unauthenticated'],
    [`GET /api/v1/note HTTP/1.1\r\n${host}${other}${token}\r\n`, 401, 'unauthenticated'],
    [`GET /api/v1/note HTTP/1.1\r\n${host}${token}${token}\r\n`, 401, 'unauthenticated'],
    [`GET /api/v1/note?heading=eq.${'a'.repeat(16_361)} HTTP/1.1\r\n${host}${token}\r\n`, 414, 'url_too_long'],
    [`GET /api/v1/note?heading=eq.${'a'.repeat(16_360)} HTTP/1.1\r\n${host}${token}\r\n`, 200, null],
    [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n`, 414, 'url_too_long'],
    [`GET /api/v1/note HTTP/1.1\r\n${host}x: ${'a'.repeat(100_000)}\r\n\r\n`, 414, 'url_too_long'],
    ['nonsense\r\n\r\n', 400, 'malformed_request'],
    [`GET /api/v1/note?heading=eq.Sjø HTTP/1.1\r\n${host}${token}\r\n`, 400, 'malformed_url'],
    [`GET /a b HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
    [`BREW /api/v1/note HTTP/1.1\r\n${host}\r\n`, 400, 'malformed_request'],
    [`PROPFIND /api/v1/note HTTP/1.1\r\n${host}${token}\r\n`, 405, 'method_not_allowed'],
    [`TRACE /api/v1/note HTTP/1.1\r\n${host}${token}\r\n`, 405, 'method_not_allowed'],
    [`GET /api/v1/%ff HTTP/1.1\r\n${host}${token}\r\n`, 400, 'malformed_url'],
    [`GET /api/v1/../v1/note HTTP/1.1\r\n${host}${token}\r\n`, 404, 'unknown_path'],
    [`GET http://x/api/v1/note HTTP/1.1\r\n${host}${token}\r\n`, 200, null],
    [`OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404, 'unknown_path'],
    [
      `POST /api/v1/note HTTP/1.1\r\n${host}${token}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`,
      400,
      'malformed_request',
    ],
    [
      `POST /api/v1/note HTTP/1.1\r\n${host}${token}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      400,
      'malformed_request',
    ],
    [`POST /api/v1/note HTTP/1.1\r\n${host}${token}content-length: -1\r\n\r\n`, 400, 'malformed_request'],
    [`POST /api/v1/note HTTP/1.1\r\n${host}${token}\r\n`, 400, 'malformed_json'],
  ];
  for (const [request, status, code] of answers) {
    const answer = await exchange(port, request);
    const name = request.slice(0, 60);
    t.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), name);
    if (code === null) continue;
    t.match(answer, /content-type: application\/problem\+json/i, name);
    t.match(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)), { code, status }, name);
  }
  t.equal((await fetch(`http://127.0.0.1:${port}/api/v1/note`, { headers: { authorization } })).status, 200);
});
