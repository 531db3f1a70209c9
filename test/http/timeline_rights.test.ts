import { readFile } from 'node:fs/promises';
import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { type Answer, type Method, type Request, serveModel, type TestService } from './service.ts';
import { bounds } from './timeline_client.ts';

// A write makes room only where its caller may update the entries that it cuts, and delete those that it covers.

const own = `'author_id=eq.{author_id}'`;
const access = `
access:
  blind: { read: ${own}, create: ${own}, update: ${own}, delete: ${own} }
  reader: { read: all, create: all, update: ${own}, delete: ${own} }
  cutter: { read: all, create: all, update: all }
  remover: { read: all, create: all, update: ${own}, delete: all }
  maker: { read: all, create: owner.name=eq.open, update: owner.name=eq.open, delete: all }
  chief: all
  changer: { read: all, create: all, update: { before: all, after: ${own} }, delete: all }
  pusher: { read: all, create: all }
  late: { read: all, create: all, update: { after: 'valid_from=gte.2026-01-01T05:00Z' }, delete: all }
`;

async function serve(t: Test, temporal = 'timeline: owner_id'): Promise<TestService> {
  const files = {
    'service.yaml':
      'service: Rights\nroles: [blind, reader, cutter, remover, maker, chief, changer, pusher, late]\nclaims: { others: { author_id: author_id } }\n',
    'owner.yaml': 'resource: owner\nfields:\n  name: { type: text, nullable: true }\n',
    'entry.yaml': `resource: entry\ntemporal: { ${temporal} }\nhistory: true\nfields:\n  owner_id: { type: reference, to: owner }\n  author_id: { type: integer, default: 7 }\n  kind: { type: text, nullable: true }\n${access}`,
  };
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query("insert into owner (name) values ('open'), ('open'), ('closed')");
  return service;
}

/** The change of an entry, and the same change by a filter, which finds no deleted entry. */
function byFilterToo({ ask: [method, path, body], prepare }: Case): readonly Case['ask'][] {
  const asked = [method, path, body] as const;
  const isDeleted = prepare?.includes('id = 3') === true;
  return method !== 'PATCH' || isDeleted
    ? [asked]
    : [asked, [method, path.replace(/\/(\d)$/, '?id=eq.$1'), body], [method, '/entry?author_id=eq.7', body]];
}

/** A [0, 10) and B [10, 20) of somebody else and C [20, 30) of the caller on timeline 1, D [20, 30) of somebody else on 2. */
async function fill({ database }: TestService): Promise<void> {
  await database.query('truncate entry, entry_history restart identity');
  for (const [owner, author, from, to] of [
    [1, 2, 0, 10],
    [1, 2, 10, 20],
    [1, 7, 20, 30],
    [2, 2, 20, 30],
  ] as const) {
    const { valid_from = null, valid_to = null } = bounds({ from, to });
    await database.query('insert into entry (owner_id, author_id, valid_from, valid_to) values ($1, $2, $3, $4)', [
      String(owner),
      String(author),
      valid_from,
      valid_to,
    ]);
  }
}

async function stateOf({ database }: TestService): Promise<unknown> {
  return Promise.all([
    database.query('select * from entry order by id'),
    database.query('select count(*) as count from entry_history'),
  ]);
}

type Role = 'blind' | 'reader' | 'cutter' | 'remover' | 'maker' | 'chief' | 'changer' | 'pusher' | 'late';

function asker({ ask, token }: TestService, role: Role) {
  const own = token({ identity_id: 7, scope: 'manage:data', role, author_id: 7 });
  return (method: Method, path: string, request: Request = {}) => ask(method, path, { token: own, ...request });
}

const conflict = {
  type: 'urn:almanac:problem:timeline_conflict',
  title: 'The interval overlaps an entry that you may not change',
  status: 409,
  detail: 'you may not change another entry of the same owner_id that is valid within the interval',
  code: 'timeline_conflict',
  message: 'you may not change another entry of the same owner_id that is valid within the interval',
};

interface Case {
  readonly what: string;
  readonly ask: readonly [Method, string, Record<string, string | number | null>];
  /** Whom it is refused. */
  readonly refused: readonly Role[];
  readonly prepare?: string;
}

const cases: readonly Case[] = [
  {
    what: 'create from 5 until 10: cut A',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 5, to: 10 }) }],
    refused: ['blind', 'reader', 'remover'],
  },
  {
    what: 'create from 5 until 15: cut A and B',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 5, to: 15 }) }],
    refused: ['blind', 'reader', 'remover'],
  },
  {
    what: 'create from 2 until 3: split A',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 2, to: 3 }) }],
    refused: ['blind', 'reader', 'remover'],
  },
  {
    what: 'create from 10 until 20: cover B',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 10, to: 20 }) }],
    refused: ['blind', 'reader', 'cutter'],
  },
  {
    what: 'create from 10: cover B and C',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 10, to: null }) }],
    refused: ['blind', 'reader', 'cutter'],
  },
  {
    what: 'create from 8 until 22: cut A, cover B',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 8, to: 22 }) }],
    refused: ['blind', 'reader', 'cutter', 'remover'],
  },
  {
    what: 'create from 22 until 23: split C',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 22, to: 23 }) }],
    refused: [],
  },
  {
    what: 'create from 20: cover C',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 20, to: null }) }],
    refused: ['cutter'],
  },
  {
    what: 'create from 30: touch C',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 30, to: null }) }],
    refused: [],
  },
  { what: 'widen C over B', ask: ['PATCH', '/entry/3', bounds({ from: 15 })], refused: ['blind', 'reader', 'remover'] },
  {
    what: 'widen C so that it covers B',
    ask: ['PATCH', '/entry/3', bounds({ from: 10 })],
    refused: ['blind', 'reader', 'cutter'],
  },
  { what: 'widen C over nobody', ask: ['PATCH', '/entry/3', bounds({ to: null })], refused: [] },
  { what: 'narrow C', ask: ['PATCH', '/entry/3', bounds({ from: 25 })], refused: [] },
  {
    what: 'move C in time',
    ask: ['PATCH', '/entry/3', bounds({ from: 2, to: 4 })],
    refused: ['blind', 'reader', 'remover'],
  },
  { what: 'move C to timeline 2', ask: ['PATCH', '/entry/3', { owner_id: 2 }], refused: ['blind', 'reader', 'cutter'] },
  {
    what: 'move C to timeline 2, beside D',
    ask: ['PATCH', '/entry/3', { owner_id: 2, ...bounds({ from: 30, to: 40 }) }],
    refused: [],
  },
  {
    what: 'restore C over B',
    ask: ['PATCH', '/entry/3', bounds({ from: 15, to: 30 })],
    prepare: 'update entry set valid_from = null, valid_to = null where id = 3',
    refused: ['blind', 'reader', 'remover'],
  },
  {
    what: 'restore C where it was',
    ask: ['PATCH', '/entry/3', bounds({ from: 20, to: 30 })],
    prepare: 'update entry set valid_from = null, valid_to = null where id = 3',
    refused: [],
  },
  {
    what: 'a deleted entry is in nobody’s way',
    ask: ['POST', '/entry', { owner_id: 1, ...bounds({ from: 10, to: 20 }) }],
    prepare: 'update entry set valid_from = null, valid_to = null where id = 2',
    refused: [],
  },
];

for (const role of ['blind', 'reader', 'cutter', 'remover', 'changer', 'chief'] as const) {
  test(`the room that the role ${role} gets`, async (t) => {
    const service = await serve(t);
    const ask = asker(service, role);
    for (const each of cases) {
      for (const [method, path, body] of byFilterToo(each)) {
        const { what, prepare, refused } = each;
        await fill(service);
        if (prepare !== undefined) await service.database.query(prepare);
        const before = await stateOf(service);
        const answer = await ask(method, path, { body });
        if (!refused.includes(role === 'changer' ? 'remover' : role)) {
          t.ok(answer.status < 300, `${what}: ${path}: ${answer.text}`);
          if (path.includes('?')) t.equal(answer.headers['content-range'], '0-0/1', `${what}: ${path}`);
          continue;
        }
        t.same(answer.body, conflict, `${what}: ${path}: the same words, whatever is in the way`);
        t.same(await stateOf(service), before, `${what}: ${path}: nothing is changed`);
      }
    }
  });
}

/** The change of a case as the second request of a batch. */
function inBatch([method, path, body]: Case['ask'], more: readonly Case['ask'][] = []) {
  const parts: readonly Case['ask'][] = [['POST', '/owner', { name: 'new' }], [method, path, body], ...more];
  return {
    body: {
      requests: parts.map(([verb, url, sent], at) => ({ id: `${at}`, method: verb, url: url.slice(1), body: sent })),
    },
  };
}

for (const role of ['blind', 'reader', 'cutter', 'remover', 'chief'] as const) {
  test(`the room that a batch of the role ${role} gets is that of its requests`, async (t) => {
    const service = await serve(t);
    const ask = asker(service, role);
    const bounded = 'select id, owner_id, author_id, valid_from, valid_to from entry order by id';
    for (const { what, ask: asked, prepare, refused } of cases) {
      const filled = async () => {
        await fill(service);
        if (prepare !== undefined) await service.database.query(prepare);
        return stateOf(service);
      };
      await filled();
      const [method, path, body] = asked;
      await ask(method, path, { body });
      const single = await service.database.query(bounded);
      const before = await filled();
      const answer = await ask('POST', '/batch', inBatch(asked));
      if (refused.includes(role)) {
        t.match(answer.body, { status: 409, code: 'timeline_conflict', request: '1' }, `${what}: ${answer.text}`);
        t.same(await stateOf(service), before, `${what}: nothing is changed`);
        // To name the entries that are in the way gives no right over them.
        const named = [1, 2, 4].map((id) => ['PATCH', `/entry/${id}`, { kind: 'x' }] as const);
        if (role === 'cutter') continue;
        const naming = await ask('POST', '/batch', inBatch(asked, named));
        t.ok(naming.status >= 400 && naming.status < 500, `${what}: ${naming.text}`);
        t.same(await stateOf(service), before, `${what}: nothing is changed`);
      } else {
        t.equal(answer.status, 200, `${what}: ${answer.text}`);
        t.same(await service.database.query(bounded), single, what);
      }
    }
  });
}

test('an entry makes room for several changes only if it may for each of them', async (t) => {
  const service = await serve(t);
  const move = async (role: Role) => {
    await fill(service);
    // D [20, 30) of somebody else on timeline 2 is to be cut from both sides, and so, in the end, covered.
    await service.database.query(`
      insert into entry (owner_id, author_id, valid_from, valid_to)
      values (1, 7, '2026-01-02 01:00Z', '2026-01-02 06:00Z'), (3, 7, '2026-01-01 20:00Z', '2026-01-02 01:00Z')`);
    await service.database.query(
      "update entry set valid_from = '2026-01-01 20:00Z', valid_to = '2026-01-02 06:00Z' where id = 4",
    );
    await service.database.query('delete from entry where id = 3');
    const before = await stateOf(service);
    const { status } = await asker(service, role)('PATCH', '/entry?author_id=eq.7', { body: { owner_id: 2 } });
    if (status !== 204) t.same(await stateOf(service), before, role);
    return status;
  };
  t.same([await move('cutter'), await move('remover'), await move('reader')], [409, 409, 409]);
  t.equal(await move('chief'), 204);
});

test('make_room: anybody, plain SQL and a resource without rules make room as ever', async (t) => {
  const service = await serve(t, 'timeline: owner_id, make_room: anybody');
  for (const { what, ask: asked, prepare } of cases) {
    await fill(service);
    if (prepare !== undefined) await service.database.query(prepare);
    const [method, path, body] = asked;
    const { status, text } = await asker(service, 'blind')(method, path, { body });
    t.ok(status < 300, `${what}: ${text}`);
  }
  const limited = await serve(t);
  await fill(limited);
  await limited.database.query("insert into entry (owner_id, valid_from) values (1, '2026-01-01 05:00Z')");
  const [live] = await limited.database.query(
    'select count(*) as count from entry where owner_id = 1 and valid_from is not null',
  );
  t.equal(live?.count, '2', 'in SQL');
});

test('the table of docs/time.md says what these tests find', async (t) => {
  const page = await readFile('docs/time.md', 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const header = lines.findIndex((line) => line.startsWith('| the write |'));
  const roles = cells(lines[header] ?? '')
    .slice(1)
    .map((role) => role.replaceAll('`', ''));
  t.same(roles, ['reader', 'cutter', 'remover', 'pusher']);
  const rows = lines.slice(header + 2).map(cells);
  const told = rows.filter(([what]) => cases.some((each) => each.what === what));
  t.equal(told.length, 17);
  for (const [what, ...answers] of told) {
    const { refused = [], ask: [method] = [] } = cases.find((each) => each.what === what) ?? {};
    const expected = roles.map((role) => {
      if (role === 'pusher') return method === 'POST' ? 'yes' : '';
      return refused.includes(role as Role) ? '409' : 'yes';
    });
    t.same(answers, expected, what ?? '');
  }
});

test('make_room by role', async (t) => {
  const service = await serve(t, 'timeline: owner_id, make_room: { pusher: anybody, reader: own }');
  const creates = cases.filter(({ ask: [method] }) => method === 'POST');
  for (const { what, ask: asked, prepare, refused } of creates) {
    for (const role of ['pusher', 'reader', 'blind', 'chief'] as const) {
      await fill(service);
      if (prepare !== undefined) await service.database.query(prepare);
      const { status, text } = await asker(service, role)(asked[0], asked[1], { body: asked[2] });
      t.equal(status, refused.includes(role) ? 409 : 201, `${what} as ${role}: ${text}`);
    }
  }
});

test('what is left of an entry that is cut meets the rule of what an update may make', async (t) => {
  const service = await serve(t);
  const expected = [
    ['from its beginning', { from: 0, to: 5 }, 201],
    ['from its end', { from: 5, to: 10 }, 409],
    ['from its middle: its beginning stays', { from: 6, to: 7 }, 409],
    ['all of it: nothing is left', { from: 0, to: 10 }, 201],
  ] as const;
  for (const [what, interval, status] of expected) {
    await fill(service);
    const before = await stateOf(service);
    const answer = await asker(service, 'late')('POST', '/entry', { body: { owner_id: 1, ...bounds(interval) } });
    t.equal(answer.status, status, `${what}: ${answer.text}`);
    if (status === 409) t.same([answer.body, await stateOf(service)], [conflict, before], what);
  }
});

test('who may not write the entry itself hears nothing of others', async (t) => {
  const service = await serve(t);
  const forbidden = async (role: Role, method: Method, path: string, body: Request['body'], status = 403) => {
    const answers: Answer[] = [];
    for (const isFree of [false, true]) {
      await fill(service);
      await service.database.query('update entry set owner_id = 3 where id in (1, 2)');
      if (isFree) await service.database.query('delete from entry where id in (1, 2)');
      const before = await stateOf(service);
      answers.push(await asker(service, role)(method, path, { ...(body && { body }) }));
      t.same(await stateOf(service), before);
    }
    const [taken, free] = answers.map(({ text }) => text);
    t.equal(answers[0]?.status, status, taken ?? '');
    t.equal(taken, free, `${method} ${path} ${JSON.stringify(body)}`);
  };
  const over = bounds({ from: 5, to: 15 });
  await forbidden('maker', 'POST', '/entry', { owner_id: 3, author_id: 7, ...over });
  await forbidden('blind', 'POST', '/entry', { owner_id: 3, author_id: 8, ...over });
  await forbidden('blind', 'PATCH', '/entry/3', { owner_id: 3, author_id: 8, ...over });
  await forbidden('blind', 'PATCH', '/entry/4', { owner_id: 3, ...over }, 404);
  await forbidden('blind', 'POST', '/entry', { owner_id: 3, ...bounds({ from: 15, to: 5 }) }, 422);
  const tag = { headers: { 'if-match': '"77"' } };
  const stale = await asker(service, 'blind')('PATCH', '/entry/3', { body: { owner_id: 3, ...over }, ...tag });
  t.equal(stale.status, 412, 'a version that is gone comes first');
});

test('a create whose rule looks at what the service gives the row', async (t) => {
  const files = {
    'service.yaml': 'service: Rights\nroles: [author]\n',
    'owner.yaml': 'resource: owner\nfields:\n  name: { type: text, nullable: true }\n',
    'entry.yaml':
      'resource: entry\ntemporal: { timeline: owner_id }\nfields:\n  owner_id: { type: reference, to: owner }\n  code: { type: uuid, default: generated }\n  day: { type: datetime, default: now }\n  is_kept: { type: boolean, default: true }\n' +
      'access:\n  author:\n    read: "recorded_by=eq.{identity}"\n    create: "recorded_by=eq.{identity}&id=gt.0&code=not.is.null&day=not.is.null&is_kept=is.true&recorded_at=gt.2020-01-01T00:00Z"\n    update: "recorded_by=eq.{identity}"\n    delete: "recorded_by=eq.{identity}"\n',
  };
  const service = await serveModel(t, modelOfFiles(files));
  await service.database.query('insert into owner default values');
  const of = (identity_id: number) => service.token({ identity_id, scope: 'manage:data', role: 'author' });
  const create = (identity: number, from: number, more = {}) =>
    service.ask('POST', '/entry', { token: of(identity), body: { owner_id: 1, ...bounds({ from }), ...more } });
  t.equal((await create(1, 0)).status, 201);
  t.equal((await create(1, 5)).status, 201, 'their own entry makes room');
  t.equal((await create(2, 7)).body.code, 'timeline_conflict');
  t.equal((await create(2, 7, { is_kept: false })).body.code, 'forbidden');
  const widened = await service.ask('PATCH', '/entry/2', { token: of(1), body: bounds({ from: 2 }) });
  t.equal(widened.status, 200, widened.text);
});
