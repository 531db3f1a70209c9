import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { openPsql } from '../psql.ts';
import { type Method, serveModel } from './service.ts';

// Writers of arrays against deletions of what these refer to: no element ever leads nowhere, and nobody sees a deadlock.

const files = {
  'service.yaml': 'service: Units\n',
  'kind.yaml': 'resource: kind\nfields: { name: { type: text, nullable: true } }\n',
  'unit.yaml': `resource: unit
history: true
fields:
  cleared_ids: { type: array, of: { type: reference, to: kind }, as: cleared, on_delete: clear, default: [] }
  kept_ids: { type: array, of: { type: reference, to: kind }, as: kept, default: [] }
`,
};

const [kinds, rows] = [12, 4];
const writes = process.env.ALMANAC_LONG === undefined ? 15 : 1500;

/** Repeatable, and different for each writer. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('arrays and deletions at the same time', async (t) => {
  const { ask, database } = await serveModel(t, modelOfFiles(files));
  await database.query(`insert into kind (id) select generate_series(1, ${kinds})`);
  await database.query(`insert into unit (id) select generate_series(1, ${rows})`);
  await database.query("select setval('kind_id_seq', 100000), setval('unit_id_seq', 100000)");
  const seen = new Map<string, number>();
  const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
  const request = async (method: Method, path: string, body?: { readonly [name: string]: readonly number[] }) => {
    const answer = await ask(method, path, body === undefined ? {} : { body });
    count(answer.status < 300 ? 'done' : answer.body.code);
  };
  const some = (next: (below: number) => number) => [
    ...new Set(Array.from({ length: 1 + next(4) }, () => 1 + next(kinds))),
  ];
  const writer = async (seed: number) => {
    const next = numbers(seed);
    for (let at = 0; at < writes; at += 1) {
      const field = next(2) === 0 ? 'cleared_ids' : 'kept_ids';
      const ids = next(4) === 0 ? [] : some(next);
      if (next(5) === 0) await request('PATCH', `/unit?id=lte.${rows}`, { [field]: ids });
      else await request('PATCH', `/unit/${1 + next(rows)}`, { [field]: ids });
    }
  };
  const deleter = async (seed: number) => {
    const next = numbers(seed);
    for (let at = 0; at < writes; at += 1) {
      const [one, two] = [1 + next(kinds), 1 + next(kinds)];
      if (next(4) === 0) await request('DELETE', `/kind?id=in.(${one},${two})`);
      else await request('DELETE', `/kind/${one}`);
      // What is gone comes back.
      await database
        .query(`insert into kind (id) select one from unnest(array[${one}, ${two}]) as one on conflict do nothing`)
        .catch(() => {});
    }
  };
  const sqlWriter = async (seed: number) => {
    const next = numbers(seed);
    for (let at = 0; at < writes; at += 1) {
      const ids = some(next).join();
      const statement =
        next(2) === 0
          ? `insert into unit (kept_ids, cleared_ids) values ('{}', '{${ids}}')`
          : `update unit set cleared_ids = '{${ids}}' where id in (select id from unit order by id desc limit 2)`;
      await database.query(statement).then(
        () => count('sql done'),
        (error: Error) => count(`sql ${String(error).match(/[0-9A-Z]{5}/)?.[0]}`),
      );
    }
  };
  await Promise.all([1, 2, 3].flatMap((seed) => [writer(seed), deleter(seed + 10), sqlWriter(seed + 20)]));
  t.comment(JSON.stringify(Object.fromEntries(seen)));
  t.same(
    await database.query(`
      select unit.id from unit, unnest(unit.cleared_ids || unit.kept_ids) as element (id)
      where not exists (select from kind where kind.id = element.id)`),
    [],
    'no element leads nowhere',
  );
  const allowed = [
    'done',
    'reference_conflict',
    'still_referenced',
    'not_found',
    'sql done',
    'sql 23503',
    'sql 40P01',
    'sql 40001',
  ];
  t.same(
    [...seen.keys()].filter((code) => !allowed.includes(code)),
    [],
    'and no client sees more than that',
  );
  t.ok((seen.get('done') ?? 0) > writes, 'many writes are done');
});

/** Two transactions in this order; the second one waits for the first, and is refused. */
const orders: readonly (readonly [what: string, first: string, second: string])[] = [
  ['a deletion waits for a new row', "insert into unit (kept_ids) values ('{2,1}')", 'delete from kind where id = 1'],
  [
    'a deletion waits for a change',
    "update unit set kept_ids = '{1}' where id = 1",
    'delete from kind where id in (1, 2)',
  ],
  ['a new row waits for a deletion', 'delete from kind where id = 1', "insert into unit (kept_ids) values ('{2,1}')"],
  [
    'a change waits for a deletion',
    'delete from kind where id = 1',
    "update unit set cleared_ids = '{1}' where id = 1",
  ],
];

test('an array and a deletion wait for each other', async (t) => {
  const { database } = await serveModel(t, modelOfFiles(files));
  await database.query('insert into kind (id) values (1), (2)');
  await database.query('insert into unit (id) values (1)');
  await database.query("select setval('unit_id_seq', 100)");
  const [one, other] = [await openPsql(t, database.url), await openPsql(t, database.url)];
  for (const [what, first, second] of orders) {
    await one.run(`begin; ${first}`);
    const refused = other.run(second).then(
      () => null,
      (error: Error) => error.message,
    );
    await one.awaited();
    await one.run('commit');
    t.match(await refused, /refers? to /, what);
    await database.query('delete from unit where id > 100');
    await database.query("update unit set kept_ids = '{}', cleared_ids = '{}'");
    await database.query('insert into kind (id) values (1) on conflict do nothing');
  }
});
