import { type Test, test } from 'tap';
import { withParser } from '../../engine/definition/file/read.ts';
import { buildModel } from '../../engine/feature/load.ts';
import { explainList } from './list_plan.ts';
import { type Answer, serveModel, type TestService } from './service.ts';

// Views: what a SELECT in a file shows, through HTTP. It sees what the caller may see.

const definitions = {
  'service.yaml': `service: Grid
roles: [operator, owner, clerk]
claims: { others: { party: party } }
aggregates: true
`,
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
  party: { type: integer }
  secret: { type: text, nullable: true, access: { operator: all } }
relations:
  power: { resource: unit_power, by: unit_id }
  ratio: { resource: unit_ratio, by: unit_id }
access:
  operator: all
  owner: { read: 'party=eq.{party}' }
  clerk: { read: 'party=eq.{party}' }
`,
  'device.yaml': `resource: device
history: true
fields:
  unit_id: { type: reference, to: unit }
  watts: { type: integer }
  hidden: { type: boolean, default: false }
access:
  operator: all
  owner: { read: hidden=is.false }
  clerk: nothing
`,
  'unit_power.yaml': `resource: unit_power
view: unit_power.sql
description: The power of the devices of each unit.
fields:
  unit_id: { type: reference, to: unit }
  devices: { type: bigint }
  watts: { type: bigint, nullable: true }
  secrets: { type: bigint }
access:
  operator: all
  owner: all
  clerk: all
`,
  'unit_power.sql': `-- The power of each unit.
select u.id as unit_id, count(d.id) as devices, sum(d.watts) as watts, count(u.secret) as secrets
from unit as u
left join device as d on d.unit_id = u.id
group by u.id -- by unit
;
`,
  'unit_ratio.yaml': `resource: unit_ratio
view: unit_ratio.sql
fields:
  id: { type: bigint }
  unit_id: { type: reference, to: unit }
  ratio: { type: integer }
  unit_name: { type: text }
  age: { type: boolean }
access: { operator: all, owner: all }
`,
  'unit_ratio.sql': `select d.id, d.unit_id, 1000 / d.watts as ratio, u.name as unit_name, d.recorded_at <= now() as age
from device d join unit u on d.unit_id = u.id
`,
} as const;

type Definitions = Readonly<Record<string, string>>;

async function serve(t: Test, others: Definitions = {}): Promise<TestService> {
  const files = new Map(Object.entries({ ...definitions, ...others }).map(([file, text]) => [file, Buffer.from(text)]));
  const loaded = buildModel(await withParser(files), '');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults, null, 2));
  const service = await serveModel(t, loaded.model);
  await service.database.database.script(`
    insert into unit (name, party, secret) values ('a', 1, 'x'), ('b', 1, null), ('c', 2, 'y');
    insert into device (unit_id, watts, hidden) values (1, 100, false), (1, 50, false), (2, 0, true), (2, 10, false), (3, 0, false);
  `);
  return service;
}

function callers({ ask, token }: TestService) {
  const by = (claims: Readonly<Record<string, unknown>>) => {
    const bearer = token({ identity_id: 5, scope: 'manage:data', ...claims });
    return (path: string) => ask('GET', path, { token: bearer });
  };
  return {
    operator: by({ role: 'operator' }),
    owner: by({ role: 'owner', party: 1 }),
    clerk: by({ role: 'clerk', party: 1 }),
    narrow: by({ role: 'operator', scope: 'read:data:unit_power read:data:unit' }),
  };
}

test('a view shows what the caller may see', async (t) => {
  const service = await serve(t);
  const { operator, owner, clerk, narrow } = callers(service);
  const bodies: readonly [string, (path: string) => Promise<Answer>, string, unknown][] = [
    [
      'all rows',
      operator,
      '/unit_power?unit_id=lt.3',
      [
        { unit_id: 1, devices: 2, watts: 150, secrets: 2 },
        { unit_id: 2, devices: 2, watts: 10, secrets: 0 },
      ],
    ],
    [
      'hidden rows are not counted, and a field that the role may not read is null',
      owner,
      '/unit_power',
      [
        { unit_id: 1, devices: 2, watts: 150, secrets: 0 },
        { unit_id: 2, devices: 1, watts: 10, secrets: 0 },
      ],
    ],
    ['a filter', owner, '/unit_power?watts=gt.100&select=unit_id', [{ unit_id: 1 }]],
    ['an order', owner, '/unit_power?order=watts&select=unit_id', [{ unit_id: 2 }, { unit_id: 1 }]],
    ['pages', owner, '/unit_power?limit=1&offset=1&select=unit_id', [{ unit_id: 2 }]],
    ['an aggregate', owner, '/unit_power?select=watts.sum(),count()', [{ sum: 160, count: 2 }]],
    [
      'a relation from it',
      owner,
      '/unit_power?select=watts,unit(name)&unit.name=eq.a&unit=not.is.null',
      [{ watts: 150, unit: { name: 'a' } }],
    ],
    [
      'a relation to it',
      owner,
      '/unit?select=id,power(watts)&order=id',
      [
        { id: 1, power: [{ watts: 150 }] },
        { id: 2, power: [{ watts: 10 }] },
      ],
    ],
    ['a filter by a relation to it', owner, '/unit?select=id&power.watts=lt.100', [{ id: 2 }]],
    [
      'what fails for a hidden row fails for nobody who does not see it',
      owner,
      '/unit_ratio?select=id,ratio,age&order=ratio',
      [
        { id: 1, ratio: 10, age: true },
        { id: 2, ratio: 20, age: true },
        { id: 4, ratio: 100, age: true },
      ],
    ],
    ['the same by a filter', owner, '/unit_ratio?ratio=gte.20&select=id', [{ id: 2 }, { id: 4 }]],
    ['the same around a row', owner, '/unit?select=id,ratio(ratio)&id=eq.2', [{ id: 2, ratio: [{ ratio: 100 }] }]],
    ['one row', owner, '/unit_ratio/2?select=id,unit_name', { id: 2, unit_name: 'a' }],
  ];
  for (const [rule, ask, path, expected] of bodies) {
    const answer = await ask(path);
    t.strictSame(answer.body, expected, `${rule}: ${answer.text.slice(0, 300)}`);
  }
  const refusals: readonly [string, (path: string) => Promise<Answer>, string, number, string][] = [
    ['the role reads no device', clerk, '/unit_power', 403, 'forbidden'],
    ['also around a row', clerk, '/unit?select=id,power(watts)', 403, 'forbidden'],
    ['a table beneath needs its scope', narrow, '/unit_power', 403, 'insufficient_scope'],
    ['what fails for a row that the caller sees', operator, '/unit_ratio?select=ratio', 409, 'view_failed'],
    ['a row that is hidden', owner, '/unit_ratio/3', 404, 'not_found'],
    ['no item without an id', operator, '/unit_power/1', 404, 'unknown_path'],
    ['no cursor without an id', operator, '/unit_power?after=WzEsMV0', 400, 'invalid_parameter'],
  ];
  for (const [rule, ask, path, status, code] of refusals) {
    const answer = await ask(path);
    t.strictSame([answer.status, answer.body?.code], [status, code], `${rule}: ${answer.text.slice(0, 300)}`);
  }
  const posted = await service.ask('POST', '/unit_power', { body: { unit_id: 1 } });
  t.equal(posted.status, 405);
  const first = await owner('/unit_ratio/2');
  t.ok(first.headers.etag, 'an item has an entity tag');
  t.match((await owner('/unit_power?limit=1')).headers.link, /offset=1/);
});

test('the answer to a write shows views; one that fails undoes the write, and tells nothing of another row', async (t) => {
  const { ask, token } = await serve(t);
  const asked = { token: token({ identity_id: 5, scope: 'manage:data', role: 'operator' }), body: { name: 'other' } };
  const failed = await ask('PATCH', '/unit/2?embed=ratio', asked);
  t.strictSame([failed.status, failed.body?.code], [409, 'view_failed'], failed.text);
  const stale = await ask('PATCH', '/unit/2?embed=ratio', { ...asked, headers: { 'if-match': '"0"' } });
  t.strictSame([stale.status, stale.body?.code], [412, 'precondition_failed'], stale.text);
  const kept = await ask('GET', '/unit/2?select=name', { token: asked.token });
  t.strictSame(kept.body, { name: 'b' });
  const shown = await ask('PATCH', '/unit/1?select=name,ratio(id)', asked);
  t.strictSame(shown.body, { name: 'other', ratio: [{ id: 1 }, { id: 2 }] }, shown.text);
  const device = { ...asked, body: { unit_id: 1, watts: 500 } };
  const made = await ask('POST', '/device?select=watts,unit(name,ratio(ratio))&unit.ratio.ratio=lt.10', device);
  t.strictSame(made.body, { watts: 500, unit: { name: 'other', ratio: [{ ratio: 2 }] } }, made.text);
});

test('the document says that a view may fail, however many relations away it is', async (t) => {
  const place = 'resource: place\nfields:\n  name: { type: text }\naccess: { operator: all }\n';
  const { ask, server, token } = await serve(t, { 'place.yaml': place });
  const asked = { token: token({ identity_id: 5, scope: 'manage:data', role: 'operator' }) };
  const body = { unit_id: 2, watts: 5 };
  const failed = await ask('POST', '/device?select=id,unit(ratio(ratio))', { ...asked, body });
  t.strictSame([failed.status, failed.body?.code], [409, 'view_failed'], failed.text);
  const { paths } = (await server.inject({ url: '/openapi.json' })).json();
  const conflictOf = (path: string, method: string) => JSON.stringify(paths[path][method].responses['409'] ?? null);
  for (const [path, method] of [
    ['/unit_ratio', 'get'],
    ['/unit', 'get'],
    ['/device', 'get'],
    ['/device/{id}', 'patch'],
    ['/device', 'post'],
  ] as const)
    t.match(conflictOf(path, method), /view_failed/, `${method} of ${path}`);
  t.notMatch(conflictOf('/place', 'get'), /view_failed/, 'what leads to no view');
});

test('a view shows the past', async (t) => {
  const service = await serve(t);
  const { operator, owner } = callers(service);
  const { database } = service.database;
  const [{ at }] = (await service.database.query(
    'select to_char(almanac.present() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as at',
  )) as [{ at: string }];
  await database.script('update device set watts = 1 where id = 1; delete from device where id = 4;');
  const past = await operator(`/unit_power?as_of=${at}&select=unit_id,watts&unit_id=lt.3`);
  t.strictSame(
    past.body,
    [
      { unit_id: 1, watts: 150 },
      { unit_id: 2, watts: 10 },
    ],
    past.text,
  );
  const around = await owner(`/unit?select=id,power(watts)&as_of=${at}`);
  t.strictSame(
    around.body,
    [
      { id: 1, power: [{ watts: 150 }] },
      { id: 2, power: [{ watts: 10 }] },
    ],
    around.text,
  );
  await database.script("update unit set name = 'A' where id = 1;");
  const version = await operator('/unit_history?unit_id=eq.1&select=name,power(watts),ratio(id,age)&order=recorded_at');
  t.strictSame(
    version.body,
    [
      {
        name: 'a',
        power: [{ watts: 51 }],
        ratio: [
          { id: 1, age: true },
          { id: 2, age: true },
        ],
      },
      {
        name: 'A',
        power: [{ watts: 51 }],
        ratio: [
          { id: 1, age: true },
          { id: 2, age: true },
        ],
      },
    ],
    version.text,
  );
  const now = await operator('/unit_power?select=unit_id,watts&unit_id=lt.3');
  t.strictSame(
    now.body,
    [
      { unit_id: 1, watts: 51 },
      { unit_id: 2, watts: 0 },
    ],
    now.text,
  );
});

test('filters reach the indexes of the tables', async (t) => {
  const service = await serve(t, { 'device.yaml': `${definitions['device.yaml']}indexes: [[unit_id]]\n` });
  const { database } = service;
  await database.query('insert into unit (name, party) select n::text, 1 from generate_series(1, 5000) as n');
  await database.query(
    'insert into device (unit_id, watts) select 1 + n % 5000, 1 + n from generate_series(1, 10000) as n',
  );
  await database.query('analyze');
  const cases: readonly [string, string, string][] = [
    ['operator', 'unit_power', 'unit_id=eq.77'],
    ['owner', 'unit_power', 'unit_id=eq.77'],
    ['operator', 'unit_ratio', 'id=eq.77&ratio=gt.2'],
    ['operator', 'unit', 'id=eq.77&select=power(watts),ratio(ratio)'],
    ['owner', 'unit', 'id=eq.77&select=power(watts)'],
  ];
  for (const [role, name, query] of cases) {
    const lines = await explainList(service, { role, name, query });
    t.notMatch(lines, /Seq Scan/, `${role} ${name}?${query}\n${lines}`);
  }
});
