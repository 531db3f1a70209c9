import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'tap';
import { testDatabase } from '../database.ts';
import { secret, signToken } from '../http/service.ts';
import { almanac, type Running, startAlmanac, temporaryFolder } from './process.ts';

// What is to be seen of a service that runs: its log, its metrics, its traces, and in development its timing.

const JWT_SECRET = secret;

async function addressOf(service: Running): Promise<string> {
  const [, address = ''] = await service.printed(/API +(\S+)\/api\/v1/);
  return address;
}

const token = signToken({ identity_id: 7, sub: 'kari.nordmann@example.org', scope: 'manage:data' });
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

test('in production each request is a line of the log, without what it holds', async (t) => {
  const { url, query } = await testDatabase(t);
  const environment = {
    DATABASE_URL: url,
    ALMANAC_RESOURCES: 'test/five_lines',
    ALMANAC_MIGRATIONS: temporaryFolder(t),
    JWT_SECRET,
    NODE_ENV: 'production',
  };
  await almanac(['migration', 'new', 'first'], environment);
  await almanac(['migrate'], environment);
  const service = startAlmanac(t, ['serve'], environment);
  const address = await addressOf(service);
  const ask = (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, { headers, ...init });
  const created = await ask('/api/v1/note', {
    method: 'POST',
    body: '{"heading":"very private words"}',
    headers: { ...headers, 'x-request-id': 'proxy-4711' },
  });
  t.equal(created.status, 201);
  t.equal(created.headers.get('x-request-id'), 'proxy-4711', "a proxy's id is kept");
  t.notOk(created.headers.has('server-timing'));
  const strange = { ...headers, 'x-request-id': 'a b"}' };
  const list = await ask('/api/v1/note?heading=eq.very%20private%20filter', { headers: strange });
  t.match(list.headers.get('x-request-id'), /^[0-9a-f-]{36}$/, 'one that is none gets another');
  await ask('/api/v1/note/1');
  await ask('/api/v1/private_path');
  await ask('/api/v1/note', { headers: { authorization: 'Bearer private.token.here' } });
  await ask('/api/v1/note', { method: 'POST', body: '{"heading":1,"private_member":2}' });
  await ask('/livez');
  await query('alter table public.note rename to private_table');
  await query('create view public.note as select item.* from public.private_table as item where 1 / (select 0) = 1');
  t.equal((await ask('/api/v1/note')).status, 500);
  t.equal(await service.stop(), 0);
  t.equal(service.output.stderr, '', 'nothing is out of date or out of order');
  const lines = service.output.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = lines.filter(({ msg }) => msg === 'request');
  const shown = requests.map(({ method, route, resource, identity, status }) => [
    method,
    route,
    resource,
    identity,
    status,
  ]);
  t.strictSame(shown, [
    ['POST', '/api/v1/note', 'note', '7', 201],
    ['GET', '/api/v1/note', 'note', '7', 200],
    ['GET', '/api/v1/note/:id', 'note', '7', 200],
    ['GET', null, null, null, 404],
    ['GET', '/api/v1/note', 'note', null, 401],
    ['POST', '/api/v1/note', 'note', '7', 422],
    ['GET', '/api/v1/note', 'note', '7', 500],
  ]);
  t.equal(requests[0]?.request_id, 'proxy-4711');
  t.equal(requests[1]?.request_id, list.headers.get('x-request-id'));
  t.ok(requests.every(({ milliseconds }) => typeof milliseconds === 'number' && milliseconds > 0));
  t.match(
    lines.find(({ level }) => level === 50),
    { request_id: requests.at(-1)?.request_id, cause: 'SQLSTATE 22012' },
    'a defect has its cause under the id of its request',
  );
  for (const secret of [
    'private',
    'kari',
    'nordmann',
    JWT_SECRET,
    token.split('.')[2] ?? '',
    new URL(url).password || 'private',
  ])
    t.notMatch(`${service.output.stdout}${service.output.stderr}`, secret);
});

test('metrics by route and status, and of the pool', async (t) => {
  const { url } = await testDatabase(t);
  const service = startAlmanac(t, ['serve'], { DATABASE_URL: url, ALMANAC_RESOURCES: 'test/five_lines', JWT_SECRET });
  const address = await addressOf(service);
  for (const path of ['/api/v1/note', '/api/v1/note?limit=1', '/api/v1/note/1', '/api/v1/secret_path'])
    await fetch(`${address}${path}`, { headers });
  const answer = await fetch(`${address}/metrics`);
  t.match(answer.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const count = (method: string, route: string, status: number) =>
    new RegExp(
      `^http_request_duration_seconds_count\\{method="${method}",route="${route}",status="${status}"\\} (\\d+)$`,
      'm',
    ).exec(text)?.[1];
  t.equal(count('GET', '/api/v1/note', 200), '2');
  t.equal(count('GET', '/api/v1/note/:id', 404), '1');
  t.equal(count('GET', 'none', 404), '1');
  t.match(text, /^database_connections\{state="active"\} 0$/m);
  t.match(text, /^database_connections\{state="idle"\} [1-9]\d*$/m);
  t.match(text, /^database_waiting_requests 0$/m);
  t.match(text, /^plan_cache_requests_total\{result="miss"\} [1-9]\d*$/m);
  t.match(text, /^plan_cache_requests_total\{result="hit"\} \d+$/m);
  t.match(text, /^plan_cache_plans [1-9]\d*$/m);
  t.notMatch(text, /^events_/m, 'a service without events has no lag');
  t.match(text, /^process_resident_memory_bytes \d+$/m);
  t.match(text, /^nodejs_eventloop_lag_seconds /m);
  t.notMatch(text, /secret_path/);
  const list = await fetch(`${address}/api/v1/note`, { headers });
  const [, database = '', total = ''] =
    /^db;dur=([\d.]+), total;dur=([\d.]+)$/.exec(list.headers.get('server-timing') ?? '') ?? [];
  t.ok(Number(database) > 0 && Number(total) >= Number(database), 'in development an answer tells its timing');
  const created = await fetch(`${address}/api/v1/note`, { method: 'POST', headers, body: '{"heading":"x"}' });
  t.match(created.headers.get('server-timing'), /^db;dur=(?!0\.0,)[\d.]+, total;dur=/, 'a write too');
  const refused = await fetch(`${address}/api/v1/note`);
  t.match(refused.headers.get('server-timing'), /^total;dur=/);
});

test('traces go to where the environment says', async (t) => {
  const bodies: Buffer[] = [];
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  t.teardown(() => collector.close());
  const { url } = await testDatabase(t);
  const environment = { DATABASE_URL: url, ALMANAC_RESOURCES: 'test/five_lines', JWT_SECRET };
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const trace = '0af7651916cd43dd8448eb211c80319c';
  const traced = async (variables: Record<string, string>): Promise<string> => {
    const service = startAlmanac(t, ['serve'], { ...environment, ...variables });
    const address = await addressOf(service);
    const parent = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const init = { method: 'POST', headers: { ...headers, ...parent }, body: '{"heading":"very private words"}' };
    t.equal((await fetch(`${address}/api/v1/note`, init)).status, 201);
    t.equal(await service.stop(), 0);
    return Buffer.concat(bodies.splice(0)).toString('latin1');
  };
  const sent = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: 'notes' });
  for (const part of [
    'notes',
    'POST /api/v1/note',
    'http.response.status_code',
    'db.query.text',
    'insert into public.note',
  ])
    t.ok(sent.includes(part), part);
  const spansOfTrace = sent.split(Buffer.from(trace, 'hex').toString('latin1')).length - 1;
  t.ok(
    spansOfTrace > 1,
    `${spansOfTrace} spans: that of the request, below that of the client, and those of the database`,
  );
  for (const part of ['private', 'kari', token]) t.notOk(sent.includes(part), part);
  t.equal(await traced({}), '', 'nothing without the variables');
  const off: readonly Record<string, string>[] = [
    { OTEL_TRACES_EXPORTER: 'none' },
    ...(process.env.ALMANAC_LONG ? [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_SAMPLER: 'always_off' }] : []),
  ];
  for (const variables of off)
    t.equal(await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...variables }), '', JSON.stringify(variables));
  const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'sometimes' };
  const refused = await almanac(['serve'], { ...environment, ALMANAC_DATA: temporaryFolder(t), ...wrong });
  t.match(refused, { code: 1, stderr: /OTEL_TRACES_SAMPLER is sometimes; expected always_on/ });
});

test('a service whose spans nobody takes answers, and ends as it should', async (t) => {
  const { url } = await testDatabase(t);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const endpoint = `http://127.0.0.1:${(taken.address() as AddressInfo).port}`;
  taken.close();
  await once(taken, 'close');
  const service = startAlmanac(t, ['serve'], {
    DATABASE_URL: url,
    ALMANAC_RESOURCES: 'test/five_lines',
    JWT_SECRET,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  });
  t.equal((await fetch(`${await addressOf(service)}/api/v1/note`, { headers })).status, 200);
  t.equal(await service.stop(), 0);
  t.match(service.output.stderr, /^almanac: the last spans were not sent: .+\n$/);
});
