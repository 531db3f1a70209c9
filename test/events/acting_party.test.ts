import { type Test, test } from 'tap';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import type { Method, TestService } from '../http/service.ts';
import { serveModel } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { notifyAll } from './notification_service.ts';

// Every change is for all parties here: the one that is not notified of it is the party that made it.

const withParty = `
resource: identity
fields:
  subject: { type: text, unique: true }
  party_id: { type: reference, to: party, nullable: true }
access: {}
`;

/** An identity of no party: tokens alone say for which party their holders act. */
const bare = 'resource: identity\nfields:\n  subject: { type: text, unique: true }\naccess: {}\n';

const files = (claims: string, identity: string) => ({
  'service.yaml': `service: Test\nroles: [guest]\nevents: { prefix: org.example }\n${claims}`,
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\naccess: { guest: all }\n',
  'identity.yaml': identity,
  'thing.yaml': `
resource: thing
history: true
fields:
  code: { type: text, unique: true }
  name: { type: text, nullable: true }
notify: [{ to: { all: party } }]
access: { guest: all }
`,
  'part.yaml': `
resource: part
history: true
fields:
  thing_id: { type: reference, to: thing, on_delete: cascade }
notify: [{ to: { all: party } }]
access: { guest: all }
`,
  'stay.yaml': `
resource: stay
temporal: { timeline: thing_id }
history: true
fields:
  thing_id: { type: reference, to: thing, update: false, on_delete: { action: cascade, as: service } }
notify: [{ to: { all: party } }]
access: { guest: all }
`,
});

const scene = `
  insert into party (name) values ('Ada'), ('Bo'), ('Cy');
  insert into identity (id, subject) overriding system value values (10, 'ada'), (20, 'bo'), (30, 'new');`;

const ownParties = 'update identity set party_id = id / 10 where id < 30';

const claimed = 'claims: { others: { party_id: party } }\n';

async function serve(t: Test, { claims = claimed, identity = withParty } = {}) {
  const model = modelOfFiles(files(claims, identity));
  const service = await serveModel(t, model);
  await service.database.database.script(scene);
  if (identity === withParty) await service.database.query(ownParties);
  return { ...service, model };
}

/** Who writes, and the party that is not notified: where identities have one, and where tokens alone name it. */
type Caller = readonly [who: string, claims: Readonly<Record<string, unknown>>, leftOut: number | null, byToken?: null];

const callers: readonly Caller[] = [
  ['an identity', { identity_id: 10 }, 1, null],
  ['a claim of another party', { identity_id: 10, party: 2 }, 2],
  ['a claim that is no id', { identity_id: 10, party: 'x' }, null],
  ['an identity by its subject', { sub: 'bo' }, 2, null],
  ['an identity of no party', { identity_id: 30 }, null],
  ['an identity without a row', { identity_id: 99 }, null],
  ['a claim of the own party', { identity_id: 10, party: 1 }, 1],
  ['a claim that is text, and a subject', { sub: 'bo', party: '3' }, 3],
  ['a claim of an identity of no party', { identity_id: 30, party: 3 }, 3],
  ['a claim of an identity without a row', { identity_id: 99, party: 2 }, 2],
  ['a claim that no id is as large as', { identity_id: 10, party: '99999999999999999999' }, null],
  ['a claim of no party that there is', { identity_id: 10, party: 99 }, null],
];

interface Step {
  readonly way: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How many events it makes. */
  readonly events: number;
}

/** Every way of writing, on things whose ids are from `$`. */
const steps: readonly Step[] = [
  { way: 'create', method: 'POST', path: '/thing', body: { code: '$' }, events: 1 },
  { way: 'create many', method: 'POST', path: '/thing', body: [{ code: '$b' }, { code: '$c' }], events: 2 },
  {
    way: 'upsert',
    method: 'POST',
    path: '/thing?on_conflict=code',
    body: [
      { code: '$c', name: 'c' },
      { code: '$d', name: 'd' },
    ],
    headers: { prefer: 'resolution=merge-duplicates' },
    events: 2,
  },
  { way: 'update', method: 'PATCH', path: '/thing/$', body: { name: 'a' }, events: 1 },
  { way: 'update many', method: 'PATCH', path: '/thing?code=like.$*', body: { name: 'all' }, events: 4 },
  ...[1, 2].map((time) => ({
    way: `create by a key, the ${time}. time`,
    method: 'POST' as const,
    path: '/thing',
    body: { code: '$e' },
    headers: { 'idempotency-key': '"$"' },
    events: time === 1 ? 1 : 0,
  })),
  {
    way: 'batch',
    method: 'POST',
    path: '/batch',
    body: {
      requests: [
        { id: 'a', method: 'POST', url: 'part', body: { thing_id: '$id' } },
        { id: 'b', method: 'POST', url: 'stay', body: { thing_id: '$id', valid_from: '2020-01-01T00:00:00Z' } },
        { id: 'c', method: 'PATCH', url: 'thing/$', body: { name: 'batch' } },
      ],
    },
    events: 3,
  },
  {
    way: 'an entry that cuts another',
    method: 'POST',
    path: '/stay',
    body: { thing_id: '$id', valid_from: '2021-01-01T00:00:00Z' },
    events: 2,
  },
  { way: 'delete with what refers to it', method: 'DELETE', path: '/thing/$', events: 4 },
  { way: 'delete many', method: 'DELETE', path: '/thing?code=like.$*', events: 4 },
];

/** The parties that are notified of each event. */
function told({ database }: TestService) {
  return database.query(`
    select event.type || ' ' || event.source as event,
      (select coalesce(json_agg(party_id order by party_id), '[]')::text from notification where event_id = event.id) as parties
    from event where event.type !~ '(party|identity)[.]' order by event.id`);
}

const everybody = [1, 2, 3];
const allBut = (party: number | null) =>
  JSON.stringify(everybody.filter((each) => each !== party)).replaceAll(',', ', ');

async function writesLeaveOut(t: Test, identity: string) {
  const service = await serve(t, { identity });
  const expected: (readonly [who: string, leftOut: number | null, events: number])[] = [];
  for (const [at, [who, claims, ofBoth, byToken = ofBoth]] of callers.entries()) {
    const leftOut = identity === bare ? byToken : ofBoth;
    const token = service.token({ scope: 'manage:data', role: 'guest', ...claims });
    const code = `c${at}`;
    let id = code;
    // The first three write on every way, the others on one.
    const own = steps.slice(0, at < 3 ? steps.length : 1);
    for (const { way, method, path, body, headers = {} } of own) {
      const filled = (text: string) =>
        text
          .replaceAll('"$id"', id)
          .replaceAll(/\$(?=[a-z*])/g, code)
          .replaceAll('$', id);
      const answer = await service.ask(method, filled(path), {
        token,
        ...(body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body))) }),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      });
      t.ok(answer.status < 300, `${who}: ${way}: ${answer.status} ${answer.text}`);
      if (way === 'create') id = String(answer.body.id);
    }
    const events = own.map((step) => step.events).reduce((sum, each) => sum + each);
    expected.push([who, leftOut, events]);
  }
  await notifyAll(service.model, service);
  const made = [...(await told(service))];
  for (const [who, leftOut, count] of expected) {
    const events = made.splice(0, count);
    t.equal(events.length, count, `${who}: events`);
    const wrong = events.filter(({ parties }) => parties !== allBut(leftOut));
    t.same(wrong, [], `${who}: all are told but ${leftOut}`);
  }
  t.same(made, [], 'no other events');
}

test('the party that a caller acts for is not notified of what the caller does, on any way', (t) =>
  writesLeaveOut(t, withParty));

test('tokens alone may say for which party a caller acts', (t) => writesLeaveOut(t, bare));

test('without a claim in service.yaml a change is of the party of the identity', async (t) => {
  const service = await serve(t, { claims: '' });
  const token = service.token({ scope: 'manage:data', role: 'guest', identity_id: 10, party: 2, party_id: 3 });
  t.equal((await service.ask('POST', '/thing', { token, body: { code: 'a' } })).status, 201);
  await notifyAll(service.model, service);
  t.same(await told(service), [{ event: 'org.example.thing.create /thing/1', parties: allBut(1) }]);
});

test('plain SQL names the identity, and may name the party', async (t) => {
  const cases: readonly (readonly [settings: string, leftOut: number | null, byToken?: null])[] = [
    ['', null],
    ['set local almanac.identity = 20;', 2, null],
    ['set local almanac.identity = 20; set local almanac.party = 3;', 3],
    ["set local almanac.identity = 20; set local almanac.party = '';", 2, null],
    ['set local almanac.identity = 20; set local almanac.party = 0;', null],
    ['set local almanac.party = 1;', 1],
    ['', null],
  ];
  for (const identity of [withParty, bare]) {
    const service = await serve(t, { identity });
    for (const [at, [settings]] of cases.entries())
      await service.database.database.script(`begin; ${settings} insert into thing (code) values ('${at}'); commit;`);
    await notifyAll(service.model, service);
    const made = await told(service);
    t.strictSame(
      made.map(({ parties }) => parties),
      cases.map(([, ofBoth, byToken = ofBoth]) => allBut(identity === bare ? byToken : ofBoth)),
    );
  }
});

test('a service without identities is told by tokens for which party a caller acts', async (t) => {
  const { 'identity.yaml': _, ...others } = files(claimed, bare);
  const model = modelOfFiles(others);
  const service = await serveModel(t, model);
  await service.database.query("insert into party (name) values ('Ada'), ('Bo'), ('Cy')");
  for (const [code, party] of [
    ['a', 2],
    ['b', undefined],
  ] as const) {
    const token = service.token({ scope: 'manage:data', role: 'guest', identity_id: 10, party });
    t.equal((await service.ask('POST', '/thing', { token, body: { code } })).status, 201);
  }
  await notifyAll(model, service);
  t.strictSame(
    (await told(service)).map(({ parties }) => parties),
    [allBut(2), allBut(null)],
  );
});

test('an event from before parties were kept is of the party of the identity', async (t) => {
  const service = await serve(t);
  const token = service.token({ scope: 'manage:data', role: 'guest', identity_id: 10, party: 2 });
  for (const code of ['a', 'b', 'c']) await service.ask('POST', '/thing', { token, body: { code } });
  // One that is an event already, and one that waits to be one.
  await service.database.query(`update almanac.outbox set acting_party = null where source = '/thing/1'`);
  await sequence(service.database.database);
  await service.database.query(`update event set acting_party = null where source = '/thing/2'`);
  await notifyAll(service.model, service);
  t.strictSame(
    (await told(service)).map(({ parties }) => parties),
    [allBut(1), allBut(1), allBut(2)],
  );
});

test('no reader of events sees the party', async (t) => {
  const service = await serve(t);
  const token = service.token({ scope: 'manage:data', role: 'guest', identity_id: 10, party: 2 });
  await service.ask('POST', '/thing', { token, body: { code: 'a' } });
  await notifyAll(service.model, service);
  const { status, text } = await service.ask('GET', '/event?type=like.*thing*', { token });
  t.equal(status, 200);
  t.match(text, /thing.create/);
  t.notMatch(text, /acting_party/);
  for (const query of ['acting_party=eq.2', 'select=acting_party', 'order=acting_party'])
    t.equal((await service.ask('GET', `/event?${query}`, { token })).status, 400, query);
});
