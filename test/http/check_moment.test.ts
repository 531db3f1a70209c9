import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { type Test, test } from 'tap';
import type { Database } from '../../db/database.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel } from './service.ts';

// A check may be asked after some writes only: of some rows, by some roles, and as time stands then.

const model = modelOfFiles({
  'service.yaml': 'service: Test\nroles: [clerk, agent]\nzone: Europe/Oslo\n',
  'unit.yaml': `
resource: unit
history: true
fields:
  name: { type: text, unique: true }
  status:
    type: enum
    values: [new, active, closed]
    default: new
    transitions: { new: [active, closed], active: { closed: all, new: [clerk] }, closed: { active: [clerk] } }
  power: { type: integer, default: 1 }
  due_on: { type: date, nullable: true }
  device_count: { type: bigint, computed: count(device) }
relations: { device: { resource: device, by: unit_id }, stay: { resource: stay, by: unit_id } }
checks:
  - { when: status=eq.active, before: status=neq.active, that: count(device)=gte.1, message: An active unit has a device. }
  - { roles: [agent], that: power=lte.100, message: Agents keep power at 100. }
  - { that: "or=(due_on.is.null,due_on.gte.today)", message: Due today or later. }
  - { on: [delete], that: status=neq.active, message: An active unit stays. }
  - { on: [update], except: [clerk], before: status=eq.closed, that: status=neq.closed, message: A closed unit stays as it is. }
access:
  clerk: all
  agent: all
`,
  'device.yaml': `
resource: device
fields:
  unit_id: { type: reference, to: unit }
  broken: { type: boolean, default: false }
checks:
  - { on: [delete], that: "or=(unit.status.neq.active,unit.device.id.not.is.null)", message: The last device of an active unit stays. }
  - { when: unit.status=eq.active, that: broken=is.false, message: A device of an active unit works. }
access: { clerk: all, agent: all }
`,
  'stay.yaml': `
resource: stay
history: true
temporal:
  timeline: unit_id
  freeze: { after: P30D, except: [clerk] }
  start_window: { from: -P7D, roles: [agent] }
fields:
  unit_id: { type: reference, to: unit }
  place: { type: text }
checks:
  - { on: [create], that: place=neq.nowhere, message: A stay begins somewhere. }
  - { on: [update], that: place=neq.gone, message: Nobody moves there. }
  - { on: [delete], that: place=neq.home, message: A stay at home is kept. }
  - { that: "or=(valid_to.is.null,valid_to.gt.now)", message: A stay ends later. }
access: { clerk: all, agent: all }
`,
});

async function serve(t: Test) {
  const service = await serveModel(t, model);
  await reset(service.database.database);
  const ask = async (role: string, method: Method, path: string, body?: Json, prefer?: string) => {
    const token = service.token({ identity_id: 7, scope: 'manage:data', role });
    const headers = prefer === undefined ? {} : { prefer };
    const answer = await service.ask(method, path, { token, headers, ...(body === undefined ? {} : { body }) });
    if (answer.status < 300) return answer.status;
    const { code, detail, errors = [] } = answer.body;
    return [answer.status, code, errors[0]?.detail ?? detail];
  };
  return { service, ask };
}

const device = [422, 'invalid_body', 'An active unit has a device.'];
const power = [422, 'invalid_body', 'Agents keep power at 100.'];
const due = [422, 'invalid_body', 'Due today or later.'];
const kept = [409, 'rule_conflict', 'An active unit stays.'];
const closed = [422, 'invalid_body', 'A closed unit stays as it is.'];
const last = [409, 'rule_conflict', 'The last device of an active unit stays.'];
const works = [422, 'invalid_body', 'A device of an active unit works.'];

/** Each begins with the rows above. The last step is the one that is told. */
const unitCases: readonly (readonly [
  rule: string,
  steps: readonly (readonly [role: string, method: Method, path: string, body?: Json])[],
  expected: unknown,
])[] = [
  ['that is asked when a row becomes what when says', [['agent', 'PATCH', '/unit/1', { status: 'active' }]], device],
  ['a new row was nothing before', [['clerk', 'POST', '/unit', { name: 'n', status: 'active' }]], device],
  ['the moment comes with what it asks for', [['agent', 'PATCH', '/unit/4', { status: 'active', due_on: null }]], 200],
  [
    'later, nothing is asked',
    [
      ['clerk', 'DELETE', '/device/2'],
      ['clerk', 'PATCH', '/unit/2', { status: 'closed' }],
      ['clerk', 'DELETE', '/device/1'],
      ['clerk', 'PATCH', '/unit/2', { name: 'bb' }],
    ],
    200,
  ],
  ['of many rows too', [['clerk', 'PATCH', '/unit?id=in.(1,4)', { status: 'active' }]], device],
  ['also by a file', [['clerk', 'POST', '/unit?columns=name,status', [{ name: 'x', status: 'active' }]]], device],
  ['the rule of a role is asked of its writes', [['agent', 'PATCH', '/unit/1', { power: 101 }]], power],
  ['also of what it creates', [['agent', 'POST', '/unit', { name: 'f', power: 101 }]], power],
  [
    'and of rows that were so before',
    [['agent', 'PATCH', '/unit/3', { status: 'new' }]],
    [409, 'state_conflict', 'status cannot become "new" from what it is'],
  ],
  ['others may', [['clerk', 'PATCH', '/unit/1', { power: 101 }]], 200],
  ['a write that changes nothing is not asked', [['agent', 'PATCH', '/unit/3', { power: 500 }]], 200],
  ['now is asked of a new row', [['clerk', 'POST', '/unit', { name: 'g', due_on: '2020-01-01' }]], due],
  ['and when a field of the rule changes', [['clerk', 'PATCH', '/unit/4', { due_on: '2020-01-02' }]], due],
  ['but not when another does', [['clerk', 'PATCH', '/unit/4', { name: 'dd' }]], 200],
  ['a deletion is asked of the row as it was', [['clerk', 'DELETE', '/unit/5']], kept],
  ['others are deleted', [['clerk', 'DELETE', '/unit/1']], 204],
  ['many are deleted or none', [['clerk', 'DELETE', '/unit?id=in.(1,5)']], kept],
  ['everybody but a role', [['agent', 'PATCH', '/unit/3', { power: 5 }]], closed],
  ['except the role', [['clerk', 'PATCH', '/unit/3', { power: 5 }]], 200],
  [
    'a deletion is asked among what is left',
    [
      ['clerk', 'DELETE', '/device/1'],
      ['clerk', 'DELETE', '/device/2'],
    ],
    last,
  ],
  ['of many too', [['clerk', 'DELETE', '/device?unit_id=eq.2']], last],
  ['where nothing asks for it', [['clerk', 'DELETE', '/device/3']], 204],
  ['when looks at related rows', [['clerk', 'PATCH', '/device/1', { broken: true }]], works],
  ['which are otherwise', [['clerk', 'PATCH', '/device/3', { broken: true }]], 200],
  ['and of new rows', [['clerk', 'POST', '/device', { unit_id: 2, broken: true }]], works],
  [
    'a step for some roles',
    [['agent', 'PATCH', '/unit/3', { status: 'active', power: 1 }]],
    [403, 'forbidden', 'only clerk may change status to "active"'],
  ],
  [
    'another of these',
    [['agent', 'PATCH', '/unit/2', { status: 'new' }]],
    [403, 'forbidden', 'only clerk may change status to "new"'],
  ],
  ['a step for all', [['agent', 'PATCH', '/unit/2', { status: 'closed' }]], 200],
  ['by one of the roles', [['clerk', 'PATCH', '/unit/2', { status: 'new' }]], 200],
];

/** The rows that each case begins with. No trigger asks about them. */
async function reset(database: Database): Promise<void> {
  await database.script(`
    alter table unit disable trigger user;
    alter table device disable trigger user;
    truncate unit, unit_history, device, stay, stay_history restart identity cascade;
    insert into unit (name, status, power, due_on, row_version, recorded_at, recorded_by, recorded_in)
    select name, status, power, due_on, nextval('unit_row_version_seq'), '2026-01-01Z', 0, '1' from (values
      ('a', 'new', 1, null), ('b', 'active', 1, null), ('c', 'closed', 500, null),
      ('d', 'new', 1, '2020-01-01'::date), ('e', 'active', 1, null)
    ) as made (name, status, power, due_on);
    insert into device (unit_id, row_version, recorded_at, recorded_by, recorded_in)
    select unit_id, nextval('device_row_version_seq'), '2026-01-01Z', 0, '1' from (values (2), (2), (4)) as made (unit_id);
    alter table unit enable trigger user;
    alter table device enable trigger user;
  `);
}

test('a check is asked at its moment', async (t) => {
  const { service, ask } = await serve(t);
  const { database } = service.database;
  for (const [rule, steps, expected] of unitCases) {
    let answer: unknown = null;
    for (const step of steps) answer = await ask(...step);
    t.same(answer, expected, rule);
    await reset(database);
  }
});

test('a refusal points at the field that made the moment', async (t) => {
  const { service } = await serve(t);
  const token = service.token({ identity_id: 7, scope: 'manage:data', role: 'clerk' });
  const answer = await service.ask('PATCH', '/unit/1', { token, body: { status: 'active', name: 'z' } });
  t.same(answer.body.errors, [{ pointer: '/status', detail: device[2] }]);
});

test('in a batch, rows are asked as they are at its end', async (t) => {
  const { ask } = await serve(t);
  const patch = (id: string, unit: number, status: string) => ({
    id,
    method: 'PATCH',
    url: `/unit/${unit}`,
    body: { status },
  });
  const add = { id: 'd', method: 'POST', url: '/device', body: { unit_id: 1 } };
  t.same(await ask('clerk', 'POST', '/batch', { requests: [patch('a', 1, 'active')] }), device);
  t.same(await ask('clerk', 'POST', '/batch', { requests: [patch('a', 1, 'active'), patch('b', 1, 'closed')] }), 200);
  t.same(await ask('clerk', 'POST', '/batch', { requests: [patch('a', 1, 'active'), add] }), 200);
  t.same(await ask('clerk', 'PATCH', '/unit/1', { status: 'new' }, 'tx=rollback'), 200, 'a dry run');
});

test('entries of timelines', async (t) => {
  const { service, ask } = await serve(t);
  const instant = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const stay = (place: string, days: number, unit = 1) => ({ unit_id: unit, place, valid_from: instant(days) });
  const somewhere = [422, 'invalid_body', 'A stay begins somewhere.'];
  const later = [422, 'invalid_body', 'A stay ends later.'];
  const cases: readonly (readonly [rule: string, Parameters<typeof ask>, unknown])[] = [
    ['a window for a role', ['agent', 'POST', '/stay', stay('x', -10)], [422, 'invalid_body']],
    ['not for others', ['clerk', 'POST', '/stay', stay('home', -60)], 201],
    ['an entry that is cut is not asked', ['clerk', 'POST', '/stay', stay('there', -5)], 201],
    ['on create', ['clerk', 'POST', '/stay', stay('nowhere', -1)], somewhere],
    ['on update alone', ['clerk', 'POST', '/stay', stay('gone', -2)], 201],
    [
      'which this is',
      ['clerk', 'PATCH', '/stay/5', { place: 'gone', valid_to: instant(4) }],
      [422, 'invalid_body', 'Nobody moves there.'],
    ],
    ['time of the write', ['clerk', 'PATCH', '/stay/3', { valid_to: instant(-3) }], later],
    ['a field that the rule does not name', ['clerk', 'PATCH', '/stay/3', { place: 'where' }], 200],
    ['a deletion', ['clerk', 'DELETE', '/stay/2'], [409, 'rule_conflict', 'A stay at home is kept.']],
    ['another deletion', ['clerk', 'DELETE', '/stay/3'], 204],
    [
      'what comes back is new',
      ['clerk', 'PATCH', '/stay/3', { valid_from: instant(5), valid_to: null, place: 'nowhere' }],
      somewhere,
    ],
    ['and no update', ['clerk', 'PATCH', '/stay/3', { valid_from: instant(5), valid_to: null, place: 'gone' }], 200],
    ['what is frozen for a role', ['agent', 'PATCH', '/stay/2', { place: 'y' }], [409, 'state_conflict']],
    ['is not for another', ['clerk', 'PATCH', '/stay/2', { place: 'y' }], 200],
  ];
  for (const [rule, request, expected] of cases) {
    const answer = await ask(...request);
    t.match(answer, expected, rule);
  }
  t.match(await service.database.query('select place from stay order by id'), [
    { place: 'y' },
    { place: 'gone' },
    { place: 'gone' },
  ]);
});

test('plain SQL writes with the role that the transaction sets, or with none', async (t) => {
  const { service } = await serve(t);
  const write = async (sql: string, role?: string) => {
    const set = role === undefined ? '' : `set local almanac.role = '${role}'; `;
    try {
      await service.database.database.script(`begin; ${set}${sql}; commit`);
      return null;
    } catch (error) {
      await service.database.database.script('rollback');
      return (error as Error).message;
    }
  };
  const cases: readonly (readonly [sql: string, role: string | undefined, refused: RegExp | null])[] = [
    ['update unit set power = 101 where id = 1', undefined, null],
    ['update unit set power = 102 where id = 1', 'agent', /Agents keep power/],
    ['update unit set power = 5 where id = 3', undefined, /A closed unit stays/],
    ['update unit set power = 5 where id = 3', 'clerk', null],
    [`update unit set status = 'active' where id = 3`, undefined, /only clerk/],
    [`update unit set status = 'active' where id = 1`, 'clerk', /An active unit has a device/],
    [`update unit set status = 'active' where id = 1; insert into device (unit_id) values (1)`, 'clerk', null],
    ['delete from unit where id = 5', undefined, /An active unit stays/],
    ['delete from device where unit_id = 2', undefined, /last device/],
    [
      `insert into stay (unit_id, place, valid_from) values (1, 'home', now()); delete from stay where place = 'home'`,
      'clerk',
      /A stay at home is kept/,
    ],
    [
      `insert into stay (unit_id, place, valid_from) values (1, 'x', now() - interval '60 days')`,
      'agent',
      /outside its window|frozen/,
    ],
  ];
  for (const [sql, role, refused] of cases) {
    const told = await write(sql, role);
    if (refused === null) t.equal(told, null, sql);
    else t.match(told, refused, sql);
  }
});

test('of two writers of whom only one may keep a check, the later one waits and is refused', async (t) => {
  const { service, ask } = await serve(t);
  const answers = await Promise.all([ask('clerk', 'DELETE', '/device/1'), ask('agent', 'DELETE', '/device/2')]);
  t.same(answers.filter((answer) => answer === 204).length, 1);
  t.same(
    answers.filter((answer) => answer !== 204),
    [last],
  );
  t.same(await service.database.query('select count(*) as count from device where unit_id = 2'), [{ count: '1' }]);
});

test('a check has its message where the name of its resource is as long as can be', async (t) => {
  const long = 'u'.repeat(63);
  const { ask, database, token } = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Test\nroles: [clerk]\n',
      'owner.yaml': 'resource: owner\nfields: { name: { type: text } }\n',
      [`${long}.yaml`]: `
resource: ${long}
fields:
  name: { type: text }
  owner_id: { type: reference, to: owner, nullable: true, where: name=neq.nobody, message: Somebody owns it. }
checks:
  - { on: [create], that: name=neq.created, message: Not created. }
  - { on: [update], that: name=neq.updated, message: Not updated. }
  - { on: [delete], that: name=neq.deleted, message: Not deleted. }
  - { when: name=eq.moved, that: owner.name=neq.moved, message: Not moved. }
  - { that: owner.name=neq.never, message: Never. }
  - { that: name=neq.plain, message: Not plain. }
`,
    }),
  );
  await database.query("insert into owner (name) values ('any'), ('nobody'), ('moved'), ('never')");
  await database.query(`insert into ${long} (name, owner_id) values ('any', 1), ('deleted', 1)`);
  const write = async (method: Method, path: string, body?: Json) => {
    const answer = await ask(method, path, {
      token: token({ scope: 'manage:data', role: 'clerk', identity_id: 7 }),
      ...(body === undefined ? {} : { body }),
    });
    return [answer.status, answer.body?.errors?.[0]?.detail ?? answer.body?.detail];
  };
  t.same(await write('POST', `/${long}`, { name: 'created', owner_id: 1 }), [422, 'Not created.']);
  t.same(await write('POST', `/${long}`, { name: 'plain', owner_id: 1 }), [422, 'Not plain.']);
  t.same(await write('PATCH', `/${long}/1`, { name: 'updated' }), [422, 'Not updated.']);
  t.same(await write('PATCH', `/${long}/1`, { name: 'moved', owner_id: 3 }), [422, 'Not moved.']);
  t.same(await write('PATCH', `/${long}/1`, { owner_id: 4 }), [422, 'Never.']);
  t.same(await write('PATCH', `/${long}/1`, { owner_id: 2 }), [422, 'Somebody owns it.']);
  t.same(await write('PATCH', '/owner/1', { name: 'never' }), [409, 'Never.']);
  t.same(await write('DELETE', `/${long}/2`), [409, 'Not deleted.']);
  const names = await database.query(
    "select proname from pg_proc where length(proname) = 63 and proname !~ '_[a-z]+$'",
  );
  t.same(names, [], 'PostgreSQL cuts no name');
});

/** A row of two numbers, as the plain evaluator below sees it. */
type Pair = { readonly a: number | null; readonly b: number | null };

const pairs = modelOfFiles({
  'service.yaml': 'service: Test\nroles: [clerk, agent]\n',
  'pair.yaml': `
resource: pair
fields:
  a: { type: integer, nullable: true }
  b: { type: integer, nullable: true }
  bag_id: { type: reference, to: bag }
checks:
  - { when: a=gt.1, before: a=lte.1, that: b=gte.1, message: "0" }
  - { on: [delete], before: b=eq.2, that: a=neq.0, message: "1" }
  - { roles: [agent], that: a=lte.$b, message: "2" }
  - { on: [update], except: [clerk], that: b=neq.0, message: "3" }
  - { on: [update], before: "or=(a.is.null,b.is.null)", that: bag.mark.id=not.is.null, message: "4" }
  - { on: [create, delete], roles: [clerk], that: "or=(bag.mark.is.null,a.not.is.null)", message: "5" }
access: { clerk: all, agent: all }
`,
  'bag.yaml': 'resource: bag\nfields: { name: { type: text } }\nrelations: { mark: { resource: mark, by: bag_id } }\n',
  'mark.yaml': 'resource: mark\nfields: { bag_id: { type: reference, to: bag } }\n',
});

/** The checks that a write breaks, by their messages: SQL's null is JavaScript's, and only true is true. */
function brokenBy(role: string, was: Pair | null, is: Pair | null, marks: number): readonly string[] {
  const compare = (left: number | null, right: number | null, holds: (l: number, r: number) => boolean) =>
    left === null || right === null ? null : holds(left, right);
  const write = was === null ? 'create' : is === null ? 'delete' : 'update';
  if (write === 'update' && was?.a === is?.a && was?.b === is?.b) return [];
  const row = is ?? was ?? { a: null, b: null };
  const written = write !== 'delete';
  const asked: readonly (readonly [moment: boolean | null, that: boolean | null])[] = [
    [
      written && compare(row.a, 1, (l, r) => l > r) && (was === null || compare(was.a, 1, (l, r) => l <= r)),
      compare(row.b, 1, (l, r) => l >= r),
    ],
    [!written && compare(row.b, 2, (l, r) => l === r), compare(row.a, 0, (l, r) => l !== r)],
    [written && role === 'agent', compare(row.a, row.b, (l, r) => l <= r)],
    [write === 'update' && role !== 'clerk', compare(row.b, 0, (l, r) => l !== r)],
    [write === 'update' && (was?.a === null || was?.b === null), marks >= 1],
    [write !== 'update' && role === 'clerk', marks === 0 || row.a !== null],
  ];
  return asked.flatMap(([moment, that], at) => (moment === true && that !== true ? [String(at)] : []));
}

test('checks of any writes are those that a plain evaluator finds broken', async (t) => {
  const service = await serveModel(t, pairs);
  const { database } = service.database;
  await database.script(`insert into bag (name) values ('one')`);
  const value = fc.constantFrom(null, 0, 1, 2, 3);
  const pair = fc.record({ a: value, b: value });
  const plan = fc.record({
    role: fc.constantFrom('clerk', 'agent'),
    was: fc.option(pair),
    is: fc.option(pair),
    marks: fc.nat(1),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ role, was, is, marks }) => {
      if (was === null && is === null) return;
      await database.script(`
        delete from mark;
        alter table pair disable trigger user;
        delete from pair;
        ${was === null ? '' : `insert into pair (id, bag_id, a, b, row_version, recorded_at, recorded_by, recorded_in) values (1000, 1, ${was.a}, ${was.b}, nextval('pair_row_version_seq'), '2026-01-01Z', 0, '1');`}
        alter table pair enable trigger user;
        ${marks === 1 ? 'insert into mark (bag_id) values (1)' : ''}`);
      const token = service.token({ identity_id: 7, scope: 'manage:data', role });
      const answer = await (was === null
        ? service.ask('POST', '/pair', { token, body: { ...is, bag_id: 1 } })
        : is === null
          ? service.ask('DELETE', '/pair/1000', { token })
          : service.ask('PATCH', '/pair/1000', { token, body: is }));
      const expected = brokenBy(role, was, is, marks);
      const told = answer.status < 300 ? [] : [answer.body.errors?.[0]?.detail ?? answer.body.detail];
      // One of several is told.
      deepStrictEqual(told.length > 0, expected.length > 0, JSON.stringify([role, was, is, marks, told, expected]));
      if (told.length > 0) deepStrictEqual(expected.includes(told[0]), true, JSON.stringify([told, expected]));
    }),
    { numRuns: process.env.ALMANAC_LONG ? 2000 : 60 },
  );
});
