import { createHash, randomBytes } from 'node:crypto';
import t from 'tap';
import { fileService } from './service.ts';

const pdf = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="Contract 1.pdf"' };
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

t.test('a file goes up, is shown in its row, and comes down as it was', async (t) => {
  const { send, add, database } = await fileService(t);
  const id = await add('document');
  const bytes = randomBytes(300_000);
  const before = await send('GET', `/document/${id}`);
  t.equal(before.body.scan, null);

  const misspelt = await send('PUT', `/document/${id}/scann`, { body: bytes, headers: pdf });
  t.match(misspelt, { status: 404, body: { hint: `did you mean /api/v1/document/${id}/scan?` } });
  const put = await send('PUT', `/document/${id}/scan`, { body: bytes, headers: pdf });
  t.equal(put.status, 200);
  const shown = { name: 'Contract 1.pdf', media_type: 'application/pdf', size: 300_000, sha256: hashOf(bytes) };
  t.strictSame(put.body.scan, shown);
  const row = await send('GET', `/document/${id}`);
  t.strictSame(row.body.scan, shown);
  t.equal(row.body.links.scan, `/api/v1/document/${id}/scan`);

  const got = await send('GET', `/document/${id}/scan`);
  t.equal(got.status, 200);
  t.ok(got.bytes.equals(bytes));
  const heads = ['content-type', 'content-length', 'content-disposition', 'etag', 'cache-control', 'accept-ranges'];
  t.strictSame(
    [...heads, 'x-content-type-options', 'content-security-policy'].map((name) => got.headers.get(name)),
    [
      'application/pdf',
      '300000',
      'attachment; filename="Contract 1.pdf"',
      `"${hashOf(bytes)}"`,
      'private, no-cache',
      'bytes',
      'nosniff',
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    ],
  );
  const [head, known, other] = [
    await send('HEAD', `/document/${id}/scan`),
    await send('GET', `/document/${id}/scan`, { headers: { 'if-none-match': `"${hashOf(bytes)}"` } }),
    await send('GET', `/document/${id}/scan`, { headers: { 'if-match': '"0"' } }),
  ];
  t.strictSame([head.status, head.bytes.length, head.headers.get('content-length')], [200, 0, '300000']);
  t.strictSame([known.status, known.bytes.length, other.status], [304, 0, 412]);
  for (const [filter, count] of [
    ['scan=not.is.null', 1],
    ['scan=is.null', 0],
    ['scan.is=x', 400],
  ] as const) {
    const list = await send('GET', `/document?${filter}`);
    if (count === 400) t.equal(list.status, 400);
    else t.equal(list.body.length, count, filter);
  }
  const list = await send('GET', '/document?select=scan,name:scan');
  t.strictSame(list.body, [{ scan: shown, name: shown }]);
  t.equal((await send('GET', '/document?scan->>object=eq.1')).status, 400, 'no path leads into it');
  t.equal((await send('GET', '/document?select=scan->>object')).status, 400);
  const [{ events } = {}] = await database.query('select count(*) as events from almanac.outbox');
  t.equal(events, '2', 'the create and the update');
});

t.test('parts of a file', async (t) => {
  const { send, add } = await fileService(t);
  const id = await add('document');
  const text = '0123456789';
  const { body } = await send('PUT', `/document/${id}/scan`, { body: text, headers: { 'content-type': 'text/plain' } });
  const etag = `"${body.scan.sha256}"`;
  const cases: readonly (readonly [string, number, string, string | null, string?])[] = [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=4-100', 206, '456789', 'bytes 4-9/10'],
    ['bytes=0-9', 206, text, 'bytes 0-9/10'],
    ['BYTES=1-1', 206, '1', 'bytes 1-1/10'],
    ['bytes=0-1,5-6', 200, text, null],
    ['bytes=5-3', 416, '', 'bytes */10'],
    ['lines=0-1', 200, text, null],
    ['bytes=x', 200, text, null],
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10', etag],
    ['bytes=0-3', 200, text, null, '"other"'],
    ['bytes=0-3', 200, text, null, `W/${etag}`],
    ['bytes=0-3', 200, text, null, 'Sun, 22 Nov 2026 20:00:00 GMT'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
  ];
  for (const [range, status, content, contentRange, condition] of cases) {
    const headers = { range, ...(condition !== undefined && { 'if-range': condition }) };
    const answer = await send('GET', `/document/${id}/scan`, { headers });
    const got = [answer.status, status === 416 ? '' : answer.bytes.toString(), answer.headers.get('content-range')];
    t.strictSame(got, [status, content, contentRange], `${range} ${condition ?? ''}`);
  }
  await send('PUT', `/document/${id}/scan`, { body: '', headers: { 'content-type': 'text/plain' } });
  const empty = await send('GET', `/document/${id}/scan`);
  t.strictSame([empty.status, empty.bytes.length, empty.headers.get('content-length')], [200, 0, '0']);
  t.equal((await send('GET', `/document/${id}/scan`, { headers: { range: 'bytes=0-' } })).status, 416);
});

t.test('what an upload may be', async (t) => {
  const { send, add, stored, sweep } = await fileService(t);
  const id = await add('document');
  const cases: readonly (readonly [string, Record<string, string>, number, string])[] = [
    ['a', { 'content-type': 'image/png' }, 200, 'image/png'],
    ['a', { 'content-type': 'IMAGE/SVG+XML; x=1' }, 200, 'image/svg+xml'],
    ['a', { 'content-type': 'text/plain; charset="UTF-8"' }, 200, 'text/plain;charset=utf-8'],
    ['a', { 'content-type': 'text/html' }, 415, 'unsupported_media_type'],
    ['a', { 'content-type': 'application/pdfx' }, 415, 'unsupported_media_type'],
    ['a', { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['a', { 'content-type': 'multipart/form-data; boundary=x' }, 415, 'unsupported_media_type'],
    ['a', { 'content-type': 'pdf' }, 415, 'unsupported_media_type'],
    ['a', { ...pdf, 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    [
      'a',
      { ...pdf, 'content-disposition': "attachment; filename*=UTF-8''a%0d%0aset-cookie:x.pdf" },
      400,
      'invalid_parameter',
    ],
    ['a', { ...pdf, 'content-disposition': `attachment; filename="${'a'.repeat(256)}"` }, 400, 'invalid_parameter'],
    ['a', { ...pdf, prefer: 'tx=rollback' }, 400, 'invalid_parameter'],
    ['a', { ...pdf, 'if-none-match': '*' }, 400, 'invalid_parameter'],
    ['a', { ...pdf, 'if-match': '"1-aaaaaaaaaaaaaaaaaaaaaa"' }, 412, 'precondition_failed'],
    ['a'.repeat(1_000_000), pdf, 200, 'application/pdf'],
    ['a'.repeat(1_000_001), pdf, 413, 'payload_too_large'],
  ];
  for (const [body, headers, status, word] of cases) {
    const answer = await send('PUT', `/document/${id}/scan`, { body, headers });
    t.strictSame(
      [answer.status, answer.body.code ?? answer.body.scan.media_type],
      [status, word],
      JSON.stringify(headers).slice(0, 90),
    );
  }
  const names: readonly (readonly [string, string])[] = [
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\\\temp\\\\a.pdf"', 'a.pdf'],
    ["attachment; filename*=UTF-8''%C3%A6%20%22x%22.pdf", 'æ "x".pdf'],
    ['attachment; filename=".."', 'scan'],
    ['attachment', 'scan'],
  ];
  for (const [header, name] of names) {
    const answer = await send('PUT', `/document/${id}/scan`, {
      body: 'x',
      headers: { ...pdf, 'content-disposition': header },
    });
    t.equal(answer.body.scan?.name, name, header);
    const got = await send('GET', `/document/${id}/scan`);
    t.match(got.headers.get('content-disposition'), /^attachment; filename=/);
  }
  t.equal((await send('PUT', '/document/99/scan', { body: 'x', headers: pdf })).status, 404);
  t.equal((await send('PUT', '/document/x/scan', { body: 'x', headers: pdf })).status, 404);
  t.equal((await send('PUT', `/document/${id}/title`, { body: 'x', headers: pdf })).status, 404);
  t.equal((await send('PUT', `/document/${id}/scan?select=id`, { body: 'x', headers: pdf })).status, 400);
  const post = await send('POST', `/document/${id}/scan`, { body: 'x', headers: pdf });
  t.strictSame([post.status, post.headers.get('allow')], [405, 'GET, HEAD, PUT, DELETE']);
  await sweep('2 days');
  t.equal(stored().length, 9, 'a file for each version, and no more');
});

t.test('a body of JSON only removes a file, or sends it back', async (t) => {
  const { send, add } = await fileService(t);
  const id = await add('document');
  const json = { 'content-type': 'application/json' };
  const { body } = await send('PUT', `/document/${id}/scan`, { body: 'x', headers: pdf });
  const patch = async (sent: unknown) => {
    const answer = await send('PATCH', `/document/${id}`, { body: JSON.stringify(sent), headers: json });
    return [answer.status, answer.body.errors?.[0]?.pointer ?? answer.body.scan];
  };
  t.strictSame(await patch({ title: 'B', scan: body.scan }), [200, body.scan], 'as it was shown');
  t.strictSame(await patch({ scan: { ...body.scan, size: 2 } }), [422, '/scan']);
  t.strictSame(await patch({ scan: { ...body.scan, object: 'x' } }), [422, '/scan']);
  t.strictSame(await patch({ scan: 'x' }), [422, '/scan']);
  t.strictSame(await patch({ scan: null }), [200, null]);
  const many = await send('PATCH', `/document?id=eq.${id}`, {
    body: JSON.stringify({ scan: body.scan }),
    headers: json,
  });
  t.equal(many.status, 422);
  const batch = await send('POST', '/batch', {
    body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url: `document/${id}/scan` }] }),
    headers: json,
  });
  t.match([batch.status, batch.body.detail], [404, 'a batch holds no files']);
  const create = await send('POST', '/document', {
    body: JSON.stringify({ title: 'C', scan: body.scan }),
    headers: json,
  });
  t.equal(create.status, 422);
});

t.test('versions keep their files, and what no version has goes', async (t) => {
  const { send, add, stored, sweep } = await fileService(t);
  const id = await add('document');
  const put = async (body: string) => send('PUT', `/document/${id}/scan`, { body, headers: pdf });
  await put('one');
  const { body: list } = await send('GET', `/document_history?document_id=eq.${id}&order=id.desc&limit=1`);
  const [{ id: version, recorded_at: at }] = list;
  await put('two');
  t.equal((await send('DELETE', `/document/${id}/scan`)).status, 204);
  t.equal((await send('GET', `/document/${id}/scan`)).status, 404);
  t.equal((await send('GET', `/document_history/${version}/scan`)).bytes.toString(), 'one');
  t.equal((await send('GET', `/document/${id}/scan?as_of=${encodeURIComponent(at)}`)).bytes.toString(), 'one');
  t.equal((await send('PUT', `/document_history/${version}/scan`, { body: 'x', headers: pdf })).status, 405);
  t.equal((await send('GET', `/document/${id}/scan?as_of=2099-01-01T00:00:00Z`)).status, 400);
  t.equal((await send('GET', `/document/${id}/scan?title=eq.A`)).status, 400);
  await sweep('30 days');
  t.equal(stored().length, 2, 'the history has both');
  t.equal((await send('DELETE', `/document/${id}`)).status, 204);
  await sweep('30 days');
  t.equal((await send('GET', `/document_history/${version}/scan`)).bytes.toString(), 'one');

  const photo = await add('photo');
  const change = (body: string) => send('PUT', `/photo/${photo}/picture`, { body });
  await change('one');
  await change('two');
  t.equal(stored().length, 4);
  await sweep('1 minute');
  t.equal(stored().length, 4, 'whoever was told of it can still read it');
  await sweep('30 days');
  t.equal(stored().length, 3);
  t.equal((await send('GET', `/photo/${photo}/picture`)).bytes.toString(), 'two');
  await send('DELETE', `/photo/${photo}`);
  await sweep('30 days');
  t.equal(stored().length, 2);
});

t.test('the rights of the row and the field are those of its file', async (t) => {
  const { send, add, stored, sweep } = await fileService(t);
  const id = await add('document');
  const reader = { role: 'reader' };
  await send('PUT', `/document/${id}/scan`, { body: 'x', headers: pdf });
  await send('PUT', `/document/${id}/secret_scan`, { body: 'x' });
  const ask = async (method: string, path: string, claims: object = reader) => {
    const answer = await send(method, path, {
      claims: { ...claims },
      ...(method === 'PUT' && { body: 'y', headers: pdf }),
    });
    return answer.status;
  };
  t.equal(await ask('GET', `/document/${id}/scan`), 200);
  t.equal(await ask('GET', `/document/${id}/secret_scan`), 404);
  t.equal(await ask('PUT', `/document/${id}/secret_scan`), 403);
  t.equal(await ask('PUT', `/document/${id}/scan`), 403);
  t.equal(await ask('DELETE', `/document/${id}/scan`), 403);
  t.equal(await ask('GET', `/document/${id}/scan`, { role: 'nobody' }), 403);
  t.equal(await ask('GET', `/document/${id}/scan`, { scope: 'read:data:photo' }), 403);
  t.equal(await ask('PUT', `/document/${id}/scan`, { scope: 'use:data' }), 403);
  t.equal(await ask('GET', `/document/${id}/scan?as_of=2026-01-01T00:00:00Z`, { scope: 'read:data:document' }), 403);
  t.equal(await ask('GET', `/document/${id}/scan`, { scope: 'read:data:document' }), 200);
  const patch = { body: '{"status":"closed"}', headers: { 'content-type': 'application/json' } };
  t.equal((await send('PATCH', `/document/${id}`, patch)).status, 200);
  t.equal(await ask('GET', `/document/${id}/scan`), 404, 'a row that it does not see');
  t.equal((await send('DELETE', `/document/${id}/scan`)).status, 422, 'a check of the row');
  await sweep('30 days');
  t.equal(stored().length, 2, 'nothing is left of what was refused');
});
