import { test } from 'tap';
import { connect } from '../../db/database.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import { notify } from '../../engine/feature/notification/notifier.ts';
import { serveModel } from '../http/service.ts';
import { notificationModel, notifyAll, ownRules, type Rules } from './notification_service.ts';

// Whom an event concerns, by the rules of its resource: as of the event, once, and never who acted.

/** Parties 1 to 5; identity 10 x n acts for party n, and 60 for none. Point 1 is of party 1, and its supplier is 2. */
const before = `
insert into party (id, name) overriding system value select id, 'party ' || id from generate_series(1, 5) as id;
insert into identity (id, subject, party_id) overriding system value
  select 10 * id, 'identity ' || id, case when id < 6 then id end from generate_series(1, 6) as id;
insert into point (id, system_operator_id, supplier_id) overriding system value values (1, 1, 2), (2, 3, null);`;

/** A case's own unit: its provider was party 3 in the past, is 4 at present and will be 5. */
const unit = `
insert into unit (id, point_id) overriding system value values ($, 1);
insert into provider (id, unit_id, party_id, valid_from, valid_to) overriding system value values
  ($1, $, 3, now() - interval '2 days', now() - interval '1 day'),
  ($2, $, 4, now() - interval '1 day', now() + interval '1 day'),
  ($3, $, 5, now() + interval '1 day', null);`;

interface Case {
  readonly rule: string;
  readonly rules: Rules;
  /** Transactions one after the other, each with who makes it; in their text, $ is the id of the unit. */
  readonly does: readonly (readonly [identity: number, script: string])[];
  /** Parties of each event that notifies, in order. */
  readonly notifies: readonly (readonly [event: string, ...parties: readonly number[]])[];
}

const cases: readonly Case[] = [
  {
    rule: 'through a reference',
    rules: { unit: '[{ on: [update], to: point.system_operator }]' },
    does: [[0, `update unit set name = 'a' where id = $`]],
    notifies: [['unit update', 1]],
  },
  {
    rule: 'on these verbs alone',
    rules: { unit: '[{ on: [create], to: point.system_operator }]' },
    does: [
      [0, 'insert into unit (point_id) values (1)'],
      [0, `update unit set name = 'a' where id = $`],
    ],
    notifies: [['unit create', 1]],
  },
  {
    rule: 'never the party of who acted',
    rules: { unit: '[{ on: [update], to: [point.system_operator, point.supplier] }]' },
    does: [
      [10, `update unit set name = 'a' where id = $`],
      [20, `update unit set name = 'b' where id = $`],
      [60, `update unit set name = 'c' where id = $`],
      [999, `update unit set name = 'd' where id = $`],
    ],
    notifies: [
      ['unit update', 2],
      ['unit update', 1],
      ['unit update', 1, 2],
      ['unit update', 1, 2],
    ],
  },
  {
    rule: 'the party that who acted had then',
    rules: { unit: '[{ on: [update], to: [point.system_operator, point.supplier] }]' },
    does: [
      [10, `update unit set name = 'a' where id = $`],
      [0, 'update identity set party_id = 2 where id = 10'],
      [10, `update unit set name = 'b' where id = $`],
      [0, 'update identity set party_id = 1 where id = 10'],
    ],
    notifies: [
      ['unit update', 2],
      ['unit update', 1],
    ],
  },
  {
    rule: 'a party that several ways lead to, once',
    rules: {
      unit: '[{ to: [point.system_operator, point.system_operator.identity] }, { to: point.system_operator }]',
    },
    does: [[0, `update unit set name = 'a' where id = $`]],
    notifies: [['unit update', 1]],
  },
  {
    rule: 'a reference that is null leads to nobody',
    rules: { unit: '[{ on: [create], to: point.supplier }]' },
    does: [[0, 'insert into unit (point_id) values (2), (1)']],
    notifies: [['unit create', 2]],
  },
  {
    rule: 'of a timeline, who is valid at the time of the event',
    rules: { unit: '[{ on: [update], to: provider.party }]' },
    does: [[0, `update unit set name = 'a' where id = $`]],
    notifies: [['unit update', 4]],
  },
  {
    rule: 'as recorded by the event, though it changed later',
    rules: { unit: '[{ on: [update], to: [provider.party, point.system_operator] }]' },
    does: [
      [0, `update unit set name = 'a' where id = $`],
      [0, 'update provider set party_id = 2 where id = $2'],
      [0, 'update point set system_operator_id = 5 where id = 1'],
      [0, `update unit set name = 'b' where id = $`],
      [0, 'update provider set valid_from = null, valid_to = null where id = $2'],
      [0, `update unit set point_id = 2, name = 'c' where id = $`],
      [0, 'update point set system_operator_id = 1 where id = 1'],
    ],
    notifies: [
      ['unit update', 1, 4],
      ['unit update', 2, 5],
      ['unit update', 3],
    ],
  },
  {
    rule: 'an entry that is cut, and the one that takes its place: both of them',
    rules: { provider: '[{ to: party }]' },
    does: [
      [
        0,
        `insert into provider (unit_id, party_id, valid_from, valid_to) values ($, 2, now(), now() + interval '1 hour')`,
      ],
    ],
    notifies: [
      ['provider update', 4],
      ['provider create', 2],
    ],
  },
  {
    rule: 'an entry that is deleted was somebody’s, whenever it was valid',
    rules: { provider: '[{ on: [delete], to: [party, unit.point.system_operator] }]' },
    does: [[0, 'update provider set valid_from = null, valid_to = null where id in ($1, $3)']],
    notifies: [
      ['provider delete', 1, 3],
      ['provider delete', 1, 5],
    ],
  },
  {
    rule: 'a row that is deleted, as it was last, with what goes along with it',
    rules: { unit: '[{ on: [delete], to: [provider.party, point.system_operator], when: name=eq.last }]' },
    does: [
      [0, `update unit set name = 'last' where id = $`],
      [0, 'delete from provider where unit_id = $; delete from unit where id = $'],
    ],
    notifies: [['unit delete', 1, 4]],
  },
  {
    rule: 'when a rule holds, of the row as the event recorded it',
    rules: { unit: '[{ on: [update], to: point.system_operator, when: "size=gt.10&name=not.is.null" }]' },
    does: [
      [0, 'update unit set size = 20 where id = $'],
      [0, `update unit set name = 'a' where id = $`],
      [0, 'update unit set size = 5 where id = $'],
    ],
    notifies: [['unit update', 1]],
  },
  {
    rule: 'when a rule holds for what is related at the time of the event',
    rules: {
      unit: '[{ on: [update], to: point.system_operator, when: provider.contract=eq.old }, { on: [update], to: point.supplier, when: provider=is.null }]',
    },
    does: [
      [0, `update provider set contract = 'old' where id = $1; update unit set name = 'a' where id = $`],
      [0, `update provider set contract = 'old' where id = $2; update unit set name = 'b' where id = $`],
      [0, `update provider set contract = 'new' where id = $2`],
      [0, `update provider set valid_from = null, valid_to = null where id = $2`],
      [0, `update unit set name = 'c' where id = $`],
    ],
    notifies: [
      ['unit update', 1],
      ['unit update', 2],
    ],
  },
  {
    rule: 'when a rule with a name holds for what is related, and for the party',
    rules: {
      named: '{ old: { of: provider, that: contract=eq.old }, fourth: { of: identity, that: subject=eq.identity 4 } }',
      unit: '[{ on: [update], to: [{ way: point.system_operator, where: identity=not.rule.fourth }, { way: point.supplier, where: identity=rule.fourth }, { way: provider.party, where: identity=rule.fourth }], when: provider=rule.old }]',
    },
    does: [
      [0, `update provider set contract = 'old' where id = $1; update unit set name = 'a' where id = $`],
      [0, `update provider set contract = 'old' where id = $2; update unit set name = 'b' where id = $`],
      [0, `update provider set contract = 'new' where id = $2; update unit set name = 'c' where id = $`],
    ],
    notifies: [['unit update', 1, 4]],
  },
  {
    rule: 'of a resource without history, its current row; of one that is gone, none',
    rules: { remark: '[{ to: [author, unit.provider.party] }]' },
    does: [
      [0, 'insert into remark (id, unit_id, author_id) overriding system value values ($1, $, 1), ($2, $, 1)'],
      [40, 'update remark set author_id = 2 where id = $1; delete from remark where id = $2'],
    ],
    notifies: [
      ['remark create', 2, 4],
      ['remark update', 2],
    ],
  },
  {
    rule: 'the row itself is the party, or an identity of one',
    rules: { party: '[{ on: [update], to: party }]', identity: '[{ on: [update], to: identity }]' },
    does: [
      [0, `update party set name = name || '!' where id in (2, 3)`],
      [0, `update identity set subject = subject || '!' where id in (20, 60)`],
    ],
    notifies: [
      ['party update', 2],
      ['party update', 3],
      ['identity update', 2],
    ],
  },
  {
    rule: 'to many at once',
    rules: { point: '[{ on: [update], to: unit.provider.party }]' },
    does: [[0, 'update unit set point_id = 2 where id = $; update point set supplier_id = 1 where id = 2']],
    notifies: [['point update', 4]],
  },
  {
    rule: 'a filter on the way, as recorded by the event',
    rules: { unit: '[{ on: [update], to: { way: point.system_operator, where: name=eq.$name } }]' },
    does: [
      [0, `update unit set name = 'a' where id = $`],
      [0, `update unit set name = 'party 1' where id = $`],
      [0, `update party set name = 'other' where id = 1`],
      [0, `update unit set size = 1 where id = $`],
      [0, `update party set name = 'party 1' where id = 1`],
    ],
    notifies: [['unit update', 1]],
  },
  {
    rule: 'all rows of a resource by a rule, as recorded by the event, and never the party of who acted',
    rules: { unit: '[{ on: [update], to: { all: party, where: name=like.oper* } }]' },
    does: [
      [0, `update party set name = 'operator' where id in (2, 3, 5)`],
      [50, `update unit set name = 'a' where id = $`],
      [0, `update party set name = 'party 3' where id = 3`],
      [0, `update unit set name = 'b' where id = $`],
      [0, `update party set name = 'party ' || id where id in (2, 3, 5)`],
      [0, `update unit set name = 'c' where id = $`],
    ],
    notifies: [
      ['unit update', 2, 3],
      ['unit update', 2, 5],
    ],
  },
  {
    rule: 'the end of a way from all rows of a timeline, valid at the time of the event or at another one',
    rules: {
      unit: '[{ on: [update], to: [{ all: provider, where: unit_id=eq.$id, way: party }, { all: provider, where: "unit_id=eq.$id&valid_at=now-P1DT12H", way: party }, { way: point.supplier, where: identity=is.null }] }]',
    },
    does: [[0, `update unit set name = 'a' where id = $`]],
    notifies: [['unit update', 3, 4]],
  },
  {
    rule: 'what is taken back is no event, and what changes nothing',
    rules: ownRules,
    does: [
      [0, `update unit set name = 'a' where id = $; rollback; begin`],
      [0, 'update unit set name = null where id = $'],
    ],
    notifies: [],
  },
];

test('whom an event concerns', async (t) => {
  const service = await serveModel(t, notificationModel(ownRules));
  const { query, database } = service.database;
  await database.script(before);
  for (const [index, { rule, rules, does, notifies }] of cases.entries()) {
    const model = notificationModel(rules);
    const own = (script: string) => script.replace(/\$(\d?)/g, (_, place: string) => `${1000 + index}${place}`);
    await database.script(own(unit));
    await notifyAll(model, service);
    await query('delete from notification');
    for (const [identity, script] of does) {
      await database.script(`begin; set local almanac.identity = '${identity}'; ${own(script)}; commit;`);
    }
    await notifyAll(model, service);
    const made = await query(`
      select regexp_replace(type, '^org.example.(\\w+).(\\w+)$', '\\1 \\2') as event, string_agg(party_id::text, ' ' order by party_id) as parties
      from notification join event on event.id = event_id group by event.id, type order by event.id`);
    t.same(
      made.map(({ event, parties }) => [event, ...(parties ?? '').split(' ').map(Number)]),
      notifies,
      rule,
    );
  }
});

test('rules that come later, and the resource itself, do not notify of what was there before', async (t) => {
  const service = await serveModel(t, notificationModel({ remark: '[{ to: author }]' }));
  const { query, database } = service.database;
  await database.script(before + unit.replaceAll('$', '7'));
  await notifyAll(notificationModel({ remark: '[{ to: author }]' }), service);
  const model = notificationModel(ownRules);
  await notifyAll(model, service);
  t.same(await query('select from notification'), []);
  await database.script(`update unit set name = 'a'`);
  await notifyAll(model, service);
  t.same(await query('select party_id from notification order by id'), [{ party_id: '1' }, { party_id: '4' }]);
});

test('a party that is gone is not notified, and keeps nobody else from it', async (t) => {
  const model = notificationModel(ownRules);
  const service = await serveModel(t, model);
  const { query, database } = service.database;
  await database.script(before);
  await notifyAll(model, service);
  await database.script(`
    delete from notification; update point set supplier_id = 4 where id = 2; update point set supplier_id = null where id = 2;
    delete from identity where party_id = 4; delete from party where id = 4;`);
  await notifyAll(model, service);
  t.same(await query('select party_id from notification order by id'), [{ party_id: '3' }, { party_id: '3' }]);
});

test('an event that notifications cannot be made of keeps none from those before and behind it', async (t) => {
  const model = notificationModel(ownRules);
  const service = await serveModel(t, model);
  const { query, database } = service.database;
  await database.script(before);
  await notifyAll(model, service);
  await database.script(
    `delete from notification; update point set supplier_id = 2 + id % 2; ${unit.replaceAll('$', '7')}`,
  );
  while ((await sequence(database)) > 0);
  const [{ id } = {}] = await query(`update event set source = '/unit/' where source = '/unit/7' returning id`);
  const faults: string[] = [];
  while ((await notify(model, database, ({ message }) => faults.push(message))) > 0);
  t.same(faults, [`of event ${id} no notifications can be made: invalid input syntax for type bigint: ""`]);
  const made = await query(
    `select event_id, string_agg(party_id::text, ' ' order by party_id) as parties from notification group by event_id order by event_id`,
  );
  const ids = [-2, -1, 1, 2, 3].map((distance) => String(Number(id) + distance));
  const parties = ['1 3', '2 3', '3', '4', '5'];
  t.same(
    made,
    ids.map((event_id, place) => ({ event_id, parties: parties[place] })),
  );
});

test('while one worker is at it, another has nothing to do', async (t) => {
  const model = notificationModel(ownRules);
  const { database } = await serveModel(t, model);
  await database.database.script(before);
  await sequence(database.database);
  const other = await connect(database.url, { maximumConnections: 1, statementTimeoutSeconds: 10 });
  await other.query({ text: 'begin', values: [] });
  await other.query({ text: 'select from almanac.notified for update', values: [] });
  t.equal(await notify(model, database.database, t.fail), 0);
  await other.close();
  t.equal(await notify(model, database.database, t.fail), 13);
});
