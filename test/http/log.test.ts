import Fastify from 'fastify';
import t from 'tap';
import { requestLines } from '../../engine/http/edge/telemetry/log.ts';

const lines: string[] = [];
const { log } = Fastify({ logger: { level: 'info', stream: { write: (line: string) => lines.push(line) } } });
const lineOf = requestLines('/api/v1');

/** The time is the one thing that two lines do not share. */
function timeless(line: string): string {
  return line.replace(/^(\{"level":30,"time":)\d{13},/, '$1T,');
}

const asked = { id: 'a.b:c-1', method: 'GET', route: '/api/v1/book/:id', ip: '::1', parts: null };
const answered = { statusCode: 200, elapsedTime: 1.23456 };
const caller = { identity: '7', role: null, subject: null, claims: new Map(), scopes: new Set<string>() };
const anonymous = { identity: null, address: '::1' };

t.test('the line of a request is the one that the logger of the server would write', async (t) => {
  for (const [request, reply, expected] of [
    [{ caller }, {}, { identity: '7' }],
    [{}, { statusCode: 401 }, anonymous],
    [{ caller: { ...caller, identity: null } }, { elapsedTime: 0 }, anonymous],
    [
      { caller, method: 'POST', route: '/api/v1/batch', parts: 3 },
      { elapsedTime: 12_000 },
      { identity: '7', requests: 3 },
    ],
    [{ route: null, ip: '"\\\n' }, { statusCode: 404 }, { identity: null, address: '"\\\n' }],
    [{ caller, route: '/readyz/"' }, { elapsedTime: 0.0004 }, { identity: '7' }],
  ] as const) {
    const given = { ...asked, ...({ caller: undefined } as never as { readonly caller: typeof caller }), ...request };
    const done = { ...answered, ...reply };
    const { route, method, id } = given;
    const resource = route?.startsWith('/api/v1/') ? route.split('/')[3] : null;
    const told = {
      method,
      route,
      resource,
      ...expected,
      status: done.statusCode,
      milliseconds: Math.round(done.elapsedTime * 1000) / 1000,
    };
    log.child({ request_id: id }).info(told, 'request');
    t.equal(timeless(lineOf(given, done)), timeless(lines.pop() ?? ''));
    t.match(JSON.parse(lineOf(given, done)), { time: Number, msg: 'request' });
  }
});
