import { test } from 'tap';
import { checkRefusals, type Refusal } from './refusal.ts';
import { type Method, type Request, testService } from './service.ts';

// What is wrong with a request before its body is looked at.

const body = { heading: 'x' };

test('paths', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const absent: readonly (readonly [path: string, hint: string])[] = [
    ['', 'the document at /openapi.json lists every path'],
    ['/', 'the document at /openapi.json lists every path'],
    ['/nothing_like_it', 'the document at /openapi.json lists every path'],
    ['/notes', 'did you mean /api/v1/note?'],
    ['/noet/1', 'did you mean /api/v1/note?'],
    ['/note_history', 'the document at /openapi.json lists every path'],
    ['/note/', 'the document at /openapi.json lists every path'],
    ['/note/?limit=1', 'the document at /openapi.json lists every path'],
    ['/note/1/', 'the document at /openapi.json lists every path'],
    ['/note//', 'the document at /openapi.json lists every path'],
    ['//note', 'the document at /openapi.json lists every path'],
    ['/note/1/history', 'the document at /openapi.json lists every path'],
    ['/note/1/2', 'the document at /openapi.json lists every path'],
    ['/Note', 'did you mean /api/v1/note?'],
    [`/${'n'.repeat(5000)}`, 'the document at /openapi.json lists every path'],
    ['/rpc/note', 'the document at /openapi.json lists every path'],
    ['/__proto__', 'the document at /openapi.json lists every path'],
    ['/constructor/1', 'the document at /openapi.json lists every path'],
  ];
  await checkRefusals(t, service, [
    ...absent.map(([path, hint]): Refusal => ({ ask: ['GET', path], code: 'unknown_path', hint })),
    { ask: ['GET', '/nothing', { token: null }], code: 'unknown_path' },
    { ask: ['PUT', '/note/1', { body }], code: 'method_not_allowed', headers: { allow: 'GET, HEAD, PATCH, DELETE' } },
    {
      ask: ['PUT', '/note', { body }],
      code: 'method_not_allowed',
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE' },
    },
    { ask: ['POST', '/note/1', { body: '{' }], code: 'method_not_allowed', hint: 'use GET, HEAD, PATCH, DELETE' },
    {
      ask: ['PUT', '/note', { token: null }],
      code: 'method_not_allowed',
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE' },
    },
    {
      ask: ['OPTIONS', '/note?limit=1'],
      code: 'method_not_allowed',
      headers: { allow: 'GET, HEAD, POST, PATCH, DELETE' },
    },
  ]);
  const root = await service.server.inject({ url: '/note' });
  t.equal(root.json().code, 'unknown_path', 'outside of the base path');
});

test('percent-encoding', async (t) => {
  const service = await testService(t, 'test/five_lines');
  await service.ask('POST', '/note', { body: { heading: 'a+b c/d&e=f%' } });
  t.equal((await service.ask('GET', '/n%6Fte/%31')).status, 200);
  for (const heading of ['a%2Bb c/d%26e=f%25', 'a%2Bb+c%2Fd%26e%3Df%25', '%61%2B%62%20%63/d%26e=f%25'])
    t.equal((await service.ask('GET', `/note?heading=eq.${heading}`)).body.length, 1, heading);
  const path = 'the path is not percent-encoded UTF-8';
  const malformed = ['%', '%zz', '%f', '%ff', '%c0%af', '%ed%a0%80', 'a%'];
  await checkRefusals(t, service, [
    ...malformed.flatMap((text): Refusal[] => [
      { ask: ['GET', `/note/${text}`], code: 'malformed_url', detail: path },
      { ask: ['GET', `/note?heading=eq.${text}`], code: 'malformed_url', hint: 'write a percent sign itself as %25' },
      { ask: ['GET', `/note?${text}=eq.1`], code: 'malformed_url', hint: 'write a percent sign itself as %25' },
      { ask: ['GET', `/note/1?${text}`], code: 'malformed_url' },
      { ask: ['POST', `/note?${text}`, { body }], code: 'malformed_url' },
    ]),
    { ask: ['GET', '/note?heading=eq.%00'], code: 'invalid_parameter', detail: /NUL/ },
  ]);
});

test('ids', async (t) => {
  const service = await testService(t, 'test/five_lines');
  await service.ask('POST', '/note', { body });
  const { body: note } = await service.ask('GET', '/note/1');
  t.equal(note.id, 1);
  t.equal((await service.ask('GET', '/note/01')).body.id, 1, 'zeros before it do not change a number');
  const nobody = ['0', '2', '9223372036854775807', '9223372036854775808', '99999999999999999999', '-1', '+1', '1.0'];
  const noIds = ['1e0', 'abc', '%00', '%20', '1%20', '%D9%A1', '1,2', '1;2', 'null', '*', '1%27--', '9'.repeat(5000)];
  const absent = [...nobody, ...noIds];
  await checkRefusals(
    t,
    service,
    absent.flatMap((id): Refusal[] => [
      { ask: ['GET', `/note/${id}`], code: 'not_found', detail: /^there is no note / },
      { ask: ['PATCH', `/note/${id}`, { body: {} }], code: 'not_found' },
      { ask: ['DELETE', `/note/${id}`], code: 'not_found' },
    ]),
  );
});

test('the length of a URL', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const start = '/api/v1/note?heading=eq.';
  const of = (length: number) => `/note?heading=eq.${'a'.repeat(length - start.length)}`;
  t.equal((await service.ask('GET', of(16_383))).status, 200);
  t.equal((await service.ask('GET', of(16_384))).status, 200);
  await checkRefusals(t, service, [
    { ask: ['GET', of(16_385)], code: 'url_too_long', detail: 'the URL has 16385 bytes, and 16384 are allowed' },
    { ask: ['GET', `/${'x'.repeat(20_000)}`], code: 'url_too_long' },
    { ask: ['POST', `/note/${'1'.repeat(20_000)}`, { body }], code: 'url_too_long' },
  ]);
});

test('parameters where none belong', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const detail = 'this operation takes no parameter "heading"';
  const refused = (expected: string) => {
    const hint = `expected one of ${expected}`;
    return { code: 'unknown_parameter' as const, detail, hint, errors: [{ parameter: 'heading', detail, hint }] };
  };
  await checkRefusals(t, service, [
    { ask: ['POST', '/note?heading=eq.a', { body }], ...refused('select, embed') },
    { ask: ['PATCH', '/note/1?heading=eq.a', { body }], ...refused('select, embed') },
    { ask: ['GET', '/note/1?heading=eq.a'], ...refused('select, embed, as_of') },
    { ask: ['GET', '/note/1?limit=1'], code: 'unknown_parameter' },
    { ask: ['POST', '/note?selct=id', { body }], code: 'unknown_parameter', hint: 'did you mean select?' },
    { ask: ['POST', '/note?or=(id.eq.1)', { body }], code: 'unknown_parameter' },
    { ask: ['POST', '/note?as_of=2026-01-01T00:00Z', { body }], code: 'unknown_parameter' },
    {
      ask: ['DELETE', '/note/1?a&b='],
      code: 'unknown_parameter',
      errors: [
        { parameter: 'a', detail: 'this operation takes no parameter "a"', hint: 'expected one of select, embed' },
        { parameter: 'b', detail: 'this operation takes no parameter "b"', hint: 'expected one of select, embed' },
      ],
    },
  ]);
  t.same((await service.ask('GET', '/note')).body, [], 'and nothing is written');
  t.equal((await service.ask('POST', '/note?&', { body })).status, 201, 'nothing but separators');
});

test('media types of bodies', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const type = (contentType: string, method: Method = 'POST'): readonly [Method, string, Request] => [
    method,
    method === 'POST' ? '/note' : '/note/1',
    { body: '{"heading":"x"}', headers: { 'content-type': contentType } },
  ];
  const read = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; version=1',
    'application/merge-patch+json',
  ];
  for (const contentType of read) t.equal((await service.ask(...type(contentType))).status, 201, contentType);
  t.equal((await service.ask(...type('application/merge-patch+json', 'PATCH'))).status, 200);
  const refused = [
    'text/plain',
    'text/json',
    'application/xml',
    'application/json-patch+json',
    'application/vnd.api+json',
    'application/json; charset=iso-8859-1',
    'application/json; version=1; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'json',
    'application/json, text/plain',
    '*/*',
    '',
    ';',
  ];
  await checkRefusals(t, service, [
    ...refused.flatMap((contentType): Refusal[] => [
      { ask: type(contentType), code: 'unsupported_media_type', hint: 'send application/json' },
      { ask: type(contentType, 'PATCH'), code: 'unsupported_media_type' },
    ]),
    { ask: ['POST', '/note'], code: 'malformed_json', detail: 'the request has no body', hint: 'send a JSON object' },
    { ask: ['PATCH', '/note/1'], code: 'malformed_json', detail: 'the request has no body' },
  ]);
  const { status } = await service.ask('DELETE', '/note/1', { headers: { 'content-type': 'application/json' } });
  t.equal(status, 204, 'a delete may say what type its absent body has');
});

test('media types of answers', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const json = 'application/json; charset=utf-8';
  const accepted: readonly (readonly [accept: string, type: string])[] = [
    ['*/*', json],
    ['application/json', json],
    ['application/*', json],
    ['APPLICATION/JSON', json],
    ['text/html, */*;q=0.1', json],
    ['', json],
    [' ', json],
    ['application/json;q=0.5', json],
    ['application/json; charset=utf-8', json],
    ['text/csv;q=1, application/json;q=0.1', 'text/csv; charset=utf-8'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['application/json;q=0, */*', 'text/csv; charset=utf-8'],
    ['application/x-ndjson, application/json;q=0.9', 'application/x-ndjson; charset=utf-8'],
  ];
  for (const [accept, type] of accepted) {
    const answer = await service.ask('GET', '/note', { headers: { accept } });
    t.equal(answer.status, 200, accept);
    t.equal(answer.headers['content-type'], type, accept);
  }
  const refused = ['text/html', 'application/xml', 'application/json;q=0', '*/*;q=0', 'json', 'x'];
  const ofLists = 'accept application/json, text/csv, application/x-ndjson, application/vnd.pgrst.object+json';
  const ofRows = 'accept application/json, application/vnd.pgrst.object+json';
  await checkRefusals(
    t,
    service,
    refused.flatMap((accept): Refusal[] => [
      { ask: ['GET', '/note', { headers: { accept } }], code: 'not_acceptable', hint: ofLists },
      { ask: ['POST', '/note', { body, headers: { accept } }], code: 'not_acceptable', hint: ofRows },
    ]),
  );
  await checkRefusals(t, service, [
    { ask: ['POST', '/note', { body, headers: { accept: 'text/csv' } }], code: 'not_acceptable', hint: ofRows },
    { ask: ['GET', '/note/1', { headers: { accept: 'application/x-ndjson' } }], code: 'not_acceptable', hint: ofRows },
  ]);
  t.equal((await service.ask('GET', '/note')).text, '[]', 'nothing is done for who could not take the answer');
});

test('who may not ask is told so before the body is read', async (t) => {
  const service = await testService(t, 'test/five_lines');
  const reader = service.token({ identity_id: 1, scope: 'read:data' });
  await checkRefusals(t, service, [
    { ask: ['POST', '/note', { body: '{', token: null }], code: 'unauthenticated' },
    { ask: ['POST', '/note', { body: '{', token: reader }], code: 'insufficient_scope' },
    { ask: ['PATCH', '/note/1', { body: 'x'.repeat(1_048_577), token: null }], code: 'unauthenticated' },
    { ask: ['DELETE', '/note/x?y', { token: reader }], code: 'insufficient_scope' },
    { ask: ['GET', '/note?x=%', { token: null }], code: 'unauthenticated' },
  ]);
});
