import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { listOf } from './planned.ts';
import { anyone } from './writer.ts';

// A list by the value of an enum goes along the index of the enum, also in a plan that is kept for all values
// (engine/query/sql/read/page/along_index.ts). It has the rows that it had without the index, in their order.

const rows = 5000;

const model = modelOfFiles({
  'service.yaml': 'service: Units\n',
  'unit.yaml':
    'resource: unit\nfields:\n  status: { type: enum, values: [new, active, gone, lost] }\n' +
    '  kind: { type: enum, values: [small, large], nullable: true }\nindexes: [[status]]\n',
});

/** What is asked, whether it goes along the index, and which rows of 1, 2, 3 ... it has at most. */
const lists: readonly (readonly [query: string, isAlong: boolean, has: (id: number) => boolean, isDown?: boolean])[] = [
  ['status=eq.lost&limit=25', true, () => false],
  ['status=eq.gone&limit=25', true, (id) => id % 3 === 2],
  ['status=eq.gone&order=id.desc&limit=100', true, (id) => id % 3 === 2, true],
  ['kind=eq.large&limit=25', false, (id) => id % 2 === 1],
  // By what else is asked, PostgreSQL may find fewer rows.
  ['status=eq.new&kind=eq.large&limit=25', false, (id) => id % 6 === 3],
  ['status=eq.new&id=gt.4000&limit=25', false, (id) => id > 4000 && id % 3 === 0],
  ['status=neq.new&limit=25', false, (id) => id % 3 > 0],
  ['status=in.(gone,lost)&limit=25', false, (id) => id % 3 === 2],
  ['status=eq.gone&limit=101', false, (id) => id % 3 === 2],
];

test('a list by the value of an enum goes along its index', async (t) => {
  const { database, query } = await testDatabase(t);
  await createTables(database, model);
  await query(`
    insert into unit (status, kind, recorded_at, recorded_by)
    select (array['new', 'active', 'gone'])[1 + n % 3], (array['small', 'large'])[1 + n % 2], now(), 0 from generate_series(1, ${rows}) as n`);
  await query('vacuum analyze unit');
  const restrictions = restrictionsOf(anyone, model);
  for (const [path, isAlong, has, isDown = false] of lists) {
    const plan = listOf(`unit?select=id&${path}`, model);
    const { text, values } = renderList(plan, restrictions, { total: true });
    const [answer] = await query(text, values);
    const ids = Array.from({ length: rows }, (_, index) => index + 1).filter(has);
    const expected = (isDown ? ids.reverse() : ids).slice(0, plan.limit ?? 0);
    const shown = JSON.parse(String(answer?.body)) as readonly { readonly id: number }[];
    t.same([shown.map(({ id }) => id), answer?.total], [expected, String(ids.length)], path);
    const list = renderList(plan, restrictions, { total: false });
    const nodes = await database.session(async (session) => {
      const run = async (statement: string) => {
        const outcome = await session.query({ text: statement, values: [] });
        if (!outcome.ok) throw new Error(outcome.error.message);
        return outcome.rows.map((row) => row['QUERY PLAN']).join('\n');
      };
      await run('set plan_cache_mode = force_generic_plan');
      await run(`prepare asked as ${list.text}`);
      return run(`explain execute asked(${list.values.map((value) => `'${value}'`).join(', ')})`);
    });
    t.equal(/unit_status_id_idx/.test(String(nodes)), isAlong, `${path}: ${String(nodes)}`);
  }
});
