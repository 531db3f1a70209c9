import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel } from './service.ts';

// What a definition says of a reference besides where it leads.

const named = {
  'service.yaml': 'service: Flats\n',
  'party.yaml': `resource: party
history: true
fields: { name: { type: text } }
relations:
  card: { resource: card, by: holder_id }
  sold: { resource: deed, by: seller }
`,
  'deed.yaml': `resource: deed
history: true
fields:
  seller: { type: reference, to: party, as: from_party }
  buyer_id: { type: reference, to: party, as: to_party, nullable: true }
`,
  'card.yaml': 'resource: card\nfields: { holder_id: { type: reference, to: party, as: person, unique: true } }\n',
};

test('a relation has the name that the definition gives it, and of a unique reference both ends are one row', async (t) => {
  const { ask } = await serveModel(t, modelOfFiles(named));
  for (const name of ['Ann', 'Bo', 'Cy']) await ask('POST', '/party', { body: { name } });
  await ask('POST', '/deed', { body: { seller: 1, buyer_id: 2 } });
  await ask('POST', '/deed', { body: { seller: 2 } });
  await ask('POST', '/card', { body: { holder_id: 1 } });
  const answers: readonly (readonly [path: string, answer: object])[] = [
    [
      '/deed?select=from_party(name),to_party(name)&order=id',
      [
        { from_party: { name: 'Ann' }, to_party: { name: 'Bo' } },
        { from_party: { name: 'Bo' }, to_party: null },
      ],
    ],
    ['/deed?select=id&to_party.name=eq.Bo', [{ id: 1 }]],
    ['/deed?select=id&order=from_party(name).desc', [{ id: 2 }, { id: 1 }]],
    ['/deed_history?select=id,from_party(name)&order=id&limit=1', [{ id: 1, from_party: { name: 'Ann' } }]],
    [
      '/party?select=name,card(id,person(name)),sold(id)&order=id&limit=2',
      [
        { name: 'Ann', card: { id: 1, person: { name: 'Ann' } }, sold: [{ id: 1 }] },
        { name: 'Bo', card: null, sold: [{ id: 2 }] },
      ],
    ],
    ['/card?select=person(name,card(id))', [{ person: { name: 'Ann', card: { id: 1 } } }]],
  ];
  for (const [path, answer] of answers) t.strictSame((await ask('GET', path)).body, answer, path);
  t.match((await ask('GET', '/deed/1')).body.links, { from_party: '/api/v1/party/1', to_party: '/api/v1/party/2' });
  t.match(await ask('GET', '/deed?embed=seller'), { status: 400 });
});

const hidden = {
  'service.yaml': 'service: Units\nroles: [owner, guest]\n',
  'unit.yaml': `resource: unit
fields: { name: { type: text } }
access: { owner: all, guest: { read: name=eq.open } }
`,
  'job.yaml': `resource: job
history: true
fields:
  unit_id: { type: reference, to: unit, unseen: true }
  other_id: { type: reference, to: unit, nullable: true }
  key: { type: text, nullable: true, unique: true }
access: { owner: all, guest: all }
`,
  'stay.yaml': `resource: stay
temporal: { timeline: unit_id }
fields: { unit_id: { type: reference, to: unit, unseen: true } }
access: { owner: all, guest: all }
`,
};

test('a reference with unseen leads to rows that the writer may not read, and no other reference does', async (t) => {
  const { ask, database, token } = await serveModel(t, modelOfFiles(hidden));
  await database.query("insert into unit (name) values ('open'), ('shut')");
  const guest = token({ identity_id: 7, role: 'guest', scope: 'manage:data' });
  const merge = { prefer: 'resolution=merge-duplicates' };
  const writes: readonly (readonly [method: Method, path: string, body: Json, status: number, detail?: string])[] = [
    ['POST', '/job', { unit_id: 2 }, 201],
    ['POST', '/job', { unit_id: 3 }, 409, 'unit_id 3 refers to no unit'],
    ['POST', '/job', { unit_id: 1, other_id: 2 }, 409, 'other_id 2 refers to no unit'],
    ['POST', '/job', [{ unit_id: 2 }, { unit_id: 1 }], 201],
    ['POST', '/job', [{ unit_id: 2 }, { unit_id: 9 }], 409, 'unit_id 9 refers to no unit'],
    ['POST', '/job?on_conflict=key', { key: 'a', unit_id: 2 }, 201],
    ['POST', '/job?on_conflict=key', { key: 'a', unit_id: 1 }, 200],
    ['PATCH', '/job/1', { unit_id: 1 }, 200],
    ['PATCH', '/job/1', { unit_id: 2 }, 200],
    ['PATCH', '/job/1', { other_id: 2 }, 409, 'other_id 2 refers to no unit'],
    ['PATCH', '/job?id=in.(1,2)', { unit_id: 2 }, 204],
    ['POST', '/stay', { unit_id: 2, valid_from: '2026-01-01T00:00:00Z' }, 201],
  ];
  for (const [method, path, body, status, detail] of writes) {
    const headers = path.includes('on_conflict') ? merge : {};
    const answer = await ask(method, path, { body, headers, token: guest });
    const [told = answer.body?.detail] = (answer.body?.errors ?? []).map((each: { detail: string }) => each.detail);
    t.strictSame([answer.status, told], [status, detail], `${method} ${path} ${JSON.stringify(body)}`);
  }
  t.match((await ask('GET', '/job/1?embed=unit', { token: guest })).body, { unit_id: 2, unit: null });
});

const limited = {
  'service.yaml': 'service: Grid\nroles: [owner]\n',
  'party.yaml': `resource: party
history: true
fields:
  name: { type: text }
  type: { type: enum, values: [system_operator, end_user], default: end_user }
  region: { type: integer, default: 1 }
`,
  'grid.yaml': `resource: grid
fields:
  region: { type: integer, default: 1 }
  operator_id: { type: reference, to: party, where: type=eq.system_operator&region=eq.$region }
  owner_id: { type: reference, to: party, as: keeper, nullable: true, where: type=eq.end_user, message: A keeper uses the grid. }
`,
};

const operator =
  "operator_id refers to a party of which `type` is `system_operator` and `region` is the row's `region`";

test('a reference with a rule leads to rows that meet it, from both sides', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(limited));
  await database.query(
    "insert into party (name, type) values ('a', 'system_operator'), ('b', 'end_user'), ('c', 'end_user')",
  );
  await database.query('insert into grid (id, operator_id) values (50, 1)');
  const writes: readonly (readonly [method: Method, path: string, body: Json, status: number, ...errors: string[]])[] =
    [
      ['POST', '/grid', { operator_id: 2 }, 422, `/operator_id ${operator}`],
      ['POST', '/grid', { operator_id: 1, region: 2 }, 422, `/operator_id ${operator}`, `/region ${operator}`],
      ['POST', '/grid', { operator_id: 1, owner_id: 1 }, 422, '/owner_id A keeper uses the grid.'],
      ['POST', '/grid', { operator_id: 9 }, 409, '/operator_id operator_id 9 refers to no party'],
      ['POST', '/grid', { operator_id: 1 }, 201],
      ['POST', '/grid', [{ operator_id: 1 }, { operator_id: 3 }], 422, `/1/operator_id ${operator}`],
      ['POST', '/grid', { operator_id: 1, owner_id: 2 }, 201],
      ['PATCH', '/party/1', { type: 'end_user' }, 409, ` ${operator}`],
      ['PATCH', '/party/1', { region: 2 }, 409, ` ${operator}`],
      ['PATCH', '/party?name=eq.b', { type: 'system_operator' }, 409, ' A keeper uses the grid.'],
      ['PATCH', '/party/1', { name: 'aa' }, 200],
      ['PATCH', '/party/3', { type: 'system_operator' }, 200],
      ['PATCH', '/grid/50', { operator_id: 3 }, 200],
      ['PATCH', '/grid/50', { owner_id: 3 }, 422, '/owner_id A keeper uses the grid.'],
    ];
  for (const [method, path, body, status, ...errors] of writes) {
    const answer = await ask(method, path, { body });
    const faults = answer.body?.errors ?? (answer.status < 400 ? [] : [answer.body]);
    const told = faults.map((each: { pointer?: string; detail: string }) => `${each.pointer ?? ''} ${each.detail}`);
    t.strictSame([answer.status, ...told], [status, ...errors], `${method} ${path} ${JSON.stringify(body)}`);
  }
  await t.rejects(database.query('update party set type = $$end_user$$ where id = 3'), /23514/, 'SQL has the rule too');
  const both = await Promise.all([
    ask('PATCH', '/party/2', { body: { type: 'system_operator' } }),
    ask('POST', '/grid', { body: { operator_id: 1, owner_id: 2 } }),
  ]);
  t.strictSame(
    both.map(({ status }) => status),
    [409, 201],
    'the grid of the rows above keeps the party as it is',
  );
  const race = await Promise.all(
    [3, 3, 3].flatMap(() => [
      ask('PATCH', '/party/3', { body: { type: 'end_user' } }),
      ask('PATCH', '/grid/50', { body: { operator_id: 1 } }),
      ask('PATCH', '/grid/50', { body: { operator_id: 3 } }),
    ]),
  );
  t.ok(race.every(({ status }) => [200, 409, 422].includes(status)));
  const broken = await database.query(
    "select from grid join party on party.id = operator_id where party.type <> 'system_operator'",
  );
  t.strictSame(broken, []);
});

const keyed = {
  'service.yaml': 'service: Works\nroles: [owner, guest]\n',
  'party.yaml': `resource: party
fields:
  number: { type: text, unique: true }
  kind: { type: enum, values: [a, b] }
  rank: { type: integer }
unique: [[kind, rank]]
access: { owner: all, guest: { read: rank=lt.3 } }
`,
  'work.yaml': `resource: work
history: true
fields:
  party_id: { type: reference, to: party }
  second_id: { type: reference, to: party, nullable: true, as: helper, unseen: true }
  code: { type: text, nullable: true, unique: true }
access: { owner: all, guest: all }
`,
  'bare.yaml':
    'resource: bare\nfields: { work_id: { type: reference, to: work, nullable: true } }\naccess: { owner: all }\n',
};

test('a reference is given by any unique key of its row', async (t) => {
  const { ask, database, token } = await serveModel(t, modelOfFiles(keyed));
  await database.query("insert into party (number, kind, rank) values ('n1', 'a', 1), ('n2', 'a', 2), ('n3', 'b', 3)");
  const tokens = (role: string, scope = 'manage:data') => token({ identity_id: 7, role, scope });
  const merge = { prefer: 'resolution=merge-duplicates' };
  const key = 'does not identify a row of party';
  type Ask = readonly [method: Method, path: string, body: Json, headers?: Readonly<Record<string, string>>];
  const writes: readonly (readonly [role: string, ask: Ask, status: number, ...told: string[]])[] = [
    ['owner', ['POST', '/work', { party: { number: 'n2' } }], 201, '2 null'],
    ['owner', ['POST', '/work', { party: { rank: 3, kind: 'b' }, helper: { number: 'n1' } }], 201, '3 1'],
    ['owner', ['PATCH', '/work/1', { party: { number: 'n1' }, helper: { number: 'n3' } }], 200, '1 3'],
    ['owner', ['PATCH', '/work/1', { helper: null }], 200, '1 null'],
    ['owner', ['POST', '/work', [{ party: { number: 'n1' } }, { party: { number: 'n2' } }]], 201],
    ['owner', ['POST', '/work', [{ party: { number: 'n1' } }, { party_id: 2 }]], 201],
    ['owner', ['POST', '/work?on_conflict=code', { code: 'c', party: { number: 'n1' } }, merge], 201, '1 null'],
    ['owner', ['POST', '/work?on_conflict=code', { code: 'c', party: { number: 'n3' } }, merge], 200, '3 null'],
    ['owner', ['PATCH', '/work?code=eq.c', { party: { number: 'n2' } }], 204],
    ['owner', ['POST', '/work', { party: { number: 'n9' } }], 422, '/party refers to no party'],
    [
      'owner',
      ['POST', '/work', [{ party: { number: 'n1' } }, { party: { number: 'n9' } }]],
      422,
      '/1/party refers to no party',
    ],
    ['owner', ['PATCH', '/work/1', { party: { number: 'n9' } }], 422, '/party refers to no party'],
    ['owner', ['POST', '/work', { party: { rank: 3 } }], 422, `/party ${key}`],
    ['owner', ['POST', '/work', { party: { number: 'n1', rank: 1 } }], 422, `/party ${key}`],
    ['owner', ['POST', '/work', { party: 7 }], 422, `/party ${key}`],
    ['owner', ['POST', '/work', { party: { number: 7 } }], 422, '/party/number must be a string'],
    ['owner', ['POST', '/work', { party: { number: null } }], 422, '/party/number must not be null'],
    [
      'owner',
      ['POST', '/work', { party: { number: 'n1' }, party_id: 1 }],
      422,
      '/party stands beside party_id; send one of them',
    ],
    ['owner', ['POST', '/work', { party: null }], 422, '/party_id must not be null'],
    ['owner', ['POST', '/work', {}], 422, '/party_id is required'],
    // A row that the caller may not read has no key for them; a reference with unseen leads to it.
    ['guest', ['POST', '/work', { party: { number: 'n3' } }], 422, '/party refers to no party'],
    ['guest', ['POST', '/work', { party: { number: 'n1' }, helper: { number: 'n3' } }], 201, '1 3'],
    [
      'guest',
      ['POST', '/work', { party: { number: 'n1' }, helper: { number: 'n4' } }],
      422,
      '/helper refers to no party',
    ],
  ];
  for (const [role, [method, path, body, headers = {}], status, ...told] of writes) {
    const answer = await ask(method, path, { body, headers, token: tokens(role) });
    const { errors, party_id, second_id } = answer.body ?? {};
    const shown = errors?.map((each: { pointer: string; detail: string }) => `${each.pointer} ${each.detail}`);
    t.strictSame(
      [answer.status, ...(shown ?? (party_id === undefined ? [] : [`${party_id} ${second_id}`]))],
      [status, ...told],
      `${method} ${path} ${JSON.stringify(body)}`,
    );
  }
  const sheets: readonly (readonly [csv: string, status: number, ...told: string[]])[] = [
    ['party.number,helper.number\nn2,\nn1,n3\n', 201, '2 null', '1 3'],
    ['party.kind,party.rank\nb,3\n', 201, '3 null'],
    ['party.number,code\nn9,x\n', 422, '/0/party refers to no party'],
    ['party.number,code\n,x\n', 422, '/0/party_id must not be null'],
    ['party.rank\n3\n', 422, `/0/party ${key}`],
    ['party.number,party_id\nn1,1\n', 422, '/0/party stands beside party_id; send one of them'],
    ['party.kind,party.rank\nb,many\n', 422, '/0/party/rank must be a whole number'],
    ['party.size,party_id\n1,1\n', 422, '/0/party.size is not a field of work'],
  ];
  for (const [sheet, status, ...told] of sheets) {
    const headers = { 'content-type': 'text/csv', prefer: 'return=representation' };
    const { body, ...answer } = await ask('POST', '/work', { body: sheet, headers, token: tokens('owner') });
    const shown = body.errors?.map((each: { pointer: string; detail: string }) => `${each.pointer} ${each.detail}`);
    const made =
      shown === undefined ? body.map((row: Record<string, unknown>) => `${row.party_id} ${row.second_id}`) : [];
    t.strictSame([answer.status, ...(shown ?? made)], [status, ...told], sheet);
  }
  const body = { party: { number: 'n1' } };
  t.match(await ask('POST', '/work', { body, token: tokens('owner', 'manage:data:work') }), { status: 403 });
  const once = { 'idempotency-key': 'a-key-of-the-test' };
  const [first, second] = [1, 2].map(() => ask('POST', '/work', { body, headers: once, token: tokens('owner') }));
  t.equal((await first)?.body.id, (await second)?.body.id, 'a repeated request gets its first answer');
  const batch = await ask('POST', '/batch', {
    token: tokens('owner'),
    body: {
      requests: [
        { id: '1', method: 'POST', url: 'party', body: { number: 'new', kind: 'b', rank: 9 } },
        { id: '2', method: 'POST', url: 'work', body: { party: { number: 'new' } } },
        { id: '3', method: 'POST', url: 'bare', body: { work: { code: 'c' } } },
      ],
    },
  });
  t.match(
    batch.body.responses.map(({ status }: { status: number }) => status),
    [201, 201, 201],
  );
});
