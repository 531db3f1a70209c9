import { test } from 'tap';
import { dialect, pathOf } from './dialect.ts';

// A relation to many that is spread gives an array for each column, as in PostgREST 13.

/** To-many spreads: each column is an array, in the order of the embed. */
const arrays: readonly (readonly [query: string, rows: string])[] = [
  [
    'item?select=id,...remark(text,stars)&id=lte.3',
    '[{"id":1,"text":["good","bad"],"stars":[5,1]},{"id":2,"text":["fair"],"stars":[3]},{"id":3,"text":[],"stars":[]}]',
  ],
  [
    'item?select=id,...remark(t:text,s:stars::text)&remark.order=stars&id=eq.1',
    '[{"id":1,"t":["bad","good"],"s":["1","5"]}]',
  ],
  ['item?select=...remark(text)&remark.order=stars.desc&remark.limit=1&id=eq.1', '[{"text":["good"]}]'],
  ['item?select=...remark(text)&remark.limit=0&id=eq.1', '[{"text":[]}]'],
  ['item?select=...remark(text)&remark.offset=1&id=eq.1', '[{"text":["bad"]}]'],
  ['item?select=id,...remark(text)&remark.stars=gt.1&id=lte.2', '[{"id":1,"text":["good"]},{"id":2,"text":["fair"]}]'],
  ['item?select=id,...remark!inner(stars)', '[{"id":1,"stars":[5,1]},{"id":2,"stars":[3]},{"id":5,"stars":[null]}]'],
  [
    'item?select=id,...remark(author(name))&id=in.(1,5)',
    '[{"id":1,"author":[{"name":"Bob"},{"name":"Ada"}]},{"id":5,"author":[null]}]',
  ],
  ['item?select=id,...remark(...author(by:name))&id=in.(1,5)', '[{"id":1,"by":["Bob","Ada"]},{"id":5,"by":[null]}]'],
  ['item?select=id,...remark(reply(text))&id=eq.1', '[{"id":1,"reply":[[{"text":"yes"},{"text":"no"}],[]]}]'],
  ['item?select=id,...remark(...reply(text))&id=lte.2', '[{"id":1,"text":[["yes","no"],[]]},{"id":2,"text":[["no"]]}]'],
  [
    'remark?select=id,...item(name,...remark(all:text))&id=lte.2',
    '[{"id":1,"name":"alpha beta","all":["good","bad"]},{"id":2,"name":"alpha beta","all":["good","bad"]}]',
  ],
  ['item?select=id,...remark(reply(count()))&id=eq.1', '[{"id":1,"reply":[[{"count":2}],[{"count":0}]]}]'],
  [
    'maker?select=id,item(id,...remark(stars))&id=eq.1',
    '[{"id":1,"item":[{"id":1,"stars":[5,1]},{"id":2,"stars":[3]}]}]',
  ],
  [
    'item?select=...remark(stars),count()',
    '[{"stars":[3],"count":1},{"stars":[5,1],"count":1},{"stars":[],"count":3},{"stars":[null],"count":1}]',
  ],
  [
    'maker?select=id,...item(price,at)&id=eq.1',
    '[{"id":1,"price":[1.50000000,1.50000001],"at":["2026-01-01T00:00:00.123456+00:00","2026-01-01T00:00:00.123457+00:00"]}]',
  ],
];

test('a relation to many that is spread', async (t) => {
  const { ask } = await dialect(t);
  for (const [query, rows] of arrays) {
    const { status, text } = await ask('GET', pathOf(query));
    t.equal(status, 200, `${query} ${text.slice(0, 300)}`);
    t.equal(text.replaceAll('], [', '],[').replace(/([\]}"\dl]), (?=[[{"\dn])/g, '$1,'), rows, query);
  }
  t.same((await ask('GET', '/item/1?select=id,...remark(stars)')).body, { id: 1, stars: [5, 1] }, 'a read');
  t.same((await ask('PATCH', '/item/1?select=...remark(stars)', { body: {} })).body, { stars: [5, 1] }, 'a write');
  const csv = await ask('GET', '/item?select=id,...remark(stars)&id=lte.2', { headers: { accept: 'text/csv' } });
  t.equal(csv.text, 'id,stars\r\n1,"[5,1]"\r\n2,[3]\r\n');
});
