import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { type Test, test } from 'tap';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { quiet, secret, serveModel } from './service.ts';
import { pem } from './tls/pem.ts';

// The memory of a long list is freed as soon as it is sent, and not before: whoever is cut off or reads slowly, each reader has
// the rows that are asked for.

const model = modelOfFiles({
  'service.yaml': 'service: Pages\n',
  'page.yaml': 'resource: page\nfields:\n  text: { type: text, max_length: 10000 }\n',
});
const pages = 100;

/** The row is told by each of its characters. */
const textOfPage = (id: number) => `${String.fromCharCode(0x4e00 + id)} `.repeat(1000);

const expected = (first: number, count: number) =>
  `[${Array.from({ length: count }, (_, place) => `{"id":${first + place},"text":"${textOfPage(first + place)}"}`).join(',')}]`;

interface Served {
  /** Opens a connection. */
  readonly open: () => Socket;
  /** A request for a page of rows, as it goes out. */
  readonly ask: (first: number, count: number, more?: string) => string;
  /** The bodies that were given to Node.js to be sent. */
  readonly sent: Buffer[];
}

async function serve(t: Test, isTls: boolean): Promise<Served> {
  const { database, token } = await serveModel(t, model);
  await database.query(
    "insert into page (text) select repeat(chr(19968 + n) || ' ', 1000) from generate_series(1, $1::int) n",
    [String(pages)],
  );
  const server = await createServer({
    model,
    database: database.database,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
    ...(isTls && { tls: { cert: pem('certificate'), key: pem('key') } }),
  });
  t.teardown(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const sent: Buffer[] = [];
  server.server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    const end = response.end.bind(response);
    response.end = ((body: unknown, ...more: []) => {
      if (body instanceof Buffer) sent.push(body);
      return end(body, ...more);
    }) as typeof response.end;
  });
  const authorization = `Bearer ${token({ identity_id: 1, scope: 'read:data' })}`;
  return {
    sent,
    open: () =>
      isTls ? connectTls({ host: '127.0.0.1', port, ca: pem('certificate') }) : connect({ host: '127.0.0.1', port }),
    ask: (first, count, more = '') =>
      `GET /api/v1/page?select=id,text&id=gte.${first}&order=id&limit=${count} HTTP/1.1\r\n` +
      `host: localhost\r\nauthorization: ${authorization}\r\n${more}\r\n`,
  };
}

const last = 'connection: close\r\n';

/** The bodies of answers that came one after the other. */
function bodiesOf(answers: Buffer): readonly string[] {
  const bodies: string[] = [];
  let left = answers;
  while (left.length > 0) {
    const head = left.indexOf('\r\n\r\n');
    // A reader that is cut may have a part of the head.
    if (head < 0) return [...bodies, ''];
    const begin = head + 4;
    const [, length = ''] = /content-length: (\d+)/i.exec(left.toString('latin1', 0, begin)) ?? [];
    bodies.push(left.toString('utf8', begin, begin + Number(length)));
    left = left.subarray(begin + Number(length));
  }
  return bodies;
}

for (const isTls of [false, true]) {
  const scheme = isTls ? 'HTTPS' : 'HTTP';

  test(`${scheme}: memory is freed once it is sent`, async (t) => {
    const { open, ask, sent } = await serve(t, isTls);
    const socket = open();
    socket.write(ask(1, 9) + ask(2, 30, last));
    t.strictSame(bodiesOf(await buffer(socket)), [expected(1, 9), expected(2, 30)]);
    t.equal(sent.length, 2);
    // The second answer ends the connection, which may be gone before its memory is freed.
    t.equal(sent[0]?.buffer.byteLength, 0);
  });

  test(`${scheme}: memory is not freed before it is sent`, async (t) => {
    const { open, ask, sent } = await serve(t, isTls);
    const socket = open();
    const asked = pages - 1;
    const answers = 40;
    socket.pause();
    for (let count = 0; count < answers; count += 1) socket.write(ask(1, asked, count === answers - 1 ? last : ''));
    await delay(500);
    const waiting = sent.filter(({ length }) => length > 0);
    t.ok(waiting.length > 0, 'the reader takes nothing, so something waits');
    t.ok(waiting.every((body) => body.toString() === expected(1, asked)));
    t.strictSame(bodiesOf(await buffer(socket)), Array(answers).fill(expected(1, asked)));
  });

  test(`${scheme}: readers that are slow, gone, or many in a row`, async (t) => {
    const { open, ask } = await serve(t, isTls);
    const requests = fc.array(
      fc.record({ first: fc.integer({ min: 1, max: 50 }), count: fc.integer({ min: 1, max: 50 }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    );
    const readers = fc.array(
      fc.record({ requests, pause: fc.constantFrom(0, 0, 30), cutAfter: fc.option(fc.nat(300_000)) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    const read = async ({ requests: asked, pause, cutAfter }: Reader): Promise<boolean> => {
      const socket = open();
      socket.on('error', () => {});
      for (const [place, { first, count }] of asked.entries())
        socket.write(ask(first, count, place === asked.length - 1 ? last : ''));
      const chunks: Buffer[] = [];
      let length = 0;
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        length += chunk.length;
        if (cutAfter !== null && length > cutAfter) {
          // To leave the loop ends the connection too, though not as hard.
          if (!isTls) socket.resetAndDestroy();
          break;
        }
        if (pause > 0) await delay(pause);
      }
      const bodies = bodiesOf(Buffer.concat(chunks));
      const whole = asked.map(({ first, count }) => expected(first, count));
      if (cutAfter === null || length <= cutAfter) return bodies.join('\n') === whole.join('\n');
      // Of the last one, a part came, which may end within a character.
      const known = bodies.slice(0, -1);
      const part = bodies.at(-1)?.replaceAll('\ufffd', '') ?? '';
      return known.every((body, place) => body === whole[place]) && (whole[known.length] ?? '').startsWith(part);
    };
    const property = fc.asyncProperty(readers, async (list) => {
      for (const isRight of await Promise.all(list.map(read))) if (!isRight) return false;
      return true;
    });
    await t.resolves(fc.assert(property, { numRuns: process.env.ALMANAC_LONG === undefined ? 15 : 500 }));
  });
}

interface Reader {
  readonly requests: readonly { readonly first: number; readonly count: number }[];
  readonly pause: number;
  /** Bytes; null for a reader that stays. */
  readonly cutAfter: number | null;
}
