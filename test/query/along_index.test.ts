import { test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { testDatabase } from '../database.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { cursor, listOf } from './planned.ts';
import { anyone } from './writer.ts';

// A list by the value of an enum goes along the index of the enum, also in a plan that is kept for all values
// (engine/query/sql/read/page/along_index.ts). It has the rows that it had without the index, in their order.

const rows = 5000;

const model = modelOfFiles({
  'service.yaml': 'service: Units\n',
  'unit.yaml':
    'resource: unit\nfields:\n  status: { type: enum, values: [new, active, gone, lost] }\n' +
    '  kind: { type: enum, values: [small, large], nullable: true }\n  size: { type: integer }\nindexes: [[status], [size]]\n',
});

interface List {
  readonly query: string;
  /** Whether it goes along the index. */
  readonly isAlong: boolean;
  /** Which rows of 1, 2, 3 ... it has. */
  readonly has: (id: number) => boolean;
  /** On this page and later ones. */
  readonly shows?: (id: number) => boolean;
  readonly isDown?: boolean;
}

const isGone = (id: number): boolean => id % 3 === 2;
const behind = cursor([25, '1001']);
const behindInOrder = cursor([25, '1001', '1001']);

const lists: readonly List[] = [
  { query: 'status=eq.lost&limit=25', isAlong: true, has: () => false },
  { query: 'status=eq.gone&limit=25', isAlong: true, has: isGone },
  { query: 'status=eq.gone&order=id.desc&limit=100', isAlong: true, has: isGone, isDown: true },
  { query: 'status=eq.new&kind=eq.large&limit=25', isAlong: true, has: (id) => id % 6 === 3 },
  { query: 'kind=eq.large&status=eq.lost&limit=25', isAlong: true, has: () => false },
  { query: 'status=eq.new&kind=is.null&limit=25', isAlong: true, has: () => false },
  // Later pages.
  { query: 'status=eq.gone&limit=25&offset=50', isAlong: true, has: isGone, shows: (id) => id > 150 },
  { query: `status=eq.gone&limit=25&after=${behind}`, isAlong: true, has: isGone, shows: (id) => id > 1001 },
  {
    ...{ query: `status=eq.gone&order=id.asc&limit=25&after=${behindInOrder}`, isAlong: true },
    ...{ has: isGone, shows: (id) => id > 1001 },
  },
  {
    ...{ query: `status=eq.gone&order=id.desc&limit=25&after=${behindInOrder}`, isAlong: true },
    ...{ has: isGone, shows: (id) => id < 1001, isDown: true },
  },
  { query: `status=eq.lost&kind=eq.large&limit=25&after=${behind}`, isAlong: true, has: () => false },
  { query: 'kind=eq.large&limit=25', isAlong: false, has: (id) => id % 2 === 1 },
  // By what else is asked, PostgreSQL may find fewer rows.
  { query: 'status=eq.new&size=eq.4&limit=25', isAlong: false, has: (id) => id % 3 === 0 && id % 500 === 4 },
  { query: 'status=eq.new&id=gt.4000&limit=25', isAlong: false, has: (id) => id > 4000 && id % 3 === 0 },
  { query: 'status=neq.new&limit=25', isAlong: false, has: (id) => id % 3 > 0 },
  { query: 'status=in.(gone,lost)&limit=25', isAlong: false, has: isGone },
  { query: 'status=eq.gone&limit=101', isAlong: false, has: isGone },
];

test('a list by the value of an enum goes along its index', async (t) => {
  const { database, query } = await testDatabase(t);
  await createTables(database, model);
  await query(`
    insert into unit (status, kind, size, recorded_at, recorded_by)
    select (array['new', 'active', 'gone'])[1 + n % 3], (array['small', 'large'])[1 + n % 2], n % 500, now(), 0 from generate_series(1, ${rows}) as n`);
  await query('vacuum analyze unit');
  const restrictions = restrictionsOf(anyone, model);
  for (const { query: path, isAlong, has, shows = () => true, isDown = false } of lists) {
    const plan = listOf(`unit?select=id&${path}`, model);
    const { text, values } = renderList(plan, restrictions, { total: true });
    const [answer] = await query(text, values);
    const ids = Array.from({ length: rows }, (_, index) => index + 1).filter(has);
    const expected = (isDown ? ids.toReversed() : ids).filter(shows).slice(0, plan.limit ?? 0);
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
