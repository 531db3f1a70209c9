import { test } from 'tap';
import { readPeople } from '../../codegen/demo/people.ts';
import { computeAll } from '../events/notice_service.ts';
import { testService } from './service.ts';

// What the people of the demo see, each with a token as `almanac serve` prints it.

const before = '&as_of=2026-01-01T00:00Z';
const suspended = '/controllable_unit_suspension?status=eq.active&select=controllable_unit(name)&order=id';
const provided = '/controllable_unit_service_provider?controllable_unit_id=eq.UNIT&select=service_provider(name)';

/** The name of one of the people, what they ask, and the answer as JSON. */
const seen: readonly (readonly [name: string, path: string, answer: string])[] = [
  [
    'Kari Nordmann',
    '/party?type=eq.end_user&select=name&order=id',
    '[{"name":"Sollia Borettslag"},{"name":"Kari Nordmann"}]',
  ],
  ['Kari Nordmann', '/contract?status=eq.proposed&select=reference', '[{"reference":"FLEX-2026-0142"}]'],
  ['Kari Nordmann', `/contract?status=eq.proposed&select=reference${before}`, '[]'],
  ['Ingrid Solbakk', '/controllable_unit?select=count()', '[{"count":33}]'],
  ['Ingrid Solbakk', `/controllable_unit?select=count()${before}`, '[{"count":23}]'],
  [
    'Ola Vikander',
    suspended,
    '[{"controllable_unit":{"name":"Ventilasjon, Stasjonsvegen 3"}},{"controllable_unit":{"name":"Ladestasjon, Skolevegen 1"}},{"controllable_unit":{"name":"Elbillader, Kirkegata 1"}}]',
  ],
  ['Ola Vikander', `${suspended}${before}`, '[]'],
];

test('the people of the demo see what concerns them, now and as of an earlier day', async (t) => {
  const { ask, model, database, token } = await testService(t, 'resources');
  await computeAll(database);
  const people = await readPeople(model.service, 'resources');
  const tokens = new Map(
    people.map(({ name, subject, role, claims }) => [
      name,
      token({ sub: subject, scope: 'manage:data', role, ...Object.fromEntries(claims) }),
    ]),
  );
  t.same([...tokens.keys()], ['Kari Nordmann', 'Ingrid Solbakk', 'Ola Vikander']);
  for (const { name, subject, try: path } of people) {
    const own = { token: tokens.get(name) ?? null };
    const known = await database.query('select name from identity where subject = $1', [subject]);
    t.same(known, [{ name }], 'the identity is in the data');
    t.ok((await ask('GET', `/${path}`, own)).body.length > 0, `${name} has something to try`);
    t.ok((await ask('GET', '/notice?status=eq.active', own)).body.length > 0, `${name} has something to do`);
    t.same((await ask('GET', '/notification', own)).body, [], 'rows that were recorded elsewhere notify nobody');
  }
  for (const [name, path, answer] of seen)
    t.equal((await ask('GET', path, { token: tokens.get(name) ?? null })).text, answer, `${name}: ${path}`);
});

test('what was known of a provider before a late correction is still there', async (t) => {
  const { ask, token, database } = await testService(t, 'resources');
  const administrator = { token: token({ identity_id: 4, role: 'administrator', scope: 'manage:data' }) };
  const [unit] = await database.query("select id from controllable_unit where name = 'Elkjel, Storgata 2'");
  const on = `${provided.replace('UNIT', unit?.id ?? '')}&valid_at=2026-01-01T00:00Z`;
  t.equal((await ask('GET', on, administrator)).text, '[{"service_provider":{"name":"Kraftflyt AS"}}]');
  t.equal(
    (await ask('GET', `${on}&as_of=2026-03-01T00:00Z`, administrator)).text,
    '[{"service_provider":{"name":"Effekt Aggregator AS"}}]',
  );
});
