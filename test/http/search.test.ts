import { test } from 'tap';
import { planList } from '../../engine/query/plan/list_plan.ts';
import { readQueryString } from '../../engine/query/plan/query_string.ts';
import { renderList } from '../../engine/query/sql/read/list.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { anyone, rowsFor } from '../query/writer.ts';
import { serveModel } from './service.ts';

// A search finds words in several fields of the rows that the caller may read, and what fits best comes first.

const files = {
  'service.yaml': 'service: Test\nroles: [clerk, guest, owner]\nclaims: { others: { owner: owner } }\n',
  'shelf.yaml':
    'resource: shelf\nfields: { name: { type: text } }\nrelations: { book: { resource: book, by: shelf_id } }\n',
  'book.yaml': `
resource: book
history: true
fields:
  title: { type: text }
  summary: { type: text, nullable: true }
  note: { type: text, nullable: true, access: { clerk: all } }
  owner: { type: text, nullable: true }
  shelf_id: { type: reference, to: shelf, nullable: true }
search: { fields: [title, summary, note], language: english }
access:
  clerk: all
  guest: { read: all, history: all }
  owner: { read: "owner=eq.{owner}" }
`,
};

const books = [
  { title: 'The sea', summary: 'Of ships and storms', owner: 'a', shelf_id: 1 },
  { title: 'A harbour', summary: 'Ships come from the sea; the sea is wide', owner: 'b', shelf_id: 1 },
  { title: 'Mountains', note: 'Nothing of the sea', owner: 'a' },
  { title: 'Sea, sea, sea', summary: 'A song', owner: 'b' },
];

const titles = (body: unknown) => (body as { readonly title: string }[]).map(({ title }) => title);

test('rows are found by words of any of the fields, the best first', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const clerk = { token: token({ identity_id: 7, role: 'clerk', scope: 'manage:data' }) };
  await ask('POST', '/shelf', { body: { name: 'Low' } });
  for (const body of books) t.equal((await ask('POST', '/book', { body, ...clerk })).status, 201);
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['clerk', 'search=wfts.sea', ['Sea, sea, sea', 'The sea', 'A harbour', 'Mountains']],
    ['clerk', 'search=wfts.sea&order=id', ['The sea', 'A harbour', 'Mountains', 'Sea, sea, sea']],
    ['clerk', 'search=wfts.sea -song', ['The sea', 'A harbour', 'Mountains']],
    ['clerk', 'search=wfts.ship', ['The sea', 'A harbour']],
    ['clerk', 'search=plfts.harbour wide', ['A harbour']],
    ['clerk', 'search=phfts.storms and ships', []],
    ['clerk', 'search=fts.song | mountain', ['Mountains', 'Sea, sea, sea']],
    ['clerk', 'search=not.wfts.ship', ['Mountains', 'Sea, sea, sea']],
    ['clerk', 'search=wfts.sea&search=wfts.ship', ['The sea', 'A harbour']],
    ['clerk', 'or=(search.wfts.song,title.eq.Mountains)', ['Mountains', 'Sea, sea, sea']],
    ['clerk', 'search=wfts.the of', []],
    ['clerk', 'search=wfts.', []],
    ['guest', 'search=wfts.sea', ['Sea, sea, sea', 'The sea', 'A harbour']],
    ['owner', 'search=wfts.sea', ['The sea', 'Mountains']],
  ];
  for (const [role, query, expected] of cases) {
    const reader = { token: token({ identity_id: 7, role, owner: 'a', scope: 'manage:data' }) };
    const { status, body } = await ask('GET', `/book?${query.replaceAll(' ', '%20')}`, reader);
    t.equal(status, 200, JSON.stringify(body));
    // An owner does not read the note, so that no word of it finds the row.
    const seen = role === 'owner' ? expected.filter((title) => title !== 'Mountains') : expected;
    t.strictSame(titles(body), seen, `${role} ${query}`);
  }
  const shelves: readonly (readonly [string, readonly string[]])[] = [
    ['embed=book&book.search=wfts.ship&book.order=title', ['A harbour', 'The sea']],
    ['embed=book&book.search=wfts.sea', ['The sea', 'A harbour']],
  ];
  for (const [query, expected] of shelves) {
    const { body } = await ask('GET', `/shelf?${query}`, clerk);
    t.strictSame(titles((body as { readonly book: unknown }[])[0]?.book), expected, query);
  }
  t.equal(((await ask('GET', '/shelf?book.search=wfts.song', clerk)).body as unknown[]).length, 0);
});

test('the pages of a search come by offset, and miss no row', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const clerk = { token: token({ identity_id: 7, role: 'clerk', scope: 'manage:data' }) };
  for (let at = 0; at < 25; at++)
    await ask('POST', '/book', { body: { title: `${'sea '.repeat(at % 4)}land ${at}` }, ...clerk });
  const found: string[] = [];
  let next: string | undefined = '/book?search=wfts.land&limit=10';
  while (next !== undefined) {
    const { body, headers } = await ask('GET', next, clerk);
    found.push(...titles(body));
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]?.replace(/^.*?(?=\/book\?)/, '');
    if (next !== undefined) t.match(next, /offset=/);
  }
  t.equal(new Set(found).size, 25);
  const first = await ask('GET', '/book?limit=1', clerk);
  const [, after] = /after=([^&>]+)/.exec(String(first.headers.link)) ?? [];
  t.match(await ask('GET', `/book?search=wfts.land&after=${after}`, clerk), {
    status: 400,
    body: { detail: /a search orders rows/ },
  });
});

test('versions and rows of the past are searched as they were', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const clerk = { token: token({ identity_id: 7, role: 'clerk', scope: 'manage:data' }) };
  const { body } = await ask('POST', '/book', { body: { title: 'Sea' }, ...clerk });
  const { id, recorded_at: then } = body as { readonly id: number; readonly recorded_at: string };
  await ask('PATCH', `/book/${id}`, { body: { title: 'Land' }, ...clerk });
  const at = encodeURIComponent(then);
  t.strictSame(titles((await ask('GET', '/book?search=wfts.sea', clerk)).body), []);
  t.strictSame(titles((await ask('GET', `/book?search=wfts.sea&as_of=${at}`, clerk)).body), ['Sea']);
  t.strictSame(titles((await ask('GET', '/book_history?search=wfts.sea', clerk)).body), ['Sea']);
});

test('what is no search is refused', async (t) => {
  const { ask, token } = await serveModel(t, modelOfFiles(files));
  const clerk = { token: token({ identity_id: 7, role: 'clerk', scope: 'manage:data' }) };
  const cases: readonly (readonly [string, RegExp])[] = [
    ['search=sea', /operator/],
    ['search=eq.sea', /search takes words to search for/],
    ['search=is.null', /search takes words to search for/],
    ['search=wfts(norwegian).sea', /search is in english/],
    ['search=fts.sea ship', /./],
    ['search->a=wfts.sea', /search takes words to search for/],
    ['order=search', /no field search/],
    ['select=search', /no field search/],
  ];
  for (const [query, expected] of cases) {
    const { status, body } = await ask('GET', `/book?${query.replaceAll(' ', '%20')}`, clerk);
    t.equal(status, 400, query);
    t.match(JSON.stringify(body), expected, query);
  }
  t.match(await ask('GET', '/shelf?search=wfts.sea'), { status: 400, body: { code: 'unknown_parameter' } });
});

test('an index finds the rows, for callers with and without a rule', async (t) => {
  const model = modelOfFiles(files);
  const { database } = await serveModel(t, model);
  await database.query(
    "insert into book (title, summary, owner, recorded_by) select md5(n::text), md5((-n)::text), 'a', 1 from generate_series(1, 5000) as n",
  );
  await database.query('analyze book');
  const book = model.resources.get('book');
  const read = readQueryString('search=wfts.c4ca4238a0b923820dcc509a6f75849b');
  for (const role of ['clerk', 'owner']) {
    const restrictions = rowsFor({ ...anyone, role, claims: new Map([['owner', 'a']]) }, model);
    const seen = restrictions.model.resources.get(book?.name ?? '');
    const planned = seen !== undefined && read.ok ? planList(seen, read.value, restrictions.model) : null;
    if (!planned?.ok) throw new Error('the search is refused');
    const { text, values } = renderList(planned.value, restrictions, { total: false });
    const explained = await database.database.session(async ({ query }) => {
      const outcome = await query({ text: `explain ${text}`, values });
      if (!outcome.ok) throw new Error(outcome.error.message);
      return outcome.rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    });
    t.match(explained, /book_search_idx/, role);
  }
});

test('no text is too long to be searched', async (t) => {
  const { ask, token, database } = await serveModel(t, modelOfFiles(files));
  const clerk = { token: token({ identity_id: 7, role: 'clerk', scope: 'manage:data' }) };
  const long = [
    Array.from({ length: 200_000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join(' '),
    Array.from({ length: 60_000 }, (_, at) => `w${at}-x${at}`).join(' '),
    Array.from({ length: 20_000 }, (_, at) => `http://h${at}.example/p${at}/q${at}`).join(' '),
    Array.from(
      { length: 40_000 },
      (_, at) => `${String.fromCodePoint(0x20000 + at)}-${String.fromCodePoint(0x20001 + at)}`,
    ).join(' '),
    'x'.repeat(900_000),
  ];
  for (const text of long) {
    const rows = ['title', 'summary', 'note'].map((name) => ({ title: 'a', [name]: text }));
    for (const body of rows) t.match(await ask('POST', '/book', { body, ...clerk }), { status: 201 });
    await database.query('update book set title = $1, summary = $1, note = $1', [text]);
  }
  t.equal((await ask('GET', '/book?search=wfts.w1&select=id', clerk)).status, 200);
});
