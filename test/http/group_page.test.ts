import { test } from 'tap';
import { dialect, pathOf } from './dialect.ts';

// A list with aggregates has a row for each group: so have its pages, its count and its forms.

test('pages, counts and forms are of groups', async (t) => {
  const { ask, database } = await dialect(t);
  const get = (query: string, headers: Record<string, string> = {}) => ask('GET', pathOf(query), { headers });
  const groups = 'item?select=maker_id,kind,count()';
  const all = (await get(groups)).body;
  t.equal(all.length, 5);
  const first = await get(`${groups}&limit=2`, { prefer: 'count=exact' });
  t.equal(first.status, 206);
  t.equal(first.headers['content-range'], '0-1/5');
  t.match(first.headers.link, /item\?select=maker_id,kind,count\(\)&limit=2&offset=2>; rel="next"$/);
  const pages = [];
  for (let path: string | null = pathOf(`${groups}&limit=2`); path !== null; ) {
    const { body, headers }: { body: unknown[]; headers: Record<string, string | undefined> } = await ask('GET', path);
    pages.push(...body);
    path = /^<\/dialect(.*)>/.exec(headers.link ?? '')?.[1] ?? null;
  }
  t.same(pages, all, 'the pages together');
  t.same((await get(groups, { range: '3-4' })).body, all.slice(3));
  t.equal((await get(groups, { range: '3-4', prefer: 'count=exact' })).headers['content-range'], '3-4/5');
  t.equal((await get(`${groups}&offset=9`, { prefer: 'count=exact' })).status, 416);
  t.equal((await get('item?select=count()', { prefer: 'count=exact' })).headers['content-range'], '0-0/1');
  t.equal((await get('item?select=count()&id=lt.0', { prefer: 'count=exact' })).headers['content-range'], '0-0/1');
  t.equal((await get('item?select=kind,count()&id=lt.0', { prefer: 'count=exact' })).headers['content-range'], '*/0');
  t.match((await get(groups, { prefer: 'count=estimated' })).headers['content-range'], '0-4/5');
  t.match((await get(groups, { prefer: 'count=planned' })).headers['content-range'], /^0-4\/\d+$/);
  const tied = 'item?select=kind,maker_id,count()&order=count.desc';
  const order = (await get(tied)).body;
  for (const offset of [0, 1, 2, 3, 4])
    t.same((await get(`${tied}&limit=1&offset=${offset}`)).body, [order[offset]], 'equal keys keep their places');

  const csv = await get('item?select=kind,n:count(),price.sum()', { accept: 'text/csv' });
  t.equal(csv.text, 'kind,n,sum\r\nlost,2,1.50000001\r\nopen,4,101.50000000\r\n');
  const lines = await get('item?select=kind,count()&limit=5', { accept: 'application/x-ndjson' });
  t.equal(lines.text, '{"kind":"lost","count":2}\n{"kind":"open","count":4}\n');
  const object = await get('item?select=count()', { accept: 'application/vnd.pgrst.object+json' });
  t.equal(object.text, '{"count":6}');
  t.equal((await get('item?select=kind,count()', { accept: 'application/vnd.pgrst.object+json' })).status, 406);
  t.equal((await ask('HEAD', pathOf(groups))).headers['content-range'], '0-4/*');

  // A value that is the same as another one, and is shown in another way
  await database.query("update item set big = 9223372036854775807, name = 'x', data = '1.0' where id in (1, 2)");
  await database.query("update item set data = '1' where id = 3");
  t.equal(
    (await get('item?select=big.sum(),b:big.avg()&id=lte.2')).text,
    '[{"sum":18446744073709551614,"b":9223372036854775807}]',
  );
});
