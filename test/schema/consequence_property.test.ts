import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'tap';
import { createTables, removeTables } from '../../db/migrate/prepare.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { definition, type Outcome, type State, type Write, worked, write, yamlOf } from './consequence_evaluator.ts';

// Random consequences and random writes: PostgreSQL does what a plain evaluator does.

const isLong = process.env.ALMANAC_LONG !== undefined;

/** Definitions for one database: what its sessions remember grows with every table that ever was. */
const definitionsAtOnce = 50;

test('consequences are these of an evaluator', async (t) => {
  const runs = isLong ? 300 : 6;
  const seen = { refused: 0, rows: 0 };
  for (let held = 0; held < runs; held += definitionsAtOnce) {
    await t.test(`definitions from ${held + 1}`, async (t) => {
      const { database, query } = await testDatabase(t);
      await fc.assert(
        fc.asyncProperty(definition, fc.array(write, { minLength: 8, maxLength: 20 }), async (defined, writes) => {
          await removeTables(database);
          await createTables(database, modelOfFiles(yamlOf(defined)));
          let state: State = { item: [], entry: [] };
          for (const each of writes) {
            const expected = worked(state, each, defined);
            const done = await query(sqlOf(each)).then(
              () => null,
              (error: Error) => error.message,
            );
            if (expected === 'endless') seen.refused += 1;
            else state = expected;
            deepStrictEqual(done === null, expected !== 'endless', `${sqlOf(each)}: ${done}`);
            deepStrictEqual(await stateOf(query), state, sqlOf(each));
          }
          seen.rows += state.item.length + state.entry.length;
        }),
        { numRuns: Math.min(definitionsAtOnce, runs - held), ...(isLong ? {} : { seed: 3 }) },
      );
    });
  }
  t.ok(seen.rows > 0 && seen.refused > 0, JSON.stringify(seen));
});

function sqlOf(each: Write): string {
  const literal = (value: number | null) => (value === null ? 'null' : String(value));
  if (each.kind === 'insert')
    return `insert into item (a, b, c) values ${each.rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ')}`;
  const set = each.set.map(([name, value]) => `${name} = ${literal(value)}`).join(', ');
  const where = each.where === null ? 'true' : `${each.where[0]} = ${each.where[1]}`;
  return `update ${each.table} set ${set} where ${where}`;
}

type Query = Awaited<ReturnType<typeof testDatabase>>['query'];

/** The rows in the order of their ids. A reference is the place of its row. */
async function stateOf(query: Query): Promise<Outcome> {
  const number = (value: unknown) => (value === null ? null : Number(value));
  const items = await query('select id, a, b, c from item order by id');
  const entries = await query('select item_id, x, y from entry order by id');
  const places = new Map(items.map(({ id }, place) => [id, place]));
  return {
    item: items.map(({ a, b, c }) => ({ a: number(a), b: number(b), c: number(c) })),
    entry: entries.map(({ item_id, x, y }) => ({ of: places.get(item_id) ?? null, x: number(x), y: number(y) })),
  };
}
