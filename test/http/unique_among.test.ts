import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel, type TestService } from './service.ts';

// Values that are unique among the rows for which a rule holds. Other rows may share them.

const files = {
  'service.yaml': 'service: Units\nroles: [owner, guest]\n',
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text, nullable: true }
  place: { type: integer, default: 1 }
  code: { type: text, nullable: true, unique: true }
  status: { type: enum, values: [new, active, gone], default: new }
  closed: { type: boolean, computed: status=eq.gone }
  secret:
    type: boolean
    default: false
    access: { owner: { read: true, create: true, update: true } }
unique:
  - { fields: [place, name], where: status=neq.gone }
  - { fields: [place], where: closed=is.false&name=starts.main }
  - { fields: [name], where: secret=is.true }
access:
  owner: all
  guest: { read: all, create: all, update: all }
`,
  'stay.yaml': `resource: stay
temporal: { timeline: unit_id }
history: true
fields:
  unit_id: { type: reference, to: unit, update: false }
  badge: { type: integer }
  kept: { type: boolean, default: true }
unique: [{ fields: [badge], where: kept=is.true }]
access: { owner: all, guest: all }
`,
};

/** Units of several states under ids from 1 on, and a stay. */
async function units(t: Parameters<typeof serveModel>[0]): Promise<TestService> {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query(
    `insert into unit (name, place, status, code, secret) values
       ('a', 1, 'active', 'k1', false), ('b', 1, 'new', 'k2', false), ('a', 1, 'gone', 'k3', false),
       ('a', 1, 'gone', 'k4', false), (null, 1, 'active', null, false), ('main', 2, 'active', null, false),
       ('s', 3, 'active', null, true)`,
  );
  await service.database.query(`insert into stay (unit_id, badge, valid_from) values (1, 7, '2026-01-01Z')`);
  return service;
}

const merge = { prefer: 'resolution=merge-duplicates' };
const alive = 'another unit where `status` is not `gone` has';

/** A write, and its answer: the status, and where it is refused the words of each error. They see what the ones before did. */
const writes: readonly (readonly [
  ask: readonly [method: Method, path: string, body?: Json, headers?: Readonly<Record<string, string>>],
  status: number,
  ...errors: string[],
])[] = [
  [
    ['POST', '/unit', { name: 'a', place: 1 }],
    409,
    `/place ${alive} place 1 and name "a"`,
    `/name ${alive} place 1 and name "a"`,
  ],
  [
    ['PATCH', '/unit/3', { status: 'active' }],
    409,
    `/place ${alive} the same place and the same name`,
    `/name ${alive} the same place and the same name`,
  ],
  [
    ['PATCH', '/unit/2', { name: 'a' }],
    409,
    `/place ${alive} the same place and name "a"`,
    `/name ${alive} the same place and name "a"`,
  ],
  [
    ['POST', '/unit', { name: 'main square', place: 2 }],
    409,
    '/place another unit where `closed` is false and `name` begins with `main` has place 2',
  ],
  [
    ['POST', '/unit', ['active', 'gone', 'new'].map((status) => ({ name: 'c', place: 1, status }))],
    409,
    `/2/place ${alive} place 1 and name "c"`,
    `/2/name ${alive} place 1 and name "c"`,
  ],
  [
    ['PATCH', '/unit?id=in.(3,4)', { status: 'new' }],
    409,
    `/place ${alive} the same place and the same name`,
    `/name ${alive} the same place and the same name`,
  ],
  [
    ['POST', '/unit?on_conflict=code', { code: 'k2', name: 'a' }, merge],
    409,
    `/place ${alive} the same place and name "a"`,
    `/name ${alive} the same place and name "a"`,
  ],
  // It identifies no row: rows for which the rule does not hold share the values.
  [
    ['POST', '/unit?on_conflict=place,name', { place: 1, name: 'a' }, merge],
    400,
    'on_conflict "place,name" is not a unique combination of unit',
  ],
  [['POST', '/unit', { name: 'a', place: 1, status: 'gone' }], 201],
  [['POST', '/unit', { name: null, place: 1 }], 201],
  [['POST', '/unit', { name: 'main square', place: 2, status: 'gone' }], 201],
  // One leaves the rows that are compared before the other one joins them.
  [
    [
      'POST',
      '/batch',
      {
        requests: [
          { id: '1', method: 'PATCH', url: 'unit/1', body: { status: 'gone' } },
          { id: '2', method: 'PATCH', url: 'unit/3', body: { status: 'active' } },
        ],
      },
    ],
    200,
  ],
  [['PATCH', '/unit/1', { status: 'active' }, { prefer: 'tx=rollback' }], 409, ...sameTwice()],
  [['POST', '/unit?on_conflict=code', { code: 'k4', name: 'd', status: 'new' }, merge], 200],
  [
    ['POST', '/stay', { unit_id: 2, badge: 7, valid_from: '2027-01-01T00:00:00Z' }],
    409,
    '/badge another stay where `kept` is true has badge 7',
  ],
  [['POST', '/stay', { unit_id: 2, badge: 7, kept: false, valid_from: '2027-01-01T00:00:00Z' }], 201],
  // A deleted entry has no badge.
  [['DELETE', '/stay/1'], 204],
  [['PATCH', '/stay/3', { kept: true }], 200],
];

function sameTwice(): readonly string[] {
  return ['place', 'name'].map((field) => `/${field} ${alive} the same place and the same name`);
}

test('rows for which the rule holds do not share the values', async (t) => {
  const service = await units(t);
  const token = service.token({ identity_id: 7, role: 'owner', scope: 'manage:data' });
  for (const [[method, path, body, headers], status, ...errors] of writes) {
    const answer = await service.ask(method, path, {
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
      token,
    });
    const told = (answer.body?.errors ?? []).map(
      (each: { pointer?: string; parameter?: string; detail: string }) =>
        `${each.pointer ?? each.parameter} ${each.detail}`,
    );
    t.strictSame([answer.status, ...told], [status, ...errors], `${method} ${path} ${JSON.stringify(body)}`);
  }
});

test('what a caller may not read is not told', async (t) => {
  const service = await units(t);
  const token = service.token({ identity_id: 7, role: 'guest', scope: 'manage:data' });
  const [made] = await service.database.query(`insert into unit (name, place) values ('s', 4) returning id`);
  await service.database.query(`update unit set secret = true, name = 't' where id = ${made?.id}`);
  const answer = await service.ask('PATCH', `/unit/${made?.id}`, { body: { name: 's' }, token });
  t.match(answer, { status: 409, body: { detail: 'another unit has name "s"' } });
});

test('of clients that write the same values at once, one succeeds', async (t) => {
  const service = await units(t);
  const token = service.token({ identity_id: 7, role: 'owner', scope: 'manage:data' });
  const each = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      service.ask('POST', '/unit', { body: { name: 'new', place: 9, status: index < 4 ? 'new' : 'gone' }, token }),
    ),
  );
  t.strictSame(each.map(({ status }) => status).sort(), [201, 201, 201, 409, 409, 409]);
});
