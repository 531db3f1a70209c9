import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Test, test } from 'tap';
import type { Database } from '../../db/database.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { removeTables } from '../../db/migrate/prepare.ts';
import { undo } from '../../db/migrate/undo.ts';
import type { Query, Row } from '../../db/statement.ts';
import { loadSqlParser } from '../../engine/definition/view/sql_parser.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Model } from '../../engine/model/model.ts';
import { inOneTransaction, schemaChange } from '../../engine/schema/change.ts';
import { findAllEnds, formerOwners } from '../../engine/schema/former/keep.ts';
import { modelChange } from '../../engine/schema/migration/change/model_change.ts';
import { declaredRenames } from '../../engine/schema/migration/change/renamed_model.ts';
import { modelKinds, tableKinds } from '../../engine/schema/migration/kinds.ts';
import { migrationPlan } from '../../engine/schema/migration/plan.ts';
import type { Step } from '../../engine/schema/migration/step.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import { testDatabase } from '../database.ts';
import { migrationBetween, migrationsOf, notingObserver, stoppingAt } from '../db/migrations.ts';
import { catalog, rolledBack, rowsOf } from './catalog.ts';
import {
  books,
  changes,
  counted,
  migrationTexts,
  pages,
  price,
  stays,
  title,
  titled,
  units,
  value,
} from './changes.ts';
import { endedRights, keptAndFound, missingRights } from './ended_rights.ts';
import {
  compare,
  decimalType,
  enumType,
  fieldOf,
  integerType,
  modelOf,
  tableOf,
  temporalOf,
  textType,
} from './model_of.ts';
import { modelOfNotices } from './model_of_notices.ts';
import { type ModelPair, modelPairs } from './model_pair.ts';
import { definitionPairs } from './pair/definition_pair.ts';

/** The catalog after statements on an empty database. */
function catalogAfter(database: Database, statements: readonly string[]): Promise<readonly string[]> {
  return rolledBack(database, async (query) => {
    for (const statement of statements) await rowsOf(query, statement);
    return catalog(query);
  });
}

function stepsOf(from: Model, to: Model): readonly Step[] {
  const plan = migrationPlan(from, to);
  if (!plan.ok) throw new Error(plan.refusals.join('; '));
  return plan.steps;
}

/** The statements of the whole plan, those that lose something included. */
function statementsOf(from: Model, to: Model): readonly string[] {
  return stepsOf(from, to).flatMap(inOneTransaction);
}

await loadSqlParser();

test('each change is this migration', async (t) => {
  if (process.env.ALMANAC_WRITE) writeFileSync(new URL('migrations.sql', import.meta.url), migrationTexts(changes));
  t.equal(migrationTexts(changes), readFileSync(new URL('migrations.sql', import.meta.url), 'utf8'));
});

test('each kind of steps is in one of these migrations', async (t) => {
  const planned = changes.flatMap(({ from, to }) => {
    const change = modelChange(from, to, declaredRenames(from, to));
    return [
      ...Object.entries(modelKinds).flatMap(([kind, steps]) => (steps(change).length > 0 ? kind : [])),
      ...Object.entries(tableKinds).flatMap(([kind, steps]) =>
        change.changes.some((each) => steps(each).length > 0) ? kind : [],
      ),
    ];
  });
  const missing = [...Object.keys(modelKinds), ...Object.keys(tableKinds)].filter((kind) => !planned.includes(kind));
  t.same(missing, []);
});

test('after each change the tables are as if they had been made so', async (t) => {
  const { database } = await testDatabase(t);
  const made = new Map<string, Promise<readonly string[]>>();
  for (const { change, from, to } of changes) {
    const changed = await catalogAfter(database, [schemaText(from), ...statementsOf(from, to)]);
    const text = schemaText(to);
    const expected = made.get(text) ?? catalogAfter(database, [text]);
    made.set(text, expected);
    t.same(changed, await expected, change);
    t.same(stepsOf(to, to), [], `${change}: nothing is left to do`);
  }
});

const silent = modelOfNotices({ rules: null, events: null });
const recorded = modelOfNotices({ rules: null });
const rules = '[{ type: empty, when: stay=is.null, to: owner, message: Nobody is there. }]';
const told = { rules, notify: '[{ to: guest }]', events: '{ prefix: org.example, webhooks: {} }' };
const all = modelOfNotices(told);

const tellings: readonly [change: string, from: Model, to: Model][] = [
  ['events', silent, recorded],
  ['notifications, notices and subscriptions', recorded, all],
  ['all of it at once', silent, all],
  ['none of it any more', all, silent],
  ['events alone', all, recorded],
  ['another prefix', all, modelOfNotices({ ...told, events: '{ prefix: org.other, webhooks: {} }' })],
];

test('what is told of changes comes and goes, with rows in the tables', async (t) => {
  const { database } = await testDatabase(t);
  const write = `insert into party (name) values ('a');
    insert into room (owner_id, status) select max(id), 'new' from party;
    insert into stay (room_id, guest_id, valid_from) select max(room.id), max(party.id), now() from room, party`;
  for (const [change, from, to] of tellings) {
    const changed = await catalogAfter(database, [schemaText(from), write, ...statementsOf(from, to), write]);
    t.same(changed, await catalogAfter(database, [schemaText(to)]), change);
    t.same(stepsOf(to, to), [], `${change}: nothing is left to do`);
  }
});

const lists = { minLength: null, maxLength: null };

/** Fields to add, each with what it adds to the table and what the rows that are there hold in it. */
const additions: readonly [type: FieldType, facets: Partial<Field>, column: string, held: string | null][] = [
  [textType(), value("it's"), "text not null default 'it''s'", "it's"],
  [textType(), { nullable: true }, 'text', null],
  [textType(), { nullable: true, ...value('a') }, "text default 'a'", 'a'],
  [{ kind: 'html', ...lists }, value('<p>'), "text not null default '<p>'", '<p>'],
  [{ kind: 'boolean' }, value(true), 'boolean not null default true', 't'],
  [integerType(), value(-3), 'integer not null default -3', '-3'],
  [
    { ...integerType(), kind: 'bigint' },
    value('9007199254740993'),
    'bigint not null default 9007199254740993',
    '9007199254740993',
  ],
  [decimalType(5, 2), value('1.5'), 'numeric(5, 2) not null default 1.5', '1.50'],
  [{ kind: 'date' }, value('2026-01-31'), "date not null default '2026-01-31'::date", '2026-01-31'],
  [
    { kind: 'datetime' },
    value('2026-01-31T12:00:00Z'),
    "timestamptz not null default '2026-01-31T12:00:00Z'::timestamptz",
    '2026-01-31 12:00:00+00',
  ],
  [{ kind: 'time' }, value('08:30:00'), "time not null default '08:30:00'::time", '08:30:00'],
  [{ kind: 'integer_range' }, value('[1,5]'), "int4range not null default '[1,5]'::int4range", '[1,6)'],
  [{ kind: 'date_range' }, { nullable: true }, 'daterange', null],
  [{ kind: 'duration' }, value('P1M'), "interval not null default 'P1M'::interval", '1 mon'],
  [{ kind: 'json' }, value({ a: [1] }), `jsonb not null default '{"a":[1]}'::jsonb`, '{"a": [1]}'],
  [
    { kind: 'array', of: integerType(), ...lists },
    value([1, 2]),
    "integer[] not null default array['1', '2']::integer[]",
    '{1,2}',
  ],
  [enumType('a', 'b'), value('b'), "text not null default 'b'", 'b'],
  [{ kind: 'reference', to: 'book' }, { nullable: true }, 'bigint', null],
];

test('a field of each type can be added to rows, which hold its default and stay the versions that they were', async (t) => {
  const { database } = await testDatabase(t);
  for (const [type, facets, column, held] of additions) {
    const after = books([title, fieldOf('new', type, facets)]);
    const [table, history] = statementsOf(books(), after);
    t.equal(table, `alter table public.book add column new ${column}`);
    t.equal(history, `alter table public.book_history add column new ${column.split(/ not null| default/)[0]}`);
    await rolledBack(database, async (query) => {
      await rowsOf(query, schemaText(books()));
      await rowsOf(query, `insert into book (title) values ('a')`);
      const [before] = await rowsOf(query, 'select * from book');
      for (const statement of statementsOf(books(), after)) await rowsOf(query, statement);
      t.same(await rowsOf(query, 'select * from book'), [{ ...before, new: held }], column);
      t.same(await rowsOf(query, 'select * from book_history'), [], 'no version is recorded');
      return true;
    });
  }
});

test('a generated identifier differs from row to row; an added instant is that of the change', async (t) => {
  const { database } = await testDatabase(t);
  await database.script(schemaText(books()));
  await database.script(`insert into book (title) select 'a' from generate_series(1, 3)`);
  const after = books(
    [
      title,
      fieldOf('business_id', { kind: 'uuid' }, { default: { kind: 'generated' } }),
      fieldOf('since', { kind: 'datetime' }, { default: { kind: 'now' } }),
    ],
    { unique: [['business_id']] },
  );
  for (const statement of statementsOf(books(), after)) await rowsOf(database.query, statement);
  t.same(
    await rowsOf(
      database.query,
      'select count(distinct business_id) as ids, count(distinct since) as instants from book',
    ),
    [{ ids: '3', instants: '1' }],
  );
});

test('rows that are there get their numbers in the order of their ids, and the counter goes on behind them', async (t) => {
  const { database } = await testDatabase(t);
  const numbered = (name: string, facets: Partial<Field>, written: string) =>
    fieldOf(name, textType(), { ...counted(written), ...facets });
  const models = [
    books([title, fieldOf('mark', textType(), { nullable: true })]),
    books([title, fieldOf('mark', textType(), { nullable: true }), numbered('number', {}, 'B{year}-{00}')]),
    books([title, numbered('mark', {}, 'M{000}'), numbered('code', { was: 'number' }, 'B{year}-{00}')]),
    books([title, numbered('mark', {}, 'N{0}'), numbered('code', {}, 'B{year}-{000}')]),
  ];
  const [first = books()] = models;
  await database.script(schemaText(first));
  const insert = (...titles: readonly string[]) =>
    database.script(`insert into book (title) select unnest('{${titles}}'::text[])`);
  const column = async (name: string) =>
    (await rowsOf(database.query, `select ${name} as value from book order by id`)).map(({ value: own }) =>
      own?.replace(/B\d{4}/, 'B'),
    );
  await insert('c', 'b', 'a');
  await database.script(`update book set title = 'cc' where id = 1; delete from book where id = 2`);
  const migrateTo = async (at: number) => {
    const [from = first, to = first] = models.slice(at - 1, at + 1);
    for (const statement of statementsOf(from, to)) await rowsOf(database.query, statement);
  };
  await migrateTo(1);
  await insert('d', 'e');
  t.strictSame(await column('number'), ['B-01', 'B-02', 'B-03', 'B-04']);
  await database.script(`update book set mark = 'M007' where title = 'd'`);
  await migrateTo(2);
  await insert('f');
  t.strictSame(await column('code'), ['B-01', 'B-02', 'B-03', 'B-04', 'B-05']);
  t.strictSame(await column('mark'), ['M008', 'M009', 'M007', 'M010', 'M011']);
  await migrateTo(3);
  await insert('g');
  t.strictSame((await column('code')).at(-1), 'B-006');
  t.strictSame((await column('mark')).at(-1), 'N1');
  t.strictSame(await rowsOf(database.query, `select distinct name from almanac.counter order by name`), [
    { name: 'book.code' },
    { name: 'book.mark' },
  ]);
});

const numbers = { kind: 'array', minLength: null, maxLength: 1000 } as const;

const refusedByData: readonly [change: string, from: Model, to: Model, sqlstate: string][] = [
  ['a required field without default', books(), books([title, pages]), '23514'],
  [
    'a unique field with one default for all',
    books(),
    books([title, fieldOf('pages', integerType(), value(1))], { unique: [['pages']] }),
    '23505',
  ],
  ['null no longer allowed', books([title, price]), books([title, fieldOf('price', decimalType(7, 2))]), '23514'],
  ['a length that a text is above', books(), titled({}, textType({ maxLength: 1 })), '23514'],
  ['values among which one is not', books(), titled({}, enumType('one', 'three')), '23514'],
  [
    'a reference to a row that is not there',
    books([title, fieldOf('by', { ...integerType(), kind: 'bigint' }, value(9))]),
    books([title, fieldOf('by', { kind: 'reference', to: 'book' }, value(9))]),
    '23503',
  ],
  [
    'an element that leads to a row which is not there',
    books([title, fieldOf('by', { ...numbers, of: { ...integerType(), kind: 'bigint' } }, value([9]))]),
    books([title, fieldOf('by', { ...numbers, of: { kind: 'reference', to: 'book' } }, value([9]))]),
    '23503',
  ],
];

test('what the data stands against succeeds where there are no rows, and is refused by PostgreSQL where there are', async (t) => {
  const { database } = await testDatabase(t);
  for (const [change, from, to, sqlstate] of refusedByData) {
    const statements = statementsOf(from, to);
    const changed = await catalogAfter(database, [schemaText(from), ...statements]);
    t.same(changed, await catalogAfter(database, [schemaText(to)]), change);
    const rows = `insert into book (title) values ('one'), ('two')`;
    await t.rejects(
      catalogAfter(database, [schemaText(from), rows, ...statements]),
      new RegExp(`^${sqlstate} `),
      change,
    );
  }
});

const reference = fieldOf('entry_id', { kind: 'reference', to: 'entry' });
const byHand =
  'which no value can become. Add a nullable field of the new type, and fill it by an update of your own. In a later migration, drop';

const refused: readonly [from: Model, to: Model, reasons: readonly string[]][] = [
  [
    books([title, price]),
    books([title]),
    ['drop the field price of book: loses every value of price in book and in book_history'],
  ],
  [
    modelOf(tableOf('a', []), tableOf('b', [])),
    modelOf(tableOf('b', [])),
    ['drop the resource a: loses every row of a'],
  ],
  [
    titled({}),
    titled({}, { kind: 'json' }),
    [`book.title is stored as text and would be jsonb, ${byHand} title and give the new field its name with was`],
  ],
  ...[
    [fieldOf('price', integerType()), fieldOf('price', textType())],
    [fieldOf('price', decimalType(6, 2)), price],
    [fieldOf('price', decimalType(8, 4)), fieldOf('price', decimalType(8, 5))],
  ].map(([to, from]): (typeof refused)[number] => [
    books(from ? [from] : []),
    books(to ? [to] : []),
    [
      'drop price_former of book, which was of the old type: loses of price in book_history, the values that the new type cannot hold',
    ],
  ]),
  [
    books([title, fieldOf('flag', { kind: 'boolean' })]),
    books([
      title,
      fieldOf('flag', { kind: 'boolean' }, { computed: { kind: 'condition', condition: compare(title, 'eq', 'a') } }),
    ]),
    ['drop the field flag of book: loses every value of flag in book and in book_history'],
  ],
  [
    books(),
    books([title], { history: false }),
    ['drop the history of book: loses every replaced version of every row of book'],
  ],
  [
    stays('guest_id'),
    modelOf(
      tableOf(
        'stay',
        ['guest_id', 'room_id'].map((name) => fieldOf(name, { kind: 'reference', to: 'stay' })),
      ),
    ),
    [
      'delete the entries of stay that are deleted already: loses the entries of stay that are deleted and could be restored',
      'drop valid_from and valid_to of stay: loses from when to when each row of stay was valid',
    ],
  ],
  [
    modelOf(
      tableOf('entry', [reference, fieldOf('mark', integerType())], { temporal: temporalOf(['entry_id', 'mark']) }),
    ),
    modelOf(
      tableOf('entry', [reference, fieldOf('mark', { ...integerType(), kind: 'bigint' })], {
        temporal: temporalOf(['entry_id', 'mark']),
      }),
    ),
    [
      'entry.mark is stored as integer and would be bigint, and it identifies a timeline: add a second resource and copy its entries',
    ],
  ],
];

test('without leave to lose anything, and where a value would not fit, a change is refused with every reason', async (t) => {
  for (const [from, to, reasons] of refused) t.same(schemaChange(from, to), { ok: false, reasons }, reasons.join());
});

/** Every row that both models have, as the first or the second finds it. */
async function readRows(query: Query, { selects }: ModelPair, which: 0 | 1): Promise<readonly (readonly Row[])[]> {
  const tables: (readonly Row[])[] = [];
  for (const select of selects) tables.push(await rowsOf(query, select[which]));
  return tables;
}

/** Pairs for one database: its catalog and what a session remembers of it grow with every table that ever was. */
const pairsAtOnce = 50;

/** Holds a property of pairs of models, on a fresh database now and then. */
async function holdsOfPairs(
  t: Test,
  pairs: number,
  property: (database: Database, pair: ModelPair, chosen: number) => Promise<void>,
): Promise<void> {
  for (let held = 0; held < pairs; held += pairsAtOnce) {
    await t.test(`pairs from ${held + 1}`, async (t) => {
      const { database } = await testDatabase(t);
      await fc.assert(
        fc.asyncProperty(fc.oneof(modelPairs, definitionPairs), fc.nat(), (pair, chosen) =>
          property(database, pair, chosen),
        ),
        { numRuns: Math.min(pairsAtOnce, pairs - held), endOnFailure: true },
      );
    });
  }
}

test('a changed database is one that was made so, and what was in it is', async (t) => {
  await holdsOfPairs(t, process.env.ALMANAC_LONG ? 1000 : 15, async (database, pair) => {
    const { first, second, inserts } = pair;
    const changed = await rolledBack(database, async (query) => {
      for (const statement of [schemaText(first), ...inserts]) await rowsOf(query, statement);
      const before = await readRows(query, pair, 0);
      for (const statement of statementsOf(first, second)) await rowsOf(query, statement);
      const after = await readRows(query, pair, 1);
      const rights = await keptAndFound(query, second);
      return { before, after, rights, catalog: await catalog(query) };
    });
    deepStrictEqual(changed.after, changed.before);
    deepStrictEqual(missingRights(...changed.rights), []);
    deepStrictEqual(changed.catalog, await catalogAfter(database, [schemaText(second)]));
    deepStrictEqual(stepsOf(second, second), []);
  });
});

test('so is a database that is migrated step by step, from the text of the migration', async (t) => {
  await holdsOfPairs(t, process.env.ALMANAC_LONG ? 300 : 5, async (database, pair) => {
    const { first, second, inserts } = pair;
    await removeTables(database);
    const expected = await catalogAfter(database, [schemaText(second)]);
    await database.script([schemaText(first), ...inserts].join(';\n'));
    const before = await readRows(database.query, pair, 0);
    if (stepsOf(first, second).length > 0) {
      const migration = migrationBetween('20260101000000_change', first, second);
      const migrated = await migrate(database, migrationsOf(migration), notingObserver());
      deepStrictEqual(migrated, { kind: 'done', applied: [migration.name] });
    }
    deepStrictEqual(await readRows(database.query, pair, 1), before);
    deepStrictEqual(missingRights(...(await keptAndFound(database.query, second))), []);
    deepStrictEqual(await catalog(database.query), expected);
  });
});

test('a migration that stops, wherever, is finished or undone, and nothing that was in the database is lost', async (t) => {
  await holdsOfPairs(t, process.env.ALMANAC_LONG ? 200 : 5, async (database, pair, chosen) => {
    const { first, second, inserts } = pair;
    if (stepsOf(first, second).length === 0) return;
    await removeTables(database);
    const [before, after] = [
      await catalogAfter(database, [schemaText(first)]),
      await catalogAfter(database, [schemaText(second)]),
    ];
    await database.script([schemaText(first), ...inserts].join(';\n'));
    const migration = migrationBetween('20260101000000_change', first, second);
    const rows = await readRows(database.query, pair, 0);
    const rights = await endedRights(database.query);
    const lost = migration.steps.findIndex(({ undo }) => undo === null);
    const all = [...migration.steps.keys()];
    for (const at of process.env.ALMANAC_LONG ? all : [all[chosen % all.length] ?? 0]) {
      const stopped = await migrate(database, migrationsOf(stoppingAt(migration, at)), notingObserver());
      deepStrictEqual(stopped.kind, 'failed', JSON.stringify(stopped));
      // From the notes of the database alone, as where the file is gone.
      const undone = await undo(database, migrationsOf(), notingObserver());
      if (lost >= 0 && at > lost) {
        deepStrictEqual('kind' in undone && undone.kind, 'impossible', JSON.stringify(undone));
        break;
      }
      deepStrictEqual(undone, { kind: 'undone', migration: migration.name, steps: at });
      deepStrictEqual(await readRows(database.query, pair, 0), rows);
      deepStrictEqual(missingRights(await endedRights(database.query), rights), []);
      deepStrictEqual(await catalog(database.query), before);
    }
    deepStrictEqual(await migrate(database, migrationsOf(migration), notingObserver()), {
      kind: 'done',
      applied: [migration.name],
    });
    deepStrictEqual(await readRows(database.query, pair, 1), rows);
    deepStrictEqual(missingRights(...(await keptAndFound(database.query, second))), []);
    deepStrictEqual(await catalog(database.query), after);
  });
});

test('the ends of rights are known when a migration has been taken back, wherever it stopped', async (t) => {
  const { database } = await testDatabase(t);
  const first = units('unit');
  for (const second of [units('plant'), units('unit', 'closed'), units(null)]) {
    await removeTables(database);
    await database.script(`${schemaText(first)};
      insert into unit (id, name) values (1, 'a');
      insert into unit_history (id, unit_id, recorded_at, recorded_by, replaced_at, replaced_by, name)
        values (1, 1, '2020-01-01Z', 0, '2021-01-01Z', 0, 'a');
      insert into holding (id, unit_id, holder, valid_from) values (1, 1, '8', '2021-01-01Z');
      insert into holding_history (id, holding_id, recorded_at, recorded_by, replaced_at, replaced_by, unit_id, holder, valid_from)
        values (1, 1, '2020-01-01Z', 0, '2021-01-01Z', 0, 1, '7', '2020-01-01Z');
      ${formerOwners(first)
        .map(({ table }) => findAllEnds(table))
        .join(';')}`);
    const rights = await endedRights(database.query);
    t.equal(rights.length, 1);
    const migration = migrationBetween('20260101000000_change', first, second);
    for (const at of migration.steps.keys()) {
      t.equal((await migrate(database, migrationsOf(stoppingAt(migration, at)), notingObserver())).kind, 'failed');
      await undo(database, migrationsOf(), notingObserver());
      t.same(missingRights(await endedRights(database.query), rights), [], `stopped at step ${at + 1}`);
    }
    t.match(await migrate(database, migrationsOf(migration), notingObserver()), { kind: 'done' });
    const [kept, found] = await keptAndFound(database.query, second);
    t.same(missingRights(kept, found), []);
  }
});
