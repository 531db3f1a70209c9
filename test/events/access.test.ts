import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { type Answer, serveModel, type TestService, testService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { follow } from './stream.ts';

// Read rules limit events too. Who sees the version that a change made, or a delete ended, sees its event.

type As = (role: string | null, claims?: Readonly<Record<string, unknown>>) => string;

/** Doctors 1 and 2, patients 1 (of doctor 1) and 2 (of doctor 2), each an event; and who asks. */
async function clinic(t: Test): Promise<{ readonly service: TestService; readonly as: As }> {
  const service = await testService(t, 'test/access');
  await service.database.database.script(`
    insert into doctor (name, phone) values ('Ada', '1'), ('Bo', '2');
    insert into patient (name, number, note) values ('Per', 'p1', 'n1'), ('Liv', 'p2', 'n2');
    insert into treatment (patient_id, doctor_id, valid_from) values (1, 1, '2026-01-01Z'), (2, 2, '2026-01-01Z');
  `);
  const as: As = (role, claims = {}) =>
    service.token({ identity_id: 7, scope: 'manage:data', ...(role && { role }), ...claims });
  return { service, as };
}

async function told({ database }: TestService): Promise<void> {
  while ((await sequence(database.database)) > 0);
}

const inShort = ({ body }: Answer): readonly string[] =>
  body.map((event: { type: string; source: string; data: { updated_fields: readonly string[] } | null }) =>
    [event.source, event.type.split('.').at(-1), ...(event.data?.updated_fields ?? [])].join(' '),
  );

test('the events that a role sees, and what it hears of them', async (t) => {
  const { service, as } = await clinic(t);
  const { ask, database } = service;
  const ada = as('doctor', { doctor_id: '1' });
  const bo = as('doctor', { doctor_id: '2' });
  const per = as('patient', { patient_id: '1' });
  const clerk = as('clerk');
  await database.query("update patient set note = 'n3', name = 'Per P' where id = 1");
  await database.query("update patient set note = 'n4' where id = 1");
  await database.query('update treatment set valid_from = null, valid_to = null where id = 1');
  await database.query('delete from treatment where id = 1');
  await told(service);
  const made = ['/doctor/1 create', '/doctor/2 create', '/patient/1 create', '/patient/2 create'];
  const all = [...made, '/treatment/1 create', '/treatment/2 create'];
  const ofPer = (...fields: readonly string[]) => ['/patient/1 update', ...fields].join(' ');
  const deleted = '/treatment/1 delete';
  const lists: readonly (readonly [token: string, query: string, events: readonly string[]])[] = [
    [clerk, '', [...all, ofPer('name'), ofPer(), deleted]],
    // A version shows what surrounds it in its last moment: of the last one, that is now, without the treatment
    [
      ada,
      '',
      [
        '/doctor/1 create',
        '/doctor/2 create',
        '/patient/1 create',
        '/treatment/1 create',
        ofPer('name', 'note'),
        deleted,
      ],
    ],
    [bo, '', ['/doctor/1 create', '/doctor/2 create', '/patient/2 create', '/treatment/2 create']],
    [per, '', ['/patient/1 create', '/treatment/1 create', ofPer('name', 'note'), ofPer('note'), deleted]],
    [as(null), '', []],
    [as('stranger'), '', []],
    [as('doctor'), '', ['/doctor/1 create', '/doctor/2 create']],
    [per, 'source=like./patient/*&type=like.*.create', ['/patient/1 create']],
    [per, 'order=source.desc&limit=1', ['/treatment/1 create']],
    // What a role does not read, no filter finds
    [clerk, 'data=cs.{"updated_fields":["note"]}', []],
    [per, 'data=cs.{"updated_fields":["note"]}', [ofPer('name', 'note'), ofPer('note')]],
    [clerk, 'data->updated_fields=eq.[]', [ofPer()]],
  ];
  for (const [token, query, events] of lists) {
    const answer = await ask('GET', `/event?${query}`, { token, headers: { prefer: 'count=exact' } });
    t.strictSame(inShort(answer), events, query);
    if (!query.includes('limit')) t.match(answer.headers['content-range'], new RegExp(`/${events.length}$`));
  }
  const { body } = await ask('GET', '/event?source=eq./patient/2', { token: bo });
  const unseen = await ask('GET', `/event/${body[0].id}`, { token: ada });
  const absent = await ask('GET', '/event/99', { token: ada });
  t.strictSame([unseen.status, absent.status], [404, 404]);
  t.equal(unseen.text.replaceAll(`event ${body[0].id}`, 'event 99'), absent.text);
});

test('a hard delete is seen by whom saw the last version', async (t) => {
  const { service, as } = await clinic(t);
  await service.database.query('delete from treatment where patient_id = 2');
  await service.database.query('delete from patient where id = 2');
  await told(service);
  const liv = as('patient', { patient_id: '2' });
  const expected = ['/patient/2 create', '/treatment/2 create', '/treatment/2 delete', '/patient/2 delete'];
  t.strictSame(inShort(await service.ask('GET', '/event', { token: liv })), expected);
  const per = as('patient', { patient_id: '1' });
  t.strictSame(inShort(await service.ask('GET', '/event?source=eq./patient/2', { token: per })), []);
});

test('a follower sees the same as a list', async (t) => {
  const { service, as } = await clinic(t);
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const worker = await startWorker(service.model, service.database.database, (error) => t.fail(String(error)));
  t.teardown(() => worker.close());
  const per = await follow(t, service, address, { token: as('patient', { patient_id: '1' }), after: 0 });
  const clerk = await follow(t, service, address, { token: as('clerk'), after: 0 });
  await service.database.query("update patient set note = 'n3'");
  t.same(await per.sources(4), ['/doctor/1', '/patient/1', '/treatment/1', '/patient/1']);
  t.same((await clerk.sources(8)).slice(6), ['/patient/1', '/patient/2']);
  const data = ({ messages }: typeof per) => messages.at(-1)?.event?.data?.updated_fields;
  t.same([data(per), data(clerk)], [['note'], []]);
});

test("a subscription is its maker's, and is sent what its maker sees", async (t) => {
  const { service, as } = await clinic(t);
  const { ask } = service;
  // What was done before is sent to nobody.
  await told(service);
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const { source, type, data } = JSON.parse(text);
    received.push([request.url, source, type.split('.').at(-1), ...(data?.updated_fields ?? [])].join(' '));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.teardown(() => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const per = as('patient', { patient_id: '1', identity_id: 11 });
  const clerk = as('clerk', { identity_id: 12 });
  const stranger = as(null, { identity_id: 13 });
  const ids: number[] = [];
  for (const [name, token] of Object.entries({ per, clerk, stranger })) {
    const made = await ask('POST', '/subscription', { token, body: { url: `${url}/${name}`, secret } });
    t.equal(made.status, 201, made.text);
    ids.push(made.body.id);
  }
  const [own = 0, other = 0] = ids;
  const { body } = await ask('GET', '/subscription', { token: per });
  t.match(body, [{ id: own, created_by: 11, role: 'patient', claims: { patient_id: '1' }, secret: '********' }]);
  t.equal(body.length, 1, 'nobody sees those of others');
  for (const [method, request] of [
    ['GET', {}],
    ['PATCH', { body: { url: `${url}/stolen` } }],
    ['DELETE', {}],
  ] as const) {
    const unseen = await ask(method, `/subscription/${other}`, { token: per, ...request });
    const absent = await ask(method, '/subscription/99', { token: per, ...request });
    t.equal(unseen.text.replaceAll(`subscription ${other}`, 'subscription 99'), absent.text, method);
    t.equal(unseen.status, 404);
  }
  for (const member of ['created_by', 'role', 'claims'])
    t.equal((await ask('PATCH', `/subscription/${own}`, { token: per, body: { [member]: null } })).status, 422, member);
  const without = service.token({ identity_id: 11, scope: 'manage:data:subscription', role: 'patient' });
  const refused = await ask('PATCH', `/subscription/${own}`, { token: without, body: { url } });
  t.match(refused, { status: 403, body: { code: 'insufficient_scope' } }, 'who may read no events has none sent');
  t.equal((await ask('DELETE', '/subscription/99', { token: without })).status, 404, 'and may remove a subscription');

  const worker = await startWorker(service.model, service.database.database, (error) => t.fail(String(error)));
  t.teardown(() => worker.close());
  const until = async (count: number) => {
    while (received.length < count) await delay(20);
    await delay(100);
    return received.splice(0).sort();
  };
  await until(3);
  await service.database.query("update patient set note = 'n3'");
  t.strictSame(await until(3), ['/clerk /patient/1 update', '/clerk /patient/2 update', '/per /patient/1 update note']);
  // Another role from now on, as its maker has it.
  const change = await ask('PATCH', `/subscription/${own}`, { token: as('clerk', { identity_id: 11 }), body: {} });
  t.match(change.body, { role: 'clerk', claims: {} });
  await until(1);
  await service.database.query("update patient set number = 'p9' where id = 2");
  t.strictSame(await until(2), ['/clerk /patient/2 update number', '/per /patient/2 update number']);
});

const renamed = {
  'service.yaml': 'service: Test\nroles: [clerk, guest]\nevents: { prefix: org.example }\n',
  'owner.yaml': 'resource: owner\nfields:\n  name: { type: text }\n',
  'thing.yaml': `
resource: thing
was: item
subject: owner_id
fields:
  owner_id: { type: reference, to: owner, access: { clerk: all } }
  price: { type: integer, was: cost, default: 0, access: { clerk: all } }
  name: { type: text }
`,
};

test('an event names no subject that a role does not read, and nothing by its former name', async (t) => {
  const model = modelOfFiles(renamed);
  const service = await serveModel(t, model);
  await service.database.database.script(`
    insert into owner (name) values ('Ada');
    insert into thing (owner_id, name) values (1, 'x');
    update thing set price = 1, name = 'y';
    insert into event (specversion, type, source, subject, "time", data, recorded_at, recorded_by) values
      ('1.0', 'org.example.item.update', '/item/1', '/owner/1', '2025-01-01Z', '{"updated_fields": ["cost", "name"]}', '2025-01-01Z', 0);
  `);
  await told(service);
  const lists = async (role: string, filter: string) => {
    const token = service.token({ identity_id: 7, scope: 'manage:data', role });
    const { body, text } = await service.ask('GET', `/event?order=time,id&type=not.like.*.owner.*${filter}`, { token });
    if (!Array.isArray(body)) throw new Error(text);
    return body.map(({ source, subject, data }) => [source, subject, data?.updated_fields.join() ?? '']);
  };
  t.strictSame(await lists('clerk', ''), [
    ['/item/1', '/owner/1', 'cost,name'],
    ['/thing/1', '/owner/1', ''],
    ['/thing/1', '/owner/1', 'price,name'],
  ]);
  t.strictSame(await lists('guest', ''), [
    ['/item/1', null, 'name'],
    ['/thing/1', null, ''],
    ['/thing/1', null, 'name'],
  ]);
  for (const filter of ['&subject=eq./owner/1', '&subject=not.is.null', '&data=cs.{"updated_fields":["cost"]}'])
    t.strictSame(await lists('guest', filter), [], filter);
});
