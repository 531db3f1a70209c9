import { deepStrictEqual, ok } from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { type Test, test } from 'tap';
import { migrate } from '../../db/migrate/migrate.ts';
import type { Migration } from '../../db/migrate/migration_folder.ts';
import { undo } from '../../db/migrate/undo.ts';
import { loadSqlParser } from '../../engine/definition/view/sql_parser.ts';
import type { Table } from '../../engine/model/model.ts';
import { engineChange } from '../../engine/schema/migration/engine.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import { schemaObjects, schemaText } from '../../engine/schema/schema.ts';
import { quote } from '../../engine/sql/identifier.ts';
import { statementsOf } from '../../engine/sql/object.ts';
import { scriptText } from '../../engine/sql/script.ts';
import { testDatabase } from '../database.ts';
import { serveModel, type TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { catalog } from '../schema/catalog.ts';
import { type ModelPair, modelPairs } from '../schema/model_pair.ts';
import { definitionPairs } from '../schema/pair/definition_pair.ts';
import { type Body, client, removeRows, writable } from './instance.ts';
import { killMigrator } from './killed_migrator.ts';
import { migrationBetween, migrationOf, migrationsOf, notingObserver, stoppingAt } from './migrations.ts';

// An instance of the old definitions, which is asked all through a migration that stops at every step, goes back and on.

await loadSqlParser();

/** The ids of rows that the use makes. It may not be able to delete them, and then they are in the way. */
const madeFrom = 100;

/** Reads, changes, creates and deletes rows of each table, as two clients would. */
async function use(
  ask: ReturnType<typeof client>,
  tables: readonly Table[],
  rows: ReadonlyMap<string, readonly Body[]>,
) {
  const answers = await Promise.all(
    tables.map(async (table) => {
      const [one = {}, two = {}] = (rows.get(table.name) ?? []).map((row) => writable(table, row));
      const [field] = Object.entries(one);
      const validity = table.temporal === null ? {} : { valid_from: '2400-01-01T00:00:00Z' };
      const created = await ask('POST', `/${table.name}`, { ...one, ...validity });
      const own = `/${table.name}/${created.status === 201 ? created.body.id : 1}`;
      return [
        created,
        await ask('GET', `/${table.name}?limit=5`),
        ...(created.status === 201 ? [await ask('PATCH', own, two), await ask('DELETE', own)] : []),
        await ask('GET', `/${table.name}/1`),
        await ask('PATCH', `/${table.name}/1`, field === undefined ? {} : Object.fromEntries([field])),
        await ask('PATCH', `/${table.name}/1`, one),
      ];
    }),
  );
  return answers.flat();
}

/** Migrates to the step, under use. What the use has put in the way of it is gone by then: it is tried again. */
async function stopAt(
  service: TestService,
  pair: ModelPair,
  migration: Migration,
  at: number,
  during: () => Promise<unknown>,
) {
  const { database } = service.database;
  const [first] = await Promise.all([
    migrate(database, migrationsOf(stoppingAt(migration, at)), notingObserver()),
    during(),
  ]);
  const isThere = (outcome: typeof first) => outcome.kind === 'failed' && outcome.step === migration.steps[at]?.title;
  if (isThere(first)) return;
  ok(first.kind === 'unfit' || first.kind === 'failed', JSON.stringify(first));
  await removeRows(service, pair, madeFrom);
  const again = await migrate(database, migrationsOf(stoppingAt(migration, at)), notingObserver());
  ok(isThere(again), JSON.stringify(again));
}

/** What only one of two catalogs has. */
function unlike(is: readonly string[], expected: readonly string[]): readonly string[] {
  return [
    ...is.filter((line) => !expected.includes(line)).map((line) => `unexpected: ${line}`),
    ...expected.filter((line) => !is.includes(line)).map((line) => `missing: ${line}`),
  ];
}

const isLong = process.env.ALMANAC_LONG !== undefined;
const seed = isLong ? Number(process.env.SEED ?? Date.now()) : 5;
const pairs: readonly ModelPair[] = fc.sample(
  fc.oneof(modelPairs, definitionPairs).filter(({ inserts }) => inserts.length > 0),
  { numRuns: isLong ? 60 : 2, seed },
);

/** A service of the first model with its rows, and a migration to the second. */
async function openPair(t: Test, { first, second, inserts }: ModelPair) {
  const migration = migrationBetween('20260101000000_change', first, second);
  const service = await serveModel(t, first);
  const { database } = service.database;
  const tables = [...first.resources.values()]
    .filter((each) => each.kind === 'table')
    .filter(({ madeBy }) => madeBy === null);
  const names = tables.map(({ name }) => quote(name));
  const restarts = names.map((name) => `alter table ${name} alter id restart with ${madeFrom}`);
  await database.script([...inserts, ...restarts].join(';\n'));
  const before = await catalog(database.query);
  const ask = client(service, { identity_id: 7, role: 'clerk', party_id: 1 });
  const rows = new Map<string, readonly Body[]>();
  for (const { name } of tables) {
    const list = await ask('GET', `/${name}?order=id`);
    deepStrictEqual(list.status, 200, JSON.stringify(list));
    rows.set(name, list.body);
  }
  // A name that is gone is another matter: then the instance says that it is not ready.
  const isRenamed = /\b(rename the field|rename |drop the (field|resource|history)|drop valid_from)/.test(
    migration.text,
  );
  const during = async () => {
    const faults = (await use(ask, tables, rows)).filter(
      ({ status, body }) => status >= 500 && !(isRenamed && status === 503 && body.code === 'not_ready'),
    );
    deepStrictEqual(faults, []);
  };
  /** Takes back what was done of the migration, under use. */
  const goBack = async () => {
    const takeBack = () => undo(database, migrationsOf(migration), notingObserver());
    const [outcome] = await Promise.all([takeBack(), during()]);
    const hasFailed = 'kind' in outcome && outcome.kind === 'failed';
    if (hasFailed) await removeRows(service, { first, second }, madeFrom);
    return hasFailed ? takeBack() : outcome;
  };
  const isAsBefore = async () => {
    deepStrictEqual(unlike(await catalog(database.query), before), []);
    await during();
    const counts = await Promise.all(tables.map(({ name }) => ask('GET', `/${name}/1`)));
    deepStrictEqual(
      counts.map(({ status }) => status),
      tables.map(() => 200),
    );
  };
  /** Does the rest of the migration, under use. */
  const goOn = async () => {
    const rest = () => migrate(database, migrationsOf(migration), notingObserver());
    const [done] = await Promise.all([rest(), during()]);
    await removeRows(service, { first, second }, madeFrom);
    const result = done.kind === 'done' ? done : await rest();
    deepStrictEqual(result.kind, 'done', JSON.stringify(result));
    await during();
    const fresh = await testDatabase(t);
    await fresh.database.script(schemaText(second));
    deepStrictEqual(unlike(await catalog(database.query), await catalog(fresh.database.query)), []);
  };
  return { migration, service, during, goBack, isAsBefore, goOn };
}

test('an old instance answers all through, whether the migration goes on or back', async (t) => {
  for (const [number, pair] of pairs.entries()) {
    await t.test(`pair ${number + 1}`, async (t) => {
      const { migration, service, during, goBack, isAsBefore, goOn } = await openPair(t, pair);
      const lost = migration.steps.findIndex(({ undo: back }) => back === null);
      const end = lost < 0 ? migration.steps.length - 1 : lost;
      for (let at = 0; at <= end; at += 1) {
        await stopAt(service, pair, migration, at, during);
        await during();
      }
      const undone = await goBack();
      deepStrictEqual('kind' in undone && undone.kind, 'undone', JSON.stringify(undone));
      await isAsBefore();
      await goOn();
    });
  }
});

test('a migrator that is killed at any moment leaves what can be finished or taken back', async (t) => {
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), {
    numRuns: 1000,
    seed,
  });
  const next = () => random.pop() ?? 0.5;
  let killed = 0;
  for (const [number, pair] of pairs.entries()) {
    await t.test(`pair ${number + 1}`, async (t) => {
      const { migration, service, during, goBack, isAsBefore, goOn } = await openPair(t, pair);
      for (let kill = 0; kill < (isLong ? 2 : 1); kill += 1) {
        const at = Math.floor(next() * migration.steps.length);
        let isOver = false;
        const [said] = await Promise.all([
          killMigrator(service.database.url, migration, at, () => delay(next() * 20)).finally(() => {
            isOver = true;
          }),
          (async () => {
            while (!isOver) await during();
          })(),
        ]);
        if (!said.includes('done')) killed += 1;
        await removeRows(service, pair, madeFrom);
        await during();
        if (next() < 0.5) continue;
        const undone = await goBack();
        if (!('kind' in undone)) throw new Error(undone.error.message);
        if (undone.kind === 'undone') await isAsBefore();
        else if (undone.kind === 'impossible') {
          const step = migration.steps.find(({ title }) => title === undone.step);
          deepStrictEqual(step?.undo, null, 'only what has lost something cannot be taken back');
        } else deepStrictEqual(undone.kind, 'nothing');
      }
      await goOn();
    });
  }
  t.ok(killed > 0, `${killed} were killed before they had ended`);
});

test('an old instance goes on where a number has become a wider one, and meets a new rule with 422', async (t) => {
  const files = (field: string) =>
    modelOfFiles({
      'service.yaml': 'service: Library\nevents: { prefix: org.example }\n',
      'book.yaml': `resource: book\nfields:\n  title: { type: text }\n  pages: ${field}\n`,
    });
  const [first, second] = [files('{ type: integer }'), files('{ type: bigint, minimum: 1 }')];
  const service = await serveModel(t, first);
  const ask = client(service);
  await ask('POST', '/book', { title: 'a', pages: 1 });
  // Functions keep plans by connection, so each is to have them.
  const many = (pages: number) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => ask('PATCH', '/book/1', { title: `${pages} ${n}`, pages })));
  const statuses = async (pages: number) => [...new Set((await many(pages)).map(({ status }) => status))];
  t.same(await statuses(2), [200]);
  const migration = migrationBetween('20260101000000_wider', first, second);
  t.match(await migrate(service.database.database, migrationsOf(migration), notingObserver()), { kind: 'done' });
  t.same(await statuses(3), [200]);
  t.match(await ask('PATCH', '/book/1', { pages: 0 }), { status: 422, body: { code: 'invalid_body' } });
  const ready = await service.server.inject({ url: '/readyz' });
  t.equal(ready.statusCode, 200, 'and no balancer takes it out');
});

test('constraints become deferrable while an instance answers, step by step, forth and back', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Library\n',
    'identity.yaml': 'resource: identity\nfields:\n  subject: { type: text, unique: true }\n',
    'book.yaml':
      'resource: book\nunique: [[title, "volume"]]\nfields:\n  title: { type: text }\n  volume: { type: integer, unique: true }\n',
    'stay.yaml': 'resource: stay\ntemporal: { timeline: book_id }\nfields:\n  book_id: { type: reference, to: book }\n',
  });
  const now = schemaObjects(model);
  const former = now.map((object) => ({
    ...object,
    create: object.create.replaceAll(' deferrable initially immediate', ''),
  }));
  const change = engineChange({ objects: former, isSure: true }, now);
  if (!change.ok) throw new Error(change.refusals.join());
  const migration = migrationOf('20260101000000_deferrable', migrationText('20260101000000_deferrable', change.steps));
  t.equal(migration.steps.length, 5, 'two of each unique constraint, and one of the timeline');

  const service = await serveModel(t, model);
  const { database } = service.database;
  const expected = await catalog(database.query);
  await database.script(`drop schema almanac cascade; drop schema public cascade; create schema public;
    ${scriptText(statementsOf(former))}`);
  const before = await catalog(database.query);
  t.not(unlike(before, expected).length, 0);
  let count = 0;
  const during = async () => {
    const ask = client(service, { sub: `subject ${++count}` });
    const answers = [
      await ask('POST', '/book', { title: 'a', volume: count }),
      await ask('POST', '/book', { title: 'a', volume: count }),
      await ask('POST', '/stay', {
        book_id: 1,
        valid_from: `2026-01-01T00:00:${String(count % 60).padStart(2, '0')}Z`,
      }),
    ];
    deepStrictEqual(
      answers.map(({ status, body }) => [status, body.code]),
      [
        [201, undefined],
        [409, 'unique_conflict'],
        [201, undefined],
      ],
      JSON.stringify(answers),
    );
  };
  await during();
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < migration.steps.length; at += 1) {
      const [stopped] = await Promise.all([
        migrate(database, migrationsOf(stoppingAt(migration, at)), notingObserver()),
        during(),
      ]);
      t.match(stopped, { kind: 'failed', step: migration.steps[at]?.title });
      await during();
    }
    if (round > 0) break;
    const [undone] = await Promise.all([undo(database, migrationsOf(migration), notingObserver()), during()]);
    t.match(undone, { kind: 'undone' });
    t.same(unlike(await catalog(database.query), before), []);
  }
  const [done] = await Promise.all([migrate(database, migrationsOf(migration), notingObserver()), during()]);
  t.match(done, { kind: 'done' });
  await during();
  t.same(unlike(await catalog(database.query), expected), []);
  t.same(await service.database.query('select count(*) from identity'), [{ count: `${count}` }]);
});

test('a field that goes keeps what is written until it goes', async (t) => {
  const book = (fields: string) =>
    modelOfFiles({
      'service.yaml': 'service: Test\n',
      'book.yaml': `resource: book\nhistory: true\nfields:\n  title: { type: text }\n${fields}`,
    });
  const was = book(
    '  note: { type: text, nullable: true }\n  kind: { type: enum, values: [a, b, c], default: a, transitions: { a: [b], b: [c] } }\n',
  );
  const migration = migrationBetween('20260101000000_book', was, book('  other: { type: text, nullable: true }\n'));
  const isDrop = migration.steps.map(({ title }) => title.startsWith('drop the field'));
  t.equal(isDrop.filter(Boolean).length, 2);
  for (const [at, { title }] of migration.steps.entries()) {
    const service = await serveModel(t, was);
    const ask = client(service);
    await ask('POST', '/book', { title: 'one', note: 'one' });
    const { database } = service.database;
    await migrate(database, migrationsOf(stoppingAt(migration, at)), notingObserver());
    const written = [await ask('PATCH', '/book/1', { note: 'two' }), await ask('PATCH', '/book/1', { kind: 'b' })].map(
      ({ status }) => status,
    );
    if (isDrop.slice(0, at).includes(true)) {
      t.same(written, [503, 503], `before ${title}, after another`);
      continue;
    }
    t.same(written, [200, 200], `before ${title}`);
    const versions = await ask('GET', '/book_history?select=note,kind&order=id');
    t.strictSame(
      versions.body,
      [
        { note: 'one', kind: 'a' },
        { note: 'two', kind: 'a' },
        { note: 'two', kind: 'b' },
      ],
      `before ${title}`,
    );
  }
});
