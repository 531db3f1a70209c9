import { test } from 'tap';
import { dialect, encoded } from './dialect.ts';
import { checkRefusals, type Refusal } from './refusal.ts';

// Select in PostgREST's syntax, what it shows, and its place in the answers of reads and writes.

const uuid = '00000000-0000-4000-8000-000000000001';

/** What is shown of item 1. */
const shown: readonly (readonly [select: string, row: object])[] = [
  ['id', { id: 1 }],
  ['name,id', { name: 'alpha beta', id: 1 }],
  ['title:name,Again:name,x1:id', { title: 'alpha beta', Again: 'alpha beta', x1: 1 }],
  ['id::text,count::numeric,price::integer', { id: '1', count: 1, price: 2 }],
  ['a:at::date,day::timestamptz', { a: '2026-01-01', day: '2026-01-01T00:00:00+00:00' }],
  ['a:sizes::_text,b:sizes::_INT8,c:name::TEXT', { a: ['1', '2'], b: [1, 2], c: 'alpha beta' }],
  ['code::text,tags::text,sizes::text[]', { code: uuid, tags: '{red,blue}', sizes: ['1', '2'] }],
  [
    'd:data::jsonb,e:name::varchar',
    { d: { a: { b: [1, { c: 'deep' }] }, n: 10, s: 'x', 'it, "is"': null }, e: 'alpha beta' },
  ],
  ['data->s,data->>n', { s: 'x', n: '10' }],
  ['data->a->b,c:data->a->b->0', { b: [1, { c: 'deep' }], c: 1 }],
  ['data->a->b->1->>c', { c: 'deep' }],
  ['data->a->b->-1', { b: { c: 'deep' } }],
  ['v:data->>n::integer', { v: 10 }],
  ['data->"it, \\"is\\""', { 'it, "is"': null }],
  ['data->nothing->here', { here: null }],
  ['tags->0,sizes->>1', { tags: 'red', sizes: '2' }],
  ['maker(name)', { maker: { name: 'Ada' } }],
  ['by:maker(called:name,size::text)', { by: { called: 'Ada', size: '3' } }],
  ['maker!inner(id),remark!left(id)', { maker: { id: 1 }, remark: [{ id: 1 }, { id: 2 }] }],
  // By another name than its alias: its field, its foreign key, its resource, with a hint or without
  ['maker_id(name)', { maker_id: { name: 'Ada' } }],
  ['item_maker_id_fkey(name)', { item_maker_id_fkey: { name: 'Ada' } }],
  ['by:maker!maker_id(name)', { by: { name: 'Ada' } }],
  ['maker!item_maker_id_fkey!inner(name)', { maker: { name: 'Ada' } }],
  [
    'remark!item_id(id),r:remark!inner!remark_item_id_fkey(id)',
    { remark: [{ id: 1 }, { id: 2 }], r: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'remark(maker!author_id(name),id)',
    {
      remark: [
        { maker: { name: 'Bob' }, id: 1 },
        { maker: { name: 'Ada' }, id: 2 },
      ],
    },
  ],
  ['...maker_id(called:name)', { called: 'Ada' }],
  [
    'remark(id,author(name),reply(text))',
    {
      remark: [
        { id: 1, author: { name: 'Bob' }, reply: [{ text: 'yes' }, { text: 'no' }] },
        { id: 2, author: { name: 'Ada' }, reply: [] },
      ],
    },
  ],
  ['a:remark(id),b:remark(text)', { a: [{ id: 1 }, { id: 2 }], b: [{ text: 'good' }, { text: 'bad' }] }],
  ['id,...maker(maker_name:name,size)', { id: 1, maker_name: 'Ada', size: 3 }],
  [
    'remark(...author(by:name),id)',
    {
      remark: [
        { by: 'Bob', id: 1 },
        { by: 'Ada', id: 2 },
      ],
    },
  ],
  ['...maker(item(id))', { item: [{ id: 1 }, { id: 2 }] }],
  ['id,maker()', { id: 1 }],
  [' id , maker ( name ) ', { id: 1, maker: { name: 'Ada' } }],
  ['many,is:ready', { many: false, is: true }],
];

test('what select shows', async (t) => {
  const { ask } = await dialect(t);
  for (const [select, row] of shown) {
    const query = `select=${encoded(select)}`;
    const list = await ask('GET', `/item?id=eq.1&${query}`);
    t.same(list.body, [row], `${select} ${list.text.slice(0, 300)}`);
    t.same(Object.keys(list.body[0] ?? {}), Object.keys(row), 'in its order');
    const read = await ask('GET', `/item/1?${query}`);
    t.same(read.body, row, `read: ${select}`);
    const versions = await ask(
      'GET',
      `/item_history?item_id=eq.1&${query.replace(/=(%20)?id/, '=$1item_id').replace('x1:id', 'x1:item_id')}`,
    );
    t.equal(versions.status, 200, `history: ${select} ${versions.text.slice(0, 200)}`);
    const written = await ask('PATCH', `/item/1?${query}`, { body: {} });
    t.same(written.body, row, `update: ${select}`);
  }
  const [all] = (await ask('GET', '/item?id=eq.1')).body;
  t.same((await ask('GET', '/item?id=eq.1&select=*')).body, [all]);
  t.same((await ask('GET', '/item?id=eq.1&select=id,*,id')).body, [all]);
  t.same(
    Object.keys((await ask('GET', '/item?id=eq.1&select=name,*')).body[0])[0],
    'name',
    'what is named first stands first',
  );
  t.same((await ask('GET', '/item?id=eq.1&select=*,maker(id)')).body, [{ ...all, maker: { id: 1 } }]);
  t.same((await ask('GET', '/item?id=eq.1&select=id&embed=maker')).body[0].maker.name, 'Ada', 'with embed');
  t.same(Object.keys((await ask('GET', '/item/1?select=id&embed=remark')).body), ['id', 'remark']);
  t.ok((await ask('GET', '/item/1?select=*')).body.links);
  const none = (await ask('GET', '/item?id=eq.4&select=maker(id),remark(id),...maker(called:name)')).body;
  t.same(none, [{ maker: null, remark: [], called: null }], 'where there is no related row');
});

test('what cannot be selected is refused at its place', async (t) => {
  const service = await dialect(t);
  const invalid = (select: string, detail: RegExp, hint?: RegExp): Refusal => ({
    ask: ['GET', `/item?select=${encoded(select)}`],
    code: 'invalid_parameter',
    detail,
    ...(hint !== undefined && { hint }),
  });
  const columns = (count: number) => Array.from({ length: count }, (_, index) => `a${index}:id`).join();
  const relations = (count: number) => Array.from({ length: count }, (_, index) => `a${index}:maker(id)`).join();
  await checkRefusals(t, service, [
    invalid('', /ends too early/),
    invalid('id,', /ends too early/),
    invalid('nam', /^there is no field nam in item \(select, character 1\)$/, /did you mean name\?$/),
    invalid('id,makr(id)', /^there is no relation makr of item \(select, character 4\)$/, /did you mean maker\?$/),
    invalid('maker(nam)', /^there is no field nam in maker \(select, character 7\)$/),
    invalid(
      'maker!outer(id)',
      /^no relation maker of item goes by outer \(select, character 7\)$/,
      /^expected one of maker$/,
    ),
    invalid('maker!remark_author_id_fkey(id)', /^no relation maker of item goes by remark_author_id_fkey/),
    invalid('sizes::_integer', /^there is no type _integer to convert to/),
    invalid('id::regclass', /^there is no type regclass to convert to/),
    invalid('id::texd', /./, /did you mean text\?$/),
    invalid('name->a', /holds no JSON/),
    invalid('id:name,*', /^id stands here a second time \(select, character 9\)$/),
    invalid('*,id:name', /^id stands here a second time/),
    invalid('maker(id),maker(name)', /^maker stands here a second time/),
    invalid('name:maker(id),*', /^name stands here a second time/),
    invalid('...maker(name),*', /^name stands here a second time/),
    invalid('data->""', /^a column has no name/, /name:column/),
    invalid('data->a\0', /NUL/),
    invalid(`data->${'å'.repeat(32)}`, /has more than 63 bytes/, /name:column/),
    invalid('name::integer', /^a value cannot be converted to the type that is asked for \(select\)$/),
    invalid('big::smallint', /cannot be converted/),
    invalid('ready::date', /cannot be converted/),
    { ask: ['GET', `/item?select=${columns(1001)}`], code: 'limit_exceeded', detail: /more than 1000 columns/ },
    { ask: ['GET', `/item?select=${relations(101)}`], code: 'limit_exceeded', detail: /more than 100 relations/ },
    {
      ask: ['GET', '/item?select=remark(author(item(remark(id))))'],
      code: 'limit_exceeded',
      detail: /more than 3 levels deep/,
    },
    {
      ask: ['GET', '/item/1?select=links:name,*'],
      code: 'invalid_parameter',
      detail: /^links stands here a second time/,
    },
    { ask: ['GET', '/item?select=id&select=id'], code: 'invalid_parameter', detail: /more than once/ },
    { ask: ['DELETE', '/item/6?select=nothing'], code: 'invalid_parameter' },
  ]);
  t.equal((await service.ask('GET', `/item?limit=1&select=${columns(1000)}`)).status, 200);
  t.equal((await service.ask('GET', `/item?limit=1&select=${relations(100)}`)).status, 200);
  t.equal((await service.ask('GET', '/item?select=remark(author(item(id)))')).status, 200);
});

test('the answer of a create', async (t) => {
  const { ask } = await dialect(t);
  const post = (query: string, body: object) => ask('POST', `/remark?${encoded(query)}`, { body: body as never });
  const created = await post('select=text,item(name),author(name)', { text: 'new', item_id: 1, author_id: 2 });
  t.same([created.status, created.body], [201, { text: 'new', item: { name: 'alpha beta' }, author: { name: 'Bob' } }]);
  t.match(created.headers.location, /^\/dialect\/remark\/\d+$/);
  const embedded = await post('embed=item(maker)', { text: 'new', item_id: 1 });
  t.match(embedded.body, { text: 'new', item: { maker: { name: 'Ada' } } });
  t.notOk('links' in embedded.body);
  const narrowed = await post('select=id,item(remark(text))&item.remark.text=eq.new&item.remark.limit=1', {
    text: 'new',
    item_id: 1,
  });
  t.same(narrowed.body.item, { remark: [{ text: 'new' }] }, 'what it wrote is there');
  const without = await post('select=text,author!inner(id)', { text: 'new', item_id: 1 });
  t.same(
    [without.status, without.body],
    [201, { text: 'new', author: null }],
    'an inner embed drops no row that is written',
  );
  const count = async () => (await ask('GET', '/remark?select=id&limit=50')).body.length;
  const before = await count();
  const refused: readonly (readonly [query: string, status: number])[] = [
    ['select=text::integer', 400],
    ['select=txt', 400],
    ['embed=nothing', 400],
    ['text=eq.new', 400],
    ['item.name=eq.a', 400],
    ['order=id', 400],
  ];
  for (const [query, status] of refused) {
    t.equal((await post(query, { text: 'new', item_id: 1 })).status, status, query);
    t.equal((await ask('PATCH', `/remark/1?${encoded(query)}`, { body: { text: 'other' } })).status, status, query);
  }
  t.equal(await count(), before, 'and nothing was written');
  t.equal((await ask('GET', '/remark/1')).body.text, 'good');
  t.equal((await ask('PATCH', '/remark/77?select=id', { body: { text: 'other' } })).status, 404);
});

test('the answer of a delete', async (t) => {
  const { ask } = await dialect(t);
  const made = await Promise.all(
    ['a', 'b'].map((text) => ask('POST', '/remark', { body: { text, item_id: 1, author_id: 2 } })),
  );
  const [first, second] = made.map(({ body }) => `/remark/${body.id}`);
  const headers = { prefer: 'return=representation' };
  const selected = await ask('DELETE', `${first}?select=text,author(name)`, { headers });
  t.same([selected.status, selected.body], [200, { text: 'a', author: { name: 'Bob' } }]);
  const unasked = await ask('DELETE', `${second}?select=id`);
  t.same([unasked.status, unasked.text], [204, ''], 'without the preference, what is selected is not shown');
  for (const path of [first, second]) t.equal((await ask('GET', `${path}`)).status, 404);
});

test('a check through a relation holds after the write, or nothing is written', async (t) => {
  const service = await dialect(t);
  const { ask } = service;
  await ask('PATCH', '/item/6', { body: { kind: 'closed' } });
  await checkRefusals(t, service, [
    {
      ask: ['POST', '/remark', { body: { text: 'x', item_id: 6 } }],
      code: 'invalid_body',
      detail: 'A closed item takes no remarks.',
    },
    { ask: ['POST', '/remark?select=id', { body: { text: 'x', item_id: 6 } }], code: 'invalid_body' },
    {
      ask: ['PATCH', '/remark/1', { body: { item_id: 6 } }],
      code: 'invalid_body',
      detail: 'A closed item takes no remarks.',
    },
    {
      ask: ['POST', '/remark', { body: { text: 'x', item_id: 1, author_id: 3 } }],
      code: 'invalid_body',
      detail: 'Nobody remarks on nothing.',
    },
    { ask: ['PATCH', '/remark/1?embed=author', { body: { author_id: 3 } }], code: 'invalid_body' },
  ]);
  t.equal((await ask('GET', '/remark?limit=50')).body.length, 4, 'rolled back');
  t.match((await ask('GET', '/remark/1')).body, { item_id: 1, author_id: 2 });
  t.equal((await ask('PATCH', '/remark/1', { body: { author_id: null } })).status, 200);
  t.equal((await ask('POST', '/remark', { body: { text: 'x', item_id: 1, author_id: 1 } })).status, 201);
});

test('whatever is read through a relation needs its scope', async (t) => {
  const service = await dialect(t);
  const token = service.token({ identity_id: 1, scope: 'read:data:item read:data:item_history manage:data:remark' });
  const ways: readonly (readonly [path: string, scope: string, need: string])[] = [
    ['/item?embed=maker', 'maker', 'the relation maker'],
    ['/item?select=id,maker(id)', 'maker', 'the relation maker'],
    ['/item?select=id,by:maker(id)', 'maker', 'the relation maker'],
    ['/item?select=id,...maker(called:name)', 'maker', 'the relation maker'],
    ['/item?select=id,maker!inner()', 'maker', 'the relation maker'],
    ['/item?select=id,maker()&maker=is.null', 'maker', 'the relation maker'],
    ['/item?maker.name=eq.Ada', 'maker', 'the relation maker'],
    ['/item?maker.or=(name.eq.Ada,size.eq.1)', 'maker', 'the relation maker'],
    ['/item?or=(id.eq.1,maker.name.eq.Ada)', 'maker', 'the relation maker'],
    ['/item?not.and=(id.eq.1,or(id.eq.2,maker.name.eq.Ada))', 'maker', 'the relation maker'],
    ['/item?maker=is.null', 'maker', 'the relation maker'],
    ['/item?or=(id.eq.1,maker.not.is.null)', 'maker', 'the relation maker'],
    ['/item?order=maker(name)', 'maker', 'the relation maker'],
    ['/item?remark.author.name=eq.Ada', 'maker', 'the relation remark.author'],
    ['/item?remark.author=is.null', 'maker', 'the relation remark.author'],
    ['/item?embed=remark&remark.author.name=eq.Ada', 'maker', 'the relation remark.author'],
    ['/item?embed=remark&remark.order=author(name)', 'maker', 'the relation remark.author'],
    ['/item?embed=remark(reply)', 'reply', 'the relation remark.reply'],
    ['/item?limit=0&maker.name=eq.Ada', 'maker', 'the relation maker'],
    ['/item_history?maker.name=eq.Ada', 'maker', 'the relation maker'],
    ['/item_history?order=maker(name)', 'maker', 'the relation maker'],
    ['/item/1?embed=maker', 'maker', 'the relation maker'],
    ['/item/1?select=remark(author(name))', 'maker', 'the relation remark.author'],
    ['/item?as_of=2099-01-01T00:00Z&embed=maker', 'maker', 'the relation maker'],
  ];
  const asked: Refusal[] = ways.flatMap(([path, scope, need]) =>
    ['application/json', 'text/csv', 'application/x-ndjson', 'application/vnd.pgrst.object+json']
      .filter((accept) => !path.startsWith('/item/') || (accept.includes('json') && !accept.includes('ndjson')))
      .map((accept) => ({
        ask: ['GET', path, { token, headers: { accept, prefer: 'count=exact' } }] as const,
        code: 'insufficient_scope' as const,
        detail: `the token lacks the scope read:data:${scope}, which ${need} needs`,
      })),
  );
  const bodies = [
    ['POST', '/remark?embed=author', { text: 'x', item_id: 1 }],
    ['PATCH', '/remark/1?select=author(id)', { text: 'x' }],
    ['PATCH', '/remark/1?select=item(maker(id))', { text: 'x' }],
  ] as const;
  await checkRefusals(t, service, [
    ...asked,
    ...bodies.map(
      ([method, path, body]): Refusal => ({ ask: [method, path, { token, body }], code: 'insufficient_scope' }),
    ),
    {
      ask: [
        'GET',
        '/item?as_of=2026-01-01T00:00Z&maker.name=eq.a',
        { token: service.token({ identity_id: 1, scope: 'read:data:item read:data:item_history read:data:maker' }) },
      ],
      code: 'insufficient_scope',
      detail: /read:data:maker_history, which the relation maker as it was needs/,
    },
  ]);
  t.equal((await service.ask('GET', '/remark/1')).body.text, 'good', 'refused before it is written');
  for (const path of ['/item?embed=remark', '/item?select=id,maker()', '/item?remark=is.null', '/item?order=id']) {
    t.equal((await service.ask('GET', path, { token })).status, 200, path);
  }
});
