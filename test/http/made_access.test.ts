import { test } from 'tap';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { renderPage } from '../../engine/feature/event/page.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { notifyAll } from '../events/notification_service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel } from './service.ts';

// What roles may do with the rows that the service makes: a role that service.yaml lists has its rule in place of the default.

const files = {
  'service.yaml': `service: Test
roles: [administrator, auditor, guest, nobody]
events: { prefix: org.example, webhooks: {} }
claims: { others: { party_id: party_id } }
access:
  event: { administrator: all, auditor: { read: "source=like./thing/*" }, nobody: nothing }
  notification:
    administrator: all
    auditor: { read: "acknowledged=is.false", update: nothing }
    nobody: nothing
  notice: { administrator: all, auditor: { read: "party.name=eq.Bo" }, nobody: nothing }
  subscription: { administrator: all, auditor: { read: all, update: all }, nobody: nothing }
`,
  'party.yaml': 'resource: party\nhistory: true\nfields:\n  name: { type: text }\naccess: { guest: { read: all } }\n',
  'identity.yaml':
    'resource: identity\nfields:\n  subject: { type: text, unique: true }\n  party_id: { type: reference, to: party, nullable: true }\naccess: {}\n',
  'thing.yaml': `resource: thing
history: true
fields:
  owner_id: { type: reference, to: party }
  name: { type: text, access: { guest: read } }
notify: [{ to: owner }]
notices: [{ type: there, when: name=not.is.null, to: owner, message: It exists. }]
access:
  guest: { read: "owner_id=eq.{party_id}" }
`,
};

const rows = `
insert into party (name) values ('Ada'), ('Bo');
insert into thing (owner_id, name) values (1, 'a');
`;

const subscriptions = `
insert into subscription (url, secret, created_by, role, claims) values
  ('https://example.org/1', 'whsec_x', 1, 'guest', '{"party_id":"1"}'),
  ('https://example.org/2', 'whsec_x', 7, 'guest', '{"party_id":"1"}');
`;

const made = ['event', 'notification', 'notice', 'subscription'];

/** The ids that each role sees of these, or a refusal. */
const seen: Readonly<Record<string, readonly (readonly number[] | 403)[]>> = {
  administrator: [
    [1, 2, 3, 4],
    [1, 2],
    [1, 2],
    [1, 2],
  ],
  auditor: [[3, 4], [2], [2], [1, 2]],
  guest: [[1, 2, 3], [1], [1], [2]],
  nobody: [403, 403, 403, 403],
};

test('access to what the service makes', async (t) => {
  const model = modelOfFiles(files);
  const service = await serveModel(t, model);
  const { ask, token, database } = service;
  await database.database.script(rows);
  await computeNotices(database.database);
  await database.query("insert into thing (owner_id, name) values (2, 'b')");
  await computeNotices(database.database);
  await notifyAll(model, service);
  await database.query('update notification set acknowledged = true where party_id = 1');
  await database.query(subscriptions);
  const as = (role: string) => token({ identity_id: 7, party_id: 1, role, scope: 'manage:data' });
  for (const [role, lists] of Object.entries(seen)) {
    for (const [index, name] of made.entries()) {
      const expected = lists[index] ?? [];
      const answer = await ask('GET', `/${name}?select=id&order=id`, { token: as(role) });
      const counted = await ask('GET', `/${name}?limit=0`, { token: as(role), headers: { prefer: 'count=exact' } });
      t.same([answer.status, counted.status], expected === 403 ? [403, 403] : [200, 206], `${role}: ${name}`);
      if (expected === 403) continue;
      const ids = expected.map((id) => ({ id }));
      t.same(answer.body, ids, `${role}: ${name} ${answer.text}`);
      t.equal(counted.headers['content-range'], `*/${expected.length}`, `${role} counts ${name}`);
    }
  }
  const embedded = await ask('GET', '/notification?select=id,event(id)&order=id', { token: as('administrator') });
  t.same(embedded.body, [
    { id: 1, event: { id: 3 } },
    { id: 2, event: { id: 4 } },
  ]);
  const hidden = await ask('GET', '/notification?select=id,event(id)', { token: as('nobody') });
  t.equal(hidden.status, 403);
  // Names of fields that a role does not read stay hidden, in the events that its rule shows as well.
  await database.query("update thing set name = 'c' where id = 2");
  await notifyAll(model, service);
  const path = '/event?type=like.*update&source=eq./thing/2&select=data';
  t.same((await ask('GET', path, { token: as('administrator') })).body, [{ data: { updated_fields: [] } }]);

  // The same page of events goes to streams and to webhooks.
  const event = model.resources.get('event');
  if (event === undefined) throw new Error('the model has events');
  for (const [role, events] of [
    ['administrator', ['1', '2', '3', '4']],
    ['auditor', ['3', '4']],
    ['nobody', []],
  ] as const) {
    const principal = { role, identity: '7', subject: null, claims: new Map(), scopes: new Set<string>() };
    const asked = { restrictions: restrictionsOf(principal, model), event, filters: [] };
    const page = await database.database.query(renderPage(asked, { after: '0', upTo: '4', most: 9 }));
    t.same(page.ok && page.rows.map(({ id }) => id), events, `a stream of ${role}`);
  }

  const change = { acknowledged: true };
  const url = { url: 'https://example.com' };
  const writes: readonly (readonly [
    role: string,
    method: Method,
    path: string,
    body: object | null,
    status: number,
  ])[] = [
    ['guest', 'PATCH', '/notification/2', change, 404],
    ['auditor', 'PATCH', '/notification/2', change, 403],
    ['administrator', 'PATCH', '/notification/2', change, 200],
    // A subscription acts with the rights of who last wrote it: nobody writes another's.
    ['administrator', 'PATCH', '/subscription/1', url, 403],
    ['auditor', 'PATCH', '/subscription/1', url, 403],
    ['guest', 'PATCH', '/subscription/1', url, 404],
    ['auditor', 'DELETE', '/subscription/1', null, 403],
    ['administrator', 'DELETE', '/subscription/1', null, 204],
  ];
  for (const [role, method, to, body, status] of writes) {
    const answer = await ask(method, to, { token: as(role), ...(body && { body: { ...body } }) });
    t.equal(answer.status, status, `${role}: ${method} ${to} ${answer.text}`);
  }
});
