import { type Test, test } from 'tap';
import { serveModel, type TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { computeAll } from './notice_service.ts';
import { notifyAll } from './notification_service.ts';
import { follow } from './stream.ts';

// The party of a caller is one, in rules and in what is addressed to it: that of the claim or, where the token has none, that
// of the identity.

const files = (claims: string, rule: string) => ({
  'service.yaml': `service: Test\nroles: [guest]\nevents: { prefix: org.example }\n${claims}`,
  'party.yaml': `
resource: party
fields:
  name: { type: text }
access:
  guest: { read: "id=eq.{party_id}" }
`,
  'identity.yaml': `
resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true, access: {} }
access: {}
`,
  'thing.yaml': `
resource: thing
history: true
fields:
  owner_id: { type: reference, to: party }
  name: { type: text }
  code: { type: text, default: '0' }
relations:
  part: { resource: part, by: thing_id }
notify: [{ to: owner }]
notices: [{ type: unfinished, when: name=eq.a, to: owner, message: To be finished. }]
access:
  guest: { ${rule} }
`,
  'mark.yaml': `
resource: mark
fields:
  by_id: { type: reference, to: identity }
access:
  guest: { read: "by_id=eq.{identity}" }
`,
  'part.yaml': `
resource: part
fields:
  thing_id: { type: reference, to: thing }
access:
  guest: { read: "thing.owner_id=eq.{party_id}" }
`,
});

const declared = 'claims: { others: { party_id: party } }\n';
const ownThings = 'read: "owner_id=eq.{party_id}", create: "owner_id=eq.{party_id}", update: "owner_id=eq.{party_id}"';

async function serve(t: Test, claims = declared): Promise<TestService> {
  const model = modelOfFiles(files(claims, ownThings));
  const service = await serveModel(t, model);
  await service.database.database.script(`
    insert into party (name) values ('Ada'), ('Bo');
    insert into identity (id, subject, party_id) overriding system value values (10, 'ada', 1), (20, 'bo', 2), (30, 'new', null);
    insert into thing (owner_id, name, code) values (1, 'a', '1'), (2, 'a', '2'), (1, 'a', '1');
    insert into mark (by_id) values (10), (20), (30);
    insert into part (thing_id) values (1), (2), (3);
  `);
  await notifyAll(model, service);
  await computeAll(service.database);
  return service;
}

const scope = 'manage:data';
const guest = { scope, role: 'guest' };

/** Who asks, with the party that they act for. */
const callers: readonly (readonly [who: string, claims: Readonly<Record<string, unknown>>, party: number | null])[] = [
  ['an identity by its id', { identity_id: 10 }, 1],
  ['one by its subject', { sub: 'ada' }, 1],
  ['another by its id', { identity_id: 20 }, 2],
  ['a claim before the identity', { identity_id: 10, party: 2 }, 2],
  ['a claim before the subject', { sub: 'bo', party: '1' }, 1],
  ['an identity of no party', { identity_id: 30 }, null],
  ['a claim of one of no party', { identity_id: 30, party: 1 }, 1],
  ['a claim of nobody known', { sub: 'stranger', party: 2 }, 2],
  ['nobody known', { sub: 'stranger' }, null],
  ['an id that nobody has', { identity_id: 99 }, null],
  ['a subject that no text holds', { sub: 'ada\0' }, null],
  ['a claim that is no id', { identity_id: 10, party: 'x' }, null],
  ['a claim of no party that there is', { identity_id: 10, party: 99 }, null],
];

const things = (party: number | null) => (party === 1 ? [1, 3] : party === 2 ? [2] : []);

test('a caller has one party, on every way', async (t) => {
  const service = await serve(t);
  const { ask, token, database } = service;
  // Twice and in both orders: a plan that is kept carries no party.
  for (const [who, claims, party] of [...callers, ...[...callers].reverse()]) {
    const bearer = token({ ...guest, ...claims });
    const own = things(party);
    const get = async (path: string) => {
      const answer = await ask('GET', path, { token: bearer });
      t.equal(answer.status, 200, `${who}: ${path}: ${answer.text}`);
      return answer.body;
    };
    const ids = (body: readonly { readonly id: number }[]) => body.map(({ id }) => id);
    const parties = (body: readonly { readonly party_id: number }[]) => body.map(({ party_id }) => party_id);
    t.strictSame(ids(await get('/thing')), own, `${who}: rows`);
    t.strictSame(ids(await get('/thing_history?thing_id=lte.3')), own, `${who}: versions`);
    t.strictSame(ids(await get('/party')), party === null ? [] : [party], `${who}: the party`);
    t.strictSame(ids(await get('/part')), own, `${who}: a rule through a relation`);
    t.strictSame(ids(await get('/thing?part.id=gt.0')), own, `${who}: a filter through a relation`);
    t.strictSame(ids(await get('/event?source=in.(/thing/1,/thing/2,/thing/3)')).length, own.length, `${who}: events`);
    t.strictSame(
      parties(await get('/notification')),
      own.map(() => party),
      `${who}: notifications`,
    );
    t.strictSame(
      parties(await get('/notice')),
      own.map(() => party),
      `${who}: notices`,
    );
    const marks = [{ ada: 10, bo: 20 }[String(claims.sub)] ?? claims.identity_id].filter(
      (id) => id !== undefined && id !== 99,
    );
    const seen = (await get('/mark')).map(({ by_id }: { readonly by_id: number }) => by_id);
    t.strictSame(seen, marks, `${who}: the identity`);
    for (const id of [1, 2, 3])
      t.equal((await ask('GET', `/thing/${id}`, { token: bearer })).status, own.includes(id) ? 200 : 404, who);
    if ((claims.sub as string | undefined)?.includes('\0')) continue;
    await database.query('update notification set acknowledged = false');
    const body = { acknowledged: true };
    const many = await ask('PATCH', '/notification?id=gt.0', { token: bearer, body });
    t.match(many.headers['content-range'], new RegExp(`/${own.length}$`), `${who}: acknowledged`);
    const [first] = await database.query('select id, party_id from notification order by id limit 1');
    const one = await ask('PATCH', `/notification/${first?.id}`, { token: bearer, body });
    t.equal(one.status, party === 1 ? 200 : 404, `${who}: one is acknowledged`);
    const changed = await ask('PATCH', '/thing/2', { token: bearer, body: { code: '2' } });
    t.equal(changed.status, party === 2 ? 200 : 404, `${who}: a change`);
    const created = await ask('POST', '/thing', { token: bearer, body: { owner_id: 1, name: 'b' } });
    // To who may not read party 1, it is not there.
    t.equal(created.status, party === 1 ? 201 : 409, `${who}: a create: ${created.text}`);
    if (party === 1) await database.query(`delete from thing where id = ${created.body.id}`);
  }
});

test('without a claim in service.yaml the party is that of the identity', async (t) => {
  const { ask, token } = await serve(t, '');
  for (const [who, claims] of callers) {
    const party = { 10: 1, 20: 2 }[String(claims.identity_id)] ?? { ada: 1, bo: 2 }[String(claims.sub)] ?? null;
    const { body } = await ask('GET', '/thing', { token: token({ ...guest, ...claims }) });
    t.strictSame(
      body.map(({ id }: { readonly id: number }) => id),
      things(party),
      who,
    );
  }
});

test('followers of one role hear what is of their party', async (t) => {
  const service = await serve(t);
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const open = (claims: Readonly<Record<string, unknown>>) =>
    follow(t, service, address, {
      token: service.token({ ...guest, ...claims }),
      after: 0,
      query: '?source=like./thing/*',
    });
  const [ada, bo, claimed] = [
    await open({ sub: 'ada' }),
    await open({ identity_id: 20 }),
    await open({ identity_id: 10, party: 2 }),
  ];
  t.same(await ada.sources(2), ['/thing/1', '/thing/3']);
  t.same(await bo.sources(1), ['/thing/2']);
  t.same(await claimed.sources(1), ['/thing/2']);
});

test('consequences know the party that a token names, where identities have none', async (t) => {
  const service = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': `service: Test\nroles: [guest]\n${declared}`,
      'party.yaml': 'resource: party\nfields:\n  name: { type: text }\naccess: { guest: all }\n',
      'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text, unique: true }\naccess: {}\n',
      'mark.yaml': `
resource: mark
fields:
  name: { type: text }
  set_id: { type: reference, to: party, nullable: true, create: false, update: false }
sets: [{ set: { set_id: '{party_id}' } }]
creates: [{ on: [create], resource: copy, with: { mark_id: $id, given_id: '{party_id}' } }]
access: { guest: all }
`,
      'copy.yaml': `
resource: copy
fields:
  mark_id: { type: reference, to: mark }
  given_id: { type: reference, to: party, nullable: true }
  own_id: { type: reference, to: party, default: '{party_id}', create: false, update: false, nullable: true }
access: { guest: all }
`,
    }),
  );
  const { database, query } = service.database;
  await database.script(`
    insert into party (name) values ('Ada'), ('Bo'), ('Cy');
    insert into identity (id, subject) overriding system value values (20, 'bo')`);
  const cases: readonly (readonly [claims: object, party: string | null])[] = [
    [{ identity_id: 20, party: 3 }, '3'],
    [{ identity_id: 20, party: 'x' }, null],
    [{ identity_id: 20 }, null],
    [{ sub: 'bo', party: 2 }, '2'],
  ];
  for (const [claims] of cases) {
    const token = service.token({ scope: 'manage:data', role: 'guest', ...claims });
    const { status, text } = await service.ask('POST', '/mark', { token, body: { name: 'http' } });
    t.equal(status, 201, text);
  }
  const settings: readonly (readonly [setting: string, party: string | null])[] = [
    ['', null],
    ['set local almanac.identity = 20;', null],
    ['set local almanac.party = 1;', '1'],
  ];
  for (const [setting] of settings)
    await database.script(`begin; ${setting} insert into mark (name) values ('sql'); commit;`);
  const made = await query(`
    select mark.name, set_id as set, given_id as given, own_id as own
    from mark join copy on copy.mark_id = mark.id order by mark.id`);
  const row = (name: string, party: string | null) => ({ name, set: party, given: party, own: party });
  t.strictSame(made, [
    ...cases.map(([, party]) => row('http', party)),
    ...settings.map(([, party]) => row('sql', party)),
  ]);
});
