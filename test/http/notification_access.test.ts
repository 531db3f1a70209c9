import { test } from 'tap';
import { notifyAll } from '../events/notification_service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { checkRefusals } from './refusal.ts';
import { serveModel } from './service.ts';

// Design section 6: a change of many notifications is no way around the rules of access, and its count tells of no others.

const files = {
  'service.yaml': `
service: Test
roles: [clerk, guest]
events: { prefix: org.example }
claims: { others: { party_id: party_id } }
`,
  'party.yaml': `
resource: party
history: true
fields:
  name: { type: text }
  rating: { type: integer, default: 3, access: { clerk: all } }
access:
  clerk: all
  guest: { read: "id=eq.{party_id}" }
`,
  'identity.yaml': `
resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
`,
  'thing.yaml': `
resource: thing
history: true
fields:
  owner_id: { type: reference, to: party }
  other_id: { type: reference, to: party }
  name: { type: text }
notify: [{ to: [owner, other] }]
access:
  clerk: all
  guest: { read: "owner_id=eq.{party_id}" }
`,
};

const rows = `
insert into party (name, rating) values ('Ada', 1), ('Bo', 2);
insert into identity (id, subject, party_id) overriding system value values (10, 'ada', 1), (20, 'bo', 2);
insert into thing (owner_id, other_id, name) values (1, 2, 'a'), (2, 1, 'b'), (1, 2, 'c');
`;

test('what a change of many notifications can reach', async (t) => {
  const model = modelOfFiles(files);
  const service = await serveModel(t, model);
  const { ask, database } = service;
  await database.database.script(rows);
  await notifyAll(model, service);
  const as = (identity: number, role: string | null, scope = 'manage:data') =>
    service.token({ identity_id: identity, party_id: identity / 10, scope, ...(role && { role }) });
  const guest = as(10, 'guest');
  const body = { acknowledged: true };
  const all = await database.query('select id, party_id from notification order by id');
  t.equal(all.length, 6, 'each of three things tells two parties');
  const own = all.filter(({ party_id }) => party_id === '1').length;

  // The party of Ada is told of all three things, and sees two of their events; of parties she sees hers alone.
  const counts: readonly (readonly [token: string, query: string, count: number])[] = [
    [guest, 'id=gt.0', own],
    [guest, 'party_id=eq.2', 0],
    [guest, 'event.id=gt.0', 2],
    [guest, 'event=is.null', 1],
    [guest, 'event.source=eq./thing/2', 0],
    [guest, 'not.and=(event.source.eq./thing/2)', own],
    [guest, 'party.name=eq.Bo', 0],
    [guest, 'or=(party.name.eq.Bo,id.lt.0)', 0],
    [as(10, 'clerk'), 'party.rating=eq.1', own],
    [as(10, 'clerk'), 'party_id=eq.2', 0],
    [as(10, 'clerk'), 'event.source=eq./thing/2', 1],
    [as(10, null), 'id=gt.0', own],
    [as(10, null), 'event.id=gt.0', 0],
  ];
  for (const [token, query, count] of counts) {
    await database.query('update notification set acknowledged = false');
    const answer = await ask('PATCH', `/notification?${query}`, { token, body });
    t.match(answer.headers['content-range'], new RegExp(`/${count}$`), `${query}: ${answer.text}`);
    const changed = await database.query('select distinct party_id from notification where acknowledged');
    t.same(changed, count === 0 ? [] : [{ party_id: '1' }], query);
    for (const prefer of ['count=exact', 'count=planned', 'count=estimated']) {
      const listed = await ask('GET', `/notification?${query}`, { token, headers: { prefer } });
      t.match(listed.headers['content-range'], new RegExp(`/${count}$`), `${prefer} ${query}`);
    }
  }
  await database.query('update notification set acknowledged = false');
  await checkRefusals(t, service, [
    { ask: ['PATCH', '/notification?party.rating=eq.1', { token: guest, body }], code: 'invalid_parameter' },
    // A role that may read no party cannot choose by parties.
    { ask: ['PATCH', '/notification?party.id=gt.0', { token: as(10, null), body }], code: 'forbidden' },
    {
      ask: ['PATCH', '/notification?or=(party.rating.eq.1,id.gt.0)', { token: guest, body }],
      code: 'invalid_parameter',
    },
    {
      ask: ['PATCH', '/notification?id=gt.0&select=id,party(rating)', { token: guest, body }],
      code: 'invalid_parameter',
    },
    ...['read:data', 'manage:data:notifications', 'manage:data:notification_history', 'manage:data:thing'].map(
      (scope) => ({
        ask: ['PATCH', '/notification?id=gt.0', { token: as(10, 'guest', scope), body }] as const,
        code: 'insufficient_scope' as const,
      }),
    ),
    ...[
      'event.id=gt.0',
      'party.name=eq.Ada',
      'or=(id.lt.0,party.name.eq.Ada)',
      'id=gt.0&embed=event',
      'id=gt.0&embed=party',
    ].map((query) => ({
      ask: ['PATCH', `/notification?${query}`, { token: as(10, 'guest', 'manage:data:notification'), body }] as const,
      code: 'insufficient_scope' as const,
    })),
  ]);
  t.same(await database.query('select from notification where acknowledged'), [], 'what is refused changes nothing');
});
