import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { constraints } from '../../engine/schema/constraint/constraints.ts';
import { schemaStatements, schemaText } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { fieldOf, modelOf, tableOf, temporalOf } from './model_of.ts';
import { modelOfEverything } from './model_of_everything.ts';
import { modelOfLoans } from './model_of_loans.ts';

test('a small model as SQL, to be read', async (t) => {
  const file = new URL('loans.sql', import.meta.url);
  if (process.env.ALMANAC_WRITE) writeFileSync(file, schemaText(modelOfLoans()));
  t.equal(schemaText(modelOfLoans()), readFileSync(file, 'utf8'));
});

test('the same model gives the same text', async (t) => {
  t.equal(schemaText(modelOfEverything()), schemaText(modelOfEverything()));
});

test('a model without timelines needs no extension', async (t) => {
  const model = modelOfLoans();
  const book = new Map([...model.resources].filter(([name]) => name.startsWith('book')));
  t.notMatch(schemaText({ ...model, resources: book }), 'extension');
});

test('the script runs on an empty database, and the constraints there are those of the model', async (t) => {
  const rules = {
    overlap: 'reject',
    align: 'UTC',
    freeze: { after: 'P1Y2M3W4DT5H6M7S', roles: null },
    startWindow: { from: '-P7D', to: 'PT0S', roles: null },
  } as const;
  const bed = fieldOf('bed_id', { kind: 'reference', to: 'bed' });
  const strict = modelOf(tableOf('bed', []), tableOf('stay', [bed], { temporal: temporalOf(['bed_id'], rules) }));
  const models = [modelOfEverything(), strict, await loaded('test/library'), await loaded('test/register')];
  for (const model of models) {
    const { database, query } = await testDatabase(t);
    await database.script(schemaText(model));
    const rows = await query(`
      select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union
      select relname from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace`);
    const byTrigger = new Set<string>(['acyclic', 'transition', 'freeze', 'start_window', 'moment_check']);
    const inCatalog = [...constraints(model)].filter(([, { kind }]) => !byTrigger.has(kind));
    // Kept by the function that makes notices: no request writes any.
    const own = model.resources.has('notice') ? ['notice_active_key'] : [];
    t.same(rows.map(({ name }) => name).sort(), [...inCatalog.map(([name]) => name), ...own].sort());
  }
});

async function loaded(folder: string): Promise<Model> {
  const read = await loadModel(folder);
  if (!read.ok) throw new Error(read.faults.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return read.model;
}

test('every column and every check that a definition declares has a comment', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(modelOfEverything()));
  const silent = await query(`
    select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and col_description(attrelid, attnum) is null
    union all
    select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and obj_description(oid, 'pg_class') is null`);
  t.same(silent, []);
  const [described] = await query(`select col_description('public.everything'::regclass, 2) as text`);
  t.equal(described?.text, "name: The owner's name \\ nickname");
  const [rule] = await query(`
    select obj_description(oid, 'pg_constraint') as text from pg_constraint where conname = 'everything_rule_1_check'`);
  t.equal(rule?.text, 'What is active is strong.');
});

test('every reference and every timeline has an index to be followed by', async (t) => {
  const { database, query } = await testDatabase(t);
  await database.script(schemaText(modelOfEverything()));
  const bare = await query(`
    select conname from pg_constraint
    where contype = 'f' and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
    )`);
  t.same(bare, []);
});

test('a statement is one statement', async (t) => {
  const { query } = await testDatabase(t);
  for (const statement of schemaStatements(modelOfEverything())) await query(statement);
});
