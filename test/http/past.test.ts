import fc from 'fast-check';
import { test } from 'tap';
import { accessSection } from '../../engine/docs/resource/access.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import type { Table } from '../../engine/model/model.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { query } from './record_time.ts';
import { serveModel, type TestService } from './service.ts';

// What rules say of the past: in a version and as of an instant, they are asked of the graph of then, and now is that instant.

const runs = process.env.ALMANAC_LONG ? 150 : 1;

const rules: Readonly<Record<string, string>> = {
  holder: 'holding.party_id=eq.{party_id}&holding.valid_at=now',
  recent: 'holding.party_id=eq.{party_id}&recorded_at=lte.now',
  maker: 'or=(maker_id.eq.{party_id},and(name.eq.$maker.name,holding.is.null))',
  soon: 'holding.party_id=eq.$maker_id&holding.validity=not.cs.now+PT1S',
};
const roles = Object.entries(rules);

/** What a resource that a unit is reached from lets each role read. */
const throughUnit = (field: string) =>
  roles
    .map(([role, rule]) => {
      const own = rule.replaceAll(/\b(holding|maker_id|name)\b(?=[.=])/g, 'unit.$1').replaceAll('$unit.', '$');
      return `  ${role}: { read: '${role === 'holder' ? own : `${field}=not.is.null`}' }\n`;
    })
    .join('');

const files = {
  'service.yaml': `service: Units\nroles: [all, ${roles.map(([role]) => role).join(', ')}]\nclaims: { others: { party_id: party_id } }\n`,
  'party.yaml': 'resource: party\nhistory: true\nfields:\n  name: { type: text }\n',
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
  maker_id: { type: reference, to: party, nullable: true }
relations:
  holding: { resource: holding, by: unit_id }
  device: { resource: device, by: unit_id }
  note: { resource: note, by: unit_id }
access:
  all: all
${roles.map(([role, rule]) => `  ${role}: { read: '${rule}' }\n`).join('')}`,
  'holding.yaml': `resource: holding
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
  'device.yaml': `resource: device
history: true
fields:
  unit_id: { type: reference, to: unit, nullable: true }
  name: { type: text }
access:
  all: all
${throughUnit('unit_id')}`,
  'note.yaml': `resource: note
fields:
  unit_id: { type: reference, to: unit }
  text: { type: text }
access:
  all: all
  holder: { read: 'unit.holding.party_id=eq.{party_id}&unit.holding.valid_at=now' }
`,
};

const paths: readonly (readonly [path: string, parameters: Readonly<Record<string, string>>, accept?: string])[] = [
  ['/unit', { 'holding.party_id': 'eq.1' }, 'application/x-ndjson'],
  ['/device', { unit: 'is.null' }, 'text/csv'],
  ['/unit', { select: 'id,name,holding(id,party_id,valid_to),device(name)', order: 'name.desc' }],
  ['/unit', { 'device.name': 'neq.a', select: '*,maker(name)' }],
  ['/device', { select: 'id,name,unit(name,holding(party_id))', order: 'unit(name)' }],
  ['/holding', { select: 'id,unit!inner(name,device(id,unit(id)))' }],
];

interface Step {
  readonly kind: 'hold' | 'rename' | 'give' | 'device' | 'drop' | 'end';
  readonly unit: number;
  readonly party: number;
  /** Milliseconds from now. */
  readonly from: number;
  readonly length: number | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('hold', 'hold', 'rename', 'give', 'device', 'drop', 'end'),
  unit: fc.nat(2),
  party: fc.integer({ min: 1, max: 2 }),
  from: fc.integer({ min: -400, max: 400 }),
  length: fc.option(fc.integer({ min: 50, max: 600 })),
});

interface Recorded {
  readonly asked: (asOf: string | null) => Promise<string>;
  readonly before: string;
  readonly answer: string;
  readonly after: string;
}

test('as of an instant, a request answers what it answered then', async (t) => {
  const service = await serveModel(t, modelOfFiles(files));
  const callers = roles.flatMap(([role]) =>
    [1, 2].map((party_id) => service.token({ identity_id: 7, role, party_id, scope: 'read:data' })),
  );
  await service.database.query("insert into party (name) values ('a'), ('b')");
  let [compared, told] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
      const made = await makeUnits(service);
      const recorded: Recorded[] = [];
      let before = '';
      for (const each of steps) {
        await service.database.query(statementOf(each, Number(made[each.unit])));
        before = await clock(service);
        for (const token of callers) {
          for (const [path, parameters, accept = 'application/json'] of paths) {
            const asked = async (asOf: string | null) => {
              const all = asOf === null ? parameters : { ...parameters, as_of: asOf };
              const { status, text } = await service.ask('GET', `${path}${query(all)}`, { token, headers: { accept } });
              return `${status} ${text}`;
            };
            const answer = await asked(null);
            const after = await clock(service);
            recorded.push({ asked, before, answer, after });
            before = after;
          }
        }
      }
      for (const { asked, before, answer, after } of recorded) {
        const instants = [after, ...(await changesBetween(service, before, after))];
        if (!(await isAnswerOf(answer, asked, instants)))
          throw new Error(`after ${before} it was ${answer}, and as of ${after} it is ${await asked(after)}`);
        compared += 1;
        if (answer !== '200 []') told += 1;
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 1_500_000 },
  );
  t.ok(told > compared / 20, `${told} of ${compared} answers show rows`);
});

/** Whether a request that was under way at these instants may have answered this. */
async function isAnswerOf(answer: string, asked: Recorded['asked'], instants: readonly string[]): Promise<boolean> {
  for (const instant of instants) if (answer === (await asked(instant))) return true;
  return false;
}

/** The first instant, and those up to the last at which rules begin to say something else: an entry begins or ends, or will in a second. */
async function changesBetween({ database }: TestService, first: string, last: string): Promise<readonly string[]> {
  const rows = await database.query(`
    select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as instant
    from (
      select timestamptz '${first}' as instant
      union
      select bound - ahead
      from
        (select valid_from, valid_to from holding union all select valid_from, valid_to from holding_history) entry,
        unnest(array[valid_from, valid_to]) bound,
        unnest(array[interval '0', '1 second']) ahead
      where bound - ahead > '${first}' and bound - ahead <= '${last}'
    ) changes
    order by instant`);
  return rows.map(({ instant }) => instant ?? '');
}

async function makeUnits({ database }: TestService): Promise<readonly (string | null | undefined)[]> {
  const rows = await database.query(
    "insert into unit (name, maker_id) values ('a', 1), ('b', 2), ('c', null) returning id",
  );
  return rows.map(({ id }) => id);
}

function statementOf({ kind, unit, party, from, length }: Step, id: number): string {
  const at = (distance: number) => `now() + interval '${distance} milliseconds'`;
  switch (kind) {
    case 'hold':
      return `insert into holding (unit_id, party_id, valid_from, valid_to) values (${id}, ${party}, ${at(from)}, ${length === null ? 'null' : at(from + length)})`;
    case 'rename':
      return `update unit set name = '${'ab'[party - 1]}' where id = ${id}`;
    case 'give':
      return `update unit set maker_id = ${party} where id = ${id}`;
    case 'device':
      return `insert into device (unit_id, name) values (${id}, '${'ab'[unit % 2]}')`;
    case 'drop':
      return `delete from device where unit_id = ${id}`;
    case 'end':
      return `update holding set valid_from = null, valid_to = null where unit_id = ${id} and valid_from is not null`;
  }
}

async function clock({ database }: Pick<TestService, 'database'>): Promise<string> {
  const [row] = await database.query(
    `select to_char(almanac.clock() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ') as now`,
  );
  return row?.now ?? '';
}

test('a former holder sees what was, and a row without history as it is only where they may see it now', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(`
    insert into party (name) values ('a'), ('b');
    insert into unit (name) values ('first');
    insert into note (unit_id, text) values (1, 'of today');
    insert into holding (unit_id, party_id, valid_from) values (1, 1, now() - interval '1 year');`);
  const of = (party_id: number) => ({ token: token({ identity_id: 7, role: 'holder', party_id, scope: 'read:data' }) });
  const then = await clock({ database });
  await database.query("update unit set name = 'second'");
  await database.query('insert into holding (unit_id, party_id, valid_from) values (1, 2, now())');
  await database.query("update unit set name = 'third'");
  const show = async (party: number, path: string) => (await ask('GET', path, of(party))).body;
  const versions = '/unit_history?select=name,note(text)&order=id';
  t.same(await show(1, '/unit'), []);
  t.same(await show(1, `/unit?select=name,note(text)&as_of=${then}`), [{ name: 'first', note: [] }]);
  t.same(await show(1, versions), [{ name: 'first', note: [] }]);
  t.same(await show(2, versions), [
    { name: 'second', note: [{ text: 'of today' }] },
    { name: 'third', note: [{ text: 'of today' }] },
  ]);
  t.same(await show(2, `/unit?as_of=${then}`), []);
});

// Party 1 held the unit, and after it party 2. Each case: what a role's history lets parties 1, 2 and 3 read of its versions.

const holdsNow = 'holding.party_id=eq.{party_id}&holding.valid_at=now';
const histories: Readonly<Record<string, readonly [history: string, one: string, two: string, three: string]>> = {
  plain: ['', 'a', 'bc', ''],
  every: ['history: all', 'abc', 'abc', 'abc'],
  none: ['history: nothing', '403', '403', '403'],
  never: ['history: { present: nothing }', '403', '403', '403'],
  now_only: [`history: { present: '${holdsNow}' }`, '', 'abc', ''],
  then_only: [`history: { then: '${holdsNow}' }`, 'a', 'bc', ''],
  both: [`history: { then: 'name=neq.b', present: '${holdsNow}' }`, '', 'ac', ''],
  stood: ["history: { then: 'holding.party_id=eq.{party_id}&holding.validity=ov.$recorded' }", 'ab', 'bc', ''],
  young: ["history: { then: 'recorded=cs.now-PT0S&recorded=not.cs.now-P1Y' }", 'abc', 'abc', 'abc'],
};

const grants: Readonly<Record<string, string>> = {
  'service.yaml': `service: Units\nexplain: unrestricted\nevents: { prefix: org.example }\nroles: [all, opened, ${Object.keys(histories).join(', ')}]\nclaims: { others: { party_id: party_id } }\n`,
  'party.yaml': files['party.yaml'],
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
relations:
  holding: { resource: holding, by: unit_id }
  device: { resource: device, by: unit_id }
access:
  all: all
  opened: { read: all, history: { then: 'name=eq.other' } }
${Object.entries(histories)
  .map(([role, [history]]) => `  ${role}: { read: '${holdsNow}'${history === '' ? '' : `, ${history}`} }\n`)
  .join('')}`,
  'holding.yaml': `resource: holding
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
`,
  'device.yaml': `resource: device
history: true
fields:
  unit_id: { type: reference, to: unit }
`,
};

test('what a role may read of the past', async (t) => {
  const { ask, token, database, server, model } = await serveModel(t, modelOfFiles(grants));
  const setup = [
    "insert into party (name) values ('a'), ('b'), ('c')",
    "insert into unit (name) values ('a'), ('other')",
  ];
  for (const each of setup) await database.query(each);
  const instants: string[] = [];
  const changes = [
    "insert into holding (unit_id, party_id, valid_from) values (1, 1, now() - interval '1 hour')",
    "update unit set name = 'b' where id = 1",
    'insert into holding (unit_id, party_id, valid_from) values (1, 2, now())',
    "update unit set name = 'c' where id = 1",
  ];
  for (const each of changes) {
    await database.query(each);
    instants.push(await clock({ database }));
  }
  const ofParty = (role: string, party_id: number) => {
    const bearer = token({ identity_id: 7, role, party_id, scope: 'manage:data' });
    return (path: string) => ask('GET', path, { token: bearer });
  };
  const namesAt = async (get: ReturnType<typeof ofParty>, path: string): Promise<string> => {
    const { status, body } = await get(path);
    if (status !== 200) return String(status);
    return body.map(({ name }: { readonly name: string }) => name).join('');
  };
  for (const [role, [, ...expected]] of Object.entries(histories)) {
    for (const [index, names] of expected.entries()) {
      const get = ofParty(role, index + 1);
      const who = `${role} of ${index + 1}`;
      const isRefused = names === '403';
      t.equal(await namesAt(get, '/unit_history?unit_id=eq.1&select=name&order=id'), names, `versions, ${who}`);
      const counted = await get(`/unit_history?unit_id=eq.1&name=match.${encodeURIComponent('^[abc]$')}`);
      t.equal(isRefused ? counted.status : counted.body.length, isRefused ? 403 : names.length, `filtered, ${who}`);
      const { body: all } = await ofParty('all', 1)('/unit_history?unit_id=eq.1&select=id,name&order=id');
      for (const { id, name } of all) {
        const status = isRefused ? 403 : names.includes(name) ? 200 : 404;
        t.equal((await get(`/unit_history/${id}`)).status, status, `version ${name}, ${who}`);
      }
      t.equal((await get('/unit/1')).status, index === 1 ? 200 : 404, `the row itself, ${who}`);
    }
  }
  // As of the instants at which each name was the one, after each of the changes.
  const asOf: Readonly<Record<string, readonly [one: string, two: string]>> = {
    plain: ['ab  ', '  bc'],
    every: ['abbc', 'abbc'],
    now_only: ['    ', 'abbc'],
    then_only: ['ab  ', '  bc'],
    both: ['    ', 'a  c'],
    stood: ['abb ', '  bc'],
  };
  for (const [role, expected] of Object.entries(asOf)) {
    for (const [index, names] of expected.entries()) {
      const get = ofParty(role, index + 1);
      for (const [at, as_of] of instants.entries()) {
        const name = names[at]?.trim() ?? '';
        const said = `as of ${at}, ${role} of ${index + 1}`;
        t.equal(await namesAt(get, `/unit?id=eq.1&as_of=${as_of}`), name, `list ${said}`);
        t.equal((await get(`/unit/1?as_of=${as_of}`)).status, name === '' ? 404 : 200, `read ${said}`);
        const embedded = await get(`/holding?select=unit(name)&limit=1&as_of=${as_of}`);
        t.same(embedded.body, [{ unit: name === '' ? null : { name } }], `embedded ${said}`);
        const { headers } = await ask('GET', `/unit?id=eq.1&as_of=${as_of}`, {
          token: token({ identity_id: 7, role, party_id: index + 1, scope: 'read:data' }),
          headers: { prefer: 'count=exact' },
        });
        t.match(headers['content-range'], new RegExp(`/${name.length}$`), `count ${said}`);
      }
    }
  }

  for (const role of ['none', 'never']) {
    const get = ofParty(role, 2);
    const [at] = instants;
    for (const path of [
      `/unit?as_of=${at}`,
      `/unit/1?as_of=${at}`,
      '/unit_history',
      '/unit/1/history',
      `/device?embed=unit&as_of=${at}`,
      '/device_history?embed=unit',
    ])
      t.match(await get(path), { status: 403, body: { code: 'forbidden' } }, `${path} as ${role}`);
    const { links } = (await get('/unit/1')).body;
    t.notOk('history' in links, 'no link leads to it');
    const authorization = `Bearer ${token({ identity_id: 7, role, party_id: 2, scope: 'manage:data' })}`;
    const { paths: offered } = (
      await server.inject({ url: '/openapi.json?for=me', headers: { authorization } })
    ).json();
    const own = Object.keys(offered).filter((path) => path.startsWith('/unit'));
    t.same(own, ['/unit', '/unit/{id}'], 'the API document offers no history');
    t.notMatch(JSON.stringify(offered['/unit']), /as_of/, 'and no past');
  }
  const unknown = await ofParty('all', 2)('/unit?recorded=cs.2026-01-01T00:00Z');
  t.match(unknown, { status: 400, body: { code: 'unknown_parameter' } }, 'a word of rules, and not of requests');
  t.ok('history' in (await ofParty('plain', 2)('/unit/1')).body.links);

  while ((await sequence(database.database)) > 0);
  const eventsOf = async (role: string, party: number) =>
    (await ofParty(role, party)('/event?source=eq./unit/1')).body.map(({ type }: { readonly type: string }) =>
      type.replace('org.example.unit.', ''),
    );
  t.same(await eventsOf('plain', 1), ['create']);
  t.same(await eventsOf('none', 1), ['create'], 'an event shows no values');
  t.same(await eventsOf('now_only', 1), [], 'a rule of the present counts');
  t.same(await eventsOf('now_only', 2), ['update', 'update'], 'beside the rule for reading');

  // Whoever reads all rows of today learns nothing of those of the past.
  const opened = { token: token({ identity_id: 7, role: 'opened', party_id: 1, scope: 'read:data' }) };
  const hidden = await ask('GET', `/unit?limit=1&as_of=${instants[3]}`, {
    ...opened,
    headers: { prefer: 'count=planned' },
  });
  t.match(hidden, { body: [{ name: 'other' }], headers: { 'content-range': '0-0/1' } });
  const plan = await ask('GET', `/unit?as_of=${instants[3]}`, {
    ...opened,
    headers: { accept: 'application/vnd.pgrst.plan+json' },
  });
  t.equal(plan.status, 403, 'the plan would show the rule');

  const told = JSON.stringify(accessSection(model.resources.get('unit') as Table, model));
  for (const words of [
    'as for read, at that time',
    'every row, if now there is a',
    'where `name` is `other`, at that time',
  ])
    t.ok(told.includes(words), `the page of the resource says: ${words}`);

  // Of a row that is gone, the last version counts, in its last moment.
  await database.query('begin; delete from holding; delete from unit where id = 1; commit');
  t.equal(await namesAt(ofParty('now_only', 2), '/unit_history?unit_id=eq.1&order=id'), 'abc');
  t.equal(await namesAt(ofParty('now_only', 1), '/unit_history?unit_id=eq.1&order=id'), '');
  t.equal(await namesAt(ofParty('both', 2), `/unit?as_of=${instants[3]}`), 'c');
});
