import { test } from 'tap';
import { service as defaults } from '../schema/model_of.ts';
import { checkRefusal } from './refusal.ts';
import { type Method, serveNotes, type TestService } from './service.ts';

// What browsers are told: which pages may ask (Fetch standard, CORS protocol), and what our answers are not.

const [own, foreign] = ['https://app.example.org', 'https://other.example.org'];

async function preflight({ server }: TestService, origin: string, path = '/note'): Promise<Record<string, unknown>> {
  const { statusCode, headers } = await server.inject({
    method: 'OPTIONS',
    url: `/api/v1${path}`,
    headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' },
  });
  return { status: statusCode, ...headers };
}

test('pages of the origins in service.yaml may ask, others may not', async (t) => {
  const service = await serveNotes(t, { cors: { origins: [own], maxAgeSeconds: 60 } });
  t.match(await preflight(service, own), {
    status: 204,
    'access-control-allow-origin': own,
    'access-control-allow-methods': /^GET, HEAD, POST, PATCH, DELETE$/,
    'access-control-allow-headers': /Authorization, Consistency-Token, Content-Type/,
    'access-control-max-age': '60',
  });
  t.notOk('access-control-allow-origin' in (await preflight(service, foreign)));
  const ask = (origin: string, token?: null) =>
    service.ask('GET', '/note', { headers: { origin }, ...(token === null && { token }) });
  const allowed = await ask(own);
  t.match(allowed.headers, { 'access-control-allow-origin': own, vary: /Origin/ });
  t.match(allowed.headers['access-control-expose-headers'], /Content-Range.*Location.*Retry-After/);
  t.notOk('access-control-allow-credentials' in allowed.headers);
  t.notOk('access-control-allow-origin' in (await ask(foreign)).headers);
  t.notOk('access-control-allow-origin' in (await ask(`${own}.attacker.example`)).headers);
  const refused = await ask(own, null);
  checkRefusal(t, refused, { code: 'unauthenticated', headers: { 'access-control-allow-origin': own } });
});

test('a page may send the headers that the service reads, and read those that it answers with', async (t) => {
  const service = await serveNotes(t, { cors: { origins: [own], maxAgeSeconds: 60 } });
  const names = (list: unknown) => new Set(String(list).split(', '));
  const sent = names((await preflight(service, own))['access-control-allow-headers']);
  const read = ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'];
  for (const name of [...read, 'Last-Event-ID', 'Prefer', 'Range', 'Traceparent', 'Tracestate', 'X-Request-Id'])
    t.ok(sent.has(name), name);
  for (const heading of ['one', 'two']) await service.ask('POST', '/note', { body: { heading } });
  const list = await service.ask('GET', '/note?limit=1', { headers: { origin: own, prefer: 'count=exact' } });
  const shown = names(list.headers['access-control-expose-headers']);
  for (const name of ['Content-Range', 'Link', 'Preference-Applied', 'X-Request-Id']) {
    t.ok(name.toLowerCase() in list.headers, `the list has ${name}`);
    t.ok(shown.has(name), name);
  }
  for (const name of ['Allow', 'ETag', 'Location', 'Retry-After', 'WWW-Authenticate']) t.ok(shown.has(name), name);
});

test('the star is for pages of every origin', async (t) => {
  const service = await serveNotes(t, { cors: { origins: ['*'], maxAgeSeconds: 0 } });
  t.match(await preflight(service, foreign), { status: 204, 'access-control-allow-origin': '*' });
});

test('an OPTIONS request that no browser sends is one for a method that is not there', async (t) => {
  const ask: [Method, string] = ['OPTIONS', '/note'];
  for (const cors of [null, { origins: [own], maxAgeSeconds: 60 }]) {
    const service = await serveNotes(t, { cors });
    checkRefusal(t, await service.ask(...ask), { code: 'method_not_allowed', headers: { allow: 'GET, HEAD, POST' } });
    checkRefusal(t, await service.ask('OPTIONS', '/nothing'), { code: 'unknown_path' });
    if (cors === null) t.equal((await preflight(service, own)).status, 405, 'no page may ask');
  }
});

test('every answer says what it is not', async (t) => {
  const service = await serveNotes(t, {});
  const expected = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  };
  for (const path of ['/note', '/note/1', '/nothing'])
    t.match((await service.ask('GET', path)).headers, expected, path);
  t.match((await service.ask('GET', '/note', { token: null })).headers, expected, 'a refusal too');
});

test('the page to try requests with comes with its script', async (t) => {
  const { server } = await serveNotes(t, {});
  const moved = await server.inject('/docs/reference?theme=dark');
  t.match([moved.statusCode, moved.headers.location], [301, '/docs/reference/']);
  const page = await server.inject('/docs/reference/');
  t.match([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
  t.match(page.body, /<script src="js\/scalar\.js"/);
  const script = await server.inject('/docs/reference/js/scalar.js');
  t.match([script.statusCode, script.headers['content-type']], [200, /^application\/javascript/]);
  t.match(page.body, '/docs/reference/playground.json');
  t.match((await server.inject('/docs/reference/playground.json')).json(), { openapi: /^3/ });
  t.equal((await server.inject('/docs/reference/nothing')).statusCode, 404);
});

test('the documentation runs its own scripts, in the frames of service.yaml', async (t) => {
  const policyOf = async (service: TestService) => {
    const { headers } = await service.server.inject('/docs/reference/');
    return { policy: headers['content-security-policy'], frame: headers['x-frame-options'] };
  };
  const plain = await policyOf(await serveNotes(t, {}));
  t.match(plain, { policy: /script-src 'self' 'unsafe-inline'.*frame-ancestors 'none'/, frame: 'DENY' });
  const headers = { strictTransportSecuritySeconds: 0, frameAncestors: [own] };
  const service = await serveNotes(t, { headers });
  t.match(await policyOf(service), { policy: new RegExp(`frame-ancestors ${own}$`), frame: undefined });
  t.notOk('strict-transport-security' in (await service.ask('GET', '/note')).headers);
  t.match((await service.ask('GET', '/note')).headers, { 'x-frame-options': 'DENY' }, 'rows are in no frame');
});

test('the defaults say nothing of other origins', async (t) => {
  t.equal(defaults.cors, null);
  const service = await serveNotes(t, {});
  const { headers } = await service.ask('GET', '/note', { headers: { origin: own } });
  t.notOk(Object.keys(headers).some((name) => name.startsWith('access-control')));
});

const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('the service says at / where everything is, as a page to browsers and as JSON to others', async (t) => {
  const { server } = await serveNotes(t, { title: 'Notes <b>of</b> all' });
  const json = await server.inject('/');
  t.equal(json.statusCode, 200);
  t.match(json.headers, {
    'content-type': 'application/json; charset=utf-8',
    vary: /Accept/,
    link: '</openapi.json>; rel="service-desc"; type="application/json", </docs/>; rel="service-doc"; type="text/html", </readyz>; rel="status"',
  });
  t.same(json.json(), {
    title: 'Notes <b>of</b> all',
    api: '/api/v1',
    document: '/openapi.json',
    documentation: '/docs/',
    playground: '/docs/reference/',
    health: { live: '/livez', ready: '/readyz' },
  });
  for (const accept of ['application/json', '*/*', 'text/plain', 'application/json, text/html;q=0.9'])
    t.match((await server.inject({ url: '/', headers: { accept } })).headers['content-type'], /json/, accept);
  const page = await server.inject({ url: '/', headers: asBrowser });
  t.match(page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': /^default-src 'none';style-src 'sha256-[^']+';img-src 'self';/,
    'x-content-type-options': 'nosniff',
  });
  t.match(page.body, '<h1>Notes &lt;b&gt;of&lt;/b&gt; all</h1>');
  for (const address of ['/docs/', '/docs/reference/', '/openapi.json', '/readyz']) {
    t.match(page.body, `<a href="${address}">`);
    t.equal((await server.inject(address)).statusCode, 200, address);
  }
  for (const headers of [{}, asBrowser]) {
    const head = await server.inject({ method: 'HEAD', url: '/', headers });
    t.same([head.statusCode, head.body], [200, '']);
    t.ok(Number(head.headers['content-length']) > 100);
  }
  const refused = await server.inject({ method: 'POST', url: '/' });
  t.match([refused.json(), refused.headers], [{ code: 'method_not_allowed' }, { allow: 'GET, HEAD' }]);
  t.match(
    (await server.inject('/metrics')).body,
    'http_request_duration_seconds_count{method="HEAD",route="/",status="200"} 2',
  );
});

test('a document for callers alone leaves out what they alone may know', async (t) => {
  const { server } = await serveNotes(t, { title: 'Secret notes', documentFor: 'caller' });
  const { headers, body } = await server.inject('/');
  t.same(JSON.parse(body), {
    api: '/api/v1',
    document: '/openapi.json',
    health: { live: '/livez', ready: '/readyz' },
  });
  t.notMatch(headers.link, 'docs');
  const page = await server.inject({ url: '/', headers: asBrowser });
  t.same(
    [...page.body.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address),
    ['/openapi.json', '/readyz'],
  );
  t.notMatch(page.body, 'Secret');
  t.equal((await server.inject('/docs/')).statusCode, 404);
  t.equal((await server.inject('/openapi.json')).statusCode, 401);
});

test('a service has a picture for the tab of a browser', async (t) => {
  const { server } = await serveNotes(t, {});
  for (const address of ['/favicon.svg', '/docs/favicon.svg']) {
    const { headers, body } = await server.inject(address);
    t.equal(headers['content-type'], 'image/svg+xml', address);
    t.match(body, /^<svg .*<\/svg>\n$/s);
    t.ok(body.length < 1000);
  }
  t.match((await server.inject('/favicon.svg')).headers, { 'cache-control': 'public, max-age=2592000' });
  t.match((await server.inject('/favicon.ico')).headers, { location: '/favicon.svg' });
  t.match((await server.inject('/docs/')).body, '<link rel="icon" href="favicon.svg" type="image/svg+xml">');
});
