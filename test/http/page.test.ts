import fc from 'fast-check';
import { test } from 'tap';
import { dialect, encoded, idsOf } from './dialect.ts';
import { checkRefusals } from './refusal.ts';
import type { Answer, TestService } from './service.ts';

// Range and Content-Range, counts, and links that lead through a list by its keys.

interface Page {
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly ids: readonly number[];
  readonly range: string;
  readonly next?: boolean;
}

const pages: readonly Page[] = [
  { query: '', headers: {}, ids: [1, 2, 3, 4, 5, 6], range: '0-5/*' },
  { query: 'limit=6', headers: {}, ids: [1, 2, 3, 4, 5, 6], range: '0-5/*', next: true },
  { query: 'limit=6', headers: { prefer: 'count=exact' }, ids: [1, 2, 3, 4, 5, 6], range: '0-5/6' },
  { query: 'limit=2', headers: {}, ids: [1, 2], range: '0-1/*', next: true },
  { query: 'limit=2&offset=4', headers: {}, ids: [5, 6], range: '4-5/*', next: true },
  { query: 'limit=2&offset=5', headers: {}, ids: [6], range: '5-5/*' },
  { query: '', headers: { range: '0-1' }, ids: [1, 2], range: '0-1/*', next: true },
  { query: '', headers: { range: 'items=2-3' }, ids: [3, 4], range: '2-3/*', next: true },
  { query: '', headers: { range: '4-' }, ids: [5, 6], range: '4-5/*' },
  { query: '', headers: { range: '4-99999', prefer: 'count=exact' }, ids: [], range: '', status: 400 },
  { query: '', headers: { range: '4-53' }, ids: [5, 6], range: '4-5/*' },
  { query: '', headers: { range: 'bytes=0-1' }, ids: [1, 2, 3, 4, 5, 6], range: '0-5/*' },
  { query: '', headers: { range: '0-1,3-4' }, ids: [1, 2, 3, 4, 5, 6], range: '0-5/*' },
  { query: 'limit=3&offset=1', headers: { range: '2-9' }, ids: [3, 4], range: '2-3/*', next: true },
  { query: 'limit=1', headers: { range: '0-4' }, ids: [1], range: '0-0/*', next: true },
  { query: 'limit=2', headers: { prefer: 'count=exact' }, status: 206, ids: [1, 2], range: '0-1/6', next: true },
  { query: 'offset=4', headers: { prefer: 'count=exact' }, status: 206, ids: [5, 6], range: '4-5/6' },
  { query: '', headers: { prefer: 'count=exact' }, ids: [1, 2, 3, 4, 5, 6], range: '0-5/6' },
  { query: 'limit=2', headers: { prefer: 'count=estimated' }, status: 206, ids: [1, 2], range: '0-1/6', next: true },
  { query: 'limit=0', headers: { prefer: 'count=exact' }, status: 206, ids: [], range: '*/6' },
  { query: 'offset=6', headers: { prefer: 'count=exact' }, status: 206, ids: [], range: '*/6' },
  { query: 'offset=7', headers: {}, ids: [], range: '*/*' },
  { query: 'id=gt.9', headers: { prefer: 'count=exact' }, ids: [], range: '*/0' },
  {
    query: 'embed=remark!&limit=1',
    headers: { prefer: 'count=exact' },
    status: 206,
    ids: [1],
    range: '0-0/3',
    next: true,
  },
  { query: 'remark.stars=gt.2', headers: { prefer: 'count=exact' }, ids: [1, 2], range: '0-1/2' },
  { query: 'remark.stars=gt.2', headers: { prefer: 'count=estimated' }, ids: [1, 2], range: '0-1/2' },
];

test('pages and what their headers say', async (t) => {
  const { ask } = await dialect(t);
  for (const { query, headers, status = 200, ids, range, next = false } of pages) {
    const name = `${query} ${JSON.stringify(headers)}`;
    const answer = await ask('GET', `/item?${encoded(query)}`, { headers });
    t.equal(answer.status, status, `${name} ${answer.text.slice(0, 300)}`);
    if (answer.status >= 400) continue;
    t.same(idsOf(answer.body), ids, name);
    t.equal(answer.headers['content-range'], range, name);
    t.equal(answer.headers.link !== undefined, next, name);
    t.equal(answer.headers['preference-applied'], headers.prefer, name);
    const head = await ask('HEAD', `/item?${encoded(query)}`, { headers });
    t.same([head.status, head.headers['content-range'], head.headers.link], [status, range, answer.headers.link]);
  }
  for (const query of [
    'offset=1',
    'order=data->>s',
    'select=data->s',
    'order=data->>s&limit=1&offset=1&data->>s=neq.q',
  ]) {
    for (const prefer of ['count=planned', 'count=estimated', 'count=exact']) {
      const answer = await ask('GET', `/item?${encoded(query)}`, { headers: { prefer } });
      t.match(String(answer.status), /^20[06]$/, `${query} ${prefer} ${answer.text.slice(0, 200)}`);
    }
  }
  const planned = await ask('GET', '/item?limit=2', { headers: { prefer: 'count=planned' } });
  t.match(planned.headers, { 'preference-applied': 'count=planned', 'content-range': /^0-1\/\d+$/ });
  const [, total = ''] = planned.headers['content-range']?.split('/') ?? [];
  t.ok(Number(total) >= 2, 'never less than what is shown');
});

test('what a page or a preference cannot be', async (t) => {
  const service = await dialect(t);
  const strict = (prefer: string) => ({ headers: { prefer: `handling=strict, ${prefer}` } });
  await checkRefusals(t, service, [
    {
      ask: ['GET', '/item?offset=7', { headers: { prefer: 'count=exact' } }],
      code: 'range_not_satisfiable',
      headers: { 'content-range': '*/6' },
    },
    { ask: ['GET', '/item?offset=7', { headers: { prefer: 'count=estimated' } }], code: 'range_not_satisfiable' },
    { ask: ['GET', '/item', { headers: { range: '5-2' } }], code: 'range_not_satisfiable' },
    { ask: ['GET', '/item', { headers: { range: '0-50' } }], code: 'limit_exceeded', hint: 'expected at most 50' },
    { ask: ['GET', '/item', strict('count=some')], code: 'invalid_parameter' },
    { ask: ['GET', '/item', strict('return=minimal')], code: 'invalid_parameter', hint: /count=exact/ },
    // What a request insists on is told of wherever it is not had (RFC 7240, section 2).
    {
      ask: ['GET', '/item/1', strict('count=exact')],
      code: 'invalid_parameter',
      hint: 'expected consistency=strong or timezone=Europe/Oslo',
    },
    { ask: ['POST', '/item', { ...strict('respond-async'), body: {} }], code: 'invalid_parameter' },
    { ask: ['PATCH', '/item/1', { ...strict('respond-async'), body: {} }], code: 'invalid_parameter' },
    { ask: ['DELETE', '/item/1', strict('respond-async')], code: 'invalid_parameter' },
    { ask: ['GET', '/item?nam=eq.a', { headers: { prefer: 'handling=lenient' } }], code: 'unknown_parameter' },
    { ask: ['GET', '/item?after=x'], code: 'invalid_parameter', hint: 'take it from the Link header' },
    { ask: ['GET', '/item?after='], code: 'invalid_parameter' },
    { ask: ['GET', '/item?after=WzEsIjEiXQ&offset=1'], code: 'invalid_parameter', detail: /exclude each other/ },
    { ask: ['GET', '/item?after=WzEsIjEiXQ&order=name'], code: 'invalid_parameter', detail: /in this order/ },
    { ask: ['GET', '/item?after=WzEsIjEiXQ&after=WzEsIjEiXQ'], code: 'invalid_parameter' },
    { ask: ['GET', '/item/1?after=WzEsIjEiXQ'], code: 'unknown_parameter' },
  ]);
  for (const prefer of ['count=some', 'return=minimal', 'handling=lenient', 'count', '', ';,=', 'count=exact;x=1']) {
    t.equal((await service.ask('GET', '/item', { headers: { prefer } })).status, 200, prefer);
    t.equal((await service.ask('GET', '/item/1', { headers: { prefer } })).status, 200, prefer);
  }
});

/** Follows the links from a page to the last; between two pages `meanwhile` happens. */
async function walk(
  { ask }: TestService,
  query: string,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<readonly number[]> {
  const ids: number[] = [];
  let url: string | undefined = `/item?${query}`;
  for (let count = 0; url !== undefined; count++) {
    const answer: Answer = await ask('GET', url);
    if (answer.status !== 200) throw new Error(answer.text);
    if (count > 200) throw new Error(`${query} has no end`);
    ids.push(...idsOf(answer.body));
    const [, next] = /^<([^<>]+)>; rel="next"$/.exec(answer.headers.link ?? '') ?? [];
    if ((next === undefined) !== (answer.headers.link === undefined)) throw new Error(`link ${answer.headers.link}`);
    url = next?.slice('/dialect'.length);
    await meanwhile();
  }
  return ids;
}

const keys = [
  ...['id', 'name', 'kind', 'count', 'big', 'price', 'ready', 'many', 'day', 'at', 'code', 'recorded_at'],
  ...['data->>s', 'data->n', 'tags', 'page', 'maker(name)', 'maker(size)', 'maker(recorded_at)', 'maker_id'],
];
const direction = fc.constantFrom('', '.asc', '.desc');
const nulls = fc.constantFrom('', '.nullsfirst', '.nullslast');
const order = fc
  .uniqueArray(fc.constantFrom(...keys), { minLength: 0, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), direction, nulls))))
  .map((all) => all.map((parts) => parts.join('')).join());

/** Few values, so that there are ties, and at the ends of what their types hold. */
async function fill({ database }: TestService, count: number): Promise<void> {
  await database.query(
    `insert into item (name, kind, count, big, price, ready, day, at, code, data, tags, page, maker_id)
     select (array['a', 'B', 'ä', 'ab', '', '<&>"%,+ ', null])[1 + n % 7], (array['open', 'closed', 'lost'])[1 + n % 3],
       (array[1, -2147483648, null])[1 + n % 3], (array[9223372036854775807, -9223372036854775808, null, 0])[1 + n % 4],
       (array[1.5, 1.50000001, 9999999999999999999999.99999999, -0.00000001, null])[1 + n % 5],
       (array[true, false, null])[1 + n % 3], (array['0001-01-01', '9999-12-31', null]::date[])[1 + n % 3],
       (array['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z', '2026-01-01T00:00:00Z', null]::timestamptz[])[1 + n % 4],
       (array['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff', null]::uuid[])[1 + n % 3],
       (array['{"s":"a","n":1}', '{"s":"b","n":[2]}', '{"s":null}', '7', null]::jsonb[])[1 + n % 5],
       (array['{a}', '{b,c}', null])[1 + n % 3]::text[], repeat('x', n % 2 * 20000), (array[1, 2, 3, null])[1 + n % 4]
     from (select (random() * 1000)::int as n from generate_series(1, $1::int)) as numbers`,
    [String(count)],
  );
}

test('the links lead through every row once, in order', { timeout: 900_000 }, async (t) => {
  const service = await dialect(t);
  await fill(service, 40);
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(order, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (orders, limit, embeds) => {
      const query = `select=id${embeds ? ',remark(id)' : ''}${orders === '' ? '' : `&order=${encoded(orders)}`}`;
      const all = await service.ask('GET', `/item?${query}&limit=50`);
      t.equal(all.status, 200, `${query} ${all.text.slice(0, 300)}`);
      const walked = await walk(service, `${query}&limit=${limit}`);
      if (JSON.stringify(walked) !== JSON.stringify(idsOf(all.body))) throw new Error(`${query}: ${walked}`);
      walks += 1;
    }),
    { numRuns: process.env.ALMANAC_LONG ? 1000 : 15 },
  );
  t.ok(walks > 0);
});

test('while rows are added, the links lead through every row that was there', { timeout: 900_000 }, async (t) => {
  const service = await dialect(t);
  await fill(service, 30);
  const cursors = order.filter((orders) => !/data->n|tags|page/.test(orders));
  await fc.assert(
    fc.asyncProperty(cursors, async (orders) => {
      const query = `select=id${orders === '' ? '' : `&order=${encoded(orders)}`}`;
      const before = idsOf((await service.ask('GET', `/item?${query}&limit=50`)).body);
      const walked = await walk(service, `${query}&limit=7`, () => fill(service, 1));
      t.equal(new Set(walked).size, walked.length, 'none twice');
      const old = new Set(before);
      if (JSON.stringify(walked.filter((id) => old.has(id))) !== JSON.stringify(before)) throw new Error(query);
      await service.database.query('delete from item where id > 36');
    }),
    { numRuns: process.env.ALMANAC_LONG ? 300 : 8 },
  );
});

test('links on versions, as of an instant, and of rows older than their fields', async (t) => {
  const service = await dialect(t);
  const { ask, database } = service;
  for (const id of [1, 2, 3]) await ask('PATCH', `/item/${id}`, { body: { kind: 'closed' } });
  const at = (await ask('PATCH', '/item/1', { body: { name: 'later' } })).body.recorded_at;
  // Such as a definition leaves behind that got a field, and lost a value, since.
  await database.query('update item_history set kind = null where item_id = 2');
  await database.query("update item_history set kind = 'gone' where item_id = 3");
  await ask('PATCH', '/item/2', { body: { name: 'later' } });
  await ask('PATCH', '/item/3', { body: { name: 'later' } });
  const early = (await ask('GET', '/item/6')).body.recorded_at;
  for (const [resource, query] of [
    ['item_history', 'order=kind'],
    ['item_history', 'order=kind.desc,name'],
    ['item_history', 'order=maker(name),replaced_at.nullsfirst'],
    ['item', `order=kind&as_of=${at}`],
    ['item', `order=kind.nullsfirst&as_of=${early}`],
    ['item', `order=kind.desc.nullslast,name&as_of=${early}`],
  ] as const) {
    const all = (await ask('GET', `/${resource}?${encoded(query)}&limit=50`)).body;
    const ids: number[] = [];
    let url: string | undefined = `/${resource}?${encoded(query)}&limit=1`;
    for (let count = 0; url !== undefined && count < 30; count++) {
      const answer: Answer = await ask('GET', url);
      t.equal(answer.status, 200, answer.text);
      ids.push(...idsOf(answer.body));
      url = /<([^<>]+)>/.exec(answer.headers.link ?? '')?.[1]?.slice('/dialect'.length);
    }
    t.same(ids, idsOf(all), `${resource}?${query}`);
  }
});

test('a link keeps the rest of the URL, in characters that belong there', async (t) => {
  const { ask } = await dialect(t);
  const parameters = ['data->>s=in.("x","a>b")', 'name=neq.<å&%>"\\', 'or=(id.gt.0,name.eq."\\"")'].map((each) => {
    const [name = '', ...value] = each.split('=');
    return `${name.replaceAll('>', '%3E')}=${encodeURIComponent(value.join('='))}`;
  });
  const { headers } = await ask('GET', `/item?limit=1&${parameters.join('&')}&select=id`);
  t.match(headers.link, /^<[!-;=?-~]+>; rel="next"$/);
  for (const each of parameters) t.ok(headers.link?.includes(each), each);
  t.notMatch(headers.link, /limit=1.*limit=/);
  const bare = await ask('GET', '/item?limit=1&data->>s=neq.a>b&select=id');
  t.match(bare.headers.link, /data-%3E%3Es=neq\.a%3Eb/);
  const next = /<([^<>]+)>/.exec(bare.headers.link ?? '')?.[1] ?? '';
  t.same((await ask('GET', next.slice('/dialect'.length))).body, [{ id: 2 }]);
});

test('a link has each parameter but those of the page, wherever they stand', async (t) => {
  const { ask } = await dialect(t);
  const kept = ['id=gt.0', 'select=id', 'order=id.asc', 'name=not.is.null'];
  const cases = [
    ['limit=1', ''],
    ['&&limit=1&&', ''],
    ['li%6Dit=1&id=gt.0', 'id=gt.0&'],
    [`offset=0&&&id=gt.0&limit=1&&${kept.slice(1).join('&')}&`, `${kept.join('&')}&`],
    [`${kept.join('&')}&limit=1`, `${kept.join('&')}&`],
    [`limit=1&${kept.join('&&')}`, `${kept.join('&')}&`],
    ['s%65lect=id&limit=1&name=neq.+%2B', 's%65lect=id&name=neq.+%2B&'],
    ['s%65lect=id&limit=1&id=gt.%30', 's%65lect=id&id=gt.%30&'],
  ] as const;
  for (const [query, expected] of cases) {
    const { link } = (await ask('GET', `/item?${query}`)).headers;
    const rest = /^<\/dialect\/item\?(.*)limit=1&after=[\w-]+>; rel="next"$/.exec(link ?? '')?.[1] ?? null;
    t.equal(rest, expected, query);
  }
});

test('when rows went that a link had counted, the range stays within their number', async (t) => {
  const { ask } = await dialect(t);
  const first = await ask('GET', '/item?limit=3', { headers: { prefer: 'count=exact' } });
  t.equal(first.headers['content-range'], '0-2/6');
  await ask('DELETE', '/item/3');
  for (const prefer of ['count=exact', 'count=estimated']) {
    const url = /<([^<>]+)>/.exec(first.headers.link ?? '')?.[1]?.slice('/dialect'.length) ?? '';
    const second = await ask('GET', url, { headers: { prefer } });
    t.same([second.status, second.headers['content-range']], [206, '2-4/5'], prefer);
    t.same(idsOf(second.body), [4, 5, 6]);
  }
});
