import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Field } from '../../engine/model/field.ts';
import { fieldWords } from '../../engine/model/field_access.ts';
import type { Table } from '../../engine/model/model.ts';
import { dialect } from './dialect.ts';
import { type Answer, serveModel, type TestService, testService } from './service.ts';

// A row, or a version of it, can be sent back as it came (specification, section 3, rule 3).

/** Sends a text as it came, whose numbers keep their digits. */
function sendBack({ ask }: TestService, path: string, text: string, token?: string): Promise<Answer> {
  return ask('PATCH', path, { body: text as never, ...(token !== undefined && { token }) });
}

for (const [folder, open] of Object.entries({
  register: (t: Test) => testService(t, 'test/register'),
  dialect,
}))
  test(`${folder}: a row of every resource goes back as it came, and stays the version that it is`, async (t) => {
    const service = await open(t);
    const { ask, model } = service;
    let tried = 0;
    for (const { name, actions } of model.resources.values()) {
      if (!actions.has('update') || !actions.has('read')) continue;
      const [first] = (await ask('GET', `/${name}?limit=1`)).body;
      if (first === undefined) continue;
      tried += 1;
      const path = `/${name}/${first.id}`;
      const read = await ask('GET', path);
      const sent = await sendBack(service, path, read.text);
      t.equal(sent.status, 200, `${name}: ${sent.text}`);
      t.equal(sent.headers.etag?.split('-')[0], read.headers.etag?.split('-')[0], `${name}: the same version`);
      for (const [member, value] of [
        ['id', 999_999],
        ['recorded_by', 999_999],
        ['recorded_at', '2001-01-01T00:00:00+00:00'],
        ['recorded_at', 5],
        ['recorded_by', null],
        ['links', { self: '/elsewhere' }],
        ['links', null],
      ] as const) {
        const refused = await ask('PATCH', path, { body: { ...read.body, [member]: value } });
        t.match(
          refused.body,
          {
            status: 422,
            code: 'invalid_body',
            errors: [{ pointer: `/${member}`, hint: /send the value that the row has/ }],
          },
          `${name}: ${member}`,
        );
      }
    }
    t.ok(tried > 1);
  });

test('what is changed beside what is sent back is changed', async (t) => {
  const { ask } = await testService(t, 'test/library');
  const { body: made } = await ask('POST', '/book', { body: { name: 'One', page_count: 1200 } });
  const path = `/book/${made.id}`;
  const read = (await ask('GET', path)).body;
  t.equal(read.is_long, true);
  const changed = await ask('PATCH', path, { body: { ...read, page_count: 100 } });
  t.match(
    changed,
    { status: 200, body: { page_count: 100, is_long: false } },
    'what is computed had the value it was sent with',
  );
  const stale = await ask('PATCH', path, { body: { ...read, name: 'Two' } });
  t.match(
    stale,
    { status: 422, body: { errors: [{ pointer: '/is_long' }, { pointer: '/recorded_at' }] } },
    'another version',
  );
  t.equal((await ask('GET', path)).body.name, 'One', 'and nothing is changed');
  const many = await ask('PATCH', path, { body: { id: 7, recorded_by: 'x', nothing: 1, name: 5 } });
  t.same(
    new Set(many.body.errors.map(({ pointer }: { readonly pointer: string }) => pointer)),
    new Set(['/nothing', '/name', '/recorded_by']),
    'all that is wrong whatever the row has',
  );
  const old = `"${read.recorded_at}"`;
  const matched = await ask('PATCH', path, { body: { recorded_at: read.recorded_at }, headers: { 'if-match': old } });
  t.equal(matched.status, 412, 'the version comes first');
  const { etag = '' } = (await ask('GET', path)).headers;
  t.equal((await ask('PATCH', path, { body: { id: 7 }, headers: { 'if-match': etag } })).status, 422);
  t.equal((await ask('PATCH', '/book/99999', { body: { id: 99_999 } })).status, 404);
});

test('a version of a row goes back as it came', async (t) => {
  const service = await testService(t, 'test/register');
  const { ask } = service;
  const [entry] = (await ask('GET', '/controllable_unit_service_provider?limit=1&valid_to=is.null')).body;
  const path = `/controllable_unit_service_provider/${entry.id}`;
  await ask('PATCH', path, { body: { contract_reference: 'another' } });
  const versions = `/controllable_unit_service_provider_history?controllable_unit_service_provider_id=eq.${entry.id}&order=id`;
  const [version] = (await ask('GET', versions)).body;
  t.equal(version.contract_reference, entry.contract_reference);
  const single = await ask('GET', `/controllable_unit_service_provider_history/${version.id}`);
  for (const text of [JSON.stringify(version), single.text]) {
    await ask('PATCH', path, { body: { contract_reference: 'another' } });
    const sent = await sendBack(service, path, text);
    t.match(sent, { status: 200, body: { contract_reference: entry.contract_reference } }, sent.text);
  }
  t.equal((await ask('DELETE', path)).status, 204);
  t.match(
    await sendBack(service, path, single.text),
    { status: 200, body: { valid_from: entry.valid_from } },
    'restored',
  );
  const elsewhere = { ...version, controllable_unit_service_provider_id: entry.id + 1 };
  t.equal((await ask('PATCH', path, { body: elsewhere })).status, 422, 'a version of another row');
  const moved = { ...version, controllable_unit_id: version.controllable_unit_id + 1 };
  t.match(await ask('PATCH', path, { body: moved }), {
    status: 422,
    body: { errors: [{ pointer: '/controllable_unit_id', detail: 'is set on create and cannot be changed' }] },
  });
});

test('what is computed of a version is passed over', async (t) => {
  const service = await testService(t, 'test/library');
  const { ask } = service;
  const { body: made } = await ask('POST', '/book', { body: { name: 'Long', page_count: 1200 } });
  await ask('PATCH', `/book/${made.id}`, { body: { page_count: 100 } });
  const [version] = (await ask('GET', `/book_history?book_id=eq.${made.id}&order=id`)).body;
  t.equal(version.is_long, true);
  const sent = await ask('PATCH', `/book/${made.id}`, { body: version });
  t.match(sent, { status: 200, body: { page_count: 1200, is_long: true } }, sent.text);
});

test('nobody finds out by trying what they may not read', async (t) => {
  const service = await testService(t, 'test/access');
  const { ask, token, database } = service;
  await database.query(`insert into doctor (name) values ('a'), ('b')`);
  await database.query(`insert into patient (name, number, note) values ('p', '1', 'secret'), ('q', '2', 'other')`);
  await database.query(
    `insert into treatment (patient_id, doctor_id, kind, valid_from) values (1, 1, 'therapy', '2020-01-01Z'), (2, 2, 'therapy', '2020-01-01Z')`,
  );
  const clerk = token({ identity_id: 7, scope: 'manage:data', role: 'clerk' });
  const own = await ask('GET', '/patient/1', { token: clerk });
  t.notOk('note' in own.body);
  t.equal((await sendBack(service, '/patient/1', own.text, clerk)).status, 200, 'without what they do not read');
  const answers = [];
  for (const note of ['secret', 'wrong', null])
    answers.push(await ask('PATCH', '/patient/1', { body: { note }, token: clerk }));
  for (const { status, text } of answers) t.same([status, text], [answers[0]?.status, answers[0]?.text]);
  t.ok((answers[0]?.status ?? 0) >= 400, 'a field that the role does not read');
  const doctor = token({ identity_id: 8, scope: 'manage:data', role: 'doctor', doctor_id: 1 });
  const hidden = [];
  for (const id of [2, 3])
    hidden.push(await ask('PATCH', '/patient/2', { body: { id, recorded_by: id }, token: doctor }));
  for (const { status } of hidden) t.equal(status, 404, 'a row that the role does not see');
});

test('a field that the role reads and does not write goes back, and is refused otherwise', async (t) => {
  const loaded = await loadModel('test/five_lines');
  if (!loaded.ok) throw new Error('the definitions have faults');
  const { service, resources } = loaded.model;
  const note = resources.get('note') as Table;
  const done = { ...(note.fields.get('done') as Field), access: new Map([['reader', fieldWords.read]]) };
  const model = {
    ...loaded.model,
    service: { ...service, roles: ['reader'] },
    resources: new Map([['note', { ...note, fields: new Map([...note.fields, ['done', done]]) }]]),
  };
  const { ask, token, database } = await serveModel(t, model);
  await database.query(`insert into note (heading, done) values ('a', true)`);
  const reader = token({ identity_id: 7, scope: 'manage:data', role: 'reader' });
  const { body } = await ask('GET', '/note/1', { token: reader });
  t.equal(body.done, true);
  const sent = await ask('PATCH', '/note/1', { body: { ...body, heading: 'b' }, token: reader });
  t.match(sent, { status: 200, body: { heading: 'b', done: true } }, sent.text);
  for (const done of [false, 5, null]) {
    const refused = await ask('PATCH', '/note/1', { body: { done }, token: reader });
    t.match(refused, { status: 403, body: { code: 'forbidden_field', errors: [{ pointer: '/done' }] } }, String(done));
  }
  const nobody = token({ identity_id: 7, scope: 'manage:data' });
  const [right, wrong] = [true, false].map((done) => ask('PATCH', '/note/1', { body: { done }, token: nobody }));
  t.equal((await right)?.text, (await wrong)?.text, 'who does not read it learns nothing');
});

test('the comparison is with the row as it is locked', async (t) => {
  const { ask, database } = await testService(t, 'test/library');
  const { body: made } = await ask('POST', '/book', { body: { name: 'One' } });
  const read = (await ask('GET', `/book/${made.id}`)).body;
  const locked = Promise.withResolvers<void>();
  const sent = locked.promise.then(() => ask('PATCH', `/book/${made.id}`, { body: { ...read, name: 'Two' } }));
  await database.database.transaction(async (query) => {
    await query({ text: `update book set name = 'Three' where id = ${made.id}`, values: [] });
    locked.resolve();
    await delay(200);
    return { ok: true };
  });
  t.match(await sent, { status: 422, body: { errors: [{ pointer: '/recorded_at' }, { pointer: '/recorded_by' }] } });
  t.equal((await ask('GET', `/book/${made.id}`)).body.name, 'Three', 'nothing is lost');
});
