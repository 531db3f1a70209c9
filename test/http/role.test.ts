import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import {
  type Answer,
  identity,
  type Method,
  type Request,
  serveModel,
  type TestService,
  testService,
} from './service.ts';

// Access rules (`access` in a definition): what a role does not see is not there, wherever it would appear.

type Ask = (method: Method, path: string, request?: Request) => Promise<Answer>;

interface Clinic {
  readonly service: TestService;
  readonly as: (role: string | null, claims?: Readonly<Record<string, string>>) => Ask;
}

/** Doctors 1 and 2; patients 1 (of doctor 1), 2 (of doctor 2) and 3 (of nobody). */
async function openClinic(t: Test): Promise<Clinic> {
  const service = await testService(t, 'test/access');
  await service.database.database.script(`
    insert into doctor (name, phone) values ('Ada', '1'), ('Bo', '2');
    insert into patient (name, number, note) values ('Per', 'p1', 'n1'), ('Liv', 'p2', 'n2'), ('Ole', 'p3', null);
    insert into treatment (patient_id, doctor_id, valid_from) values (1, 1, '2026-01-01Z'), (2, 2, '2026-01-01Z');
  `);
  const as: Clinic['as'] = (role, claims = {}) => {
    const token = service.token({ identity_id: identity, scope: 'manage:data', ...(role && { role }), ...claims });
    return (method, path, request = {}) => service.ask(method, path, { token, ...request });
  };
  return { service, as };
}

const ids = ({ body }: Answer): readonly number[] => body.map(({ id }: { id: number }) => id);

test('rows that a role sees, on every way to them', async (t) => {
  const { as } = await openClinic(t);
  const ada = as('doctor', { doctor_id: '1' });
  const per = as('patient', { patient_id: '1' });
  const clerk = as('clerk');
  const lists: readonly (readonly [Ask, path: string, ids: readonly number[]])[] = [
    [clerk, '/patient', [1, 2, 3]],
    [ada, '/patient', [1]],
    [per, '/patient', [1]],
    [per, '/doctor', [1]],
    [ada, '/doctor', [1, 2]],
    [ada, '/treatment', [1]],
    [as('doctor'), '/patient', []],
    [as('doctor', { doctor_id: 'x' }), '/patient', []],
    [as('doctor', { doctor_id: '99999999999999999999' }), '/patient', []],
    // Filters, trees and absence look at what the role sees
    [ada, '/patient?id=in.(1,2,3)', [1]],
    [ada, '/doctor?treatment.patient_id=eq.2', []],
    [clerk, '/doctor?treatment.patient_id=eq.2', [2]],
    [ada, '/doctor?treatment=is.null', [2]],
    [ada, '/doctor?or=(treatment.id.eq.2,id.eq.1)', [1]],
    [ada, '/doctor?treatment.patient.name=eq.Liv', []],
    [ada, '/doctor?embed=treatment!', [1]],
    [ada, '/patient_history?order=id', [1]],
    [per, '/patient_history?patient_id=eq.2', []],
    [per, '/patient?as_of=2026-01-01T00:00Z', []],
  ];
  for (const [ask, path, expected] of lists) {
    const answer = await ask('GET', path);
    t.equal(answer.status, 200, `${path}: ${answer.text.slice(0, 200)}`);
    t.strictSame(ids(answer), expected, path);
  }
  const counted = await ada('GET', '/patient?limit=0', { headers: { prefer: 'count=exact' } });
  t.equal(counted.headers['content-range'], '*/1');
  const estimated = await ada('GET', '/patient', { headers: { prefer: 'count=estimated' } });
  t.equal(estimated.headers['content-range'], '0-0/1');
  const lines = await ada('GET', '/patient?select=id', { headers: { accept: 'text/csv' } });
  t.equal(lines.text, 'id\r\n1\r\n');

  const embedded = await ada('GET', '/doctor?select=id,treatment(id,patient(id))&order=id');
  t.strictSame(embedded.body, [
    { id: 1, treatment: [{ id: 1, patient: { id: 1 } }] },
    { id: 2, treatment: [] },
  ]);
  const hidden = await clerk('GET', '/patient/2');
  t.equal(hidden.status, 200);
  for (const id of [2, 99]) {
    const answer = await ada('GET', `/patient/${id}`);
    t.strictSame(
      [answer.status, answer.body.code, answer.body.detail],
      [404, 'not_found', `there is no patient ${id}`],
    );
  }
  // A role that the rules give nothing hears so, on every way there.
  for (const [ask, path] of [
    [as(null), '/patient'],
    [as('stranger'), '/patient'],
    [as('stranger'), '/patient/1'],
    [as('stranger'), '/patient_history'],
    [as('stranger'), '/patient?as_of=2026-01-01T00:00Z'],
  ] as const) {
    const answer = await ask('GET', path);
    t.strictSame([answer.status, answer.body.code], [403, 'forbidden'], path);
  }
  t.equal((await ada('GET', '/patient_history/2')).status, 404);
  t.equal((await ada('GET', '/patient_history/1')).status, 200);
});

test('an order by a relation does not tell what is not seen', async (t) => {
  const { as } = await openClinic(t);
  // Bo sees treatment 2 alone; the keys of the others are null to him.
  const answer = await as('doctor', { doctor_id: '2' })('GET', '/treatment?select=id&order=patient(name)');
  t.strictSame(answer.body, [{ id: 2 }]);
});

test('rows that a role writes', async (t) => {
  const { service, as } = await openClinic(t);
  const ada = as('doctor', { doctor_id: '1' });
  const bo = as('doctor', { doctor_id: '2' });
  const clerk = as('clerk');
  const entry = (patient: number, doctor: number) => ({
    body: { patient_id: patient, doctor_id: doctor, valid_from: '2027-01-01T00:00Z' },
  });
  const writes: readonly (readonly [string, Ask, Method, string, Request, number, string | null])[] = [
    ['no role', as(null), 'POST', '/patient', { body: { name: 'x', number: 'n' } }, 403, 'forbidden'],
    ['a role that may not', ada, 'POST', '/patient', { body: { name: 'x', number: 'n' } }, 403, 'forbidden'],
    ['a row that is allowed', ada, 'POST', '/treatment', entry(1, 1), 201, null],
    ['one that is not', ada, 'POST', '/treatment', entry(1, 2), 403, 'forbidden'],
    ['a reference to what is not seen', ada, 'POST', '/treatment', entry(2, 1), 409, 'reference_conflict'],
    ['a reference to what is not there', ada, 'POST', '/treatment', entry(99, 1), 409, 'reference_conflict'],
    ['a row that is not seen', ada, 'PATCH', '/patient/2', { body: { name: 'y' } }, 404, 'not_found'],
    ['one that is not there', ada, 'PATCH', '/patient/99', { body: { name: 'y' } }, 404, 'not_found'],
    ['a row that is seen and not to be changed', ada, 'PATCH', '/doctor/2', { body: { name: 'y' } }, 403, 'forbidden'],
    ['its own', ada, 'PATCH', '/doctor/1', { body: { name: 'Ada L' } }, 200, null],
    ['to what would not be allowed', ada, 'PATCH', '/treatment/1', { body: { doctor_id: 2 } }, 403, 'forbidden'],
    ['by the rule before', ada, 'PATCH', '/treatment/1', { body: { kind: 'surgery' } }, 403, 'forbidden'],
    ['no delete', ada, 'DELETE', '/patient/1', {}, 403, 'forbidden'],
    ['a delete of what is not seen', ada, 'DELETE', '/treatment/2', {}, 404, 'not_found'],
    ['a delete', bo, 'DELETE', '/treatment/2', {}, 204, null],
    ['all', clerk, 'PATCH', '/patient/2', { body: { name: 'Liv L' } }, 200, null],
  ];
  for (const [what, ask, method, path, request, status, code] of writes) {
    const answer = await ask(method, path, request);
    t.equal(answer.status, status, `${what}: ${answer.text}`);
    if (code !== null) t.equal(answer.body.code, code, what);
  }
  const refused = await service.database.query('select count(*) as count from treatment where doctor_id = 2');
  t.equal(refused[0]?.count, '1', 'what was refused is not there');
  const [unseen, absent] = [
    await ada('POST', '/treatment', entry(2, 1)),
    await ada('POST', '/treatment', entry(99, 1)),
  ];
  t.equal(unseen.text.replaceAll('2 refers', '99 refers'), absent.text, 'and nothing tells the two apart');
});

test('fields that a role reads and writes', async (t) => {
  const { as } = await openClinic(t);
  const ada = as('doctor', { doctor_id: '1' });
  const per = as('patient', { patient_id: '1' });
  const clerk = as('clerk');
  t.equal((await ada('GET', '/patient/1')).body.note, 'n1');
  t.equal((await per('GET', '/patient/1')).body.note, 'n1');
  t.notOk('note' in (await clerk('GET', '/patient/1')).body);
  t.notOk('note' in (await clerk('GET', '/patient')).body[0]);
  t.notOk('note' in (await clerk('GET', '/patient_history')).body[0]);
  t.notOk('note' in (await clerk('GET', '/treatment?embed=patient')).body[0].patient);
  t.notOk('phone' in (await per('GET', '/doctor/1')).body);
  t.match(await clerk('GET', '/patient?select=*', { headers: { accept: 'text/csv' } }), {
    text: /^id,name,number,recorded_at/,
  });
  for (const query of ['note=eq.n1', 'order=note', 'select=note', 'treatment.patient.note=eq.n1', 'or=(note.eq.n1)']) {
    const answer = await clerk('GET', `/patient?${query}`);
    t.equal(answer.status, 400, query);
    t.notMatch(answer.body.hint ?? '', /note/, 'nor is it offered');
  }
  const sneaked = await clerk('PATCH', '/patient/1', { body: { note: 'x' } });
  t.strictSame([sneaked.status, sneaked.body.code], [422, 'invalid_body'], 'it is no field at all');
  const readOnly = await clerk('PATCH', '/doctor/1', { body: { phone: '3', name: 'x' } });
  t.strictSame([readOnly.status, readOnly.body.code], [403, 'forbidden_field']);
  t.strictSame(readOnly.body.errors, [{ pointer: '/phone', detail: 'the role clerk may not write phone' }]);
  const written = await clerk('PATCH', '/patient/1', { body: { name: 'Per P' } });
  t.equal(written.status, 200);
  t.notOk('note' in written.body);
});

test('versions, for roles', async (t) => {
  const { service, as } = await openClinic(t);
  const ada = as('doctor', { doctor_id: '1' });
  const clerk = as('clerk');
  const tagOf = async (ask: Ask, path: string) => (await ask('GET', path)).headers.etag ?? '';
  const [full, part] = [await tagOf(ada, '/patient/1'), await tagOf(clerk, '/patient/1')];
  t.equal(full.split('-')[0], part.split('-')[0], 'the version is the same');
  t.not(full, part, 'and what is shown of it is not');
  const stale = '"999-AAAAAAAAAAAAAAAAAAAAAA"';
  const unseen = await tagOf(clerk, '/patient/2');
  const onDoctor = await tagOf(ada, '/doctor/2');
  const requests: readonly (readonly [what: string, Ask, Method, string, Record<string, string>, number])[] = [
    ['what is shown to one role is new to another', clerk, 'GET', '/patient/1', { 'if-none-match': full }, 200],
    ['and known to the role itself', clerk, 'GET', '/patient/1', { 'if-none-match': part }, 304],
    ['what is not seen is not there, known or not', ada, 'GET', '/patient/2', { 'if-none-match': unseen }, 404],
    ['whatever its version', ada, 'GET', '/patient/2', { 'if-match': stale }, 404],
    ['also for a change', ada, 'PATCH', '/patient/2', { 'if-match': unseen }, 404],
    ['with any version', ada, 'PATCH', '/patient/2', { 'if-match': stale }, 404],
    ['or a delete', ada, 'DELETE', '/treatment/2', { 'if-match': stale }, 404],
    ['what a role may not change has no versions for it', ada, 'PATCH', '/doctor/2', { 'if-match': stale }, 403],
    ['not even the one it has', ada, 'PATCH', '/doctor/2', { 'if-match': onDoctor }, 403],
    ['what it may change has', ada, 'PATCH', '/patient/1', { 'if-match': stale }, 412],
    ['by the tag of another role', ada, 'PATCH', '/patient/1', { 'if-match': part }, 200],
    ['once', ada, 'PATCH', '/patient/1', { 'if-match': part }, 412],
  ];
  for (const [what, ask, method, path, headers, status] of requests) {
    const answer = await ask(method, path, { headers, ...(method === 'PATCH' && { body: { name: 'New' } }) });
    t.equal(answer.status, status, `${what}: ${answer.text}`);
  }
  const rows = await service.database.query('select count(*) as count from treatment where valid_from is not null');
  t.equal(rows[0]?.count, '2', 'nothing was deleted');
});

test('an Idempotency-Key, for roles', async (t) => {
  const { as } = await openClinic(t);
  const clerk = as('clerk');
  const ada = as('doctor', { doctor_id: '1' });
  const bo = as('doctor', { doctor_id: '2' });
  const post = (ask: Ask, key: string, patient: number) =>
    ask('POST', '/treatment', {
      body: { patient_id: patient, doctor_id: 1, valid_from: '2027-01-01T00:00Z' },
      headers: { 'idempotency-key': `"${key}"` },
    });
  t.equal((await post(clerk, 'one', 1)).status, 403, 'a role that may create nothing takes no key');
  const made = await post(ada, 'one', 1);
  t.equal(made.status, 201);
  t.equal((await post(ada, 'one', 1)).text, made.text);
  const other = await post(bo, 'one', 1);
  t.strictSame(
    [other.status, other.headers.location, other.text],
    [201, made.headers.location, ''],
    'the key is of the identity, and the answer shows nobody what they may not read',
  );
  t.equal((await post(clerk, 'one', 1)).status, 403, 'and nothing is told to a role that may create nothing');
  const refused = await post(bo, 'two', 2);
  t.equal(refused.status, 403, 'a row that it may not make');
  t.equal((await post(bo, 'two', 2)).text, refused.text);
  const own = await post(ada, 'two', 2);
  t.equal(own.body.code, 'reference_conflict', 'what was refused to one is asked anew for another');
  t.equal((await post(ada, 'three', 2)).text, own.text, 'as under a new key');
  t.strictSame(ids(await ada('GET', '/treatment?valid_from=gte.2027-01-01T00:00Z')), [made.body.id]);
});

test('no right at all: a resource that a role has no rule for', async (t) => {
  const files = {
    'service.yaml': 'service: Things\nroles: [none, adds, sees]\nevents: { prefix: org.example }\n',
    'thing.yaml':
      'resource: thing\nhistory: true\nfields:\n  name: { type: text }\n  place_id: { type: reference, to: place, nullable: true }\n',
    'place.yaml':
      'resource: place\nhistory: true\nfields:\n  name: { type: text }\naccess: { adds: { create: all }, sees: { read: all } }\nrelations: { thing: { resource: thing, by: place_id } }\n',
  };
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query("insert into place (name) values ('here')");
  await database.query("insert into thing (name, place_id) values ('cup', 1)");
  const reads = [
    '/place',
    '/place/1',
    '/place?limit=0',
    '/place?as_of=2026-01-01T00:00Z',
    '/place_history',
    '/place_history/1',
    '/thing?embed=place',
    '/thing?embed=place!',
    '/thing/1?embed=place',
    '/thing?select=place(id)',
    '/thing?select=id,...place(name)',
    '/thing?place.name=eq.here',
    '/thing?place=is.null',
    '/thing?or=(id.eq.1,place.name.eq.here)',
    '/thing?place.or=(name.eq.here,name.eq.there)',
    '/thing?order=place(name)',
    '/thing_history?embed=place',
  ];
  const writes = [
    ['POST', '/place', { name: 'x' }],
    ['PATCH', '/place/1', { name: 'x' }],
    ['PATCH', '/place?id=eq.1', { name: 'x' }],
    ['DELETE', '/place/1', undefined],
    ['DELETE', '/place?id=eq.1', undefined],
    ['POST', '/thing?embed=place', { name: 'x' }],
    ['PATCH', '/thing/1?select=id,place(name)', { name: 'x' }],
  ] as const;
  for (const role of [null, 'unknown', 'none', 'adds']) {
    const bearer = token({ identity_id: identity, scope: 'manage:data', ...(role && { role }) });
    const refused = async (method: Method, path: string, request: Request = {}) => {
      const answer = await ask(method, path, { token: bearer, ...request });
      t.strictSame([answer.status, answer.body?.code], [403, 'forbidden'], `${role}: ${method} ${path}`);
    };
    for (const path of reads) await refused('GET', path);
    await refused('GET', '/place', { headers: { accept: 'application/x-ndjson' } });
    await refused('GET', '/place', { headers: { prefer: 'count=exact' } });
    const own = role === 'adds' ? writes.slice(1) : writes;
    for (const [method, path, body] of own) await refused(method, path, body && { body });
    // Where scopes alone decide, a role is not asked for.
    t.strictSame((await ask('GET', '/thing?select=id', { token: bearer })).body, [{ id: 1 }], `${role}: scopes`);
    t.strictSame((await ask('GET', '/event?source=like./place/*', { token: bearer })).body, [], `${role}: events`);
  }
  const sees = token({ identity_id: identity, scope: 'manage:data', role: 'sees' });
  for (const path of reads) t.not((await ask('GET', path, { token: sees })).status, 403, `sees: ${path}`);
});
