import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Test, test } from 'tap';
import { migrate } from '../../db/migrate/migrate.ts';
import { loadSqlParser } from '../../engine/definition/view/sql_parser.ts';
import { sequence } from '../../engine/feature/event/sequencer.ts';
import type { Model } from '../../engine/model/model.ts';
import { migrationPlan } from '../../engine/schema/migration/plan.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import { startWorker } from '../../engine/worker/worker.ts';
import { follow } from '../events/stream.ts';
import { serveDatabase, serveModel, type TestService } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { type Change, changes } from '../schema/changes.ts';
import type { ModelPair } from '../schema/model_pair.ts';
import { type InstanceAnswer, removeRows } from './instance.ts';
import { bodyOf, type Instance, instanceOf, seed, tablesOf, use } from './instance_use.ts';
import { migrationBetween, migrationsOf, notingObserver } from './migrations.ts';

// Two versions of a service on one database: the old one is asked before, during and after each kind of migration, and the
// new one beside it afterwards. Neither answers 5xx, and each reads what the other has written.

await loadSqlParser();

const few: ReadonlySet<string> = new Set([
  'a field that is required and has a default',
  'a wider number, unique and with a rule',
  'checks that are asked at moments',
  'fields that are set, and rows that are created',
  'a history',
  'the first rule of notices',
]);

/** What one instance creates, the other reads with the same values where a field is the same for both. */
async function readEachOther(writer: Instance, reader: Instance): Promise<number> {
  let read = 0;
  for (const table of tablesOf(writer.service)) {
    const other = reader.service.model.resources.get(table.name);
    if (other?.kind !== 'table' || other.was !== null) continue;
    const created = await writer.ask('POST', `/${table.name}`, bodyOf(table, 'full'));
    if (created.status !== 201) continue;
    const seen = await reader.ask('GET', `/${table.name}/${created.body.id}`);
    // A role that one of them does not know.
    if (seen.status === 403) continue;
    deepStrictEqual(seen.status, 200, JSON.stringify(seen));
    for (const [name, field] of table.fields) {
      const same = other.fields.get(name);
      if (same === undefined || same.was !== null || JSON.stringify(same.type) !== JSON.stringify(field.type)) continue;
      if (same.computed !== null || field.computed !== null) continue;
      deepStrictEqual(seen.body[name], created.body[name], `${table.name}.${name}`);
    }
    read += 1;
  }
  return read;
}

/** Whether the second model lacks something of the first, calls it otherwise, or stores a text as something else. */
function takesAway(from: Model, to: Model): boolean {
  return [...from.resources.values()].some((table) => {
    if (table.kind !== 'table') return false;
    const other = to.resources.get(table.name);
    if (other?.kind !== 'table' || (other.was !== null && other.was !== table.name)) return true;
    if ((table.history && !other.history) || (table.temporal !== null && other.temporal === null)) return true;
    const taken = new Set([...other.fields.values()].map(({ name, was }) => (was === name ? null : was)));
    return [...table.fields.values()].some(({ name, type, computed }) => {
      const same = other.fields.get(name);
      if (same === undefined || taken.has(name) || (computed === null && same.computed !== null)) return true;
      // PostgreSQL takes no text for a value of another type.
      return isText(type) && !isText(same.type);
    });
  });
}

function isText(type: FieldType): boolean {
  return type.kind === 'array' ? isText(type.of) : ['text', 'html', 'enum'].includes(type.kind);
}

/** Migrates while the old instance is asked. Rows that stand in the way are removed, as a user would change them. */
async function migrateUnderUse(
  { database }: TestService,
  pair: Pick<ModelPair, 'first' | 'second'>,
  during: () => Promise<unknown>,
): Promise<void> {
  const migrations = migrationsOf(migrationBetween('20260101000000_change', pair.first, pair.second));
  const run = () => migrate(database.database, migrations, notingObserver());
  let isOver = false;
  const asking = (async () => {
    while (!isOver) await during();
  })();
  const outcome = await run().finally(() => {
    isOver = true;
  });
  await asking;
  if (outcome.kind === 'done') return;
  await removeRows({ database }, pair, 0);
  deepStrictEqual((await run()).kind, 'done', JSON.stringify(outcome));
}

async function tryChange(t: Test, { from, to }: Change): Promise<void> {
  const old = instanceOf(await serveModel(t, from));
  const { database } = old.service.database;
  const failures: unknown[] = [];
  const work = (model: typeof from) =>
    startWorker(model, database, (error) => failures.push((error as Error).message), { lookMilliseconds: 20 });
  const oldWork = await work(from);
  t.teardown(() => oldWork.close());
  await seed(old);
  const isAway = takesAway(from, to);
  const faults: InstanceAnswer[] = [];
  const counts = { before: 0, during: 0, after: 0, beside: 0 };
  const ask = async (instance: Instance, phase: keyof typeof counts) => {
    const answers = await use(instance);
    counts[phase] += answers.filter(({ status }) => status < 300).length;
    const isOld = instance === old && phase !== 'before';
    faults.push(
      ...answers.filter(
        ({ status, body }) => status >= 500 && !(isOld && isAway && status === 503 && body.code === 'not_ready'),
      ),
    );
  };
  await ask(old, 'before');
  ok(counts.before > 0, 'something can be done');
  const plan = migrationPlan(from, to);
  if (!plan.ok) throw new Error(plan.refusals.join('; '));
  if (plan.steps.length > 0) await migrateUnderUse(old.service, { first: from, second: to }, () => ask(old, 'during'));
  await ask(old, 'after');
  const fresh = instanceOf(await serveDatabase(t, to, old.service.database));
  const newWork = await work(to);
  t.teardown(() => newWork.close());
  for (let round = 0; round < 2; round += 1) await Promise.all([ask(old, 'beside'), ask(fresh, 'beside')]);
  deepStrictEqual(faults, []);
  const read = await readEachOther(fresh, fresh);
  if (!isAway) {
    const [oldToNew, newToOld] = [await readEachOther(old, fresh), await readEachOther(fresh, old)];
    t.comment(`read: ${read} of itself, ${oldToNew} of the old one, ${newToOld} of the new one`);
    deepStrictEqual(failures, []);
  }
  t.comment(JSON.stringify(counts));
}

const project = (fields: string, more: Readonly<Record<string, string>> = {}) =>
  modelOfFiles({
    'service.yaml': 'service: Library\nevents: { prefix: org.example }\n',
    'book.yaml': `resource: book\nhistory: true\nfields:\n  title: { type: text }\n${fields}`,
    'note.yaml': 'resource: note\nfields:\n  book_id: { type: reference, to: book }\n  text: { type: text }\n',
    ...more,
  });

test('no event is lost or told twice, whichever version writes it, numbers it or sends it', async (t) => {
  const from = project('  pages: { type: integer, default: 1 }\n');
  const to = project(
    `  pages: { type: bigint, minimum: 0, default: 1 }
  shelf: { type: text, default: A }
  code: { type: uuid, default: generated, unique: true }
`,
    { 'author.yaml': 'resource: author\nfields:\n  name: { type: text }\n' },
  );
  const old = instanceOf(await serveModel(t, from));
  const { database } = old.service.database;
  const failures: string[] = [];
  const work = async (model: Model) => {
    const worker = await startWorker(model, database, (error) => failures.push((error as Error).message), {
      lookMilliseconds: 20,
    });
    t.teardown(() => worker.close());
  };
  await work(from);
  const address = await old.service.server.listen({ host: '127.0.0.1', port: 0 });
  const stream = await follow(t, old.service, address);
  let uses = 0;
  const countOf = async () => {
    // While a worker is at it, this one gets nothing.
    const waits = 'select exists (select from almanac.outbox) as waits';
    while ((await sequence(database)) > 0 || (await old.service.database.query(waits))[0]?.waits === 't');
    const [{ all, ids } = {}] = await old.service.database.query(
      'select count(*) as all, count(distinct id) as ids from event',
    );
    t.equal(all, ids);
    return Number(all);
  };
  const write = async (instance: Instance) => {
    const answers = await use(instance);
    deepStrictEqual(
      answers.filter(({ status }) => status >= 400),
      [],
    );
    uses += tablesOf(instance.service).length;
  };
  await seed(old);
  const first = await countOf();
  await write(old);
  const each = ((await countOf()) - first) / uses;
  t.ok(each >= 3, 'a use of a table creates, changes and deletes a row at least');
  await migrateUnderUse(old.service, { first: from, second: to }, () => write(old));
  await write(old);
  const fresh = instanceOf(await serveDatabase(t, to, old.service.database));
  await work(to);
  const author = await fresh.ask('POST', '/author', { name: 'First' });
  t.equal(author.status, 201);
  for (let round = 0; round < 3; round += 1) await Promise.all([write(old), write(fresh)]);
  const all = await countOf();
  t.equal(all, first + uses * each + 1, 'each change is one event');
  t.equal((await stream.sources(all)).length, all, 'which the old one has sent');
  t.equal(new Set(stream.messages.flatMap(({ id }) => id ?? [])).size, all);
  t.same(failures, []);
});

for (const change of changes.filter(({ change: name }) => process.env.ALMANAC_LONG || few.has(name)))
  test(change.change, (t) => tryChange(t, change));
