import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { dialect, pathOf } from './dialect.ts';
import { checkRefusals, type Refusal } from './refusal.ts';
import { serveModel } from './service.ts';

// Aggregates in select, as PostgREST 12 has them.

/** A query of a list, and its answer as JSON. Numbers are compared to the last digit. */
const shown: readonly (readonly [query: string, rows: string | RegExp])[] = [
  ['item?select=count()', '[{"count":6}]'],
  ['item?select=n:count()', '[{"n":6}]'],
  ['item?select=n:count()::text', '[{"n":"6"}]'],
  ['remark?select=count', '[{"count":4}]'],
  ['remark?select=n:count::text', '[{"n":"4"}]'],
  ['item?select=count&limit=2', '[{"count":1},{"count":2}]'],
  ['item?select=count()&id=lt.0', '[{"count":0}]'],
  ['item?select=kind,count()&id=lt.0', '[]'],
  ['item?select=count()&limit=0', '[]'],
  ['item?select=count()&offset=1', '[]'],
  // Groups, in the order of what they have in common
  ['item?select=kind,count()', '[{"kind":"lost","count":2},{"kind":"open","count":4}]'],
  ['item?select=count(),kind', '[{"count":2,"kind":"lost"},{"count":4,"kind":"open"}]'],
  [
    'item?select=maker_id,kind,count()',
    '[{"maker_id":1,"kind":"lost","count":1},{"maker_id":1,"kind":"open","count":1},{"maker_id":2,"kind":"open","count":2},{"maker_id":null,"kind":"lost","count":1},{"maker_id":null,"kind":"open","count":1}]',
  ],
  ['item?select=a:kind::text,count()&kind=eq.open', '[{"a":"open","count":4}]'],
  ['item?select=s:data->>s,count()&data->>s=not.is.null', '[{"s":"X","count":1},{"s":"x","count":1}]'],
  ['item?select=many,count()', '[{"many":false,"count":3},{"many":true,"count":3}]'],
  // Every aggregate, exactly
  ['item?select=price.sum()', '[{"sum":103.00000001}]'],
  [
    'item?select=price.sum(),price.avg(),price.min(),price.max(),price.count()',
    '[{"sum":103.00000001,"avg":34.3333333366666667,"min":1.50000000,"max":100.00000000,"count":3}]',
  ],
  ['item?select=big.sum()', '[{"sum":9007199254740986}]'],
  ['item?select=a:count.sum(),b:count.max()', '[{"a":2147483657,"b":2147483647}]'],
  ['item?select=day.min(),at.max()', '[{"min":"0001-01-01","max":"2026-01-01T00:00:00.123457+00:00"}]'],
  ['item?select=name.max(),k:kind.min(),s:sizes.max()', '[{"max":"Åse","k":"lost","s":[2,3]}]'],
  ['item?select=price.sum(),n:name.count()&id=lt.0', '[{"sum":null,"n":0}]'],
  ['item?select=data.count()', '[{"count":5}]'],
  ['item?select=n:data->>n::integer.sum()', '[{"n":19}]'],
  ['item?select=m:count::text.max()::integer', '[{"m":5}]'],
  ['item?select=price::integer.sum()::text', '[{"sum":"104"}]'],
  ['item?select=m:price.avg()::integer', '[{"m":34}]'],
  [
    'item?select=kind,p:price.sum()&order=p.desc.nullslast',
    '[{"kind":"open","p":101.50000000},{"kind":"lost","p":1.50000001}]',
  ],
  ['item?select=kind,count()&order=count.desc', '[{"kind":"open","count":4},{"kind":"lost","count":2}]'],
  ['item?select=k:kind,count()&order=kind.desc', '[{"k":"open","count":4},{"k":"lost","count":2}]'],
  ['item?select=k:kind,count()&order=k.desc&limit=1', '[{"k":"open","count":4}]'],
  ['item?select=s:data->>s,count()&order=data->>s.desc.nullslast&limit=1', '[{"s":"x","count":1}]'],
  [
    'item?select=maker_id,price.max()&order=max.nullsfirst&limit=2',
    '[{"maker_id":null,"max":null},{"maker_id":1,"max":1.50000001}]',
  ],
  // In a relation
  [
    'item?select=id,remark(count())&id=lte.3',
    '[{"id":1,"remark":[{"count":2}]},{"id":2,"remark":[{"count":1}]},{"id":3,"remark":[{"count":0}]}]',
  ],
  ['item?select=id,remark(count)&id=eq.1', '[{"id":1,"remark":[{"count":2}]}]'],
  ['item?select=id,r:remark(stars.sum(),stars.avg()::integer)&id=eq.1', '[{"id":1,"r":[{"sum":6,"avg":3}]}]'],
  [
    'maker?select=id,item(kind,count())&id=lte.2',
    '[{"id":1,"item":[{"kind":"lost","count":1},{"kind":"open","count":1}]},{"id":2,"item":[{"kind":"open","count":2}]}]',
  ],
  [
    'maker?select=id,item(kind,count())&id=eq.1&item.order=kind.desc&item.limit=1',
    '[{"id":1,"item":[{"kind":"open","count":1}]}]',
  ],
  ['maker?select=id,item(count())&item.kind=eq.open&id=eq.1', '[{"id":1,"item":[{"count":1}]}]'],
  ['maker?select=id,item!inner(count())&item.kind=eq.lost', '[{"id":1,"item":[{"count":1}]}]'],
  ['item?select=id,maker(count())&id=in.(1,4)', '[{"id":1,"maker":{"count":1}},{"id":4,"maker":{"count":0}}]'],
  [
    'maker?select=id,item(id,remark(count()))&id=eq.1',
    '[{"id":1,"item":[{"id":1,"remark":[{"count":2}]},{"id":2,"remark":[{"count":1}]}]}]',
  ],
  [
    'maker?select=id,item(remark(id),count())&id=eq.1',
    '[{"id":1,"item":[{"remark":[{"id":1},{"id":2}],"count":1},{"remark":[{"id":3}],"count":1}]}]',
  ],
  // By a related row
  [
    'item?select=maker(name,size),count()&maker=not.is.null',
    '[{"maker":{"name":"Ada","size":3},"count":2},{"maker":{"name":"Bob","size":null},"count":2}]',
  ],
  ['item?select=...maker(name),count()', '[{"name":"Ada","count":2},{"name":"Bob","count":2},{"name":null,"count":2}]'],
  [
    'item?select=...maker(maker:name),count()&order=maker(name).desc.nullslast',
    '[{"maker":"Bob","count":2},{"maker":"Ada","count":2},{"maker":null,"count":2}]',
  ],
  ['item?select=kind,...maker(size.sum())', '[{"kind":"lost","sum":3},{"kind":"open","sum":3}]'],
  ['item?select=...maker(name,n:count())', '[{"name":"Ada","n":2},{"name":"Bob","n":2},{"name":null,"n":0}]'],
  [
    'remark?select=...item(...maker(name,size.max())),count()',
    '[{"name":"Ada","max":3,"count":3},{"name":"Bob","max":null,"count":1}]',
  ],
  [
    'remark?select=...item(kind),...author(name),count()',
    '[{"kind":"lost","name":"Ada","count":1},{"kind":"open","name":"Ada","count":1},{"kind":"open","name":"Bob","count":1},{"kind":"open","name":null,"count":1}]',
  ],
  ['item?select=...maker(many:count())&maker.limit=0', '[{"many":0}]'],
  ['item?select=...maker(size.sum())&maker.name=eq.Bob', '[{"sum":null}]'],
  ['item?select=kind,count()&embed=maker!&maker.name=eq.Bob', /"kind":"open","count":2,"maker":\{"id":2,.*\}\}\]$/],
];

test('groups of the past, and of entries that are valid', async (t) => {
  const { ask, database } = await dialect(t);
  const get = async (query: string) => {
    const { status, body, text } = await ask('GET', pathOf(query));
    t.equal(status, 200, text);
    return body;
  };
  const [row] = await database.query(
    'select clock_timestamp()::text as now, recorded_at::text as at from item where id = 6',
  );
  const before = new Date(row?.now ?? '').toISOString();
  await ask('PATCH', '/item/1', { body: { kind: 'lost', price: 2.5 } });
  await ask('PATCH', '/item/4', { body: { kind: 'closed' } });
  t.same(await get('item?select=kind,count()'), [
    { kind: 'closed', count: 1 },
    { kind: 'lost', count: 2 },
    { kind: 'open', count: 3 },
  ]);
  t.same(await get(`item?select=kind,count()&as_of=${before}`), [
    { kind: 'lost', count: 2 },
    { kind: 'open', count: 4 },
  ]);
  t.same(await get(`maker?select=id,item(price.sum())&id=eq.1&as_of=${before}`), [
    { id: 1, item: [{ sum: 3.00000001 }] },
  ]);
  t.same(await get('maker?select=id,item(price.sum())&id=eq.1'), [{ id: 1, item: [{ sum: 4.00000001 }] }]);
  t.same(await get('item_history?select=item_id,count()&item_id=lte.2'), [
    { item_id: 1, count: 2 },
    { item_id: 2, count: 1 },
  ]);
  t.same(await get('item_history?select=item_id,remark(count())&item_id=eq.1&replaced_at=is.null'), [
    { item_id: 1, remark: [{ count: 2 }] },
  ]);
  t.same(await get('item_history?select=...maker(name),count()'), [
    { name: 'Ada', count: 3 },
    { name: 'Bob', count: 2 },
    { name: null, count: 3 },
  ]);
  t.same(await get(`item?select=...maker(name,n:count())&as_of=${before}&kind=eq.open`), [
    { name: 'Ada', n: 1 },
    { name: 'Bob', n: 2 },
    { name: null, n: 0 },
  ]);
  t.same(await get('stay?select=place,count()&valid_at=2026-01-20T00:00Z'), [{ place: 'hall', count: 2 }]);
  t.same(await get('item?select=id,stay(count())&stay.valid_at=2026-01-10T00:00Z&id=lte.2'), [
    { id: 1, stay: [{ count: 1 }] },
    { id: 2, stay: [{ count: 0 }] },
  ]);
});

test('what cannot be aggregated is refused at its place', async (t) => {
  const service = await dialect(t);
  const refused = (query: string, detail: RegExp, hint?: RegExp): Refusal => ({
    ask: ['GET', pathOf(query)],
    code: 'invalid_parameter',
    detail,
    ...(hint !== undefined && { hint }),
  });
  await checkRefusals(t, service, [
    refused(
      'item?select=kind,price.median()',
      /no aggregate median \(select, character 12\)/,
      /count, sum, min, max, avg/,
    ),
    refused(
      'item?select=name.sum()',
      /sum does not apply to name, of type text \(select, character 6\)/,
      /count, min, max, or a cast/,
    ),
    refused('item?select=ready.max()', /max does not apply to ready, of type boolean/),
    refused('item?select=code.min()', /min does not apply to code, of type uuid/),
    refused('item?select=data.max()', /type json/),
    refused('item?select=count::text.avg()', /avg does not apply to count, of type text/),
    refused('item?select=sizes.sum()', /type array/),
    refused('item?select=pricy.sum()', /no field pricy/, /did you mean price/),
    refused('item?select=price.sum()::dollar', /no type dollar/),
    refused('item?select=price.sum(),big.sum()', /sum stands here a second time \(select, character 17\)/),
    refused('item?select=kind,kind.count(),count()', /count stands here a second time/),
    refused('remark?select=count.sum()', /no field count/),
    refused('item?select=...remark(count())', /is spread become arrays.*character 11/, /relation\(count\(\)\)/),
    refused('item?select=...remark(stars.sum())', /arrays/),
    refused('item/1?select=count()', /no field|single rows/, /relation\(count\(\)\)/),
    refused('item/1?select=price.sum()', /single rows.*character 7/),
    refused('item/1?select=...maker(size.sum())', /single rows/),
    refused('item?select=kind,count()&order=price', /price is not a column of the groups/, /one of kind, count/),
    refused('item?select=kind,count()&order=kind,id', /id is not a column of the groups.*character 6/),
    refused('item?select=kind,maker(name),count()&order=maker(name)', /maker is not a column of the groups/),
    refused('item?select=kind,...maker(name),count()&order=maker(size)', /maker is not a column/),
    refused('item?select=s:data->s,count()&order=data->n', /data is not a column/),
    refused('maker?select=id,item(kind,count())&item.order=name', /name is not a column/),
    refused('item?select=kind,count()&after=WzIsIjIiXQ', /after stands for a row/, /offset/),
    {
      ...refused('item?select=kind,count()', /pages/, /limit of at most 50/),
      ask: ['GET', '/item?select=kind,count()', { headers: { accept: 'application/x-ndjson' } }],
    },
    { ask: ['GET', '/item?select=kind,n:count()&n=gt.1'], code: 'unknown_parameter' },
    refused('item?select=name::integer.sum()&id=eq.1', /cannot be converted/),
    refused('item?select=s:name.max()::integer&id=eq.1', /cannot be converted/),
    {
      ask: ['POST', '/maker?select=size.sum()', { body: { name: 'x' } }],
      code: 'invalid_parameter',
      detail: /single rows/,
    },
    { ask: ['PATCH', '/item/1?select=n:price.sum()', { body: {} }], code: 'invalid_parameter', detail: /single rows/ },
    {
      ask: ['PATCH', '/item?id=eq.1&select=n:price.sum()', { body: {}, headers: { prefer: 'return=representation' } }],
      code: 'invalid_parameter',
      detail: /single rows/,
    },
  ]);
});

test('what lists of groups show', async (t) => {
  const { ask } = await dialect(t);
  for (const [query, rows] of shown) {
    const { status, text } = await ask('GET', pathOf(query));
    t.equal(status, 200, `${query} ${text.slice(0, 300)}`);
    if (typeof rows === 'string') t.equal(text.replaceAll('}, {', '},{'), rows, query);
    else t.match(text, rows, query);
  }
});

test('values that are equal and look different are one group, in the order of values', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Test\naggregates: true\n',
    'lease.yaml':
      'resource: lease\nfields: { term: { type: duration, nullable: true }, rate: { type: decimal_range, nullable: true } }\n',
  });
  const { ask, database } = await serveModel(t, model);
  await database.query(`insert into lease (term, rate) values
    ('P1D', '[1,2)'), ('PT24H', '[1,2)'), ('P2D', '[0.5,)'), ('PT30H', null), (null, null)`);
  const get = async (query: string) => (await ask('GET', pathOf(query))).text;
  t.equal(
    await get('lease?select=term,count()'),
    '[{"term":"P1D","count":2},{"term":"PT30H","count":1},{"term":"P2D","count":1},{"term":null,"count":1}]',
  );
  t.equal(
    await get('lease?select=n:rate.count(),t:term.sum(),a:term.max()&order=t'),
    '[{"n":3,"t":"P3DT54H","a":"P2D"}]',
  );
  t.equal(
    await get('lease?select=rate,term.sum()&order=sum.desc&limit=2'),
    '[{"rate":"[0.5,)","sum":"P2D"},{"rate":"[1,2)","sum":"P1DT24H"}]',
  );
});
