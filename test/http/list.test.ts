import type { Test } from 'tap';
import { test } from 'tap';
import { checkRefusals, type Refusal } from './refusal.ts';
import { type TestService, testService } from './service.ts';

// Specification 4.3: filters and pages. The library allows 50 rows, 8 filters and 10 values.

interface Row {
  readonly id: number;
  readonly name: string;
}

/** Five books, known by their names. */
async function library(t: Test): Promise<TestService> {
  const service = await testService(t, 'test/library');
  const books = [
    { name: 'Hunger', isbn: '9780306406157', page_count: 200, weight: 0.5 },
    { name: 'Pan', page_count: 150, edition: 2, weight: 0.3 },
    { name: 'hunger_%', page_count: 1000, edition: 3 },
    { name: 'a,b.(c)"d\\e*f', edition: 4, subjects: ['farming', 'sea'] },
    { name: 'Å', edition: 5, print_runs: [1] },
  ];
  for (const body of books) {
    const { status, text } = await service.ask('POST', '/book', { body });
    if (status !== 201) throw new Error(text);
  }
  return service;
}

const found: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['', [1, 2, 3, 4, 5]],
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3, 4, 5]],
  ['id=in.(1,3,3)', [1, 3]],
  ['id=in.()', []],
  ['id=not.in.(1,3)', [2, 4, 5]],
  ['id=gt.1&id=lte.3', [2, 3]],
  ['not.and=(id.gt.1,id.lte.3)', [1, 4, 5]],
  ['or=(id.eq.1,id.eq.5)', [1, 5]],
  ['not.or=(id.eq.1,id.eq.5)', [2, 3, 4]],
  ['or=(id.eq.1,and(id.gt.3,not.and(id.eq.4,edition.eq.4)))', [1, 5]],
  ['id=gt.2&or=(edition.eq.4,edition.eq.5)', [4, 5]],
  ['name=eq.Hunger', [1]],
  ['name=eq.', []],
  ['name=like.hunger*', [3]],
  ['name=ilike.hunger*', [1, 3]],
  ['name=not.ilike.hunger*', [2, 4, 5]],
  ['name=like.*an', [2]],
  ['name=like.hunger\\_\\%25', [3]],
  ['name=eq.a,b.(c)"d\\e*f', [4]],
  ['name=in.("a,b.(c)\\"d\\\\e*f",Pan)', [2, 4]],
  ['or=(name.eq."a,b.(c)\\"d\\\\e*f",name.eq.Pan)', [2, 4]],
  ['name=eq.Å', [5]],
  ['isbn=is.null', [2, 3, 4, 5]],
  ['isbn=not.is.null', [1]],
  ['isbn=is.not_null', [1]],
  ['weight=lt.0.5', [2]],
  ['weight=gte.0.30', [1, 2]],
  ['is_long=eq.true', [3]],
  ['is_long=is.true', [3]],
  ['is_long=is.false', [1, 2, 4, 5]],
  ['is_long=not.is.true', [1, 2, 4, 5]],
  ['print_runs=is.null', [1, 2, 3, 4]],
  ['print_runs=not.is.null', [5]],
  ['recorded_by=eq.7', [1, 2, 3, 4, 5]],
  ['recorded_at=gt.2020-01-01T00:00Z', [1, 2, 3, 4, 5]],
  ['recorded_at=gt.2020-01-01 00:00 Europe/Oslo', [1, 2, 3, 4, 5]],
  ['recorded_at=lt.2020-01-01T00:00%2B01:00', []],
  ['limit=2', [1, 2]],
  ['limit=2&offset=3', [4, 5]],
  ['limit=2&offset=4', [5]],
  ['limit=50', [1, 2, 3, 4, 5]],
  ['offset=5', []],
  ['offset=9007199254740991', []],
  ['limit=0', []],
  ['&&id=eq.1&', [1]],
];

test('filters and pages', async (t) => {
  const { ask } = await library(t);
  for (const [query, ids] of found) {
    const answer = await ask('GET', `/book?${query.replaceAll('"', '%22').replaceAll('\\', '%5C')}`);
    t.equal(answer.status, 200, answer.text);
    t.same(
      answer.body.map(({ id }: Row) => id),
      ids,
      query,
    );
    const [, offset = '0'] = /offset=(\d+)/.exec(query) ?? [];
    const range = ids.length === 0 ? '*' : `${offset}-${Number(offset) + ids.length - 1}`;
    t.equal(answer.headers['content-range'], `${range}/*`, query);
  }
});

test('rows come in the order of their ids, whatever was written last', async (t) => {
  const { ask } = await library(t);
  // A changed row lies behind all others in its table.
  for (const id of [1, 3]) await ask('PATCH', `/book/${id}`, { body: { edition: id + 10 } });
  const { body } = await ask('GET', '/book');
  t.same(
    body.map(({ id }: Row) => id),
    [1, 2, 3, 4, 5],
  );
});

test('a page holds as much as the service says unless the request does', async (t) => {
  const { ask } = await library(t);
  for (let n = 0; n < 20; n++) await ask('POST', '/book', { body: { name: `Book ${n}` } });
  t.equal((await ask('GET', '/book')).body.length, 20, 'page_default');
  t.equal((await ask('GET', '/book?limit=24')).body.length, 24);
  const pages = await Promise.all([0, 7, 14, 21].map((offset) => ask('GET', `/book?limit=7&offset=${offset}`)));
  const ids = pages.flatMap(({ body }) => body.map(({ id }: Row) => id));
  t.same(
    ids,
    [...ids].sort((a, b) => a - b),
  );
  t.equal(new Set(ids).size, 25, 'each row on one page');
});

/** A list at, below and above a limit. */
const limits: readonly (readonly [query: string, status: number])[] = [
  ['limit=49', 200],
  ['limit=50', 200],
  ['limit=51', 400],
  [Array(7).fill('id=gt.0').join('&'), 200],
  [Array(8).fill('id=gt.0').join('&'), 200],
  [Array(9).fill('id=gt.0').join('&'), 400],
  [`or=(${Array(8).fill('id.gt.0').join()})`, 200],
  [`or=(${Array(9).fill('id.gt.0').join()})`, 400],
  [`id=gt.0&or=(id.gt.0,and(${Array(6).fill('id.gt.0').join()}))`, 200],
  [`id=gt.0&or=(id.gt.0,and(${Array(7).fill('id.gt.0').join()}))`, 400],
  [`id=in.(${Array(9).fill('1').join()})`, 200],
  [`id=in.(${Array(10).fill('1').join()})`, 200],
  [`id=in.(${Array(11).fill('1').join()})`, 400],
  [`or=(id.eq.0,and(id.in.(${Array(11).fill('1').join()})))`, 400],
  [`not.and=(${'and('.repeat(62)}id.eq.1${')'.repeat(63)}`, 200],
  [`not.and=(${'and('.repeat(64)}id.eq.1${')'.repeat(65)}`, 400],
];

test('limits', async (t) => {
  const { ask } = await library(t);
  for (const [query, status] of limits) {
    const answer = await ask('GET', `/book?${query}`);
    t.equal(answer.status, status, `${query} ${answer.text.slice(0, 300)}`);
    if (status === 400 && !query.startsWith('not')) t.equal(answer.body.code, 'limit_exceeded');
  }
});

test('the limits of the default service', async (t) => {
  const { ask } = await testService(t, 'test/five_lines');
  const at = (count: number, text: string, glue: string) => Array(count).fill(text).join(glue);
  t.equal((await ask('GET', `/note?${at(64, 'id=gt.0', '&')}`)).status, 200);
  t.equal((await ask('GET', `/note?${at(65, 'id=gt.0', '&')}`)).status, 400);
  t.equal((await ask('GET', `/note?id=in.(${at(200, '1', ',')})`)).status, 200);
  t.equal((await ask('GET', `/note?id=in.(${at(201, '1', ',')})`)).status, 400);
  t.equal((await ask('GET', '/note?limit=10000')).status, 200);
  t.equal((await ask('GET', '/note?limit=10001')).status, 400);
});

test('queries that are refused', async (t) => {
  const service = await library(t);
  const unknown = (path: string, parameter: string, hint: string): Refusal => ({
    ask: ['GET', path],
    code: 'unknown_parameter',
    detail: `book has no parameter ${JSON.stringify(parameter)}`,
    hint,
    errors: [{ parameter, detail: `book has no parameter ${JSON.stringify(parameter)}`, hint }],
  });
  const invalid = (query: string, detail: RegExp, hint?: string | RegExp | null): Refusal => ({
    ask: ['GET', `/book?${query}`],
    code: 'invalid_parameter',
    detail,
    ...(hint !== undefined && { hint }),
  });
  await checkRefusals(t, service, [
    unknown('/book?nam=eq.1', 'nam', 'did you mean name?'),
    unknown('/book?name=eq.Pan&editoin=eq.1', 'editoin', 'did you mean edition?'),
    unknown('/book?Limit=1', 'Limit', 'did you mean limit?'),
    unknown('/book?offest=1', 'offest', 'did you mean offset?'),
    unknown('/book?wholly_unlike=1', 'wholly_unlike', 'filter by a field of the resource'),
    unknown('/book?=1', '', 'filter by a field of the resource'),
    unknown('/book?row_version=eq.1', 'row_version', 'filter by a field of the resource'),
    unknown('/book?__proto__=eq.1', '__proto__', 'filter by a field of the resource'),
    invalid('name=Pan', /no operator/, /^expected \[not\.\]operator\.value/),
    invalid('name=equals.Pan', /Unknown operator `equals`/),
    invalid('name', /./),
    invalid('id=eq.x', /^"x" is not a whole number \(id, character 4\)$/, 'expected a whole number such as 12'),
    invalid('id=in.(1,x)', /^"x" is not a whole number \(id, character 7\)$/),
    invalid('id=in.(1', /./),
    invalid('or=(id.eq.1', /./),
    invalid('or=()', /./),
    invalid('or=id.eq.1', /./),
    invalid('or=(nam.eq.1)', /^there is no field nam in book \(or, character 2\)$/, /did you mean name\?$/),
    invalid('name=is.true', /^is\.true asks whether a boolean holds/),
    invalid('name=is.maybe', /./),
    invalid('id=like.1*', /^the operator like does not apply to id, of type bigint/),
    invalid('subjects=eq.sea', /^"sea" is not an array/, /^expected elements in braces/),
    invalid('subjects=like.sea', /^the operator like does not apply to subjects, of type array/),
    invalid('is_long=eq.1', /^"1" is not a boolean/, 'expected true or false'),
    invalid('recorded_at=gt.2020-01-01T00:00+01:00', /A space stands where the sign of the offset belongs/, /%2B/),
    invalid('recorded_at=gt.yesterday', /A word is not a datetime/),
    invalid('name=ilike.P%5C', /^the pattern ends in a single backslash/, 'expected two, for the character itself'),
    invalid('or=(name.like.P%5C%5C%5C,id.eq.1)', /^the pattern ends in a single backslash/),
    invalid('limit=-', /^limit is "-" \(limit, character 1\)$/, 'expected a whole number from 0 to 50'),
    invalid('limit=1.5', /./),
    invalid('limit=', /./),
    invalid('limit=all', /./),
    invalid('limit=1&limit=1', /^limit stands in the URL more than once$/, 'write limit once'),
    invalid('offset=1&offset=2', /^offset stands in the URL more than once$/),
    invalid('offset=9007199254740992', /^offset is 9007199254740992/),
    invalid('offset=99999999999999999999', /./),
    {
      ask: ['GET', '/book?limit=51'],
      code: 'limit_exceeded',
      detail: 'limit is 51 (limit, character 1)',
      hint: 'expected at most 50',
    },
    {
      ask: ['GET', '/membership?level=eq.frend'],
      code: 'invalid_parameter',
      detail: /^"frend" is not one of the values/,
      hint: 'expected one of reader, friend, patron',
    },
    { ask: ['GET', '/copy?barcode=eq.x'], code: 'invalid_parameter', detail: /^"x" is no UUID/ },
    { ask: ['GET', '/holiday?day=eq.2026-02-29'], code: 'invalid_parameter', detail: /^"2026-02-29" is not a date/ },
  ]);
});
