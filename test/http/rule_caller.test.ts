import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

// What a rule may say of its caller: a claim, or a value of the caller's identity, on either side of a comparison. Each role
// has one rule. A caller without such a value is one for whom no comparison with it holds, under `not` either.

const rules: Readonly<Record<string, string>> = {
  claim: '{party_type}=eq.organisation',
  claim_not: '{party_type}=not.eq.organisation',
  claim_neq: '{party_type}=neq.organisation',
  claim_in: '{party_type}=in.(organisation,none)',
  claim_not_in: '{party_type}=not.in.(organisation,none)',
  claim_any: '{party_type}=eq(any).{organisation,none}',
  claim_starts: '{party_type}=starts.org',
  claim_like: '{party_type}=like.org*',
  claim_match: '{party_type}=match.^org',
  claim_there: '{party_type}=not.is.null',
  claim_distinct: '{party_type}=isdistinct.none',
  claim_not_distinct: '{party_type}=not.isdistinct.none',
  claim_own: '{party_id}=eq.$owner_id',
  claim_owners: '{party_id}=in.$holding.party_id',
  claim_not_owners: '{party_id}=not.in.$holding.party_id',
  claim_not_all: '{party_id}=not.eq(any).$holding.party_id',
  claim_all: '{party_id}=eq(all).$holding.party_id',
  claim_price: '{price}=gt.$price',
  claim_day: '{price}=gte.$day',
  claim_flag: '{price}=eq.$flag',
  claim_kind: '{party_type}=eq.$kind',
  claim_claim: '{party_type}=eq.{price}',
  claim_identity: '{party_id}=eq.{identity.party_id}',
  tree: 'or=({party_type}.eq.person,owner_id.eq.{party_id})',
  tree_not: 'not.or=({party_type}.eq.person,owner_id.eq.{party_id})',
  tree_related: 'holding.and=({party_type}.eq.organisation,party_id.eq.1)',
  below: 'holding.or=({party_type}.eq.organisation,note.eq.a)',
  below_not: 'not.or=(holding.and({party_type}.eq.organisation,party_id.eq.1))',
  path: '{identity.party.type}=eq.organisation',
  path_not: '{identity.party.type}=not.eq.organisation',
  path_distinct: '{identity.party.type}=isdistinct.organisation',
  path_field: '{identity.level}=gte.3',
  path_own: '{identity.level}=gte.$price',
  path_today: '{identity.since}=lt.today',
  path_true: '{identity.trusted}=is.true',
  path_not_true: '{identity.trusted}=not.is.true',
  path_json: '{identity.extra}->>kind=eq.a',
  path_in_tree: 'or=({identity.party.type}.eq.organisation,id.eq.3)',
  path_below_not: 'not.or=(holding.and({identity.party.type}.eq.organisation,party_id.eq.1))',
  right: 'name=eq.{identity.party.name}',
  right_not: 'name=not.eq.{identity.party.name}',
  right_distinct: 'name=isdistinct.{identity.party.name}',
  right_id: 'owner_id=eq.{identity.party_id}',
  right_array: 'tags=cs.{identity.party.name}',
  right_related: 'holding.party_id=eq.{identity.party_id}',
  right_related_not: 'not.or=(holding.party_id.eq.{identity.party_id},id.eq.0)',
  right_words: 'name=plfts.{identity.party.name}',
};

const unclear = { type: 'text', nullable: true };
const files = {
  'service.yaml': `service: Things
roles: [all, changer, ${Object.keys(rules).join(', ')}]
claims: { others: { party_id: party_id, party_type: party_type, price: price } }
`,
  'party.yaml': `resource: party
fields:
  name: { type: text }
  type: { type: enum, values: [organisation, person] }
`,
  'identity.yaml': `resource: identity
fields:
  subject: { type: text, unique: true, nullable: true }
  party_id: { type: reference, to: party, nullable: true }
  level: { type: integer, nullable: true }
  since: { type: date, nullable: true }
  trusted: { type: boolean, nullable: true }
  extra: { type: json, nullable: true }
access:
  all: all
  changer: { read: all, update: { after: '{identity.level}=eq.3' } }
`,
  'thing.yaml': `resource: thing
fields:
  name: ${JSON.stringify(unclear)}
  kind: { type: enum, values: [organisation, other], nullable: true }
  owner_id: { type: reference, to: party, nullable: true }
  price: { type: decimal, precision: 9, scale: 2, nullable: true }
  day: { type: date, nullable: true }
  flag: { type: boolean, nullable: true }
  tags: { type: array, of: text, nullable: true }
relations:
  holding: { resource: holding, by: thing_id }
access:
  all: all
${Object.entries(rules)
  .map(([role, rule]) => `  ${role}: { read: '${rule}', update: '${rule}' }\n`)
  .join('')}`,
  'holding.yaml': `resource: holding
fields:
  thing_id: { type: reference, to: thing }
  party_id: { type: reference, to: party }
  note: { type: text, nullable: true }
`,
};

const seed = `
  insert into party (name, type) values ('north', 'organisation'), ('south', 'person');
  insert into identity (subject, party_id, level, since, trusted, extra) values
    ('ada', 1, 3, '2020-01-01', true, '{"kind":"a"}'), ('bo', 2, 1, null, false, null), ('cy', null, null, null, null, null);
  insert into thing (name, kind, owner_id, price, day, flag, tags) values
    ('north', 'organisation', 1, 2.5, '2026-01-01', true, '{north,a}'), ('south', 'other', 2, 4, null, null, '{}'),
    (null, null, null, null, null, null, null);
  insert into holding (thing_id, party_id, note) values (1, 1, null), (1, 2, 'a'), (2, 2, 'b');
`;

/** An organisation with all claims; a person; a caller whose claims fit nothing; and one with a subject alone. */
const callers = {
  north: { identity_id: 1, party_id: 1, party_type: 'organisation', price: 3 },
  south: { sub: 'bo', party_id: '2', party_type: 'person', price: true },
  odd: {
    identity_id: 99,
    party_id: "1' or true --",
    party_type: '',
    price: '99999999999999999999999999999999999999999e9',
  },
  bare: { sub: 'cy' },
  ada: { sub: 'ada' },
};

type Seen = Readonly<Partial<Record<keyof typeof callers, readonly number[]>>>;
const all = [1, 2, 3];

/** What each caller sees; nothing where they are left out. */
const seen: Readonly<Record<string, Seen>> = {
  claim: { north: all },
  claim_not: { south: all, odd: all },
  claim_neq: { south: all, odd: all },
  claim_in: { north: all },
  claim_not_in: { south: all, odd: all },
  claim_any: { north: all },
  claim_starts: { north: all },
  claim_like: { north: all },
  claim_match: { north: all },
  claim_there: { north: all, south: all, odd: all },
  claim_distinct: { north: all, south: all, odd: all },
  claim_not_distinct: {},
  claim_own: { north: [1], south: [2], ada: [1] },
  claim_owners: { north: [1], south: [1, 2], ada: [1] },
  claim_not_owners: { north: [2, 3], south: [3], ada: [2, 3] },
  claim_not_all: { north: [2, 3], south: [3], ada: [2, 3] },
  claim_all: { north: [3], south: [2, 3], ada: [3] },
  claim_price: { north: [1], odd: [1, 2] },
  claim_day: {},
  claim_flag: { south: [1] },
  claim_kind: { north: [1] },
  claim_claim: {},
  claim_identity: { north: all, south: all, ada: all },
  tree: { north: [1], south: all, ada: [1] },
  tree_not: { north: [2], odd: [] },
  tree_related: { north: [1] },
  below: { north: [1, 2], south: [1], odd: [1], bare: [1], ada: [1] },
  below_not: { north: [2, 3], south: all, odd: all },
  path: { north: all, ada: all },
  path_not: { south: all },
  path_distinct: { south: all },
  path_field: { north: all, ada: all },
  path_own: { north: [1], ada: [1] },
  path_today: { north: all, ada: all },
  path_true: { north: all, ada: all },
  path_not_true: { south: all },
  path_json: { north: all, ada: all },
  path_in_tree: { north: all, south: [3], odd: [3], bare: [3], ada: all },
  path_below_not: { north: [2, 3], south: all, ada: [2, 3] },
  right: { north: [1], south: [2], ada: [1] },
  right_not: { north: [2], south: [1], ada: [2] },
  right_distinct: { north: [2, 3], south: [1, 3], ada: [2, 3] },
  right_id: { north: [1], south: [2], ada: [1] },
  right_array: { north: [1], ada: [1] },
  right_related: { north: [1], south: [1, 2], ada: [1] },
  right_related_not: { north: [2, 3], south: [3], ada: [2, 3] },
  right_words: { north: [1], south: [2], ada: [1] },
};

test('a rule tests claims and the identity of its caller', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  t.same(Object.keys(seen), Object.keys(rules));
  for (const [role, expected] of Object.entries(seen)) {
    for (const [name, claims] of Object.entries(callers)) {
      const bearer = token({ ...claims, role, scope: 'manage:data' });
      const rows = (expected[name as keyof typeof callers] ?? []).map((id) => ({ id }));
      const list = await ask('GET', '/thing?select=id&order=id', { token: bearer });
      t.same(list.body, rows, `${name} sees by ${role}: ${list.text}`);
      if (name === 'odd') continue;
      const headers = { Prefer: 'tx=rollback, return=representation' };
      const path = '/thing?id=not.is.null&select=id&order=id';
      const changed = await ask('PATCH', path, { token: bearer, body: { flag: null }, headers });
      if (role !== 'claim_flag') t.same(changed.body, rows, `${name} changes by ${role}: ${changed.text}`);
    }
  }
  for (const value of [['organisation'], { a: 1 }, 1.5]) {
    const bearer = token({ identity_id: 1, party_type: value, role: 'claim', scope: 'manage:data' });
    t.equal((await ask('GET', '/thing', { token: bearer })).status, 401, JSON.stringify(value));
  }
});

test('in a request, a name in braces is no claim', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const bearer = token({ identity_id: 1, party_type: 'x', role: 'all', scope: 'manage:data' });
  for (const query of [
    '{party_type}=eq.x',
    '"{party_type}"=eq.x',
    'or=({party_type}.eq.x,id.eq.1)',
    '{identity.level}=gt.1',
  ])
    t.equal((await ask('GET', `/thing?${encodeURI(query)}`, { token: bearer })).status, 400, query);
});

test('a rule for the row after a change reads the identity as before it', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  const bearer = token({ ...callers.north, role: 'changer', scope: 'manage:data' });
  const change = (path: string, level: number) => ask('PATCH', path, { token: bearer, body: { level } });
  const batch = (...levels: readonly number[]) => ({
    requests: levels.map((level, index) => ({
      id: String(index),
      method: 'PATCH',
      url: '/identity/1',
      body: { level },
    })),
  });
  t.equal((await change('/identity/1', 9)).status, 200, 'the level was 3');
  t.equal((await change('/identity/1', 3)).status, 403, 'the level is 9');
  t.equal((await change('/identity?id=eq.1', 3)).status, 403, 'by a filter too');
  await database.query('update identity set level = 3 where id = 1');
  t.equal((await change('/identity?id=eq.1', 9)).status, 204, 'and the other way');
  await database.query('update identity set level = 3 where id = 1');
  const one = await ask('POST', '/batch', { token: bearer, body: batch(9) });
  t.match(one.body, { responses: [{ status: 200 }] });
  await database.query('update identity set level = 3 where id = 1');
  const two = await ask('POST', '/batch', { token: bearer, body: batch(9, 3) });
  t.match(JSON.stringify(two.body), /forbidden/, 'a request of a batch reads what the one before it wrote');
  const kept = await ask('GET', '/identity/1?select=level', { token: bearer });
  t.same(kept.body, { level: 3 });
});
