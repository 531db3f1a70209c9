import type { Operator } from '../../engine/vocabulary/operator/operators.ts';
import type { Question } from './hidden_rows.ts';

/** What is asked of a field of paper in test/hidden with an operator. */
export interface Asked {
  readonly field: string;
  /** `operator.value`, perhaps with `not.` before it. */
  readonly operation: string;
}

/** An operator: whether it may fail for one row and not for another, why, and what it is tried with. */
interface Verdict {
  readonly mayFail: boolean;
  readonly because: string;
  readonly tried: readonly (readonly [field: string, operation: string])[];
}

const order = 'compares two values of one type, which both were read before';
const period = 'compares two periods; those of rows are kept sound by a constraint';
const compile = 'PostgreSQL compiles it, and may run out of memory with a large text';
const document = 'PostgreSQL makes a document of the text, which has a largest size';

/** Every operator, and what is found out about it. */
export const verdicts: Readonly<Record<Operator, Verdict>> = {
  eq: {
    mayFail: false,
    because: order,
    tried: [
      ['code', 'eq.secret-2'],
      ['data', 'eq.{"a":1}'],
      ['size', 'eq(any).{1,9000000000000000000}'],
    ],
  },
  neq: { mayFail: false, because: order, tried: [['price', 'neq.1.5']] },
  lt: { mayFail: false, because: order, tried: [['at', 'lt.2026-01-20T00:00Z']] },
  lte: { mayFail: false, because: order, tried: [['sizes', 'lte.{9}']] },
  gt: { mayFail: false, because: order, tried: [['size', 'gt(all).{1,2}']] },
  gte: { mayFail: false, because: order, tried: [['data->a', 'gte.3']] },
  is: { mayFail: false, because: 'looks for null, true or false', tried: [['day', 'is.null']] },
  isdistinct: { mayFail: false, because: order, tried: [['key', 'isdistinct.00000000-0000-0000-0000-000000000002']] },
  in: { mayFail: false, because: order, tried: [['code', 'in.(1,3,secret-2)']] },
  starts: {
    mayFail: false,
    because: 'compares two texts by the numbers of their characters',
    tried: [
      ['code', 'starts.secret'],
      ['code', 'starts.s{'],
      ['code', 'not.starts.secret-\u{10ffff}'],
      ['body', 'starts.a'],
      ['data->>b', 'starts.n'],
    ],
  },
  like: {
    mayFail: false,
    because: 'fails at a pattern that ends in one backslash, which is refused before',
    tried: [
      ['code', 'like.secret*'],
      ['code', 'like.secret-*\\'],
      ['code', 'like(any).{"secret*","secret\\\\"}'],
      ['body', 'like.*needle*'],
    ],
  },
  ilike: {
    mayFail: false,
    because: 'as like',
    tried: [
      ['code', 'ilike.SECRET*'],
      ['code', 'ilike.S*\\'],
    ],
  },
  match: {
    mayFail: true,
    because: compile,
    tried: [
      ['code', 'match.^secret'],
      ['code', 'match.[[:foo:]]'],
      ['code', 'not.match.('],
      ['code', 'match(any).{^1,^secret}'],
      ['code', 'match(all).{^s,[}'],
      ['data->>b', 'match.^n'],
    ],
  },
  imatch: {
    mayFail: true,
    because: compile,
    tried: [
      ['code', 'imatch.^SECRET'],
      ['code', 'imatch.x{2,1}'],
    ],
  },
  fts: {
    mayFail: true,
    because: document,
    tried: [
      ['body', 'fts.needle'],
      ['body', 'fts.a b'],
      ['body', 'fts(english).needle'],
      ['body', 'not.fts(english).a b'],
    ],
  },
  plfts: { mayFail: true, because: document, tried: [['body', 'plfts.needle']] },
  phfts: { mayFail: true, because: document, tried: [['body', 'phfts(english).a needle']] },
  wfts: { mayFail: true, because: document, tried: [['body', 'wfts."a needle" -x']] },
  cs: {
    mayFail: false,
    because: 'looks into arrays, periods and documents, of which no depth is without bound',
    tried: [
      ['tags', 'cs.{secret}'],
      ['data', 'cs.{"a":{"x":[1]}}'],
    ],
  },
  cd: { mayFail: false, because: 'as cs', tried: [['tags', 'cd.{secret,x2}']] },
  ov: { mayFail: false, because: 'as cs', tried: [['sizes', 'ov.{1,2}']] },
  sl: { mayFail: false, because: period, tried: [] },
  sr: { mayFail: false, because: period, tried: [] },
  nxr: { mayFail: false, because: period, tried: [] },
  nxl: { mayFail: false, because: period, tried: [] },
  adj: { mayFail: false, because: period, tried: [] },
};

const single = 'application/vnd.pgrst.object+json';

/** Somewhere a filter may stand. */
export interface Place {
  readonly name: string;
  readonly question: (asked: Asked) => Question;
}

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Question => ({
  method: 'GET',
  path,
  headers,
});
const filter = (name: string, { field, operation }: Asked): string =>
  `${encodeURIComponent(`${name}${field}`)}=${encodeURIComponent(operation)}`;
/** The same within a tree, where a value that has a comma stands in quotes. */
const leaf = (name: string, { field, operation }: Asked): string => {
  const [, head = '', value = ''] = /^((?:not\.)?\w+(?:\(\w+\))?\.)(.*)$/s.exec(operation) ?? [];
  const isBare = /^(in|is)\./.test(head) || /^\{.*\}$/.test(value) || !/[,()"\\]/.test(value);
  const quoted = isBare ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
  return encodeURIComponent(`${name}${field}.${head}${quoted}`);
};

/** Every place of a list, a read or a change of many rows where a filter of a paper may stand. */
export const places: readonly Place[] = [
  { name: 'a list', question: (asked) => get(`/paper?${filter('', asked)}`) },
  { name: 'a tree', question: (asked) => get(`/paper?or=(${leaf('', asked)},id.lt.0)`) },
  { name: 'a tree that is negated', question: (asked) => get(`/paper?not.or=(${leaf('', asked)},owner.is.null)`) },
  { name: 'a relation to one', question: (asked) => get(`/stay?${filter('paper.', asked)}`) },
  { name: 'a relation to many', question: (asked) => get(`/folder?${filter('paper.', asked)}`) },
  { name: 'two relations', question: (asked) => get(`/stay?${filter('paper.folder.paper.', asked)}&order=code.desc`) },
  { name: 'a relation in a tree', question: (asked) => get(`/stay?or=(${leaf('paper.', asked)},id.lt.0)&limit=3`) },
  { name: 'an embed', question: (asked) => get(`/stay?select=id,paper(id,code)&${filter('paper.', asked)}`) },
  {
    name: 'an embed of many',
    question: (asked) =>
      get(`/folder?select=id,paper(id)&paper.order=price.desc&paper.limit=3&${filter('paper.', asked)}`),
  },
  {
    name: 'an embed in an embed',
    question: (asked) => get(`/stay?select=id,paper(id,folder(paper(id)))&${filter('paper.folder.paper.', asked)}`),
  },
  { name: 'a relation through links', question: (asked) => get(`/folder?select=id&${filter('filed.', asked)}`) },
  {
    name: 'what is embedded through links',
    question: (asked) => get(`/folder?select=id,filed(id,code,filed_in(id))&${filter('filed.', asked)}`),
  },
  {
    name: 'what is embedded through links as of an instant',
    question: (asked) => get(`/folder?as_of=${past()}&embed=filed!&${filter('filed.', asked)}`),
  },
  {
    name: 'links beside the history',
    question: (asked) => get(`/folder_history?select=id,filed()&filed=is.null&${filter('filed.', asked)}`),
  },
  { name: 'a way up a tree', question: (asked) => get(`/paper?select=id&${filter('over.', asked)}`) },
  { name: 'a way down a tree', question: (asked) => get(`/paper?select=id&${filter('under.', asked)}`) },
  {
    name: 'what is embedded along a tree',
    question: (asked) => get(`/paper?select=id,over(id,code,under(id)),under(id)&${filter('over.', asked)}&limit=20`),
  },
  {
    name: 'what is embedded along a tree as of an instant',
    question: (asked) => get(`/paper?as_of=${past()}&select=id,under!inner(id)&${filter('under.', asked)}`),
  },
  {
    name: 'a tree beside the history',
    question: (asked) => get(`/paper_history?select=id,over()&over=is.null&${filter('over.', asked)}`),
  },
  { name: 'an inner embed', question: (asked) => get(`/stay?embed=paper!&${filter('paper.', asked)}&order=id.desc`) },
  {
    name: 'what an inner embed left',
    question: (asked) => get(`/stay?select=id,paper()&paper=is.null&${filter('paper.', asked)}`),
  },
  { name: 'a spread', question: (asked) => get(`/stay?select=id,...paper(code)&${filter('paper.', asked)}`) },
  { name: 'a read', question: (asked) => get(`/folder/1?embed=paper!&${filter('paper.', asked)}`) },
  { name: 'a read of a hidden row', question: (asked) => get(`/folder/2?embed=paper!&${filter('paper.', asked)}`) },
  { name: 'the history', question: (asked) => get(`/paper_history?${filter('', asked)}`) },
  { name: 'beside the history', question: (asked) => get(`/stay_history?${filter('paper.', asked)}`) },
  { name: 'the past', question: (asked) => get(`/paper?as_of=${past()}&${filter('', asked)}`) },
  {
    name: 'the past of an embed',
    question: (asked) => get(`/stay?as_of=${past()}&embed=paper!&${filter('paper.', asked)}`),
  },
  {
    name: 'the past of one',
    question: (asked) => get(`/folder/1?as_of=${past()}&embed=paper&${filter('paper.', asked)}`),
  },
  { name: 'validity', question: (asked) => get(`/stay?valid_at=2026-01-15T00:00Z&${filter('paper.', asked)}`) },
  {
    name: 'an exact count',
    question: (asked) => get(`/paper?limit=2&${filter('', asked)}`, { prefer: 'count=exact' }),
  },
  { name: 'a planned count', question: (asked) => get(`/paper?${filter('', asked)}`, { prefer: 'count=planned' }) },
  {
    name: 'an estimated count',
    question: (asked) => get(`/stay?${filter('paper.', asked)}`, { prefer: 'count=estimated' }),
  },
  { name: 'the head alone', question: (asked) => ({ ...get(`/paper?${filter('', asked)}`), method: 'HEAD' }) },
  { name: 'no rows', question: (asked) => get(`/paper?limit=0&${filter('', asked)}`) },
  { name: 'a page', question: (asked) => get(`/paper?${filter('', asked)}&order=price.desc&limit=2&offset=2`) },
  {
    name: 'the next page',
    question: (asked) => get(`/paper?${filter('', asked)}&order=code&after=${cursor(['2', '5'])}`),
  },
  {
    name: 'an order by a relation',
    question: (asked) => get(`/paper?${filter('', asked)}&order=folder(code),data->a`),
  },
  { name: 'one object', question: (asked) => get(`/paper?${filter('', asked)}`, { accept: single }) },
  { name: 'CSV', question: (asked) => get(`/paper?${filter('', asked)}`, { accept: 'text/csv' }) },
  { name: 'lines', question: (asked) => get(`/paper?${filter('', asked)}`, { accept: 'application/x-ndjson' }) },
  { name: 'a cast', question: (asked) => get(`/paper?select=code::text,data->a::text&${filter('', asked)}`) },
  { name: 'behind an index', question: (asked) => get(`/paper?kind=eq.rare&${filter('', asked)}`) },
  { name: 'behind a prefix', question: (asked) => get(`/paper?code=ilike.secret-1*&${filter('', asked)}`) },
  { name: 'beside a search', question: (asked) => get(`/paper?body=fts.needle&${filter('', asked)}`) },
  {
    name: 'a change of many',
    question: (asked) => ({ ...get(`/paper?${filter('', asked)}`), method: 'PATCH', body: {} }),
  },
  {
    name: 'a change of the first in an order',
    question: (asked) => ({
      ...get(`/paper?${filter('', asked)}&order=price.desc,folder(code)&limit=2&offset=1&select=id`, {
        prefer: 'return=representation',
      }),
      method: 'PATCH',
      body: {},
    }),
  },
  {
    name: 'a deletion of many that allows none',
    question: (asked) => ({
      ...get(`/paper?${filter('', asked)}`, { prefer: 'max-affected=0' }),
      method: 'DELETE',
    }),
  },
  {
    name: 'a deletion of many that is undone',
    question: (asked) => ({
      ...get(`/paper?stay=is.null&${filter('', asked)}&select=id`, {
        prefer: 'tx=rollback, return=representation, count=exact',
      }),
      method: 'DELETE',
    }),
  },
  {
    name: 'a change of many in a batch',
    question: (asked) => ({
      method: 'POST',
      path: '/batch',
      body: {
        requests: [
          { id: '1', method: 'PATCH', url: `paper?${filter('', asked)}`, body: {} },
          { id: '2', method: 'PATCH', url: `stay?${filter('paper.', asked)}`, body: {} },
        ],
      },
    }),
  },
  {
    name: 'a change of many by a relation',
    question: (asked) => ({
      ...get(`/stay?select=id,paper(id)&${filter('paper.', asked)}`, { prefer: 'return=representation' }),
      method: 'PATCH',
      body: {},
    }),
  },
];

/** Requests about fields of other types, of periods and of events, casts, and what is no filter. */
export const others: readonly Question[] = [
  ...['sl', 'sr', 'nxr', 'nxl', 'adj', 'ov', 'cd'].map((each) =>
    get(`/stay?validity=${each}.[2026-01-15T00:00Z,2026-02-01T00:00Z)`),
  ),
  get('/stay_history?validity=cs.2026-01-15T00:00Z'),
  get('/paper_number?order=id'),
  get('/paper_number?number=gt.3&select=id,share'),
  get('/paper_number?share=lt.1&number=lt.100&order=share'),
  get('/paper_number?order=number.desc&limit=3'),
  get('/paper_number?select=id,number::text,data->b::int'),
  get('/paper_number?body=match.^secret&select=id', { prefer: 'count=exact' }),
  get('/paper_number?body=fts.needle&folder_code=like.*\\'),
  get('/paper_number?select=folder_code,number.sum(),count()', { prefer: 'count=exact' }),
  get('/paper_number/2'),
  get('/paper_number/3?select=id,number,folder(id,found)'),
  get('/paper_number?folder.owner=eq.1&select=id,folder(code::int)'),
  get('/paper_number?as_of=2025-06-01T00:00Z&order=number'),
  get('/paper_number?limit=2', { prefer: 'count=planned' }),
  get('/folder?select=id,numbers(number,share)&order=id'),
  get('/folder?numbers.number=gt.4&select=id'),
  get('/folder?select=id,count(numbers)&numbers.number=lt.9&order=id'),
  get('/folder_history?select=id,counted(papers,first_code),numbers(number)&order=id'),
  get('/folder_count?order=papers.desc', { prefer: 'count=exact' }),
  get('/folder_count?first_code=match.^secret&select=papers'),
  get('/folder_count?select=papers.sum(),count()&folder.found=is.true'),
  get('/folder_count?as_of=2025-06-01T00:00Z&select=folder_id,filed,found'),
  get('/paper?select=id,folder(counted(papers,filed,first_code::int))&order=id&limit=5'),
  get('/folder_stay', { prefer: 'count=exact' }),
  get('/folder_stay?valid_at=2026-01-15T00:00Z&order=code.desc'),
  get('/folder_stay?validity=ov.[2026-01-25T00:00Z,2026-03-05T00:00Z)&select=code,valid_from,valid_to'),
  get('/folder_stay?body=match.^secret&select=stay_id', { prefer: 'count=exact' }),
  get('/folder_stay?code=like.*\\&order=folder_id,valid_from'),
  get('/folder_stay?select=code::int,stay(paper(code))'),
  get('/folder_stay?select=folder_id,count(),topmost_owner.max()', { prefer: 'count=planned' }),
  get('/folder_stay?folder.owner=eq.1&paper.code=match.^1&select=valid_from,valid_to'),
  get('/folder_stay?as_of=2025-06-01T00:00Z&valid_at=2026-01-25T00:00Z'),
  get('/folder?select=id,stays(code,valid_from)&stays.valid_at=2026-01-15T00:00Z&order=id'),
  get('/folder?stays.code=match.^1&select=id,count(stays)'),
  get('/folder_history?select=id,stays(code)&order=id'),
  get('/folder?found=eq.true'),
  get('/folder?order=found,code'),
  get('/paper?folder.found=is.true'),
  get('/paper?select=id,folder!inner(found)&folder.found=is.true'),
  get('/paper?select=code::int'),
  get('/paper?select=id,data->b::int&order=id.desc'),
  get('/paper?select=size::int&code=like.*1*'),
  get('/paper?select=tags::int[]'),
  get('/stay?select=id,paper(code::int)'),
  get('/stay?select=id,...paper(code::uuid)&limit=1'),
  get('/folder?select=id,paper(size::int)&paper.limit=1&paper.order=size.desc'),
  get('/folder?select=data->a::int'),
  get('/paper?select=id,shown:code::int&order=shown'),
  get('/stay?select=id,of:paper(shown:code::int)&order=of(shown).desc&limit=1'),
  get('/folder?select=id,paper!folder_id(id,shown:code::int)&paper.order=shown&paper.limit=1'),
  get('/paper?select=data->99999999999'),
  get('/paper?data->0->>-1=eq.x&order=data->a->x'),
  get('/paper?select=price::int,price::real'),
  get('/paper?select=count(),price.sum(),code.max(),size.avg()'),
  get('/paper?select=count()&code=match.^secret', { prefer: 'count=exact' }),
  get('/paper?select=kind,count(),price.min()&order=count.desc&limit=2', { prefer: 'count=exact' }),
  get('/paper?select=kind,count()&offset=1', { prefer: 'count=planned' }),
  get('/paper?select=kind,count()', { prefer: 'count=estimated' }),
  get('/paper?select=code::int.sum()'),
  get('/paper?select=data->b::int.max(),count()'),
  get('/paper?select=code::int,count()&limit=1'),
  get('/paper?select=kind,m:size.max()::int&order=m'),
  get('/paper?select=folder(code),count()'),
  get('/paper?select=...folder(code),count()&order=folder(code).desc'),
  get('/paper?select=...folder(c:code.max(),n:count()),kind'),
  get('/folder?select=id,paper(count(),price.sum(),code::int.max())'),
  get('/folder?select=id,paper(kind,count())&paper.order=count.desc&paper.limit=1'),
  get('/folder?select=paper(id),count()'),
  get('/folder?select=...paper(kind,price),count()'),
  get('/folder?select=id,...paper(id,c:code)&paper.order=price.desc&paper.limit=2'),
  get('/folder?select=id,...paper(code::int)'),
  get('/stay?select=...paper(...folder(code)),count()'),
  get('/stay?select=...paper(code::int),count()'),
  get('/stay?select=...paper(m:code::int.max(),size.sum()),count()'),
  get('/stay?select=...paper(kind,...folder(data->a::int)),count()'),
  get('/paper?select=...folder(m:code::int.max()),kind'),
  get('/paper?select=...folder(found),count()&folder.body=fts.a b'),
  get(`/stay?select=...paper(kind,n:count())&as_of=${past()}`),
  get('/stay_history?select=...paper(kind),count()'),
  get('/stay?select=paper!inner(kind),count()&paper.code=match.^secret'),
  get('/paper_history?select=kind,count(),price.sum()'),
  get(`/paper?select=kind,count()&as_of=${past()}`),
  get(`/folder?select=id,paper(count())&as_of=${past()}`),
  get('/stay?select=paper_id,count()&valid_at=2026-01-15T00:00Z'),
  get('/event?select=type,count()'),
  get('/event?select=data->updated_fields,count()'),
  get('/folder?select=id,papers,filings,total,latest,telling'),
  get('/folder?papers=gte.2&select=id,papers', { prefer: 'count=exact' }),
  get('/folder?or=(telling.is.true,total.gt.100,filings.eq.1)&order=papers.desc,total&limit=3'),
  get('/folder?telling=is.true&body=match.(&order=latest'),
  get('/folder?latest=match.^secret&papers=not.eq.0'),
  get('/folder?latest=match.[[:foo:]]', { prefer: 'count=planned' }),
  get('/folder?order=latest.desc,total&limit=2&offset=1&select=id,latest'),
  get(`/folder?order=papers&select=id&after=${cursor(['2', '5'])}`),
  get('/folder?select=latest::int'),
  get('/folder?select=id,shown:latest::int&order=shown&limit=1'),
  get('/folder?select=telling,papers.max(),count()'),
  get('/folder?select=papers,count()&latest=match.(', { prefer: 'count=exact' }),
  get(`/folder?select=id,papers,latest,telling&total=gt.1&as_of=${past()}`),
  get('/folder_history?select=id,papers,filings,latest,telling&order=total,id'),
  get('/folder/1?select=papers,latest,total'),
  get('/paper?select=id,folder_code,stay_code&order=folder_code,stay_code.desc'),
  get('/paper?folder_code=match.^secret&select=id'),
  get('/paper?folder_code=is.null&stay_code=not.is.null', { prefer: 'count=exact' }),
  get('/paper?select=folder_code,count()'),
  get('/paper?select=folder_code::int'),
  get('/stay?select=id,paper(folder_code,stay_code,folder(papers,latest))&paper.folder.papers=gt.1'),
  get('/stay?paper.folder_code=match.1&order=paper(folder_code)'),
  get('/folder?select=id,paper(folder_code)&paper.order=folder_code,stay_code&paper.limit=2&paper.stay_code=match.1'),
  {
    ...get('/paper?folder_code=match.^secret&stay_code=is.null', { prefer: 'return=representation' }),
    method: 'PATCH',
    body: {},
  },
  {
    ...get('/paper?order=folder_code.desc&limit=2&select=id,folder_code', { prefer: 'return=representation' }),
    method: 'PATCH',
    body: {},
  },
  get('/paper?offset=5', { prefer: 'count=exact' }),
  get('/paper?offset=30', { prefer: 'count=exact' }),
  get('/paper', { prefer: 'count=planned' }),
  get('/paper?kind=eq.rare', { prefer: 'count=planned' }),
  get('/paper?kind=eq.rare', { prefer: 'count=estimated', range: '0-3' }),
  get('/paper', { accept: single }),
  get('/event?type=match.['),
  get('/event?type=match.update$&order=id.desc&limit=5'),
  get('/event?type=fts.a b'),
  get('/event?source=fts.paper'),
  get('/event?data->>updated_fields=match.code'),
  get('/event?data->>updated_fields=match.[[:foo:]]&source=like.*/2'),
  get('/event?data->updated_fields=cs.["price"]&source=imatch./PAPER/', { prefer: 'count=exact' }),
  get('/event?or=(source.match.1$,data->>x.plfts.y)', { prefer: 'count=planned' }),
  get('/event?select=data->x::int,type&id=lt.50'),
  get('/event?source=match.[&id=lt.0'),
  get('/event?source=match.1', { accept: 'application/x-ndjson' }),
  get('/paper?code=match.(&body=fts.a b&data->>b=match.['),
  get('/paper?body=fts.a b&code=match.('),
];

/** An instant between the first versions of test/hidden and their changes. */
function past(): string {
  return '2026-01-01T00:00Z';
}

function cursor(keys: readonly string[]): string {
  return Buffer.from(JSON.stringify([0, ...keys])).toString('base64url');
}
