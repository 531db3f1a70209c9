import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

// Relations along a tree: the rows above a row, and the rows below it, as far as the caller may read all rows in between.

const rules = {
  all: 'all',
  half: 'secret=eq.false',
  // Places below one that has the caller's name; the service looks, also over hidden ones.
  above: 'above.name=eq.{named}',
  counted: 'count(below)=gte.3',
  apart: 'above=is.null',
  child: 'child.below.name=eq.{named}',
} as const;

const files = {
  'service.yaml': `service: Test
aggregates: true
roles: [${Object.keys(rules).join(', ')}, blind]
claims: { others: { named: named } }
`,
  'place.yaml': `resource: place
history: true
fields:
  name: { type: text }
  secret: { type: boolean, default: false }
  size: { type: integer, default: 1 }
  parent_id:
    type: reference
    to: place
    nullable: true
    acyclic: true
    access: { blind: nothing, ${Object.keys(rules)
      .map((role) => `${role}: all`)
      .join(', ')} }
relations:
  child: { resource: place, by: parent_id }
  above: { ancestors: parent_id }
  near: { ancestors: parent_id, depth: 2 }
  below: { descendants: parent_id }
  under: { descendants: parent_id, depth: 1 }
  note: { resource: note, by: place_id }
access:
${Object.entries(rules)
  .map(([role, rule]) => `  ${role}: ${rule === 'all' ? 'all' : `{ read: '${rule}', update: '${rule}' }`}\n`)
  .join('')}  blind: all
`,
  'note.yaml': `resource: note
fields: { text: { type: text }, place_id: { type: reference, to: place } }
access: { ${[...Object.keys(rules), 'blind'].map((role) => `${role}: all`).join(', ')} }
`,
};

/** World: North: Oslo: Centre, and Hidden: Cellar. World: South. And Moon, alone. */
const seed = `
  insert into place (name, parent_id, secret, size) values
    ('World', null, false, 1), ('North', 1, false, 2), ('Oslo', 2, false, 4), ('Centre', 3, false, 8),
    ('Hidden', 2, true, 16), ('Cellar', 5, false, 32), ('South', 1, false, 64), ('Moon', null, false, 128);
  insert into note (text, place_id) values ('cold', 2), ('dark', 6);
`;

async function places(t: Parameters<typeof serveModel>[0]) {
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query(seed);
  const as = (role: string, scope = 'manage:data') => service.token({ identity_id: 1, role, named: 'North', scope });
  const shown = async (query: string, role = 'all', path = '/place') => {
    const answer = await service.ask('GET', `${path}?${query}${path === '/place' ? '&order=id' : ''}`, {
      token: as(role),
    });
    return { ...answer, body: answer.status === 200 ? withoutNames(answer.body) : answer.text };
  };
  return { ...service, as, shown };
}

/** Rows that show nothing but a name are this name. */
function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withoutNames(each)] as const);
  const [first] = entries;
  return entries.length === 1 && first?.[0] === 'name' ? first[1] : Object.fromEntries(entries);
}

const cases: readonly (readonly [query: string, body: unknown])[] = [
  ['select=above(name)&id=eq.4', [{ above: ['Oslo', 'North', 'World'] }]],
  ['select=near(name)&id=eq.4', [{ near: ['Oslo', 'North'] }]],
  ['select=below(name)&id=eq.2', [{ below: ['Oslo', 'Hidden', 'Centre', 'Cellar'] }]],
  ['select=under(name)&id=eq.2', [{ under: ['Oslo', 'Hidden'] }]],
  ['select=below(name)&id=eq.1', [{ below: ['North', 'South', 'Oslo', 'Hidden', 'Centre', 'Cellar'] }]],
  ['select=above(name),below(name)&id=eq.8', [{ above: [], below: [] }]],
  // Ordered, paged and filtered within.
  ['select=above(name)&id=eq.4&above.order=name', [{ above: ['North', 'Oslo', 'World'] }]],
  ['select=above(name)&id=eq.4&above.limit=1', [{ above: ['Oslo'] }]],
  ['select=above(name)&id=eq.4&above.limit=1&above.offset=2', [{ above: ['World'] }]],
  ['select=below(name)&id=eq.1&below.size=gte.16', [{ below: ['South', 'Hidden', 'Cellar'] }]],
  ['select=below(name)&id=eq.1&below.child=is.null', [{ below: ['South', 'Centre', 'Cellar'] }]],
  ['select=name,above!inner()&above.name=eq.North', ['Oslo', 'Centre', 'Hidden', 'Cellar']],
  [
    'select=name,below!inner(name)&below.name=eq.Oslo',
    [
      { name: 'World', below: ['Oslo'] },
      { name: 'North', below: ['Oslo'] },
    ],
  ],
  // As filters of the list.
  ['select=name&above.name=eq.North', ['Oslo', 'Centre', 'Hidden', 'Cellar']],
  ['select=name&near.name=eq.World', ['North', 'Oslo', 'Hidden', 'South']],
  ['select=name&below.name=eq.Cellar', ['World', 'North', 'Hidden']],
  ['select=name&under.name=eq.Cellar', ['Hidden']],
  ['select=name&above=is.null', ['World', 'Moon']],
  ['select=name&below=is.null', ['Centre', 'Cellar', 'South', 'Moon']],
  ['select=name&or=(above.name.eq.Oslo,below.name.eq.Oslo)', ['World', 'North', 'Centre']],
  ['select=name&above.and=(name.eq.North,size.eq.2)', ['Oslo', 'Centre', 'Hidden', 'Cellar']],
  ['select=name&above.note.text=eq.cold&id=gt.4', ['Hidden', 'Cellar']],
  ['select=name&child.below.name=eq.Centre', ['World', 'North']],
  ['select=name&parent.above.name=eq.World', ['Oslo', 'Centre', 'Hidden', 'Cellar']],
  ['select=name&above.name=in.(Oslo,Hidden)&below=is.null', ['Centre', 'Cellar']],
  ['select=name&above.name=match.^N&id=lt.5', ['Oslo', 'Centre']],
  // Nested, and below another relation.
  [
    'select=above(name,note(text),parent(name),under(name))&id=eq.3',
    [
      {
        above: [
          { name: 'North', note: [{ text: 'cold' }], parent: 'World', under: ['Oslo', 'Hidden'] },
          { name: 'World', note: [], parent: null, under: ['North', 'South'] },
        ],
      },
    ],
  ],
  [
    'select=above(below(name))&id=eq.7',
    [{ above: [{ below: ['North', 'South', 'Oslo', 'Hidden', 'Centre', 'Cellar'] }] }],
  ],
  ['select=child(above(name))&id=eq.2', [{ child: [{ above: ['North', 'World'] }, { above: ['North', 'World'] }] }]],
  // Together, and put beside the row.
  [
    'select=name,below(size.sum(),count())&id=in.(1,2)',
    [
      { name: 'World', below: [{ sum: 126, count: 6 }] },
      { name: 'North', below: [{ sum: 60, count: 4 }] },
    ],
  ],
  [
    'select=name,...above(above:name)&id=in.(1,3)',
    [
      { name: 'World', above: [] },
      { name: 'Oslo', above: ['North', 'World'] },
    ],
  ],
];

test('rows of a tree are embedded, nearest first, filtered by, nested and counted', async (t) => {
  const { shown } = await places(t);
  for (const [query, body] of cases) {
    const answer = await shown(query);
    t.same(answer.body, body, `${query}: ${answer.text}`);
  }
  t.same((await shown('select=name&note.place.above.name=eq.x')).body, []);
  t.same((await shown('select=place(above(name))', 'all', '/note')).body, [
    { place: { above: ['World'] } },
    { place: { above: ['Hidden', 'North', 'World'] } },
  ]);
  t.same((await shown('select=text&place.above.name=eq.Hidden', 'all', '/note')).body, [{ text: 'dark' }]);
  t.same((await shown('embed=above(note),below!', 'all', '/place/2')).status, 200);
  t.same((await shown('embed=above!', 'all', '/place/1')).status, 404);
});

test('a row that the caller may not read ends the way, in filters too', async (t) => {
  const { shown } = await places(t);
  const hidden: readonly (readonly [query: string, body: unknown])[] = [
    ['select=above(name)&id=in.(4,6)', [{ above: ['Oslo', 'North', 'World'] }, { above: [] }]],
    ['select=below(name)&id=eq.1', [{ below: ['North', 'South', 'Oslo', 'Centre'] }]],
    ['select=below(count())&id=eq.2', [{ below: [{ count: 2 }] }]],
    ['select=name&above.name=eq.North', ['Oslo', 'Centre']],
    ['select=name&above=is.null', ['World', 'Cellar', 'Moon']],
    ['select=name&below.name=eq.Cellar', []],
    ['select=name&above.name=eq.Hidden', []],
    ['select=name,below!inner()&below.name=eq.Cellar', []],
    ['select=name,above()&above=is.null', ['World', 'Cellar', 'Moon']],
  ];
  for (const [query, body] of hidden) {
    const answer = await shown(query, 'half');
    t.same(answer.body, body, `${query}: ${answer.text}`);
  }
});

test('a caller who does not read the reference has no relations along it', async (t) => {
  const { shown } = await places(t);
  t.equal((await shown('select=above(name)', 'blind')).status, 400);
  t.equal((await shown('below.name=eq.Oslo', 'blind')).status, 400);
  t.same((await shown('select=name&id=eq.1', 'blind')).body, ['World']);
});

const seen: Readonly<Record<Exclude<keyof typeof rules, 'all' | 'half'>, readonly string[]>> = {
  above: ['Oslo', 'Centre', 'Hidden', 'Cellar'],
  counted: ['World', 'North'],
  apart: ['World', 'Moon'],
  child: [],
};

test('rules of access look along trees, as the service', async (t) => {
  const { shown, ask, as, database } = await places(t);
  for (const [role, names] of Object.entries(seen)) {
    const answer = await shown('select=name', role);
    t.same(answer.body, names, `${role}: ${answer.text}`);
    const versions = await shown('select=name', role, '/place_history');
    t.same((versions.body as readonly string[]).toSorted(), names.toSorted(), `versions for ${role}`);
  }
  await database.query(`update place set name = 'North' where id = 3`);
  t.same((await shown('select=name', 'child')).body, ['World']);
  await database.query(`update place set name = 'Oslo' where id = 3`);
  const change = (id: number) => ask('PATCH', `/place/${id}`, { token: as('above'), body: { size: 3 } });
  t.equal((await change(6)).status, 200);
  t.equal((await change(2)).status, 404);
  // The right ends with the move.
  const move = await ask('PATCH', '/place/6', { token: as('above'), body: { parent_id: null } });
  t.equal(move.status, 403, move.text);
  await database.query('update place set parent_id = 7 where id = 5');
  t.same((await shown('select=name', 'above')).body, ['Oslo', 'Centre']);
  t.equal((await change(6)).status, 404);
});

test('of the past, a tree is as it was at that instant, circles included', async (t) => {
  const { shown, database } = await places(t);
  const now = async () =>
    String((await database.query('select almanac.clock()::text as now'))[0]?.now)
      .replace(' ', 'T')
      .replace('+', '%2B');
  const first = await now();
  await database.query('update place set parent_id = 8 where id = 3');
  await database.query('update place set parent_id = 4 where id = 1');
  const second = await now();
  t.same((await shown(`select=above(name)&id=eq.4&as_of=${first}`)).body, [{ above: ['Oslo', 'North', 'World'] }]);
  t.same((await shown(`select=above(name)&id=eq.4&as_of=${second}`)).body, [{ above: ['Oslo', 'Moon'] }]);
  t.same((await shown(`select=name&below.name=eq.Centre&as_of=${first}`)).body, ['World', 'North', 'Oslo']);
  t.same((await shown(`select=name&below.name=eq.Centre&as_of=${second}`)).body, ['Oslo', 'Moon']);
  t.same((await shown('select=name,near(name)&place_id=eq.3&order=id', 'all', '/place_history')).body, [
    { name: 'Oslo', near: ['North', 'World'] },
    { name: 'Oslo', near: ['Moon'] },
  ]);
  t.same((await shown('select=under(name)&place_id=eq.8', 'all', '/place_history')).body, [{ under: ['Oslo'] }]);
  // Rows from before the reference was acyclic.
  await database.query(
    `begin; set local session_replication_role = replica; update place set parent_id = 4 where id = 8; commit`,
  );
  t.same((await shown('select=above(name)&id=eq.4')).body, [{ above: ['Oslo', 'Moon', 'Centre'] }]);
  t.same((await shown('select=under(name),below(count())&id=eq.4')).body, [
    { under: ['World', 'Moon'], below: [{ count: 8 }] },
  ]);
  t.same((await shown('select=name&above.name=eq.Centre&id=lte.2')).body, ['World', 'North']);
});

test('what a request cannot ask of a tree', async (t) => {
  const { shown } = await places(t);
  t.match(await shown('order=above(name)'), { status: 400, text: /above has many rows/ });
  t.match(await shown('select=place!above(name)'), { status: 400 });
  t.match(await shown('above=eq.1'), { status: 400, text: /only absence and presence/ });
});
