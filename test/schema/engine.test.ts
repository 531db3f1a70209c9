import { test } from 'tap';
import type { Query } from '../../db/statement.ts';
import { loadModel } from '../../engine/feature/load.ts';
import type { Field } from '../../engine/model/field.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import { engineChange } from '../../engine/schema/migration/engine.ts';
import { readFormerRecord } from '../../engine/schema/migration/file/former_record.ts';
import { schemaObjects, schemaText } from '../../engine/schema/schema.ts';
import { keyOf, type SchemaObject, statementsOf } from '../../engine/sql/object.ts';
import { sameSql } from '../../engine/sql/token.ts';
import { testDatabase } from '../database.ts';
import { catalog, rolledBack, rowsOf } from './catalog.ts';
import { modelOfEverything } from './model_of_everything.ts';

async function loaded(folder: string): Promise<Model> {
  const read = await loadModel(folder);
  if (!read.ok) throw new Error(`${folder} has faults`);
  return read.model;
}

/** The statements that an upgrade runs whose last migration led to these objects, as they run in a transaction. */
function upgrade(before: readonly SchemaObject[], now: readonly SchemaObject[], isSure = true) {
  const change = engineChange({ objects: before, isSure }, now);
  if (!change.ok) throw new Error(change.refusals.join());
  const undo = change.steps.toReversed().flatMap((step) => step.undo ?? []);
  return {
    statements: change.steps.flatMap(({ atOnce, statements }) => atOnce ?? statements),
    undo: undo.map((statement) => statement.replace(/^((create|drop) index) concurrently/, '$1')),
  };
}

/** Former versions of a function: a statement of its body twice, one left out, and two that have changed places. */
function formerBodies(text: string): readonly (readonly [what: string, text: string])[] {
  const lines = text.split('\n');
  const statements = lines.flatMap((line, at) => (/ (:=|perform) .*;$/.test(line) ? [at] : []));
  return statements.flatMap((at) => {
    const line = lines[at] ?? '';
    const other = statements.find((each) => each > at && lines[each] !== line);
    const texts: (readonly [string, readonly string[]])[] = [
      ['one shorter', lines.toSpliced(at, 0, line)],
      ['one longer', lines.toSpliced(at, 1)],
      ...(other === undefined
        ? []
        : ([['two swapped', lines.with(at, lines[other] ?? '').with(other, line)]] as const)),
    ];
    return texts.map(([what, changed]) => [what, changed.join('\n')] as const);
  });
}

test('a trigger function of which one statement came, went or moved is written again, and nothing else is', async (t) => {
  const counts = new Map<string, number>();
  for (const model of [modelOfEverything(), await loaded('test/register')]) {
    const now = schemaObjects(model);
    for (const [at, object] of now.entries()) {
      if (object.kind !== 'function' || !object.signature.endsWith('returns trigger')) continue;
      for (const [what, create] of formerBodies(object.create)) {
        const { statements, undo } = upgrade(now.with(at, { ...object, create }), now);
        const isMet = statements.length === 1 && statements[0] === object.create && undo[0] === create;
        if (!isMet) t.same([statements, undo], [[object.create], [create]], `${object.name}: ${what}`);
        counts.set(what, (counts.get(what) ?? 0) + 1);
      }
    }
  }
  t.same([...counts.keys()], ['one shorter', 'one longer', 'two swapped']);
  t.ok(
    [...counts.values()].every((count) => count > 100),
    'of each kind many',
  );
});

/** What an older version may have made: some of it is missing, and some is otherwise. */
function olderObjects(now: readonly SchemaObject[], seed: number): readonly SchemaObject[] {
  const soft = new Set<SchemaObject['kind']>(['function', 'trigger', 'index', 'comment']);
  const missing = new Set<string>();
  return now.flatMap((object, at) => {
    const chance = (at * 7919 + seed * 104729) % 11;
    if ((chance === 0 && soft.has(object.kind)) || object.dependsOn.some((key) => missing.has(key))) {
      missing.add(keyOf(object));
      return [];
    }
    if (chance > 2 || object.kind === 'rows') return [object];
    const edited = object.create.replace('\nbegin\n', '\nbegin\n  -- Older.\n').replace(" is '", " is 'Older: ");
    return [{ ...object, create: edited.replace('_at_idx on almanac', '_at_idx on only almanac') }];
  });
}

test('an upgrade makes what the version makes, and its undo what was there', async (t) => {
  const now = schemaObjects(await loaded('test/library'));
  const { database } = await testDatabase(t);
  const made = (query: Query, statements: readonly string[]) =>
    rowsOf(query, statements.map((each) => `${each};\n`).join(''));
  const expected = await rolledBack(database, async (query) => {
    await made(query, statementsOf(now));
    return catalog(query);
  });
  for (let seed = 0; seed < (process.env.ALMANAC_LONG ? 44 : 4); seed++) {
    const before = olderObjects(now, seed);
    const { statements, undo } = upgrade(before, now);
    t.ok(statements.length > 20, `${statements.length} statements`);
    const [was, is, again] = await rolledBack(database, async (query) => {
      await made(query, statementsOf(before));
      const first = await catalog(query);
      await made(query, statements);
      const second = await catalog(query);
      await made(query, undo);
      return [first, second, await catalog(query)];
    });
    t.same(is, expected);
    t.same(again, was);
  }
});

test('indexes are made before all else and dropped behind it, while their tables are in use', async (t) => {
  const now = schemaObjects(await loaded('test/library'));
  const isNew = ({ kind, name }: SchemaObject) => kind === 'index' && name === 'loan_member_id_id_idx';
  const before = now.map(
    (object): SchemaObject =>
      isNew(object)
        ? {
            ...object,
            name: 'loan_member_id_idx',
            create: 'create index loan_member_id_idx on public.loan (member_id)',
            drop: 'drop index public.loan_member_id_idx',
          }
        : object.kind === 'function'
          ? { ...object, create: object.create.replace('\nbegin\n', '\nbegin\n  -- Older.\n') }
          : object,
  );
  const change = engineChange({ objects: before, isSure: true }, now);
  if (!change.ok) throw new Error(change.refusals.join());
  const stepsOf = (steps: typeof change.steps) => steps.map(({ title, runs: { kind } }) => [title, kind]);
  t.same(stepsOf(change.steps), [
    ['make the index loan_member_id_id_idx', 'alone'],
    ['bring triggers and functions to this version of Almanac', 'transaction'],
    ['drop the index loan_member_id_idx', 'alone'],
  ]);
  const [first, , last] = change.steps;
  const [drop, create] = [
    'drop index concurrently if exists public.loan_member_id_id_idx',
    'create index concurrently loan_member_id_id_idx on public.loan (member_id, id)',
  ];
  t.same([first?.statements, first?.undo], [[drop, create], [drop]]);
  const former = 'create index concurrently loan_member_id_idx on public.loan (member_id)';
  const dropped = 'drop index concurrently if exists public.loan_member_id_idx';
  t.same([last?.statements, last?.undo], [[dropped], [dropped, former]]);
});

test('what holds rows, or rules of rows, is not made otherwise', async (t) => {
  const now = schemaObjects(await loaded('test/library'));
  const edited = (key: string, edit: (object: SchemaObject) => readonly SchemaObject[]) =>
    now.flatMap((object) => (keyOf(object) === key ? edit(object) : [object]));
  const without = (key: string) => edited(key, () => []);
  const isConstraint = ({ kind, on }: SchemaObject) => kind === 'constraint' && on === 'public.loan';
  const [reference = ''] = now.filter(isConstraint).map(keyOf);
  const steps = 'table almanac.migration_step';
  const cases: readonly (readonly [
    before: readonly SchemaObject[],
    after: readonly SchemaObject[],
    refused: string,
  ])[] = [
    [edited(steps, (table) => [{ ...table, rules: [] } as SchemaObject]), now, steps],
    [now, edited(steps, (table) => [{ ...table, columns: [] } as SchemaObject]), steps],
    [now, without(reference), reference],
    [without(reference), now, reference],
    [
      edited('table public.loan', (table) => [{ ...table, create: `${table.create} tablespace other` }]),
      now,
      'table public.loan',
    ],
  ];
  for (const [before, after, refused] of cases) {
    t.same(engineChange({ objects: before, isSure: true }, after), {
      ok: false,
      refusals: [
        `this version of Almanac makes the ${refused} otherwise than the last migration: see the notes of the version`,
      ],
    });
  }
  t.end();
});

test('each object depends on earlier ones alone, and all of them dropped leave nothing', async (t) => {
  for (const model of [modelOfEverything(), await loaded('test/register'), await loaded('test/library')]) {
    const objects = schemaObjects(model);
    const known = new Set<string>();
    for (const object of objects) {
      const missing = object.dependsOn.filter((key) => !known.has(key));
      if (missing.length > 0) t.same(missing, [], keyOf(object));
      if (known.has(keyOf(object))) t.fail(`${keyOf(object)} is there twice`);
      known.add(keyOf(object));
    }
    const { database } = await testDatabase(t);
    const [none, left] = await rolledBack(database, async (query) => {
      const empty = await catalog(query);
      for (const { create } of objects) await rowsOf(query, create);
      for (const { drop } of objects.toReversed()) await rowsOf(query, drop);
      return [empty, await catalog(query)];
    });
    t.same(left, none);
  }
});

test('another layout is no change, and another text is', (t) => {
  const same = [
    ['select  a,\n  b', 'select a, b'],
    ['f(\n  a\n)', 'f(a)'],
    ['as $$\nbegin\n  a := 1; -- why\nend\n$$', 'as $$ begin a := 1; -- why\n end $$'],
    ['as $function$ begin end $function$', 'as $$begin end$$'],
  ] as const;
  const other = [
    [`select 'a  b'`, `select 'a b'`],
    ['select "a  b"', 'select "a b"'],
    ['a -- why\n b', 'a -- why b'],
    [`as $$ begin a := 'x  y'; end $$`, `as $$ begin a := 'x y'; end $$`],
    [`as $$ begin a := $t$x  y$t$; end $$`, `as $$ begin a := $t$x y$t$; end $$`],
    [`E'\\'  a'`, `E'\\' a'`],
    ['a < = b', 'a <= b'],
    ['a b', 'ab'],
    ['a := 1;', 'a := 1; a := 1;'],
  ] as const;
  for (const [a, b] of same) t.ok(sameSql(a, b), `${a} is ${b}`);
  for (const [a, b] of other) t.notOk(sameSql(a, b), `${a} is not ${b}`);
  t.end();
});

/** The same model without acyclic references: there were none when text was recorded. */
function withoutTrees(model: Model): Model {
  const resources = [...model.resources].map(([name, resource]): [string, Resource] => {
    const fields = [...resource.fields].map(([key, field]): [string, Field] => [key, { ...field, acyclic: false }]);
    return [name, { ...resource, fields: new Map(fields) }];
  });
  return { ...model, resources: new Map(resources) };
}

test('what was recorded as text is read as the objects that it makes', async (t) => {
  const library = withoutTrees(await loaded('test/library'));
  for (const model of [modelOfEverything(), await loaded('test/register'), library]) {
    const objects = schemaObjects(model);
    const read = readFormerRecord(schemaText(model));
    t.same(read.map(keyOf), objects.map(keyOf));
    t.same(
      read.map(({ create }) => create),
      objects.map(({ create }) => create),
    );
    t.same(upgrade(read, objects), { statements: [], undo: [] });
    t.same(
      read.flatMap((object) => (object.kind === 'function' ? object.signature : [])),
      objects.flatMap((object) => (object.kind === 'function' ? object.signature : [])),
    );
  }
  t.throws(() => readFormerRecord('truncate public.book;'), /a statement that Almanac does not write: truncate/);
});
