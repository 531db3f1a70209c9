import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

// What a rule may compare with, besides a value: now, and a value of the row that it is about. Each role has one rule.

const rules: Readonly<Record<string, string>> = {
  held_now: 'holding.party_id=eq.{party_id}&holding.valid_at=now',
  held_then: 'holding.party_id=eq.{party_id}&holding.valid_at=now-P30D',
  held_soon: 'holding.party_id=eq.{party_id}&holding.validity=cs.now+P30D',
  held_never_now: 'holding.party_id=eq.{party_id}&holding.validity=not.cs.now',
  held_in_tree: 'or=(name.eq.none,holding.and(party_id.eq.{party_id},validity.cs.now))',
  due: 'due_on=lt.today',
  due_soon: 'due_on=gte.today&due_on=lte.today+P2D',
  opened: 'opened_at=lte.now-PT1H',
  late: 'due_on=lt.$opened_on',
  not_late: 'due_on=not.lt.$opened_on',
  dear: 'price=gt.$limit_of',
  own_maker: 'holding.party_id=eq.$maker_id',
  maker_name: 'name=eq.$maker.name',
  makers_like: 'holding.party.name=eq.$maker.name',
  holders: 'maker_id=in.$holding.party_id',
  no_holder: 'maker_id=not.in.$holding.party_id',
  tagged: 'tags=cs.$name',
  tagged_as_holder: 'tags=cd.$holding.note',
  over: 'is_over=is.true',
  sign: 'name=eq."$x"',
  sign_in_tree: 'or=(name.eq."$x",name.eq.none)',
};

const files = {
  'service.yaml': `service: Things\nroles: [all, ${Object.keys(rules).join(', ')}]\nclaims: { others: { party_id: party_id } }\n`,
  'party.yaml': 'resource: party\nfields:\n  name: { type: text }\n',
  'thing.yaml': `resource: thing
history: true
fields:
  name: { type: text }
  maker_id: { type: reference, to: party, nullable: true }
  price: { type: decimal, precision: 9, scale: 2, nullable: true }
  limit_of: { type: integer, nullable: true }
  opened_on: { type: date, nullable: true }
  opened_at: { type: datetime, nullable: true }
  due_on: { type: date, nullable: true }
  tags: { type: array, of: text, nullable: true }
  remark: { type: text, nullable: true }
  is_over: { type: boolean, computed: due_on=lt.today }
  is_late: { type: boolean, computed: due_on=lt.$opened_on }
relations:
  holding: { resource: holding, by: thing_id }
access:
  all: all
${Object.entries(rules)
  .map(([role, rule]) => `  ${role}: { read: '${rule}', update: '${rule}', delete: '${rule}' }\n`)
  .join('')}`,
  'holding.yaml': `resource: holding
temporal: { timeline: thing_id, overlap: reject }
fields:
  thing_id: { type: reference, to: thing }
  party_id: { type: reference, to: party }
  note: { type: text, nullable: true }
`,
};

const seed = `
  insert into party (name) values ('north'), ('south');
  insert into thing (name, maker_id, price, limit_of, opened_on, opened_at, due_on, tags) values
    ('held', 1, 12.5, 12, current_date - 1, now() - interval '2 hours', current_date - 3, '{held,a}'),
    ('was', 2, 1, 12, current_date - 9, now() - interval '1 minute', current_date + 1, '{a,b}'),
    ('will', 1, null, null, null, null, current_date + 5, null),
    ('gap', null, 3, 2, current_date, now() + interval '1 day', null, '{}'),
    ('north', 1, 2, null, current_date, null, current_date, '{south}'),
    ('$x', 2, 2, 2, null, null, null, null);
  insert into holding (thing_id, party_id, note, valid_from, valid_to) values
    (1, 1, 'a', now() - interval '100 days', null),
    (2, 1, 'a', now() - interval '100 days', now() - interval '1 day'),
    (2, 2, 'b', now() - interval '1 day', null),
    (3, 1, null, now() + interval '10 days', null),
    (4, 1, 'c', now() - interval '60 days', now() - interval '20 days');
`;

const seen: Readonly<Record<string, readonly number[]>> = {
  held_now: [1],
  held_then: [1, 2, 4],
  held_soon: [1, 3],
  held_never_now: [2, 3, 4],
  held_in_tree: [1],
  due: [1],
  due_soon: [2, 5],
  opened: [1],
  late: [1],
  not_late: [2, 5],
  dear: [1, 4],
  own_maker: [1, 2, 3],
  maker_name: [5],
  makers_like: [1, 2, 3],
  holders: [1, 2, 3],
  no_holder: [5, 6],
  tagged: [1],
  tagged_as_holder: [2, 4],
  over: [1],
  sign: [6],
  sign_in_tree: [6],
};

test('a rule compares with now and with values of its row', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  for (const [role, expected] of Object.entries(seen)) {
    const bearer = token({ identity_id: 7, role, party_id: 1, scope: 'manage:data' });
    const list = await ask('GET', '/thing?select=id&order=id', { token: bearer });
    t.same(
      list.body,
      expected.map((id) => ({ id })),
      `${role} sees`,
    );
    const headers = { Prefer: 'tx=rollback, return=representation' };
    const changed = await ask('PATCH', '/thing?id=not.is.null&select=id&order=id', {
      token: bearer,
      body: { remark: 'x' },
      headers,
    });
    t.same(changed.body, list.body, `${role} changes`);
  }
});

test('a computed field is asked at the instant that is shown', async (t) => {
  const { ask, database, token } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  const bearer = token({ identity_id: 7, role: 'all', scope: 'manage:data' });
  const over = async (path: string): Promise<unknown> => (await ask('GET', path, { token: bearer })).body;
  t.same(await over('/thing?select=id&is_over=is.true'), [{ id: 1 }]);
  t.same(await over('/thing?select=id&is_late=is.true'), [{ id: 1 }]);
  t.same(await over('/thing_history?select=thing_id&is_over=is.true'), [{ thing_id: 1 }]);
  const { body } = await ask('POST', '/thing', { token: bearer, body: { name: 'new', due_on: '2000-01-01' } });
  t.equal(body.is_over, true);
  const changed = await ask('PATCH', `/thing/${body.id}`, { token: bearer, body: { due_on: '9000-01-01' } });
  t.equal(changed.body.is_over, false);
  t.same(await over(`/thing_history?select=is_over&thing_id=eq.${body.id}&order=id`), [
    { is_over: true },
    { is_over: false },
  ]);
});
