import { test } from 'tap';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Method, serveModel } from './service.ts';

// What a rule may say of related rows together: how many there are, their sum, the least and the greatest value.

/** Rules of reading, one for each role, and the units that it sees. */
const rules: Readonly<Record<string, readonly [rule: string, seen: readonly number[]]>> = {
  some: ['count(share)=gte.1', [1, 2]],
  none: ['count(share)=eq.0', [3]],
  not_two: ['count(share)=not.eq.2', [2, 3]],
  among: ['count(share)=in.(0,1)', [2, 3]],
  valid: ['count(share(status=eq.valid))=eq.1', [1, 2]],
  valid_in_tree: ['or=(count(share(status=eq.valid&part=gte.0.5)).eq.1,name.eq.c)', [2, 3]],
  logic_within: ['count(share(or=(status.eq.draft,part.gt.0.5)))=gte.1', [1, 2]],
  further: ['count(share(party.name=eq.north))=eq.1', [1, 2]],
  sum: ['sum(share.part)=eq.1', [2]],
  sum_of_none: ['sum(share.part)=eq.0', [3]],
  sum_valid: ['sum(share(status=eq.valid).part)=lt.0.5', [1, 3]],
  sum_limit: ['sum(share.part)=lte.$bound', [1, 3]],
  not_sum: ['not.or=(sum(share.part).gte.1,name.eq.c)', [1]],
  least: ['min(share.part)=lte.0.25', [1]],
  greatest: ['max(share.part)=gt.0.25', [1, 2]],
  greatest_of_none: ['max(share.part)=is.null', [3]],
  least_day: ['min(share.since)=lt.2020-06-01', [1]],
  past: ['max(share.since)=lt.today-P1D', [1]],
  own_within: ['count(share(part=eq.$bound))=gte.1', []],
  own_day: ['min(share.since)=gte.$opened', [1]],
  below: ['share.count(vote)=gte.1', [1]],
  below_in_tree: ['or=(share.and(count(vote).gte.1,status.eq.valid),name.eq.c)', [1, 3]],
  claim: ['count(share(party_id=eq.{party_id}))=eq.1', [1, 2]],
  // A caller without the claim is one for whom nothing of it holds, "none" either.
  claim_none: ['count(share(party_id=eq.{none}))=eq.0', []],
  claim_not: ['not.or=(count(share(party_id=eq.{none})).gte.1,name.eq.x)', []],
  held: ['count(hold)=eq.1', [2]],
  held_now: ['count(hold(valid_at=now))=eq.1', [1]],
  held_since: ['hold.valid_at=now&count(hold)=eq.1', [1]],
  held_since_in_tree: ['hold.valid_at=now&or=(count(hold).eq.1,name.eq.c)', [1, 3]],
  held_never: ['hold.valid_at=now&count(hold)=eq.0&hold=is.null', [2, 3]],
  // Within a tree, an instant stands behind `eq`: the validity contains it.
  held_in_tree: ['or=(hold.and(weight.eq.1,valid_at.eq.now),name.eq.c)', [1, 3]],
  held_then_in_tree: ['or=(hold.valid_at.eq.2020-01-10T00:00Z,name.eq.c)', [1, 2, 3]],
  not_held: ['not.and=(hold.valid_at.eq.now)', [2, 3]],
  not_held_in_tree: ['or=(hold.valid_at.not.eq.now,name.eq.c)', [1, 2, 3]],
  held_then: ['sum(hold(validity=cs.2021-01-01T00:00Z).weight)=eq.3', [1]],
};

const files = {
  'service.yaml': `service: Shares
roles: [all, ${Object.keys(rules).join(', ')}]
claims: { others: { party_id: party_id, none: none } }
`,
  'party.yaml': 'resource: party\nfields: { name: { type: text } }\n',
  'unit.yaml': `resource: unit
history: true
fields:
  name: { type: text }
  bound: { type: decimal, precision: 4, scale: 2, default: 0.75 }
  opened: { type: date, nullable: true }
relations:
  share: { resource: share, by: unit_id }
  hold: { resource: hold, by: unit_id }
access:
  all: all
${Object.entries(rules)
  .map(([role, [rule]]) => `  ${role}: { read: '${rule}', update: '${rule}' }\n`)
  .join('')}`,
  'share.yaml': `resource: share
history: true
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
  part: { type: decimal, precision: 4, scale: 2 }
  status: { type: enum, values: [draft, valid], default: valid }
  since: { type: date, nullable: true }
relations:
  vote: { resource: vote, by: share_id }
`,
  'vote.yaml': 'resource: vote\nfields: { share_id: { type: reference, to: share } }\n',
  'hold.yaml': `resource: hold
temporal: { timeline: unit_id }
history: true
fields:
  unit_id: { type: reference, to: unit }
  weight: { type: integer, default: 1 }
`,
};

const seed = `
  insert into party (name) values ('north'), ('south');
  insert into unit (name, opened) values ('a', '2020-01-01'), ('b', '2030-01-01'), ('c', null);
  insert into share (unit_id, party_id, part, status, since) values
    (1, 1, 0.25, 'valid', '2020-01-01'), (1, 2, 0.5, 'draft', '2020-07-01'), (2, 1, 1, 'valid', null);
  insert into vote (share_id) values (1), (1);
  insert into hold (unit_id, weight, valid_from, valid_to) values
    (1, 3, '2020-01-01Z', '2022-01-01Z'), (1, 1, '2022-01-01Z', null), (2, 1, '2020-01-01Z', '2020-02-01Z');
`;

test('a rule of access counts related rows', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  for (const [role, [rule, seen]] of Object.entries(rules)) {
    const bearer = token({ identity_id: 1, party_id: 1, role, scope: 'manage:data' });
    const rows = seen.map((id) => ({ id }));
    const list = await ask('GET', '/unit?select=id&order=id', { token: bearer });
    t.same(list.body, rows, `${rule}: ${list.text}`);
    const headers = { Prefer: 'tx=rollback, return=representation' };
    const path = '/unit?id=not.is.null&select=id&order=id';
    const changed = await ask('PATCH', path, { token: bearer, body: { name: 'c' }, headers });
    if (!rule.includes('name')) t.same(changed.body, rows, `${rule}: ${changed.text}`);
  }
});

test('as of an instant, a rule counts the rows of then', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  await database.query(seed);
  const [{ at }] = (await database.query(`select to_json(clock_timestamp())#>>'{}' as at`)) as [{ at: string }];
  await database.query('delete from vote; delete from share where unit_id = 2');
  const bearer = token({ identity_id: 1, role: 'some', scope: 'manage:data' });
  const list = async (query: string) => (await ask('GET', `/unit?select=id&order=id${query}`, { token: bearer })).body;
  t.same(await list(''), [{ id: 1 }]);
  t.same(await list(`&as_of=${encodeURIComponent(at)}`), [{ id: 1 }, { id: 2 }]);
});

test('a request has no aggregates', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const bearer = token({ identity_id: 1, role: 'all', scope: 'manage:data' });
  for (const query of ['count(share)=gte.1', '"count(share)"=gte.1', 'or=(count(share).gte.1,id.eq.1)'])
    t.equal((await ask('GET', `/unit?${encodeURI(query)}`, { token: bearer })).status, 400, query);
});

const most = 'Shares are one at most.';
const voted = 'An active unit has a valid share.';
const full = 'A full unit is held whole.';
const lots = 'A contract has a lot at any time.';
const held = 'At any time, at most the whole unit is held.';

const checked = {
  'service.yaml': 'service: Shares\n',
  'party.yaml': 'resource: party\nfields: { name: { type: text } }\n',
  'unit.yaml': `resource: unit
fields:
  active: { type: boolean, default: false }
  taken: { type: boolean, default: false }
  whole: { type: decimal, precision: 4, scale: 2, default: 1 }
relations:
  share: { resource: share, by: unit_id }
  hold: { resource: hold, by: unit_id }
checks:
  - { that: sum(share.part)=lte.$whole, message: ${most} }
  - { that: 'or=(active.is.false,count(share(valid=is.true)).gte.1)', message: ${voted} }
  - { that: 'sum(hold.part)=lte.1', message: '${held}' }
  - { that: 'or=(taken.is.false,sum(hold(draft=is.false).part).eq.1)', message: ${full} }
`,
  'share.yaml': `resource: share
fields:
  unit_id: { type: reference, to: unit }
  part: { type: decimal, precision: 4, scale: 2 }
  valid: { type: boolean, default: true }
  note: { type: text, nullable: true }
`,
  'hold.yaml': `resource: hold
temporal: { timeline: [unit_id, party_id] }
fields:
  unit_id: { type: reference, to: unit }
  party_id: { type: reference, to: party }
  part: { type: decimal, precision: 4, scale: 2 }
  draft: { type: boolean, default: false }
`,
  'contract.yaml': `resource: contract
temporal: { timeline: unit_id }
fields: { unit_id: { type: reference, to: unit } }
relations: { lot: { resource: lot, by: contract_id } }
checks: [{ that: count(lot)=gte.1, message: ${lots} }]
`,
  'lot.yaml': `resource: lot
temporal: { timeline: contract_id }
fields: { contract_id: { type: reference, to: contract } }
`,
};

const checkedSeed = `begin;
  insert into party (id, name) values (1, 'a'), (2, 'b'), (3, 'c');
  insert into unit (id, active, taken) values (1, false, false), (2, true, false), (3, false, true), (4, false, false);
  insert into share (id, unit_id, part, valid) values (1, 1, 0.5, true), (2, 1, 0.25, false), (3, 2, 1, true);
  insert into hold (id, unit_id, party_id, part, draft, valid_from, valid_to) values
    (1, 3, 1, 0.5, false, '2026-01-01Z', null), (2, 3, 2, 0.5, false, '2026-01-01Z', '2026-03-01Z'),
    (3, 3, 3, 0.5, false, '2026-03-01Z', null),
    (4, 4, 1, 0.75, false, '2026-01-01Z', '2026-02-01Z'), (5, 4, 2, 0.75, false, '2026-03-01Z', '2026-04-01Z');
  insert into contract (id, unit_id, valid_from, valid_to) values (1, 1, '2026-02-01Z', '2026-06-01Z');
  insert into lot (id, contract_id, valid_from, valid_to) values
    (1, 1, '2026-01-01Z', '2026-04-01Z'), (2, 1, '2026-04-01Z', '2026-06-01Z');
  select setval(pg_get_serial_sequence(name, 'id'), 100) from unnest('{party,unit,share,hold,contract,lot}'::text[]) as name;
commit`;

/** Writes by a request, the same by SQL, and the message that refuses them; null for none. */
const writes: readonly (readonly [ask: readonly [Method, string, Json?], sql: string, message: string | null])[] = [
  [['POST', '/share', { unit_id: 1, part: 0.25 }], 'insert into share (unit_id, part) values (1, 0.25)', null],
  [['POST', '/share', { unit_id: 1, part: 0.26 }], 'insert into share (unit_id, part) values (1, 0.26)', most],
  [['PATCH', '/share/1', { part: 0.76 }], 'update share set part = 0.76 where id = 1', most],
  [['PATCH', '/share/1', { unit_id: 2 }], 'update share set unit_id = 2 where id = 1', most],
  [['PATCH', '/share?id=in.(1,2)', { part: 0.6 }], 'update share set part = 0.6 where id in (1, 2)', most],
  [['PATCH', '/share/1', { note: 'x' }], `update share set note = 'x' where id = 1`, null],
  [['PATCH', '/unit/1', { whole: 0.5 }], 'update unit set whole = 0.5 where id = 1', most],
  [
    [
      'POST',
      '/share',
      [
        { unit_id: 4, part: 0.5 },
        { unit_id: 4, part: 0.6 },
      ],
    ],
    'insert into share (unit_id, part) values (4, 0.5), (4, 0.6)',
    most,
  ],
  [['DELETE', '/share/3'], 'delete from share where id = 3', voted],
  [['PATCH', '/share/3', { valid: false }], 'update share set valid = false where id = 3', voted],
  [['PATCH', '/share/3', { unit_id: 4 }], 'update share set unit_id = 4 where id = 3', voted],
  [['PATCH', '/unit/4', { active: true }], 'update unit set active = true where id = 4', voted],
  [['POST', '/unit', { active: true }], 'insert into unit (active) values (true)', voted],
  [['PATCH', '/unit/1', { active: true }], 'update unit set active = true where id = 1', null],
  // Over a timeline, at every instant.
  [['POST', '/unit', { taken: true }], 'insert into unit (taken) values (true)', full],
  [
    ['PATCH', '/hold/2', { valid_to: '2026-02-01T00:00:00Z' }],
    `update hold set valid_to = '2026-02-01Z' where id = 2`,
    full,
  ],
  [['PATCH', '/hold/3', { draft: true }], 'update hold set draft = true where id = 3', full],
  [
    ['PATCH', '/hold/3', { valid_to: '2027-01-01T00:00:00Z' }],
    `update hold set valid_to = '2027-01-01Z' where id = 3`,
    full,
  ],
  [['DELETE', '/hold/1'], 'delete from hold where id = 1', full],
  // A draft before all others does not count.
  [
    [
      'POST',
      '/hold',
      {
        unit_id: 3,
        party_id: 3,
        part: 0.1,
        draft: true,
        valid_from: '2025-01-01T00:00:00Z',
        valid_to: '2026-01-01T00:00:00Z',
      },
    ],
    `insert into hold (unit_id, party_id, part, draft, valid_from, valid_to) values (3, 3, 0.1, true, '2025-01-01Z', '2026-01-01Z')`,
    null,
  ],
  [
    [
      'POST',
      '/hold',
      { unit_id: 4, party_id: 3, part: 0.3, valid_from: '2026-02-01T00:00:00Z', valid_to: '2026-03-01T00:00:00Z' },
    ],
    `insert into hold (unit_id, party_id, part, valid_from, valid_to) values (4, 3, 0.3, '2026-02-01Z', '2026-03-01Z')`,
    null,
  ],
  [
    [
      'POST',
      '/hold',
      { unit_id: 4, party_id: 3, part: 0.3, valid_from: '2026-02-01T00:00:00Z', valid_to: '2026-03-02T00:00:00Z' },
    ],
    `insert into hold (unit_id, party_id, part, valid_from, valid_to) values (4, 3, 0.3, '2026-02-01Z', '2026-03-02Z')`,
    held,
  ],
  [
    ['PATCH', '/hold/4', { valid_to: '2026-03-15T00:00:00Z' }],
    `update hold set valid_to = '2026-03-15Z' where id = 4`,
    held,
  ],
  // At every instant of a row that has a validity itself.
  [
    ['PATCH', '/lot/2', { valid_to: '2026-05-01T00:00:00Z' }],
    `update lot set valid_to = '2026-05-01Z' where id = 2`,
    lots,
  ],
  [
    ['PATCH', '/lot/1', { valid_from: '2026-02-02T00:00:00Z' }],
    `update lot set valid_from = '2026-02-02Z' where id = 1`,
    lots,
  ],
  [
    ['PATCH', '/lot/1', { valid_from: '2026-02-01T00:00:00Z' }],
    `update lot set valid_from = '2026-02-01Z' where id = 1`,
    null,
  ],
  [
    ['PATCH', '/contract/1', { valid_to: '2026-07-01T00:00:00Z' }],
    `update contract set valid_to = '2026-07-01Z' where id = 1`,
    lots,
  ],
  [
    ['PATCH', '/contract/1', { valid_from: '2026-05-01T00:00:00Z' }],
    `update contract set valid_from = '2026-05-01Z' where id = 1`,
    null,
  ],
];

test('a check over related rows together holds from every side, at every instant', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(checked));
  await database.query(checkedSeed);
  for (const [[method, path, body], sql, message] of writes) {
    const told = `${method} ${path} ${JSON.stringify(body ?? '')}`;
    const headers = { prefer: 'tx=rollback' };
    const answer = await ask(method, path, { ...(body === undefined ? {} : { body }), headers });
    if (message === null) t.ok(answer.status < 300, `${told}: ${answer.text}`);
    else {
      t.ok(answer.status === 409 || answer.status === 422, `${told}: ${answer.status}`);
      t.match(answer.text, message, told);
    }
    const outcome = await database.database.query({
      text: `begin; ${sql}; set constraints all immediate; rollback`,
      values: [],
    });
    t.equal(outcome.ok ? null : outcome.error.message.replace(/^.*would break a rule: /, ''), message, sql);
    if (!outcome.ok) await database.query('rollback');
  }
});

test('rows that keep a check only together are written together', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(checked));
  await database.query(checkedSeed);
  const at = (day: string) => `2027-${day}T00:00:00Z`;
  const requests = [
    { id: 'a', method: 'PATCH', url: '/hold/3', body: { valid_to: at('01-01') } },
    { id: 'b', method: 'POST', url: '/hold', body: { unit_id: 3, party_id: 2, part: 0.5, valid_from: at('01-01') } },
  ];
  t.equal((await ask('POST', '/batch', { body: { requests: requests.slice(0, 1) } })).status, 409);
  const answer = await ask('POST', '/batch', { body: { requests } });
  t.equal(answer.status, 200, answer.text);
});

const writers = 16;
const writesOfEach = process.env.ALMANAC_LONG ? 150 : 12;

test('writers at once never bring shares past one', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(checked));
  await database.query(checkedSeed);
  const told = new Map<string, number>();
  const note = (what: string) => told.set(what, (told.get(what) ?? 0) + 1);
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let at = 0; at < writesOfEach; at++) {
        const unit = ((writer + at) % 4) + 1;
        const month = String(((writer * 7 + at * 3) % 9) + 1).padStart(2, '0');
        const hold = { unit_id: unit, party_id: (writer % 3) + 1, part: 0.4, valid_from: `2028-${month}-01T00:00:00Z` };
        const id = 101 + ((writer * 5 + at) % 20);
        const choices: readonly (readonly [Method, string, Json?])[] = [
          ['POST', '/share', { unit_id: unit, part: 0.3 }],
          ['PATCH', `/share/${id}`, { unit_id: unit }],
          ['POST', '/hold', { ...hold, valid_to: `2029-${month}-01T00:00:00Z` }],
          ['PATCH', `/share/${id}`, { part: 0.5 }],
          ['DELETE', `/share/${id}`],
          [
            'POST',
            '/share',
            [
              { unit_id: unit, part: 0.2 },
              { unit_id: (unit % 4) + 1, part: 0.2 },
            ],
          ],
        ];
        const [method, path, body] = choices[(writer + at * 5) % choices.length] ?? ['GET', '/unit'];
        if (writer % 4 === 3) {
          const text = `insert into share (unit_id, part) values (${unit}, 0.3)`;
          const outcome = await database.database.query({ text, values: [] });
          note(outcome.ok ? 'sql done' : `sql ${outcome.error.sqlstate}`);
        } else {
          const answer = await ask(method, path, body === undefined ? {} : { body });
          note(`${answer.status} ${answer.body?.code ?? ''}`.trim());
        }
      }
    }),
  );
  t.comment(JSON.stringify([...told].sort()));
  // Plain SQL takes its locks in an order of its own. PostgreSQL then ends one of two writers, either of them.
  const expected =
    /^(20[014]|404 not_found|409 (rule_conflict|timeline_conflict|concurrent_change)|422 invalid_body|sql (done|23514|40P01))$/;
  t.same(
    [...told.keys()].filter((what) => !expected.test(what)),
    [],
  );
  t.ok((told.get('409 rule_conflict') ?? 0) > 0 && (told.get('201') ?? 0) > 0, 'the check was in the way');
  t.same(await database.query('select unit_id from share group by unit_id having sum(part) > 1'), []);
  const past = `select at.valid_from from hold as at join hold as other on other.unit_id = at.unit_id
    and other.valid_from <= at.valid_from and (other.valid_to > at.valid_from or other.valid_to is null)
    group by at.unit_id, at.valid_from, at.id having sum(other.part) > 1`;
  t.same(await database.query(past), []);
});
