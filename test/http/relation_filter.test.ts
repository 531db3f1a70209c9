import { test } from 'tap';
import { dialect, encoded, idsOf } from './dialect.ts';
import { checkRefusals } from './refusal.ts';

// Filters through relations. Not embedded they keep rows that have such a related row; embedded they narrow what
// is embedded, and the rows too where the embed is inner. Rows of items and their remarks: 1 has two, 2 and 5 have one.

const has = (condition: string) => `exists (select from remark where item_id = item.id and ${condition})`;
const made = (condition: string) => `exists (select from maker where maker.id = item.maker_id and ${condition})`;
const said = (condition: string) =>
  has(`exists (select from maker as author where author.id = remark.author_id and ${condition})`);

/** Which items a query gives, by a condition in SQL. */
const kept: readonly (readonly [query: string, sql: string])[] = [
  ['remark.stars=gt.2', has('stars > 2')],
  ['remark.stars=not.gt.2', has('not stars > 2')],
  ['remark.stars=is.null', has('stars is null')],
  ['maker.name=eq.Ada', made("name = 'Ada'")],
  ['maker.name=neq.Ada', made("name <> 'Ada'")],
  ['remark.author.name=eq.Ada', said("author.name = 'Ada'")],
  ['remark.text=eq.good&remark.stars=eq.5', has("text = 'good' and stars = 5")],
  ['remark.text=eq.good&remark.stars=eq.1', has("text = 'good' and stars = 1")],
  ['remark.text=eq.bad&remark.author.name=eq.Bob', 'false'],
  ['remark.or=(stars.eq.3,stars.is.null)', has('(stars = 3 or stars is null)')],
  ['remark.not.and=(stars.gt.2,text.eq.good)', has("not (stars > 2 and text = 'good')")],
  ['remark.author.or=(name.eq.Bob,size.eq.3)', said("(author.name = 'Bob' or author.size = 3)")],
  ['remark.reply.text=eq.yes', has("exists (select from reply where remark_id = remark.id and text = 'yes')")],
  ['or=(name.eq.Beta,remark.stars.eq.5)', `name = 'Beta' or ${has('stars = 5')}`],
  ['or=(remark.stars.eq.5,maker.name.eq.Bob)', `${has('stars = 5')} or ${made("name = 'Bob'")}`],
  [
    'not.or=(name.eq.Beta,remark.stars.eq.5)',
    `not (coalesce(name = 'Beta', false) or ${has('stars = 5')})  and name is not null`,
  ],
  ['and=(remark.text.eq.good,remark.text.eq.bad)', `${has("text = 'good'")} and ${has("text = 'bad'")}`],
  ['or=(remark.and(text.eq.good,stars.eq.1),id.eq.6)', 'id = 6'],
  ['remark=is.null', `not ${has('true')}`],
  ['remark=not.is.null', has('true')],
  ['remark=is.not_null', has('true')],
  ['maker=is.null', 'maker_id is null'],
  ['maker=not.is.null', 'maker_id is not null'],
  ['or=(remark.is.null,maker.is.null)', `not ${has('true')} or maker_id is null`],
  ['or=(remark.not.is.null,id.eq.4)', `${has('true')} or id = 4`],
  ['not.and=(remark.is.null,maker.is.null)', `not (not ${has('true')} and maker_id is null)`],
  ['remark.author=is.null', has('author_id is null')],
  ['remark.reply=is.null', has('not exists (select from reply where remark_id = remark.id)')],
  ['remark=is.null&remark.stars=gt.2', 'false'],
  // Embedded: what is embedded is narrowed, not the rows.
  ['embed=remark&remark.stars=gt.2', 'true'],
  ['select=id,remark(id)&remark.stars=gt.2', 'true'],
  ['select=id,said:remark(id)&said.stars=gt.2', 'true'],
  ['embed=remark(author)&remark.author.name=eq.Ada', 'true'],
  // Inner: the rows too.
  ['embed=remark!&remark.stars=gt.2', has('stars > 2')],
  ['select=id,remark!inner(id)&remark.stars=gt.2', has('stars > 2')],
  ['select=id,remark!inner()&remark.stars=gt.2', has('stars > 2')],
  ['select=id,said:remark!inner(id)&said.stars=gt.2', has('stars > 2')],
  ['embed=remark!(author!)&remark.author.name=eq.Bob', said("author.name = 'Bob'")],
  ['embed=remark!(author)&remark.author.name=eq.Bob', has('true')],
  ['embed=remark(author!)&remark.author.name=eq.Bob', 'true'],
  ['embed=maker!&maker.name=eq.Bob', made("name = 'Bob'")],
  ['select=id,...maker!inner(maker_name:name)&maker.name=eq.Bob', made("name = 'Bob'")],
  // Presence counts the filters on what is embedded.
  ['embed=remark&remark.stars=gt.2&remark=not.is.null', has('stars > 2')],
  ['embed=remark&remark.stars=gt.2&remark=is.null', `not ${has('stars > 2')}`],
  ['select=id,remark()&remark.stars=gt.2&remark=is.null', `not ${has('stars > 2')}`],
  ['select=id,said:remark(id)&said.stars=gt.2&said=is.null', `not ${has('stars > 2')}`],
  ['embed=remark(author!)&remark.author.name=eq.Bob&remark=not.is.null', said("author.name = 'Bob'")],
  [
    'embed=remark,maker&remark.stars=gt.2&or=(remark.not.is.null,maker.is.null)',
    `${has('stars > 2')} or maker_id is null`,
  ],
];

test('which rows a filter through a relation keeps', async (t) => {
  const { ask, database } = await dialect(t);
  for (const [query, sql] of kept) {
    const answer = await ask('GET', `/item?${encoded(query)}`);
    const expected = await database.query(`select id from item where ${sql} order by id`);
    t.equal(answer.status, 200, `${query} ${answer.text}`);
    t.same(
      idsOf(answer.body ?? []),
      expected.map(({ id }) => Number(id)),
      query,
    );
  }
});

test('what a filter leaves of an embedded relation', async (t) => {
  const { ask } = await dialect(t);
  const first = async (query: string) => (await ask('GET', `/item?id=eq.1&${encoded(query)}`)).body[0];
  t.same(await first('select=remark(id)&remark.stars=gt.2'), { remark: [{ id: 1 }] });
  t.same(await first('select=a:remark(id),b:remark(id)&a.stars=gt.2&b.stars=lt.2'), { a: [{ id: 1 }], b: [{ id: 2 }] });
  t.same(await first('select=remark(id)&remark.or=(stars.eq.1,text.eq.good)&remark.order=stars'), {
    remark: [{ id: 2 }, { id: 1 }],
  });
  t.same(await first('select=remark(id,author(id))&remark.author.name=eq.Ada'), {
    remark: [
      { id: 1, author: null },
      { id: 2, author: { id: 1 } },
    ],
  });
  t.same(await first('select=remark(id,author!inner(id))&remark.author.name=eq.Ada'), {
    remark: [{ id: 2, author: { id: 1 } }],
  });
  t.same(await first('select=maker(id)&maker.name=eq.Bob'), { maker: null });
  t.same(await first('select=id,...maker(name)&maker.name=eq.Bob'), { id: 1, name: null });
  t.same(
    await first('select=remark(id)&remark.reply.text=eq.yes'),
    { remark: [{ id: 1 }] },
    'not embedded below one that is',
  );
  t.same(await first('select=remark(id)&remark.reply=is.null'), { remark: [{ id: 2 }] });
  t.same(await first('select=remark(id)&remark.limit=1&remark.order=stars.desc&remark.offset=1'), {
    remark: [{ id: 2 }],
  });
  t.same(await first('select=stay(place)&stay.valid_at=2026-01-20T00:00Z'), { stay: [{ place: 'hall' }] });
  t.same(
    await first('select=stay(place)&stay.valid_at=2026-02-20T00:00Z&stay.place=eq.hall'),
    { stay: [] },
    'an instant and a filter hold together',
  );
});

test('on versions, and as of an instant', async (t) => {
  const { ask } = await dialect(t);
  const before = (await ask('GET', '/item/1')).body.recorded_at;
  const renamed = (await ask('PATCH', '/maker/1', { body: { name: 'Adele' } })).body.recorded_at;
  await ask('PATCH', '/item/1', { body: { maker_id: 2 } });
  const at = async (query: string) => {
    const answer = await ask('GET', `/item?${encoded(query)}`);
    return answer.status === 200 ? idsOf(answer.body) : answer.body;
  };
  t.same(await at('maker.name=eq.Ada'), []);
  t.same(await at('maker.name=eq.Adele'), [2]);
  t.same(await at(`maker.name=eq.Ada&as_of=${renamed}`), []);
  t.same(await at(`maker.name=eq.Adele&as_of=${renamed}`), [1, 2]);
  t.same(await at(`maker=is.null&as_of=${renamed}`), [4, 6]);
  t.same(await at(`or=(maker.name.eq.Adele,id.eq.6)&as_of=${renamed}`), [1, 2, 6]);
  t.same(await at(`embed=maker!&maker.name=eq.Adele&as_of=${renamed}`), [1, 2]);
  t.match(before, /^20/);
  const versions = async (query: string) =>
    (await ask('GET', `/item_history?item_id=eq.1&${encoded(query)}`)).body.map(
      ({ maker_id }: { maker_id: number }) => maker_id,
    );
  t.same(await versions('maker.name=eq.Adele'), [1], 'the graph of the last moment of a version');
  t.same(await versions('maker.name=eq.Bob'), [2]);
  t.same(await versions('maker=is.null'), []);
  t.same(await versions('remark.stars=eq.5'), [1, 2]);
});

test('what leads nowhere', async (t) => {
  const service = await dialect(t);
  const refused = (query: string, detail: RegExp, hint?: RegExp) => ({
    ask: ['GET', `/item?${encoded(query)}`] as const,
    code: 'invalid_parameter' as const,
    detail,
    ...(hint && { hint }),
  });
  await checkRefusals(t, service, [
    refused('remark.strs=eq.1', /^there is no field strs in remark/, /did you mean stars\?/),
    refused('remark.athor.name=eq.1', /^there is no relation athor of remark/, /did you mean author\?/),
    refused('name.first=eq.1', /^name is a field, and nothing stands below it/),
    refused('remark=eq.1', /only absence and presence can be asked/),
    refused('remark=is.true', /only absence and presence can be asked/),
    refused('or=(remark.gt.1)', /only absence and presence/),
    refused('remark.or=(strs.eq.1)', /^there is no field strs in remark/),
    refused('remark.order=id', /^the relation remark of item is not embedded/),
    refused('remark.limit=1', /is not embedded/),
    refused('embed=maker&maker.limit=-1', /^maker.limit is "-1"/),
    refused('embed=maker&maker.order=nam', /^there is no field nam in maker/),
    refused('embed=remark&remark.order=strs', /^there is no field strs in remark \(remark\.order, character 1\)/),
    refused('embed=remark&remark.limit=1&remark.limit=1', /more than once/),
    refused('embed=remark&remark.valid_at=2026-01-01T00:00Z', /^remark has no validity/),
    refused('embed=remark&remark.offset=-1', /./),
  ]);
  t.equal((await service.ask('GET', '/item?embed=remark&remark.limit=51')).body.code, 'limit_exceeded');
  const paths: readonly (readonly [path: string, status: number])[] = [
    ['remark.author.item.name', 200],
    ['remark.author.item.remark.text', 400],
    ['maker.item.maker.item.name', 400],
  ];
  for (const [path, status] of paths) {
    const { status: actual, body } = await service.ask('GET', `/item?${path}=eq.x`);
    t.equal(actual, status, path);
    if (status === 400) t.equal(body.code, 'limit_exceeded', path);
  }
});
