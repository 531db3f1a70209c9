import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { connect } from '../../db/database.ts';
import type { Row } from '../../db/statement.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import type { Model } from '../../engine/model/model.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import type { TestDatabase } from '../database.ts';
import { serveModel } from '../http/service.ts';
import { pacedMilliseconds } from '../pace.ts';
import { changeRules, computeAll, noticeModel, type Rules } from './notice_service.ts';

// What is shown to whom, for as long as a rule holds (docs/events.md).

/** Parties 1 to 5; identity 10 x n acts for party n. Point 1 is of party 1, its supplier identity 20; point 2 is of party 3. */
const before = `
insert into party (id, name) overriding system value select id, 'party ' || id from generate_series(1, 5) as id;
insert into identity (id, subject, party_id) overriding system value
  select 10 * id, 'identity ' || id, id from generate_series(1, 5) as id;
insert into point (id, operator_id, supplier_id) overriding system value values (1, 1, 20), (2, 3, null);`;

/** A case's own unit: its provider was party 3 in the past, is 4 at present and will be 5. */
const unit = `
insert into unit (id, point_id, name, status) overriding system value values ($, 1, 'unit', 'active');
insert into provider (id, unit_id, party_id, valid_from, valid_to) overriding system value values
  ($1, $, 3, now() - interval '2 days', now() - interval '1 day'),
  ($2, $, 4, now() - interval '1 day', now() + interval '1 day'),
  ($3, $, 5, now() + interval '1 day', null);`;

interface Case {
  readonly rule: string;
  readonly rules: Rules;
  /** Scripts one after the other, in whose text $ is the id of the unit; and what stands after each: `source party`. */
  readonly steps: readonly (readonly [script: string, ...notices: readonly string[]])[];
}

/** A notice to party 1, the operator of the unit's point. */
function operatorHears(when: string): Rules {
  return { unit: `[{ type: it, when: "${when}", to: point.operator, message: It. }]` };
}

/** The same of units that break a check. */
function operatorHearsUnless(that: string): Rules {
  const otherwise = '{ notice: it, to: point.operator }';
  return { unit: `[]\nchecks: [{ that: "${that}", message: It., otherwise: ${otherwise} }]` };
}

const provided = operatorHears('status=eq.active&provider=is.null');

const cases: readonly Case[] = [
  {
    rule: 'a field of the row',
    rules: operatorHears('name=eq.lost'),
    steps: [
      [''],
      [`update unit set name = 'lost' where id = $`, 'unit/$ 1'],
      [`update unit set size = 1 where id = $`, 'unit/$ 1'],
      ['update unit set name = null where id = $'],
    ],
  },
  {
    rule: 'a field that is computed',
    rules: operatorHears('is_large=is.true'),
    steps: [[''], ['update unit set size = 11 where id = $', 'unit/$ 1'], ['update unit set size = 10 where id = $']],
  },
  {
    rule: 'a check through two relations, which is broken from the other end',
    rules: operatorHearsUnless('or=(status.neq.active,point.operator.status.eq.active)'),
    steps: [
      [''],
      [`update party set status = 'gone' where id = 1`, 'unit/$ 1'],
      [`update unit set status = 'new' where id = $`],
      [`update unit set status = 'active' where id = $`, 'unit/$ 1'],
      [`update party set status = 'active' where id = 1`],
    ],
  },
  {
    rule: 'a check that is unknown, and one that looks at entries whenever they are valid',
    rules: operatorHearsUnless('name=neq.lost&provider.party_id=eq.5'),
    steps: [
      [''],
      ['update unit set name = null where id = $', 'unit/$ 1'],
      [`update unit set name = 'found' where id = $`],
      ['update provider set valid_from = null, valid_to = null where id = $3', 'unit/$ 1'],
    ],
  },
  {
    rule: 'rows behind links, by the links that are valid',
    rules: operatorHears('supply.status=eq.gone'),
    steps: [
      [''],
      [`update party set status = 'gone' where id in (4, 5)`, 'unit/$ 1'],
      ['update provider set party_id = 3 where id = $2'],
      ['update provider set party_id = 4 where id = $2', 'unit/$ 1'],
      [`update party set status = 'active'`],
    ],
  },
  {
    rule: 'no row behind links now',
    rules: operatorHears('status=eq.active&supply=is.null'),
    steps: [[''], ['delete from provider where id = $2', 'unit/$ 1']],
  },
  {
    rule: 'how many rows are behind links',
    rules: operatorHears('count(supply)=eq.0'),
    steps: [
      [''],
      ['update provider set valid_from = null, valid_to = null where id = $2', 'unit/$ 1'],
      [`update provider set valid_from = now() - interval '1 day', valid_to = now() + interval '1 day' where id = $2`],
    ],
  },
  {
    rule: 'how many rows are behind links at another time',
    rules: operatorHears('count(supply(validity=cs.now+P3D&status=eq.gone))=eq.1'),
    steps: [
      [''],
      [`update party set status = 'gone' where id = 5`, 'unit/$ 1'],
      [`update party set status = 'active'`],
    ],
  },
  {
    rule: 'a check of how many rows are behind links, at every instant',
    rules: operatorHearsUnless('or=(status.neq.active,count(supply(status=eq.active)).gte.1)'),
    steps: [
      [''],
      [`update party set status = 'gone' where id = 5`, 'unit/$ 1'],
      [`update party set status = 'active' where id = 5`],
      [`update provider set valid_from = now() + interval '2 days' where id = $3`, 'unit/$ 1'],
    ],
  },
  {
    rule: 'recipients behind links',
    rules: { unit: '[{ type: it, when: status=eq.active, to: supply, message: It. }]' },
    steps: [
      [`update unit set status = 'new' where id = $`],
      [`update unit set status = 'active' where id = $`, 'unit/$ 4'],
      ['update provider set party_id = 2 where id = $2', 'unit/$ 2'],
    ],
  },
  {
    rule: 'an entry that others do not cover, of which further rows decide',
    rules: {
      provider:
        '[]\ncovered_by: [{ relation: unit.provider, where: party.status=eq.active, message: It., otherwise: { notice: it, to: party } }]',
    },
    steps: [
      [''],
      [`update party set status = 'gone' where id = 4`, 'provider/$2 4'],
      ['update provider set party_id = 3 where id = $2'],
      ['update provider set party_id = 4 where id = $2', 'provider/$2 4'],
      ['update provider set valid_from = null, valid_to = null where id = $2'],
      [`update party set status = 'active' where id = 4`],
    ],
  },
  {
    rule: 'by a rule with a name that compares with its own row, and with what is valid now',
    rules: {
      named: `{ like: { of: provider, that: 'party.name=eq.$unit.name&unit.provider.id=eq.$id&valid_from=lt.now' } }`,
      unit: '[{ type: it, when: provider=rule.like, to: { way: point.operator, where: name=neq.$name }, message: It. }]',
    },
    steps: [
      [''],
      [`update unit set name = 'party 4' where id = $`, 'unit/$ 1'],
      [`update unit set name = 'party 5' where id = $`],
      [`update provider set valid_from = now() where id = $3`, 'unit/$ 1'],
      [`update party set name = 'party 6' where id = 5`],
    ],
  },
  {
    rule: 'a row that is new, and one that is deleted',
    rules: operatorHears('name=eq.lost'),
    steps: [
      [`insert into unit (id, point_id, name) overriding system value values ($9, 1, 'lost')`, 'unit/$9 1'],
      ['delete from unit where id = $9'],
    ],
  },
  {
    rule: 'that nobody is related, now',
    rules: operatorHears('status=eq.active&provider=is.null'),
    steps: [
      [''],
      [`update provider set valid_to = now() - interval '1 hour' where id = $2`, 'unit/$ 1'],
      [`update unit set status = 'inactive' where id = $`],
      [`update unit set status = 'active' where id = $`, 'unit/$ 1'],
      [`update provider set valid_from = now() where id = $3`],
      [`update provider set valid_from = null, valid_to = null where id = $3`, 'unit/$ 1'],
      [`insert into provider (unit_id, party_id, valid_from) values ($, 2, now())`],
    ],
  },
  {
    rule: 'how many are related',
    rules: operatorHears('count(suspension(lifted=is.false))=gte.2'),
    steps: [
      ['insert into suspension (unit_id, operator_id) values ($, 1)'],
      ['insert into suspension (id, unit_id, operator_id) overriding system value values ($, $, 2)', 'unit/$ 1'],
      ['update suspension set lifted = true where id = $'],
      ['update suspension set lifted = false where id = $', 'unit/$ 1'],
      ['delete from suspension where id = $'],
    ],
  },
  {
    rule: 'what related rows have together, now',
    rules: operatorHears('status=eq.active&or=(count(provider).eq.0,max(provider.valid_from).is.null)'),
    steps: [
      [''],
      [`update provider set valid_to = now() - interval '1 hour' where id = $2`, 'unit/$ 1'],
      [`update provider set valid_from = now() where id = $3`],
      [`update provider set valid_from = null, valid_to = null where id = $3`, 'unit/$ 1'],
    ],
  },
  {
    rule: 'what related rows have together, as time passes',
    rules: operatorHears('max(provider(valid_at=now).valid_from)=lt.now-PT36H'),
    steps: [
      [''],
      [`update provider set valid_from = now() - interval '37 hours', valid_to = null where id = $1`, 'unit/$ 1'],
    ],
  },
  {
    rule: 'how many there are, at an instant of the rule',
    rules: operatorHears('provider.valid_at=2000-01-01 00:00 CET&count(provider)=gte.1'),
    steps: [
      [''],
      [
        `insert into provider (unit_id, party_id, valid_from, valid_to) values ($, 2, '1999-01-01Z', '2001-01-01Z')`,
        'unit/$ 1',
      ],
    ],
  },
  {
    rule: 'a check of how many there are, which holds at every instant',
    rules: operatorHearsUnless('count(provider)=eq.1'),
    steps: [
      [''],
      [`update provider set valid_to = now() where id = $2`, 'unit/$ 1'],
      [`update provider set valid_from = (select valid_to from provider where id = $2) where id = $3`],
      [`update provider set valid_to = now() + interval '9 days' where id = $3`, 'unit/$ 1'],
    ],
  },
  {
    rule: 'that somebody is, at an instant of the rule',
    rules: operatorHears('provider.valid_at=2000-01-01 00:00 CET&provider.party_id=eq.2'),
    steps: [
      [''],
      [
        `insert into provider (id, unit_id, party_id, valid_from, valid_to) overriding system value
         values ($4, $, 2, '1999-01-01Z', '2000-01-01Z')`,
        'unit/$ 1',
      ],
      [`update provider set valid_to = '1999-12-31T23:00Z' where id = $4`],
    ],
  },
  {
    rule: 'what a reference leads to, however the way changes',
    rules: { suspension: '[{ type: it, when: "lifted=is.false&unit.provider=is.null", to: operator, message: It. }]' },
    steps: [
      ['insert into suspension (id, unit_id, operator_id) overriding system value values ($5, $, 2)'],
      ['update provider set valid_from = null, valid_to = null where unit_id = $', 'suspension/$5 2'],
      ['update suspension set operator_id = 3 where id = $5', 'suspension/$5 3'],
      [
        `insert into unit (id, point_id) overriding system value values ($6, 1);
         insert into provider (unit_id, party_id, valid_from) values ($6, 2, now());
         update suspension set unit_id = $6 where id = $5`,
      ],
      ['update provider set unit_id = $ where unit_id = $6', 'suspension/$5 3'],
      ['update suspension set lifted = true where id = $5'],
    ],
  },
  {
    rule: 'of a timeline, the entry that is valid now',
    rules: {
      provider: '[{ type: it, when: party.status=eq.suspended, to: [party, unit.point.operator], message: It. }]',
    },
    steps: [
      [`update party set status = 'suspended' where id in (4, 5)`, 'provider/$2 1', 'provider/$2 4'],
      [`update provider set valid_from = now() where id = $3`, 'provider/$3 1', 'provider/$3 5'],
      [`update party set status = 'active' where id in (4, 5)`],
    ],
  },
  {
    rule: 'by a rule with a name of related rows, whichever of them changes',
    rules: {
      named: '{ away: { of: party, that: status=eq.suspended }, lost: { of: provider, that: party=rule.away } }',
      unit: '[{ type: it, when: provider=rule.lost, to: point.operator, message: It. }]',
    },
    steps: [
      [`update party set status = 'suspended' where id = 4`, 'unit/$ 1'],
      [`update party set status = 'active' where id = 4`],
    ],
  },
  {
    rule: 'to many at once, each once',
    rules: {
      point: '[{ type: it, when: unit.suspension.lifted=is.false, to: [unit.provider.party, supplier], message: It. }]',
    },
    steps: [
      [
        'insert into suspension (id, unit_id, operator_id) overriding system value values ($5, $, 2)',
        'point/1 2',
        'point/1 4',
      ],
      [
        `insert into unit (id, point_id) overriding system value values ($6, 1);
         insert into provider (unit_id, party_id, valid_from) values ($6, 4, now()), ($6, 5, now() + interval '1 hour')`,
        'point/1 2',
        'point/1 4',
      ],
      ['update unit set point_id = 2 where id = $', 'point/2 4'],
      [
        'update identity set party_id = 5 where id = 20; update unit set point_id = 1 where id = $',
        'point/1 4',
        'point/1 5',
      ],
      ['delete from suspension where id = $5; update identity set party_id = 2 where id = 20'],
    ],
  },
  {
    rule: 'to who was the provider last',
    rules: {
      unit: '[{ type: it, when: provider=is.null, to: [{ former: provider.party }, point.operator], message: It. }]',
    },
    steps: [
      ['update provider set valid_from = null, valid_to = null where id = $2', 'unit/$ 1', 'unit/$ 3'],
      [`update provider set party_id = 2 where id = $1`, 'unit/$ 1', 'unit/$ 2'],
      [`update provider set valid_from = null, valid_to = null where id = $1`, 'unit/$ 1'],
      [
        `update provider set valid_from = now() - interval '9 days', valid_to = now() where id = $3`,
        'unit/$ 1',
        'unit/$ 5',
      ],
      ['update point set operator_id = 5 where id = 1', 'unit/$ 5'],
      [
        'update point set operator_id = 1 where id = 1; insert into provider (unit_id, party_id, valid_from) values ($, 2, now())',
      ],
    ],
  },
  {
    rule: 'the row itself is the party',
    rules: { party: '[{ type: it, when: "status=eq.suspended&provider=not.is.null", to: party, message: It. }]' },
    steps: [[`update party set status = 'suspended'`, 'party/4 4'], [`update party set status = 'active'`]],
  },
  {
    rule: 'a filter on the way',
    rules: {
      unit: '[{ type: it, when: status=eq.active, to: { way: point.operator, where: status=eq.operator }, message: It. }]',
    },
    steps: [
      [''],
      [`update party set status = 'operator' where id in (1, 2)`, 'unit/$ 1'],
      [`update point set operator_id = 2 where id = 1`, 'unit/$ 2'],
      [`update party set status = 'active' where id = 2`],
      [`update party set status = 'active'; update point set operator_id = 1 where id = 1`],
    ],
  },
  {
    rule: 'a filter with a value of the row, on the way to an identity, and one with the time on a former way',
    rules: {
      unit: '[{ type: it, when: status=eq.active, to: [{ way: point.supplier, where: subject=eq.$name }, { former: provider.party, where: name=eq.$name }], message: It. }]',
    },
    steps: [
      [''],
      [`update unit set name = 'identity 2' where id = $`, 'unit/$ 2'],
      [`update unit set name = 'party 3' where id = $`, 'unit/$ 3'],
      [`update party set name = 'other' where id = 3`],
      [`update party set name = 'party 3' where id = 3; update unit set name = null where id = $`],
    ],
  },
  {
    rule: 'all rows of a resource by a rule',
    rules: { unit: '[{ type: it, when: name=eq.lost, to: { all: party, where: status=eq.operator }, message: It. }]' },
    steps: [
      [`update unit set name = 'lost' where id = $`],
      [`update party set status = 'operator' where id in (1, 4)`, 'unit/$ 1', 'unit/$ 4'],
      [
        `insert into party (id, name, status) overriding system value values (8, 'new', 'operator')`,
        'unit/$ 1',
        'unit/$ 4',
        'unit/$ 8',
      ],
      [`update party set status = 'active' where id in (4, 8)`, 'unit/$ 1'],
      [`update unit set name = null where id = $`],
      [`update party set status = 'active'`],
    ],
  },
  {
    rule: 'the end of a way from all rows of a timeline, and all identities by what they are related to',
    rules: {
      unit: '[{ type: it, when: name=eq.lost, to: [{ all: provider, where: unit_id=eq.$id, way: party }, { all: identity, where: party.status=eq.operator }], message: It. }]',
    },
    steps: [
      [`update unit set name = 'lost' where id = $`, 'unit/$ 4'],
      [`update provider set party_id = 2 where id = $2`, 'unit/$ 2'],
      [`update provider set valid_to = now() where id = $2`],
      [`update party set status = 'operator' where id = 5`, 'unit/$ 5'],
      ['update identity set party_id = 1 where id = 50'],
      [`update identity set party_id = 5 where id = 40`, 'unit/$ 5'],
      [
        `update identity set party_id = id / 10; update party set status = 'active'; update unit set name = null where id = $`,
      ],
    ],
  },
  {
    rule: 'all rows that are gone',
    rules: {
      unit: '[{ type: it, when: name=eq.lost, to: { all: suspension, where: unit_id=eq.$id, way: operator }, message: It. }]',
    },
    steps: [
      [
        `update unit set name = 'lost' where id = $; insert into suspension (unit_id, operator_id) values ($, 2)`,
        'unit/$ 2',
      ],
      ['delete from suspension where unit_id = $'],
      [`update unit set name = null where id = $`],
    ],
  },
  {
    rule: 'a check, to all rows by a rule',
    rules: {
      unit: `[]\nchecks: [{ that: name=neq.lost, message: It., otherwise: { notice: it, to: { all: party, where: 'status=eq.operator&id=lt.$id' } } }]`,
    },
    steps: [
      [`update unit set name = 'lost' where id = $; update party set status = 'operator' where id = 2`, 'unit/$ 2'],
      [`update party set status = 'active'`],
      [`update unit set name = 'unit' where id = $`],
    ],
  },
  {
    rule: 'what changes and changes back before anybody looks, and what is taken back',
    rules: operatorHears('name=eq.lost'),
    steps: [
      [`update unit set name = 'lost' where id = $; update unit set name = null where id = $`],
      [`begin; update unit set name = 'lost' where id = $; rollback`],
    ],
  },
];

/** The notices that stand, as `source party`. */
async function standing({ query }: TestDatabase): Promise<readonly (string | undefined)[]> {
  const rows = await query(
    `select substr(source, 2) || ' ' || party_id as notice from notice where status = 'active' order by source, party_id`,
  );
  return rows.map(({ notice }) => notice ?? undefined);
}

test('what stands in which state', async (t) => {
  const { database } = await serveModel(t, noticeModel(provided));
  await database.database.script(before);
  for (const [index, { rule, rules, steps }] of cases.entries()) {
    await changeRules(database, noticeModel(rules));
    const own = (text: string) => text.replace(/\$(\d?)/g, (_, place: string) => `${100 + index}${place}`);
    await database.database.script(own(unit));
    await computeAll(database);
    await database.query('delete from notice');
    for (const [script, ...notices] of steps) {
      if (script !== '') await database.database.script(own(script));
      await computeAll(database);
      t.same(await standing(database), notices.map(own).sort(), `${rule}: ${script}`);
    }
    await database.database.script('truncate unit, provider, suspension');
  }
});

test('a notice keeps its id while it stands, is resolved once, and one that recurs is another', async (t) => {
  const rules =
    '[{ type: gone, when: provider=is.null, to: point.operator, message: Nobody provides., data: [name, is_large] }]';
  const { ask, database } = await serveModel(t, noticeModel({ unit: rules }));
  await database.database.script(before + unit.replaceAll('$', '7'));
  const endProvider = `update provider set valid_to = now() where id = 72`;
  const notices = async () => {
    await computeAll(database);
    const rows = await database.query(`select id, status, data, since = recorded_at as is_new from notice order by id`);
    return rows.map(({ id, status, data, is_new }) => [id, status, JSON.parse(data ?? ''), is_new]);
  };
  await database.query(endProvider);
  const data = { message: 'Nobody provides.', name: 'unit', is_large: false };
  t.same(await notices(), [['1', 'active', data, 'f']]);
  await database.query(`update unit set size = 20 where id = 7`);
  const changed = { ...data, is_large: true };
  t.same(await notices(), [['1', 'active', changed, 'f']], 'what it shows is kept up to date');
  await database.query(`update unit set point_id = 2 where id = 7; `);
  const moved = await notices();
  t.same(
    moved.map(([id, status]) => [id, status]),
    [
      ['1', 'resolved'],
      ['2', 'active'],
    ],
    'another party, another notice',
  );
  await database.query(`update provider set valid_to = null where id = 72`);
  await notices();
  await database.query(endProvider);
  t.same(
    (await notices()).map(([, status]) => status),
    ['resolved', 'resolved', 'active'],
  );
  t.same(await database.query('select from event where type like $1', ['%notice%']), [], 'notices are no events');
  const { body } = await ask('GET', '/notice?select=type,source,status');
  t.same(body, [], 'the token of nobody in particular');
});

test('a message is shown as it is written, whatever is in it', async (t) => {
  const message = "Two lines:\n  it's $$, \\ and $$$.\n\nNo more.";
  const rules = `[{ type: gone, when: provider=is.null, to: point.operator, message: ${JSON.stringify(message)} }]`;
  const { database } = await serveModel(t, noticeModel({ unit: rules }));
  await database.database.script(before + unit.replaceAll('$', '7'));
  await database.query('update provider set valid_to = now() where id = 72');
  await computeAll(database);
  t.same(await database.query(`select data ->> 'message' as message from notice`), [{ message }]);
});

test('time alone brings a notice about, and resolves it', async (t) => {
  const { database } = await serveModel(t, noticeModel(provided));
  const { query } = database;
  await database.database.script(before + unit.replaceAll('$', '7'));
  await computeAll(database);
  const seen = [(await standing(database))[0] ?? 'none'];
  /** Looks again and again until an instant has passed, and once more. */
  const passes = async (instant: string) => {
    for (let isOver = false; !isOver; ) {
      isOver = (await query(`select from provider where ${instant} < almanac.clock()`)).length > 0;
      await computeAll(database);
      const [notice = 'none'] = await standing(database);
      if (seen.at(-1) !== notice) seen.push(notice);
    }
  };
  await query(`update provider set valid_to = almanac.clock() + interval '300 milliseconds' where id = 72`);
  await passes('id = 72 and valid_to');
  t.same(seen, ['none', 'unit/7 1'], 'by the first look after it');
  const [{ right = '' } = {}] = await query(
    `select since between valid_to and almanac.clock() as right from notice, provider where provider.id = 72`,
  );
  t.equal(right, 't', 'since it happened');
  await query(`update provider set valid_from = almanac.clock() + interval '300 milliseconds' where id = 73`);
  await passes('id = 73 and valid_from');
  t.same(seen, ['none', 'unit/7 1', 'none']);
});

/** For each rule of a suspension: when its notice stands, as the clock goes by. */
const clocks: Readonly<Record<string, readonly (readonly [clock: string, stands: boolean])[]>> = {
  'due_at=lte.now': [
    ['2026-03-10 11:59:59Z', false],
    ['2026-03-10 12:00Z', true],
    ['2026-04-01 00:00Z', true],
  ],
  'is_due=is.false': [
    ['2026-03-10 11:59:59Z', true],
    ['2026-03-10 12:00Z', false],
  ],
  'due_at=gte.now-PT1H&due_at=lte.now+P2D': [
    ['2026-03-08 11:59Z', false],
    ['2026-03-08 12:01Z', true],
    ['2026-03-10 13:00Z', true],
    ['2026-03-10 13:01Z', false],
  ],
  'due_on=lt.today': [
    ['2026-03-10 22:30Z', false],
    ['2026-03-10 23:00Z', true],
  ],
  'due_on=eq.today+P1D': [
    ['2026-03-08 22:59Z', false],
    ['2026-03-08 23:00Z', true],
    ['2026-03-09 22:59Z', true],
    ['2026-03-09 23:00Z', false],
  ],
  // By the clocks of Oslo, the month before 10 April at 12:00 UTC, which are 14:00, begins at 13:00 UTC.
  'due_at=gte.now-P1M': [
    ['2026-04-10 10:59Z', true],
    ['2026-04-10 11:01Z', false],
  ],
  'unit.provider.valid_at=now+P1D&unit.provider.party_id=eq.4': [
    ['2026-03-08 23:59Z', false],
    ['2026-03-09 00:00Z', true],
    ['2026-03-11 00:00Z', false],
  ],
  'unit.provider.valid_at=now-P1D&unit.provider=is.null': [
    ['2026-03-10 23:59Z', true],
    ['2026-03-11 00:00Z', false],
  ],
  'or=(lifted.is.true,unit.provider.party_id.eq.4)&unit.provider.valid_at=now-P1D': [
    ['2026-03-10 23:59Z', false],
    ['2026-03-11 00:00Z', true],
    ['2026-03-13 00:00Z', false],
  ],
};

test('now, today and distances from them bring a notice about, and resolve it', async (t) => {
  const entries = Object.entries(clocks);
  const notices = entries.map(([when], at) => `{ type: t${at}, when: "${when}", to: operator, message: It. }`);
  const { database } = await serveModel(t, noticeModel({ suspension: `[${notices.join(', ')}]` }));
  const { query } = database;
  const set = async (clock: string) =>
    query(
      `create or replace function almanac.clock() returns timestamptz language sql volatile return timestamptz '${clock}'`,
    );
  await set('2026-03-01 00:00Z');
  await database.database.script(`${before}
    insert into unit (id, point_id) overriding system value values (7, 1);
    insert into provider (unit_id, party_id, valid_from, valid_to) values (7, 4, '2026-03-10 00:00Z', '2026-03-12 00:00Z');
    insert into suspension (unit_id, operator_id, due_on, due_at) values (7, 1, '2026-03-10', '2026-03-10 12:00Z');`);
  const instants = [...new Set(Object.values(clocks).flatMap((steps) => steps.map(([clock]) => clock)))].sort();
  for (const clock of instants) {
    await set(clock);
    await computeAll(database);
    const standing = await query(`select type from notice where status = 'active'`);
    for (const [at, [when, steps]] of entries.entries()) {
      const expected = steps.find(([step]) => step === clock)?.[1];
      if (expected === undefined) continue;
      t.equal(
        standing.some(({ type }) => type === `org.example.suspension.t${at}`),
        expected,
        `${when} at ${clock}`,
      );
    }
  }
});

test('rules that come later look at all rows, those that go resolve theirs', async (t) => {
  const none = noticeModel({ party: '[{ type: it, when: status=eq.gone, to: party, message: It. }]' });
  const { database } = await serveModel(t, none);
  const { query } = database;
  const become = async (model: Model) => {
    await changeRules(database, model);
    await computeAll(database);
  };
  const counts = async (): Promise<readonly Row[]> =>
    query('select type, status, count(*) from notice group by type, status order by type, status');
  await database.database.script(`${before}
    insert into unit (point_id, name, status) select 1, 'unit ' || n, 'active' from generate_series(1, 1100) as n;`);
  await computeAll(database);
  t.same(await counts(), []);
  await become(noticeModel({ unit: '[{ type: a, when: name=eq.unit 7, to: point.operator, message: It. }]' }));
  t.same(await counts(), [{ type: 'org.example.unit.a', status: 'active', count: '1' }]);
  await become(noticeModel({ unit: '[{ type: a, when: status=eq.active, to: point.operator, message: It. }]' }));
  t.same(await counts(), [{ type: 'org.example.unit.a', status: 'active', count: '1100' }]);
  await become(
    noticeModel({ unit: '[{ type: b, when: "status=eq.active&name=neq.unit 7", to: point.operator, message: It. }]' }),
  );
  t.same(await counts(), [
    { type: 'org.example.unit.a', status: 'resolved', count: '1100' },
    { type: 'org.example.unit.b', status: 'active', count: '1099' },
  ]);
  await become(none);
  t.same(await counts(), [
    { type: 'org.example.unit.a', status: 'resolved', count: '1100' },
    { type: 'org.example.unit.b', status: 'resolved', count: '1099' },
  ]);
});

test('time brings recipients about', async (t) => {
  const rules = {
    unit: '[{ type: a, when: status=eq.active, to: { all: suspension, where: due_on=lte.today, way: operator }, message: It. }, { type: b, when: status=eq.active, to: { all: provider, way: party }, message: It. }, { type: c, when: status=eq.active, to: { way: provider.party, where: "provider.valid_at=now-P1D" }, message: It. }]',
  };
  const { database } = await serveModel(t, noticeModel(rules));
  const { query } = database;
  await database.database.script(`${before}
    insert into unit (id, point_id, status) overriding system value values (7, 1, 'active');
    insert into provider (unit_id, party_id, valid_from, valid_to) values (7, 4, '2026-03-10 00:00Z', '2026-03-12 00:00Z');
    insert into suspension (unit_id, operator_id, due_on) values (7, 2, '2026-03-13');`);
  const clocks: readonly (readonly [clock: string, ...standing: readonly string[]])[] = [
    ['2026-03-01 00:00Z'],
    ['2026-03-10 00:00Z', 'b 4'],
    ['2026-03-11 00:00Z', 'b 4', 'c 4'],
    ['2026-03-12 00:00Z'],
    ['2026-03-13 00:00Z', 'a 2'],
  ];
  for (const [clock, ...expected] of clocks) {
    await query(
      `create or replace function almanac.clock() returns timestamptz language sql volatile return timestamptz '${clock}'`,
    );
    await computeAll(database);
    const standing = await query(
      `select right(type, 1) || ' ' || party_id as notice from notice where status = 'active' order by 1`,
    );
    t.strictSame(
      standing.map(({ notice }) => notice),
      expected,
      clock,
    );
  }
});

test('a look at all rows comes to its end while the rows of recipients go on changing', async (t) => {
  const rules = { unit: '[{ type: a, when: name=not.is.null, to: { all: party, where: status=eq.x }, message: It. }]' };
  const { database } = await serveModel(t, noticeModel(rules));
  const { query } = database;
  await database.database.script(`${before}
    insert into unit (point_id, name) select 1, 'unit ' || n from generate_series(1, 2500) as n;`);
  await computeAll(database);
  for (let turn = 1; turn <= 5; turn += 1) {
    await query(`update party set status = '${turn % 2 === 1 ? 'x' : 'y'}' where id = 1`);
    await query(`update party set status = 'x' where id = 2`);
    t.ok((await computeNotices(database.database)) >= 1000);
  }
  const reached = `select count(*) from notice where status = 'active' and party_id = 2`;
  t.same(await query(reached), [{ count: '2500' }]);
  await computeAll(database);
  const stands = `select party_id, count(*) from notice where status = 'active' group by party_id order by party_id`;
  t.same(await query(stands), [
    { party_id: '1', count: '2500' },
    { party_id: '2', count: '2500' },
  ]);
  t.same(await query('select from almanac.notice_change'), []);
});

test('a party sees its own, in lists, alone, and nobody else does', async (t) => {
  const { ask, database, token } = await serveModel(t, noticeModel(provided));
  await database.database.script(
    `${before} insert into unit (id, point_id, status) overriding system value values (7, 1, 'active'), (8, 2, 'active');`,
  );
  await computeAll(database);
  const scope = 'manage:data';
  const readers = [
    ['the identity of party 1', token({ identity_id: 10, scope }), ['/unit/7']],
    ['the same by its subject', token({ sub: 'identity 1', scope }), ['/unit/7']],
    ['that of party 3', token({ identity_id: 30, scope }), ['/unit/8']],
    ['that of a party without notices', token({ identity_id: 20, scope }), []],
    ['an identity that acts for nobody', token({ identity_id: 99, scope }), []],
  ] as const;
  for (const [who, reader, sources] of readers) {
    const { body } = await ask('GET', '/notice', { token: reader });
    t.same(
      body.map(({ source }: { source: string }) => source),
      sources,
      who,
    );
    const one = await ask('GET', '/notice/1', { token: reader });
    t.equal(one.status, sources[0] === '/unit/7' ? 200 : 404, who);
  }
  const reader = token({ identity_id: 10, scope });
  for (const [method, path] of [
    ['POST', '/notice'],
    ['PATCH', '/notice/1'],
    ['DELETE', '/notice/1'],
  ] as const) {
    const { status } = await ask(method, path, { token: reader, body: { status: 'resolved' } });
    t.equal(status, 405, `${method} ${path}`);
  }
  const { status } = await ask('GET', '/notice', { token: token({ identity_id: 10, scope: 'read:data:unit' }) });
  t.equal(status, 403, 'without the scope');
});

test('within a second of a write, a party reads what it is to do; after the next, that it is done', async (t) => {
  const model = noticeModel(provided);
  const { ask, database, token } = await serveModel(t, model);
  await database.database.script(before);
  const failures: unknown[] = [];
  const worker = await startWorker(model, database.database, (error) => failures.push(error));
  const reader = token({ identity_id: 10, scope: 'read:data:notice' });
  const isRead = async (expected: string) =>
    (await ask('GET', '/notice?order=id.desc&limit=1', { token: reader })).body[0]?.status === expected;
  // The worker is in this process too.
  const statusAfter = (expected: string): Promise<number> =>
    pacedMilliseconds(async () => {
      while (!(await isRead(expected))) await delay(10);
    });
  await ask('POST', '/unit', { body: { point_id: 1, status: 'inactive' } });
  const quickest = { active: Number.POSITIVE_INFINITY, resolved: Number.POSITIVE_INFINITY };
  // The machine may be busy with other tests for a moment.
  for (let times = 0; times < 3 && Math.max(quickest.active, quickest.resolved) >= 1000; times += 1) {
    await ask('PATCH', '/unit/1', { body: { status: 'active' } });
    quickest.active = Math.min(quickest.active, await statusAfter('active'));
    await ask('PATCH', '/unit/1', { body: { status: 'inactive' } });
    quickest.resolved = Math.min(quickest.resolved, await statusAfter('resolved'));
  }
  t.ok(quickest.active < 1000, `${quickest.active} ms`);
  t.ok(quickest.resolved < 1000, `${quickest.resolved} ms`);
  await worker.close();
  t.same(failures, []);
});

test('while one worker is at it, another has nothing to do', async (t) => {
  const { database } = await serveModel(t, noticeModel(provided));
  await database.database.script(before);
  const other = await connect(database.url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
  await other.query({ text: 'begin', values: [] });
  t.ok((await computeNotices(other)) > 0);
  t.equal(await computeNotices(database.database), 0);
  await other.close();
  t.ok((await computeNotices(database.database)) > 0, 'what it did not finish is done by the next');
});
