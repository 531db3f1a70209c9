import type { AddressInfo } from 'node:net';
import dataProviderOf from '@raphiniert/ra-data-postgrest';
import { PostgrestClient } from '@supabase/postgrest-js';
import { type DataProvider, fetchUtils } from 'ra-core';
import { type Test, test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel, type TestService, testService } from './service.ts';

// Clients that were written for PostgREST read from Almanac and write to it as they are, over a socket.

test('@supabase/postgrest-js: what is shown', async (t) => {
  const client = postgrestClient(await listening(t));
  const shown: readonly (readonly [select: string, first: unknown])[] = [
    ['id, name', { id: 1, name: 'fat cats, (2) & "dogs"' }],
    ['shown:name, floor::text', { shown: 'fat cats, (2) & "dogs"', floor: '1' }],
    ['data->a, data->b->>0, as:data->"c d"', { a: 1, b: 'x', as: null }],
    ['maker(user)', { maker: { user: 'Ann' } }],
    ['by:maker(user, in:country(name))', { by: { user: 'Ann', in: { name: 'Norway' } } }],
    ['...maker(user)', { user: 'Ann' }],
    ['part(position)', { part: [{ position: 1 }, { position: 2 }] }],
    ['id, children(id)', { id: 1, children: [{ id: 2 }] }],
  ];
  for (const [select, first] of shown) {
    const { data, error } = await client.from('thing').select(select).order('id').limit(1);
    t.equal(error, null, select);
    t.same(data, [first], select);
  }
  const { data } = await client.from('thing').select().eq('id', 4);
  t.match(data, [{ id: 4, name: 'a.b', words: [], recorded_by: 7 }], 'all fields');
});

test('@supabase/postgrest-js: filters', async (t) => {
  const client = postgrestClient(await listening(t));
  const things = () => client.from('thing').select('id');
  const filtered: readonly (readonly [title: string, query: ReturnType<typeof things>, ids: readonly number[]])[] = [
    ['eq', things().eq('name', 'fat cats, (2) & "dogs"'), [1]],
    ['neq', things().neq('id', 1), [2, 3, 4]],
    ['gt, lte', things().gt('id', 1).lte('id', 3), [2, 3]],
    ['gte, lt', things().gte('floor', 1).lt('floor', 3), [1, 2]],
    ['a space and a plus', things().eq('name', 'C + D'), [3]],
    ['like', things().like('name', '%cat%'), [1]],
    ['ilike', things().ilike('name', 'c%'), [3]],
    ['likeAnyOf', things().likeAnyOf('name', ['fat*', 'a*']), [1, 4]],
    ['ilikeAllOf', things().ilikeAllOf('name', ['C*', '*d']), [3]],
    ['regexMatch', things().regexMatch('name', '^a\\.b$'), [4]],
    ['regexIMatch', things().regexIMatch('name', '^c'), [3]],
    ['is null', things().is('floor', null), [4]],
    ['is true', things().is('on_show', true), [1]],
    ['isDistinct', things().isDistinct('floor', 1), [2, 3, 4]],
    ['in', things().in('name', ['a.b', 'rat', 'a,(b)']), [2, 4]],
    ['in, with commas and quotes', things().in('name', ['a.b', 'fat cats, (2) & "dogs"']), [1, 4]],
    ['notIn', things().notIn('id', [1, 2]), [3, 4]],
    ['contains, of an array', things().contains('words', ['big']), [1]],
    ['contains, of JSON', things().contains('data', { a: 1 }), [1]],
    ['containedBy', things().containedBy('sizes', [1, 2, 3]), [1, 4]],
    ['overlaps', things().overlaps('words', ['big', 'red']), [1, 2]],
    ['textSearch', things().textSearch('name', 'cat', { config: 'english' }), [1]],
    ['textSearch, websearch', things().textSearch('name', 'fat -dogs', { type: 'websearch', config: 'english' }), []],
    ['match', things().match({ floor: 1, on_show: true }), [1]],
    ['not', things().not('floor', 'is', null), [1, 2, 3]],
    ['or', things().or('id.eq.1,and(id.gt.2,floor.is.null)'), [1, 4]],
    ['filter, by JSON', things().filter('data->b->>0', 'eq', 'x'), [1]],
  ];
  for (const [title, query, ids] of filtered) {
    const { data, error } = await query.order('id');
    t.equal(error, null, title);
    t.same(
      data?.map(({ id }) => id),
      ids,
      title,
    );
  }
});

test('@supabase/postgrest-js: related rows', async (t) => {
  const client = postgrestClient(await listening(t));
  const ofMaker = await client.from('thing').select('id, maker!inner(user)').eq('maker.user', 'Ann').order('id');
  t.same(ofMaker.data, [{ id: 1, maker: { user: 'Ann' } }]);
  const narrowed = await client.from('thing').select('id, maker(user)').eq('maker.user', 'Bo').lte('id', 2).order('id');
  t.same(narrowed.data, [
    { id: 1, maker: null },
    { id: 2, maker: { user: 'Bo' } },
  ]);
  const either = await client
    .from('thing')
    .select('id, part(position)')
    .or('position.eq.2,position.eq.3', { referencedTable: 'part' })
    .lte('id', 2)
    .order('id');
  t.same(either.data, [
    { id: 1, part: [{ position: 2 }] },
    { id: 2, part: [{ position: 3 }] },
  ]);
  const paged = await client
    .from('thing')
    .select('id, part(position)')
    .order('position', { referencedTable: 'part', ascending: false })
    .limit(1, { referencedTable: 'part' })
    .order('id')
    .limit(1);
  t.same(paged.data, [{ id: 1, part: [{ position: 2 }] }]);
  const ranged = await client
    .from('thing')
    .select('id, part(position)')
    .range(1, 1, { referencedTable: 'part' })
    .eq('id', 1);
  t.same(ranged.data, [{ id: 1, part: [{ position: 2 }] }]);
  const without = await client.from('thing').select('id, part()').is('part', null).order('id');
  t.same(without.data, [{ id: 3 }, { id: 4 }]);
  const ordered = await client
    .from('thing')
    .select('id, maker(user)')
    .order('maker(user)', { ascending: false, nullsFirst: false });
  t.same(
    ordered.data?.map(({ id }) => id),
    [2, 1, 3, 4],
  );
});

test('@supabase/postgrest-js: pages, counts and single rows', async (t) => {
  const client = postgrestClient(await listening(t));
  const things = () => client.from('thing');
  const page = await things()
    .select('id', { count: 'exact' })
    .order('floor', { ascending: false, nullsFirst: true })
    .range(0, 1);
  t.match(page, { data: [{ id: 4 }, { id: 3 }], count: 4, status: 206, error: null });
  const all = await things().select('id', { count: 'exact' });
  t.match(all, { count: 4, status: 200 });
  const head = await things().select('*', { count: 'exact', head: true }).eq('floor', 1);
  t.match(head, { data: null, count: 1, error: null });
  for (const count of ['planned', 'estimated'] as const) {
    t.type((await things().select('id', { count })).count, 'number', count);
  }
  t.match(await things().select('id').eq('id', 1).single(), { data: { id: 1 }, error: null, status: 200 });
  const several = await things().select('id').single();
  t.match(several, { data: null, status: 406, error: { code: String, message: String } });
  t.match(await things().select('id').eq('id', 99).single(), { data: null, status: 406 });
  t.match(await things().select('id').eq('id', 1).maybeSingle(), { data: { id: 1 }, error: null });
  t.match(await things().select('id').eq('id', 99).maybeSingle(), { data: null, error: null, status: 200 });
  const csv = await things().select('id,name,words').in('id', [1, 4]).order('id').csv();
  t.equal(csv.data, 'id,name,words\r\n1,"fat cats, (2) & ""dogs""","[""big"",""a b""]"\r\n4,a.b,[]\r\n');
  const wrong = await things().select('id').eq('flor', 1);
  t.match(wrong, { data: null, status: 400, error: { message: String, code: 'unknown_parameter', hint: /floor/ } });
});

test('@raphiniert/ra-data-postgrest: getList', async (t) => {
  const provider = reactAdmin(await listening(t));
  const list = (params: object) =>
    provider.getList('thing', { pagination: { page: 1, perPage: 10 }, sort, filter: {}, ...params });
  const ids = async (params: object) => (await list(params)).data.map(({ id }) => id);
  const second = await list({ pagination: { page: 2, perPage: 3 } });
  t.match(second, { data: [{ id: 4, name: 'a.b' }], total: 4 });
  t.same(await ids({ sort: { field: 'floor', order: 'DESC' } }), [4, 3, 2, 1]);
  t.same(await ids({ sort: { field: 'floor', order: 'DESC' }, meta: { nullslast: true } }), [3, 2, 1, 4]);
  t.same(await ids({ filter: { floor: 1 } }), [1]);
  t.same(await ids({ filter: { 'floor@gte': 2 } }), [2, 3]);
  t.same(await ids({ filter: { 'name@ilike': 'CAT' } }), [1]);
  t.same(await ids({ filter: { 'id@in': '(1,4)' } }), [1, 4]);
  t.same(await ids({ filter: { 'floor@is': 'null' } }), [4]);
  t.same(await ids({ filter: { '@or': { 'id@eq': 1, 'floor@gt': 2 } } }), [1, 3]);
  t.same(await ids({ filter: { maker: { user: 'Bo' } } }), [2], 'a field of a relation');
  const embedded = await list({ filter: { id: 1 }, meta: { embed: ['maker'] } });
  t.match(embedded.data, [{ id: 1, name: String, maker: { id: 1, user: 'Ann' } }]);
  t.same((await list({ filter: { id: 1 }, meta: { columns: ['id', 'floor'] } })).data, [{ id: 1, floor: 1 }]);
  const prefetched = await list({ filter: { id: 1 }, meta: { prefetch: ['maker'] } });
  t.match(prefetched.meta, { prefetched: { maker: [{ id: 1, user: 'Ann' }] } });
});

test('@raphiniert/ra-data-postgrest: getOne, getMany, getManyReference', async (t) => {
  const provider = reactAdmin(await listening(t));
  t.match((await provider.getOne('thing', { id: 3 })).data, { id: 3, name: 'C + D' });
  t.match((await provider.getOne('thing', { id: 1, meta: { embed: ['maker'] } })).data, {
    id: 1,
    maker: { user: 'Ann' },
  });
  const none = await provider.getOne('thing', { id: 99 }).catch((error: unknown) => error);
  t.match(none, { status: 406, message: String, body: { code: String } }, 'as PostgREST answers');
  const many = await provider.getMany('thing', { ids: [1, 3] });
  t.same(
    many.data.map(({ id }) => id),
    [1, 3],
  );
  t.same(
    (await provider.getMany('thing', { ids: [4] })).data.map(({ id }) => id),
    [4],
  );
  const references = await provider.getManyReference('part', {
    target: 'thing_id',
    id: 1,
    pagination: { page: 1, perPage: 1 },
    sort: { field: 'position', order: 'DESC' },
    filter: { 'position@gt': 0 },
  });
  t.match(references, { data: [{ thing_id: 1, position: 2 }], total: 2 });
});

test('@supabase/postgrest-js: insert', async (t) => {
  const client = postgrestClient(await listening(t));
  const parts = () => client.from('part');
  t.match(await parts().insert({ thing_id: 3, position: 7 }), { error: null, status: 201 });
  t.match(await parts().insert({ thing_id: 3, position: 8 }).select('id, thing(name)').single(), {
    data: { id: 5, thing: { name: 'C + D' } },
  });
  const many = await parts()
    .insert(
      [
        { thing_id: 3, position: 9 },
        { thing_id: 4, position: 10 },
      ],
      { count: 'exact' },
    )
    .select('id, position');
  t.match(many, { status: 201, count: 2, data: [{ position: 9 }, { position: 10 }] });
  const uneven = [{ user: 'Cy', desc: 'tall' }, { user: 'Di' }];
  const makers = await client.from('maker').insert(uneven, { defaultToNull: false }).select('user, desc, null');
  t.same(makers.data, [
    { user: 'Cy', desc: 'tall', null: false },
    { user: 'Di', desc: null, null: false },
  ]);
  t.match(await parts().insert([]).select(), { data: [], error: null });
  const broken = await parts().insert([
    { thing_id: 3, position: 1 },
    { thing_id: 99, position: 1 },
  ]);
  t.match(broken, { status: 409, error: { code: 'reference_conflict' } });
  t.match(await parts().select('id', { count: 'exact' }), { count: 7 }, 'all or none');
});

test('@supabase/postgrest-js: update', async (t) => {
  const client = postgrestClient(await listening(t));
  const things = () => client.from('thing');
  const floors = async () => (await things().select('floor').order('id')).data?.map(({ floor }) => floor);
  t.match(await things().update({ floor: 7 }).eq('id', 1), { data: null, error: null, status: 204, count: null });
  t.match(await things().update({ floor: 8 }, { count: 'exact' }).gte('id', 3), { status: 204, count: 2 });
  t.same(await floors(), [7, 2, 8, 8]);
  const shown = await things().update({ floor: 1 }).in('name', ['rat', 'C + D']).select('id, maker(user)').order('id');
  t.match(shown, {
    status: 200,
    data: [
      { id: 2, maker: { user: 'Bo' } },
      { id: 3, maker: null },
    ],
  });
  const first = await things().update({ floor: 5 }, { count: 'exact' }).gt('id', 0).order('id').limit(2).select('id');
  t.match(first, { data: [{ id: 1 }, { id: 2 }], count: 2 });
  t.match(await things().update({ floor: 6 }).eq('id', 4).select('id,floor').single(), { data: { id: 4, floor: 6 } });
  t.match(await things().update({ floor: 6 }).eq('id', 99).select().single(), { data: null, status: 406 });
  t.match(await things().update({ floor: 9 }).gt('id', 1).select().single(), { data: null, status: 406 });
  t.match(await things().update({ floor: 6 }).eq('id', 99).select().maybeSingle(), { data: null, error: null });
  t.match(await things().update({ floor: 9 }).gt('id', 0).maxAffected(3), { status: 400, error: { code: String } });
  t.match(await things().update({ floor: 9 }).eq('id', 4).maxAffected(3), { status: 204, error: null });
  t.match(await things().update({ floor: 1 }).or('id.eq.1,name.like.C*').select('id').csv(), {
    data: 'id\r\n1\r\n3\r\n',
  });
  t.match(await things().update({ floor: 9 }), { status: 400, error: { code: 'filter_required' } });
  t.same(await floors(), [1, 5, 1, 9]);
});

test('@supabase/postgrest-js: delete', async (t) => {
  const client = postgrestClient(await listening(t));
  const parts = () => client.from('part');
  const left = async () => (await parts().select('id').order('id')).data?.map(({ id }) => id);
  t.match(await client.from('thing').delete().eq('id', 1), { status: 409, error: { code: 'still_referenced' } });
  t.match(await parts().delete().eq('position', 99), { status: 204, error: null, data: null });
  t.match(await parts().delete().gt('id', 0).maxAffected(2), { status: 400 });
  t.match(await parts().delete(), { status: 400, error: { code: 'filter_required' } });
  t.same(await left(), [1, 2, 3]);
  const shown = await parts()
    .delete({ count: 'exact' })
    .eq('thing_id', 1)
    .order('id')
    .limit(1)
    .select('id, thing(name)');
  t.match(shown, { status: 200, count: 1, data: [{ id: 1, thing: { name: /^fat/ } }] });
  t.match(await parts().delete().eq('id', 2).select('position').single(), { data: { position: 2 } });
  t.match(await parts().delete({ count: 'exact' }).not('id', 'is', null), { status: 204, count: 1 });
  t.same(await left(), []);
});

test('@raphiniert/ra-data-postgrest: create, update, delete', async (t) => {
  const provider = reactAdmin(await listening(t));
  const created = await provider.create('thing', { data: { name: 'new', floor: 2 } });
  t.match(created.data, { id: 5, name: 'new', floor: 2 });
  const updated = await provider.update('thing', {
    id: 5,
    data: { ...created.data, floor: 3 },
    previousData: created.data,
  });
  t.match(updated.data, { id: 5, name: 'new', floor: 3 });
  t.same((await provider.updateMany('thing', { ids: [3, 4], data: { floor: 9 } })).data, [3, 4]);
  t.same((await provider.updateMany('thing', { ids: [4], data: { floor: 8 } })).data, [4]);
  const floors = (await provider.getMany('thing', { ids: [3, 4] })).data.map(({ floor }) => floor);
  t.same(floors, [9, 8]);
  t.match((await provider.delete('thing', { id: 5 })).data, { id: 5, name: 'new' });
  t.same((await provider.deleteMany('part', { ids: [2, 3] })).data, [2, 3]);
  t.same((await provider.deleteMany('part', { ids: [1] })).data, [1]);
  const refused = await provider.delete('thing', { id: 1 }).catch((error: unknown) => error);
  t.match(refused, { status: 409, body: { code: '23503' } });
  const gone = await provider
    .update('thing', { id: 5, data: { floor: 1 }, previousData: { id: 5 } })
    .catch((error: unknown) => error);
  t.match(gone, { status: 406 });
});

test('@supabase/postgrest-js: upsert', async (t) => {
  const model = modelOfFiles({
    'service.yaml': 'service: Upserts\n',
    'stock.yaml': `
resource: stock
fields:
  code: { type: text, unique: true }
  place: { type: text, nullable: true }
  count: { type: integer, default: 1 }
`,
  });
  const service = await serveModel(t, model);
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  const authorization = `Bearer ${service.token({ identity_id: 7, scope: 'manage:data' })}`;
  const stock = () => postgrestClient({ url: `http://127.0.0.1:${port}/api/v1`, authorization }).from('stock');

  t.match(await stock().upsert({ code: 'a', count: 3 }, { onConflict: 'code' }), { status: 201, error: null });
  t.match(await stock().upsert({ code: 'a', count: 4 }, { onConflict: 'code' }).select(), {
    status: 200,
    data: [{ id: 1, code: 'a', count: 4 }],
  });
  t.match(await stock().upsert({ id: 1, place: 'x' }).select('code,place').single(), {
    data: { code: 'a', place: 'x' },
  });
  const both = [
    { code: 'b', count: 2 },
    { code: 'a', count: 5 },
  ];
  t.match(await stock().upsert(both, { onConflict: 'code', count: 'exact' }).select('code,count'), {
    status: 201,
    count: 2,
    data: both,
  });
  t.match(await stock().upsert(both, { onConflict: 'code', ignoreDuplicates: true }).select(), {
    data: [],
    error: null,
  });
  const mixed = [
    { code: 'a', place: 'y' },
    { code: 'c', count: 9 },
  ];
  t.match(
    await stock().upsert(mixed, { onConflict: 'code' }),
    { status: 422, error: { message: String } },
    'null for what is lacking',
  );
  t.match(await stock().upsert(mixed, { onConflict: 'code', defaultToNull: false }).select('code,place,count'), {
    data: [
      { code: 'a', place: 'y', count: 1 },
      { code: 'c', place: null, count: 9 },
    ],
  });
  const ids = [
    { id: 1, code: 'a', count: 7 },
    { code: 'd', count: 8 },
  ];
  t.match(await stock().upsert(ids, { defaultToNull: false }).select('code,count'), {
    status: 201,
    data: [
      { code: 'a', count: 7 },
      { code: 'd', count: 8 },
    ],
  });
});

interface Listening {
  readonly url: string;
  readonly authorization: string;
}

const sort = { field: 'id', order: 'ASC' } as const;

async function listening(t: Test): Promise<Listening> {
  const service = await testService(t, 'test/oracle');
  await store(service);
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  const token = service.token({ identity_id: 7, scope: 'manage:data' });
  return { url: `http://127.0.0.1:${port}${service.model.service.basePath}`, authorization: `Bearer ${token}` };
}

async function store({ ask }: TestService): Promise<void> {
  const rows: readonly (readonly [resource: string, body: Readonly<Record<string, unknown>>])[] = [
    ['country', { name: 'Norway' }],
    ['maker', { user: 'Ann', country_id: 1 }],
    ['maker', { user: 'Bo' }],
    [
      'thing',
      {
        name: 'fat cats, (2) & "dogs"',
        floor: 1,
        on_show: true,
        words: ['big', 'a b'],
        sizes: [1, 2],
        data: { a: 1, b: ['x'] },
        maker_id: 1,
      },
    ],
    ['thing', { name: 'rat', floor: 2, on_show: false, words: ['red'], sizes: [4], maker_id: 2, parent_id: 1 }],
    ['thing', { name: 'C + D', floor: 3 }],
    ['thing', { name: 'a.b', words: [], sizes: [] }],
    ['part', { thing_id: 1, position: 1 }],
    ['part', { thing_id: 1, position: 2 }],
    ['part', { thing_id: 2, position: 3 }],
  ];
  for (const [resource, body] of rows) {
    const { status, text } = await ask('POST', `/${resource}`, { body: body as never });
    if (status !== 201) throw new Error(text);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: its types know of no schema
function postgrestClient({ url, authorization }: Listening): PostgrestClient<any, any, any> {
  return new PostgrestClient(url, { headers: { authorization } });
}

/** As react-admin has it: its own fetch, with the user's token. */
function reactAdmin({ url, authorization }: Listening): DataProvider {
  return dataProviderOf.default({
    apiUrl: url,
    httpClient: (address: string, options: fetchUtils.Options) =>
      fetchUtils.fetchJson(address, { ...options, user: { authenticated: true, token: authorization } }),
    defaultListOp: 'eq',
    primaryKeys: dataProviderOf.defaultPrimaryKeys,
    schema: dataProviderOf.defaultSchema,
  });
}
