import { test } from 'tap';
import type { ProblemError } from '../../engine/contract/problem.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { batchService, requestOf } from './batch_service.ts';

// What is wrong with a batch before any of its requests runs: its envelope, its URLs, its limits.

const read = { id: '1', method: 'GET', url: 'party' };

test('every fault of an envelope is told with its place', async (t) => {
  const { ask } = await batchService(t);
  const list = 'must be a list of requests';
  const cases: readonly (readonly [
    body: Json,
    errors: readonly (readonly [pointer: string, detail: string | RegExp])[],
  ])[] = [
    [[], [['', list]]],
    [1, [['', list]]],
    [{}, [['/requests', list]]],
    [{ requests: {} }, [['/requests', list]]],
    [{ requests: [] }, [['/requests', 'must have at least one request']]],
    [
      { requests: [read], more: 1, 'a/b': 1 },
      [
        ['/more', /no.* a member/],
        ['/a~1b', /no.* a member/],
      ],
    ],
    [{ requests: [1, read] }, [['/requests/0', 'must be a JSON object']]],
    [
      { requests: [{}] },
      [
        ['/requests/0/id', /1 to 64/],
        ['/requests/0/method', /one of/],
        ['/requests/0/url', /must be the path/],
      ],
    ],
    [{ requests: [read, read] }, [['/requests/1/id', 'the id 1 stands a second time']]],
    [{ requests: [{ ...read, id: 1 }] }, [['/requests/0/id', /1 to 64/]]],
    [{ requests: [{ ...read, id: 'a.b' }] }, [['/requests/0/id', /1 to 64/]]],
    [{ requests: [{ ...read, id: 'a'.repeat(65) }] }, [['/requests/0/id', /1 to 64/]]],
    [{ requests: [{ ...read, method: 'PUT' }] }, [['/requests/0/method', 'must be one of GET, POST, PATCH, DELETE']]],
    [{ requests: [{ ...read, method: 'HEAD' }] }, [['/requests/0/method', /one of/]]],
    [{ requests: [{ ...read, methods: 'GET' }] }, [['/requests/0/methods', 'is not a member of a request']]],
    [{ requests: [{ ...read, body: {} }] }, [['/requests/0/body', 'has no meaning with GET']]],
    [{ requests: [{ ...read, body: null }] }, [['/requests/0/body', 'has no meaning with GET']]],
    [{ requests: [{ ...read, dependsOn: ['2'] }] }, [['/requests/0/dependsOn', /ids of requests before this one/]]],
    [{ requests: [{ ...read, dependsOn: null }] }, [['/requests/0/dependsOn', /must be a list/]]],
    [{ requests: [{ ...read, atomicityGroup: 1 }] }, [['/requests/0/atomicityGroup', 'must be a string']]],
    [{ requests: [{ ...read, headers: [] }] }, [['/requests/0/headers', 'must be a JSON object']]],
    [{ requests: [{ ...read, headers: { Accept: 1 } }] }, [['/requests/0/headers/Accept', /must be a string/]]],
    [
      { requests: [{ ...read, headers: { A: 'a'.repeat(4097) } }] },
      [['/requests/0/headers/A', 'must be a string of at most 4096 characters']],
    ],
    [{ requests: [{ ...read, headers: { A: 'a', a: 'b' } }] }, [['/requests/0/headers/a', 'stands a second time']]],
    ...['Authorization', 'authorization', 'Idempotency-Key'].map(
      (name) =>
        [
          { requests: [{ ...read, headers: { [name]: 'x' } }] },
          [[`/requests/0/headers/${name}`, 'belongs to the batch']],
        ] as const,
    ),
  ];
  for (const [body, errors] of cases) {
    const answer = await ask('POST', '/batch', { body });
    t.match(answer, { status: 422, body: { code: 'invalid_body' } }, answer.text);
    t.match(
      answer.body.errors?.map(({ pointer, detail }: ProblemError) => [pointer, detail]),
      errors,
      JSON.stringify(body).slice(0, 100),
    );
    t.equal(answer.body.errors?.length, errors.length);
  }
  for (const body of ['', '{', '{"requests":[],"requests":[]}'])
    t.match(await ask('POST', '/batch', { body }), { status: 400, body: { code: 'malformed_json' } }, body);
  const deep = { requests: [{ ...read, method: 'POST', body: JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`) }] };
  t.match(await ask('POST', '/batch', { body: deep }), { status: 400, body: { code: 'malformed_json' } });
});

test('a URL is below the base path, or begins with it', async (t) => {
  const { run } = await batchService(t);
  t.equal((await run([{ url: 'party', body: { name: 'Ada' } }])).status, 200);
  for (const url of ['party/1', '/party/1', '/api/v1/party/1', 'party/%31', 'p%61rty/1', 'party/1?select=id'])
    t.match((await run([{ url }])).body, { responses: [{ status: 200, body: { id: 1 } }] }, url);
  const cases: readonly (readonly [url: string, status: number, code: string])[] = [
    ['http://127.0.0.1/api/v1/party/1', 400, 'malformed_url'],
    ['//127.0.0.1/api/v1/party/1', 400, 'malformed_url'],
    ['party/1#x', 400, 'malformed_url'],
    ['party/Æ', 400, 'malformed_url'],
    ['party/%', 400, 'malformed_url'],
    ['party?name=eq.%', 400, 'malformed_url'],
    [`party?name=eq.${'x'.repeat(16_400)}`, 414, 'url_too_long'],
    ['batch', 404, 'unknown_path'],
    ['/api/v1/batch', 404, 'unknown_path'],
    ['/api/v1', 404, 'unknown_path'],
    ['/', 404, 'unknown_path'],
    ['?limit=1', 404, 'unknown_path'],
    ['/openapi.json', 404, 'unknown_path'],
    ['../../openapi.json', 404, 'unknown_path'],
    ['/metrics', 404, 'unknown_path'],
    ['party/', 404, 'unknown_path'],
    ['party/1/2', 404, 'unknown_path'],
    ['party%2F1', 404, 'unknown_path'],
    ['toString', 404, 'unknown_path'],
    ['__proto__/1', 404, 'unknown_path'],
    ['party/x', 404, 'not_found'],
    ['party/99999999999999999999', 404, 'not_found'],
    ['party/1/history?x=1', 400, 'unknown_parameter'],
  ];
  for (const [url, status, code] of cases) {
    const answer = await run([{ url: 'party' }, { url }]);
    t.match(answer, { status, body: { code, request: '2' } }, `${url} ${answer.text}`);
  }
  t.match(await run([{ method: 'DELETE', url: 'party' }, { url: 'party' }]), { body: { request: '1' } });
  const { status, headers, body } = await run([{ url: 'party_history', body: {} }]);
  t.match({ status, headers, body }, { status: 405, headers: { allow: 'GET' }, body: { request: '1' } });
});

test('a batch has limits', async (t) => {
  const limits = '{ batch_requests: 3, payload_bytes: 2000, response_bytes: 3000, requests_per_minute: 40 }';
  const service = await batchService(t, `limits: ${limits}`);
  const { run, ask } = service;
  const reads = (count: number) => Array.from({ length: count }, () => ({ url: 'party?limit=0' }));
  t.equal((await run(reads(3))).status, 200);
  t.match(await run(reads(4)), {
    status: 400,
    body: { code: 'limit_exceeded', detail: 'the batch has 4 requests, and 3 are allowed' },
  });
  const body = { requests: [requestOf({ url: 'party', body: { name: 'x'.repeat(2000) } }, 0)] };
  t.match(await ask('POST', '/batch', { body }), { status: 413, body: { code: 'payload_too_large' } });
  const wide = { url: 'unit', body: { party_id: 1, words: ['w'.repeat(1100)] } };
  t.equal((await run([{ url: 'party', body: { name: 'Ada' } }, wide])).status, 200);
  const read = { url: 'unit/1' };
  t.equal((await run([read, read])).status, 200);
  t.match(await run([read, read, read]), { status: 400, body: { code: 'limit_exceeded' } });
});

test('a batch counts as many requests of its identity', async (t) => {
  const { run } = await batchService(t, 'limits: { requests_per_minute: 10 }');
  const reads = (count: number) => Array.from({ length: count }, () => ({ url: 'party?limit=0' }));
  t.match(await run(reads(6)), { status: 200, headers: { 'ratelimit-remaining': '4' } });
  t.match(await run(reads(5)), {
    status: 429,
    headers: { 'retry-after': /^\d+$/ },
    body: {
      code: 'rate_limited',
      detail: 'the batch counts as 5 requests, and this identity has 4 left of 10 in a minute',
    },
  });
  t.match(await run(reads(3)), { status: 200, headers: { 'ratelimit-remaining': '0' } }, 'a refused one counts as one');
  t.match(await run(reads(1)), { status: 429 });
});
