import { type Test, test } from 'tap';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { readEvents } from '../../engine/feature/event/reading.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { serveModel, type TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { follow } from './stream.ts';

// A claim that is bound to a membership counts while the identity of the caller has the membership: at each request, and for
// each event.

const model = modelOfFiles({
  'service.yaml': `
service: Test
roles: [agent, clerk]
events: { prefix: org.example }
claims: { others: { party_id: party } }
acts_for: { claim: party_id, through: party_membership, identity: identity_id }
`,
  'party.yaml': 'resource: party\nfields: { name: { type: text } }\naccess: { clerk: all, agent: { read: all } }\n',
  'identity.yaml': 'resource: identity\nfields: { subject: { type: text, unique: true } }\naccess: { clerk: all }\n',
  'party_membership.yaml': `
resource: party_membership
temporal: { timeline: [party_id, identity_id] }
history: true
fields:
  party_id: { type: reference, to: party, access: { clerk: all } }
  identity_id: { type: reference, to: identity, access: { clerk: all } }
access: { clerk: all }
`,
  'thing.yaml': `
resource: thing
history: true
fields:
  owner_id: { type: reference, to: party }
  name: { type: text }
access:
  agent: { read: "owner_id=eq.{party_id}", create: all, update: all, delete: all }
  clerk: all
`,
});

async function serve(t: Test): Promise<TestService> {
  const service = await serveModel(t, model);
  await service.database.database.script(`
    insert into party (name) values ('Ada'), ('Bo');
    insert into identity (id, subject) overriding system value
    values (10, 'now'), (20, 'other'), (30, 'former'), (40, 'later'), (50, 'deleted'), (60, 'clerk'), (70, 'open');
    insert into party_membership (party_id, identity_id, valid_from, valid_to) values
      (1, 10, now() - interval '1 day', now() + interval '1 day'), (2, 20, now() - interval '1 day', null),
      (1, 30, now() - interval '2 days', now() - interval '1 day'), (1, 40, now() + interval '1 day', null),
      (1, 50, now() - interval '1 day', null), (1, 70, now() - interval '1 day', null);
    update party_membership set valid_from = null, valid_to = null where identity_id = 50;
    insert into thing (owner_id, name) values (1, 'a'), (2, 'b');
  `);
  while ((await sequence(service.database.database)) > 0);
  return service;
}

const agent = { scope: 'manage:data', role: 'agent' };
const clerk = { scope: 'manage:data', role: 'clerk', identity_id: 60 };

const callers: readonly (readonly [who: string, claims: Readonly<Record<string, unknown>>, isMember: boolean])[] = [
  ['a member', { identity_id: 10, party: 1 }, true],
  ['a member without an end', { identity_id: 70, party: 1 }, true],
  ['a member by subject', { sub: 'now', party: 1 }, true],
  ['a member, of another party', { identity_id: 10, party: 2 }, false],
  ['a former member', { identity_id: 30, party: 1 }, false],
  ['a member of tomorrow', { identity_id: 40, party: 1 }, false],
  ['a deleted member', { identity_id: 50, party: 1 }, false],
  ['an identity that is not there', { identity_id: 99, party: 1 }, false],
  ['a subject that is not there', { sub: 'nobody', party: 1 }, false],
  ['a caller without identity', { party: 1 }, false],
  ['a party that is no id', { identity_id: 10, party: 'x' }, false],
  ['a party that is too large', { identity_id: 10, party: '9'.repeat(30) }, false],
];

const requests = [
  ['GET', '/thing', null],
  ['GET', '/thing/1', null],
  ['GET', '/thing/1/history', null],
  ['GET', '/event', null],
  ['POST', '/thing', { owner_id: 1, name: 'c' }],
  ['PATCH', '/thing/1', { name: 'd' }],
  ['PATCH', '/thing?name=eq.d', { name: 'e' }],
  ['POST', '/batch', { requests: [{ id: 'a', method: 'GET', url: 'thing' }] }],
  ['DELETE', '/thing/1', null],
] as const;

for (const [who, claims, isMember] of callers) {
  test(`what ${who} may ask`, async (t) => {
    const service = await serve(t);
    const token = service.token({ ...agent, ...claims });
    for (const [method, path, body] of requests) {
      const answer = await service.ask(method, path, { token, ...(body && { body }) });
      const what = `${method} ${path}: ${answer.text}`;
      if (isMember) t.ok(answer.status < 400, what);
      else {
        const cannotWrite = !('identity_id' in claims || 'sub' in claims);
        t.ok(answer.status === 403 || (cannotWrite && answer.status === 401), what);
        if (answer.status === 403)
          t.match(answer.body, {
            code: 'forbidden',
            detail: /^you do not act for party_id \w+ now$/,
            hint: /valid party_membership/,
          });
      }
    }
  });
}

test('a token without the claim acts for nobody, and is asked for no membership', async (t) => {
  const service = await serve(t);
  const without = await service.ask('GET', '/thing', { token: service.token({ ...agent, identity_id: 30 }) });
  t.same([without.status, without.body], [200, []]);
  const all = await service.ask('GET', '/thing?select=id', { token: service.token(clerk) });
  t.same(all.body, [{ id: 1 }, { id: 2 }]);
});

test('a membership that ends is gone at the next request, and its stream ends', async (t) => {
  const service = await serve(t);
  const token = service.token({ ...agent, identity_id: 10, party: 1 });
  const address = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const query = '?source=like./thing/*';
  const [own, other] = [
    await follow(t, service, address, { token, after: 0, query }),
    await follow(t, service, address, {
      token: service.token({ ...agent, identity_id: 20, party: 2 }),
      after: 0,
      query,
    }),
  ];
  t.same(await own.sources(1), ['/thing/1']);
  t.same(await other.sources(1), ['/thing/2']);
  t.equal((await service.ask('GET', '/thing/1', { token })).status, 200);
  const body = { valid_to: new Date().toISOString() };
  const ending = await service.ask('PATCH', '/party_membership/1', { token: service.token(clerk), body });
  t.equal(ending.status, 200, ending.text);
  t.equal((await service.ask('GET', '/thing/1', { token })).status, 403);
  const made = [1, 2].map((owner_id) =>
    service.ask('POST', '/thing', { token: service.token(clerk), body: { owner_id, name: 'new' } }),
  );
  await Promise.all(made);
  while ((await sequence(service.database.database)) > 0);
  await own.ended;
  t.equal((await own.sources(1)).length, 1, 'no event that came after the end');
  t.equal((await other.sources(2)).length, 2);
  other.close();
});

test('a webhook tells its owner nothing once the membership has ended', async (t) => {
  const service = await serve(t);
  const { query } = service.database.database;
  const event = model.resources.get('event');
  if (event === undefined) throw new Error('there are no events');
  const sources = async (identity: string, party: string) => {
    const claims = new Map([['party_id', party]]);
    const principal = { role: 'agent', identity, subject: null, claims, scopes: new Set<string>() };
    const asked = { event, restrictions: restrictionsOf(principal, model), filters: [] };
    const page = await readEvents(query, asked, { after: 0n, head: 1000n, most: 10 });
    if (!page.ok) return page.error.message;
    return page.events.map(({ body }) => JSON.parse(body).source).filter((source) => source.startsWith('/thing'));
  };
  t.same(await sources('10', '1'), ['/thing/1']);
  t.same(await sources('10', '2'), []);
  await service.database.query('update party_membership set valid_to = now() where id = 1');
  t.same(await sources('10', '1'), []);
});
