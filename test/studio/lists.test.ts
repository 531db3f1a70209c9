import { test } from 'tap';
import { queryText } from '../../engine/studio/api/query_text.ts';
import { columnsOf, isGrouped, keyOf } from '../../engine/studio/browse/list/columns.ts';
import { curlCommand } from '../../engine/studio/browse/list/curl_command.ts';
import { filtersOf, withFilters, withOption } from '../../engine/studio/browse/list/list_query.ts';
import { orderText, partsOf, readOrder, toggled } from '../../engine/studio/browse/list/order.ts';
import { rowAfterKey } from '../../engine/studio/browse/list/roving.ts';
import type { Resource } from '../../engine/studio/model/model.ts';
import { firstSentence, paragraphsOf } from '../../engine/studio/parts/paragraphs.ts';

test('filters change, and what is not a filter stays', async (t) => {
  const query = new URLSearchParams(
    'status=eq.new&select=id,name&part.city=eq.Solbyen&order=name&part.limit=3&or=(a.eq.1)&as_of=2024-01-01T00:00Z',
  );
  t.same(
    filtersOf(query).map(({ parameter }) => parameter),
    ['status', 'part.city', 'or'],
  );
  t.equal(
    queryText(withFilters(query, [{ parameter: 'name', value: 'eq.a,b & c' }])),
    'name=eq.a,b%20%26%20c&select=id,name&order=name&part.limit=3&as_of=2024-01-01T00:00Z',
  );
  t.equal(queryText(withOption(query, 'order', null)), queryText(query).replace('&order=name', ''));
});

test('any query survives its text', async (t) => {
  const value = 'eq.a,b:c$d/e;f@g{h}i%j&k#l+m=n"o\\p (q)\u00e9\u{1f600}';
  t.equal(new URLSearchParams(queryText([['name', value]])).get('name'), value);
});

test('keys of the order are read and written', async (t) => {
  for (const text of ['name', 'name.desc', 'a.desc.nullslast,b(c).nullsfirst', 'data->a->>b,"odd, name".desc']) {
    t.equal(orderText(readOrder(text)), text);
  }
  t.equal(orderText(readOrder('name.asc, b')), 'name,b');
  t.equal(orderText([]), null);
  t.same(partsOf('a(b,c),"d,e"'), ['a(b,c)', '"d,e"']);
});

test('a click sorts up, then down, then not; with shift beside other keys', async (t) => {
  const after = (text: string | null, by: string, isAdded: boolean) => orderText(toggled(readOrder(text), by, isAdded));
  t.equal(after(null, 'a', false), 'a');
  t.equal(after('a', 'a', false), 'a.desc');
  t.equal(after('a.desc', 'a', false), null);
  t.equal(after('a,b', 'c', false), 'c');
  t.equal(after('a,b', 'c', true), 'a,b,c');
  t.equal(after('a,b', 'b', true), 'a,b.desc');
  t.equal(after('a,b.desc', 'b', true), 'a');
});

test('keys lead from row to row', async (t) => {
  const among = { count: 100, page: 10 };
  for (const [key, from, to] of [
    ['ArrowDown', 0, 1],
    ['ArrowUp', 0, 0],
    ['PageDown', 95, 99],
    ['PageUp', 12, 2],
    ['Home', 50, 0],
    ['End', 0, 99],
    ['Tab', 3, null],
  ] as const) {
    t.equal(rowAfterKey(key, from, among), to, key);
  }
});

function resource(label: readonly string[], fields: readonly (readonly [string, string])[]): Resource {
  const field = ([name, type]: readonly [string, string]) => [
    name,
    { name, type, isArray: false, values: null, bySystem: /^(id|recorded_)/.test(name), deprecated: name === 'old' },
  ];
  return { label, fields: new Map(fields.map(field) as never) } as unknown as Resource;
}

test('columns are those of select, or the fields that tell most', async (t) => {
  const fields = [
    ['id', 'bigint'],
    ['name', 'text'],
    ['note', 'html'],
    ['old', 'text'],
    ['owner_id', 'reference'],
    ['code', 'uuid'],
    ['valid_from', 'datetime'],
    ['valid_to', 'datetime'],
    ['a', 'text'],
    ['b', 'text'],
    ['c', 'text'],
    ['d', 'text'],
    ['e', 'text'],
    ['f', 'text'],
    ['recorded_at', 'datetime'],
    ['recorded_by', 'reference'],
  ] as const;
  const keys = (select: string | null) => columnsOf(resource(['name'], fields), select).map(keyOf);
  t.same(keys(null), ['owner_id', 'valid_from', 'valid_to', 'a', 'b', 'c', 'd', 'e']);
  t.same(keys('f,id,name,f'), ['f', 'id'], 'the label has the first column, and each column stands once');
  t.same(keys('a,x:b,maker(name,size),data->k'), ['a', 'x:b', 'maker(name,size)', 'data->k']);
  for (const [select, isIt] of [
    ['a,count()', true],
    ['count', true],
    ['a,total:b.sum()::text', true],
    ['a,maker(count())', false],
    ['a,b', false],
  ] as const) {
    t.equal(isGrouped(columnsOf(resource(['name'], fields), select)), isIt, select);
  }
  const names = columnsOf(resource([], fields), 'x:b,maker(name),d:c::text,data->k->>l,b.sum(),count()');
  t.same(
    names.map((column) => column.kind === 'other' && column.name),
    ['x', 'maker', 'd', 'l', 'sum', 'count'],
    'rows have each part under this name',
  );
});

test('a description is shown as plain paragraphs', async (t) => {
  const text = 'One **bold** [link](https://a) `code`.\nSame line? Yes.\n\n- first\n- second';
  t.same(paragraphsOf(text), ['One bold link code. Same line? Yes.', 'first', 'second']);
  t.equal(firstSentence(text), 'One bold link code.');
  t.equal(firstSentence(''), '');
});

test('the curl of a list is one word of a shell, with the token left to a variable', async (t) => {
  t.equal(curlCommand("https://a/b?c=it's"), `curl -g -H "Authorization: Bearer $TOKEN" 'https://a/b?c=it'\\''s'`);
});
