import { test } from 'tap';
import { loadModel } from '../../engine/feature/load.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import type { Limits } from '../../engine/model/service.ts';
import { type ListHeaders, planList } from '../../engine/query/plan/list_plan.ts';
import { type Parameter, readQueryString } from '../../engine/query/plan/query_string.ts';
import { planAnswer, planRead } from '../../engine/query/plan/read_plan.ts';
import { relatedReads } from '../../engine/query/plan/rows_plan.ts';
import { shownList, shownRows } from './shown.ts';

// The plan stage by itself: a URL in, and what is bound, or which fault of which parameter at which place.

const model = await modelOf('test/library');

async function modelOf(folder: string): Promise<Model> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(`${folder} has faults`);
  return loaded.model;
}

function asked(path: string): { readonly resource: Resource; readonly parameters: readonly Parameter[] } {
  const [name = '', query = ''] = path.split(/\?(.*)/s);
  const resource = model.resources.get(name);
  const parameters = readQueryString(query);
  if (resource === undefined || !parameters.ok) throw new Error(path);
  return { resource, parameters: parameters.value };
}

function listOf(path: string, more: Partial<Limits> = {}, headers?: ListHeaders): ReturnType<typeof planList> {
  const { resource, parameters } = asked(path);
  const service = { ...model.service, limits: { ...model.service.limits, ...more } };
  return planList(resource, parameters, { ...model, service }, headers);
}

const instant = '2026-01-01T00:00:00+00:00';
const lists: readonly (readonly [path: string, plan: string])[] = [
  ['book', '* limit 20'],
  ['book?limit=4&offset=3', '* limit 4 offset 3'],
  ['book?limit=007', '* limit 7'],
  ['book?limit=0', '* limit 0'],
  // Filters: names resolved, values read as the type
  ['book?edition=in.(1,02)&weight=not.gte.1e2', '* where edition in 1|2 & weight not gte 1e2 limit 20'],
  ['book?edition=eq.1&edition=neq.2', '* where edition eq 1 & edition neq 2 limit 20'],
  ['book?not.or=(name.eq.x,is_long.is.TRUE)', '* where not or(name eq x, is_long is true) limit 20'],
  ['book?id=in.()', '* where id in  limit 20'],
  ['book?edition=eq(any).{1,null}', '* where edition eq(any) 1|null limit 20'],
  ['book?name=fts(english).a', '* where name fts(english) a limit 20'],
  ['book?%22name%22=eq.a', '* where name eq a limit 20'],
  ['copy?acquired_at=gte.2026-01-01 01:00 Europe/Oslo', `* where acquired_at gte ${instant} limit 20`],
  [
    'branch?opening_hours->monday->>0=like.9*&opening_hours->"0"=eq.1',
    '* where opening_hours->"monday"->>0 like 9% & opening_hours->"0" eq 1 limit 20',
  ],
  // Through relations: those of one path hold for one related row
  ['copy?book.name=eq.a&book.edition=gt.1', '* where some book(and(name eq a, edition gt 1)) limit 20'],
  ['copy?book.name=eq.a&branch.name=eq.b', '* where some book(name eq a) & some branch(name eq b) limit 20'],
  ['book?copy.loan.renewals=eq.0', '* where some copy(some loan(renewals eq 0)) limit 20'],
  ['book?copy.or=(price.gt.1,branch.name.eq.a)', '* where some copy(or(price gt 1, some branch(name eq a))) limit 20'],
  ['book?or=(name.eq.a,copy.price.gt.1)', '* where or(name eq a, some copy(price gt 1)) limit 20'],
  ['book?copy=is.null', '* where no copy() limit 20'],
  ['book?copy=not.is.null', '* where some copy() limit 20'],
  ['book?copy=is.not_null', '* where some copy() limit 20'],
  ['book?copy=not.is.not_null', '* where no copy() limit 20'],
  // Embeds, and what is asked of them
  [
    'copy?embed=book,branch!(parent)',
    '*, book: book(*), branch: branch(*, parent: parent(*)) where some branch() limit 20',
  ],
  ['copy?embed=book&book.edition=eq.1', '*, book: book(* where edition eq 1) limit 20'],
  ['copy?embed=book!&book.edition=eq.1', '*, book: book(* where edition eq 1) where some book(edition eq 1) limit 20'],
  [
    'copy?embed=book&book.edition=eq.1&book=is.null',
    '*, book: book(* where edition eq 1) where no book(edition eq 1) limit 20',
  ],
  [
    'book?embed=copy&copy.order=price.desc&copy.limit=2&copy.offset=1',
    '*, copy: copy(* by price desc limit 2 offset 1) limit 20',
  ],
  ['book?embed=copy(branch)&copy.branch.name=eq.a', '*, copy: copy(*, branch: branch(* where name eq a)) limit 20'],
  ['book?embed=copy&copy.branch.name=eq.a', '*, copy: copy(* where some branch(name eq a)) limit 20'],
  // select
  ['book?select=name,id', 'name, id limit 20'],
  ['book?select=name,name', 'name limit 20'],
  ['book?select=title:name,weight::text', 'title: name, weight::text limit 20'],
  ['book?select=*,title:name', '*, title: name limit 20'],
  [
    'branch?select=opening_hours->monday->>0,open_on->0',
    'monday: opening_hours->"monday"->>0, open_on: open_on->0 limit 20',
  ],
  ['branch?select=opening_hours->"0"', '0: opening_hours->"0" limit 20'],
  ['copy?select=id,book(name)', 'id, book: book(name) limit 20'],
  // Groups
  ['book?select=edition,count()', 'edition, count: count() in groups limit 20'],
  ['book?select=n:count::text', 'n: count()::text in groups limit 20'],
  [
    'copy?select=condition,t:price::text.max()::int,price.sum()&order=sum.desc.nullslast,condition&offset=2',
    'condition, t: max(price::text)::int, sum: sum(price) in groups by sum desc nulls last, condition limit 20 offset 2',
  ],
  [
    'copy?select=...book(title:name,count())&order=book(name).desc',
    '...book(title: name, count: count()) in groups by title desc limit 20',
  ],
  [
    'book?select=id,copy(condition,count())&copy.order=count',
    'id, copy: copy(condition, count: count() in groups by count) limit 20',
  ],
  ['book?select=id,...copy(price)', 'id, ...copy(price) limit 20'],
  ['copy?select=id&embed=book', 'id, book: book(*) limit 20'],
  ['copy?select=id,...book(name)', 'id, ...book(name) limit 20'],
  ['copy?select=id,book()&book.edition=eq.1&book=not.is.null', 'id where some book(edition eq 1) limit 20'],
  [
    'book?select=id,A-b:copy!inner(price)&A-b.price=gt.1',
    'id, A-b: copy(price where price gt 1) where some copy(price gt 1) limit 20',
  ],
  ['book?select=id,%22a.b%22:copy(price)&%22a.b%22.limit=1', 'id, a.b: copy(price limit 1) limit 20'],
  // order
  ['copy?order=price.desc.nullslast,book(name)', '* by price desc nulls last, book(name) limit 20'],
  ['branch?order=opening_hours->>monday.nullsfirst', '* by opening_hours->>"monday" nulls first limit 20'],
  ['copy?select=cost:price&order=cost.desc', 'cost: price by price desc limit 20'],
  ['copy?select=id:price&order=id', 'id: price by id limit 20'],
  ['copy?select=cost:price::text&order=cost', 'cost: price::text by price::text limit 20'],
  ['branch?select=h:opening_hours&order=h->monday', 'h: opening_hours by opening_hours->"monday" limit 20'],
  [
    'copy?select=b:book(title:name)&order=b(title),b(edition)',
    'b: book(title: name) by book(name), book(edition) limit 20',
  ],
  ['copy?select=book(edition:name)&order=book(edition)', 'book: book(edition: name) by book(name) limit 20'],
  ['copy?select=...book(title:name)&order=book(title)', '...book(title: name) by book(name) limit 20'],
  ['copy?select=x:book()&order=x(name)', ' by book(name) limit 20'],
  ['book?select=copy(cost:price)&copy.order=cost', 'copy: copy(cost: price by price) limit 20'],
  // Relations by the names that PostgREST has for them
  ['copy?select=book_id(name)&book_id.edition=eq.1', 'book_id: book(name where edition eq 1) limit 20'],
  ['copy?select=copy_book_id_fkey(name)', 'copy_book_id_fkey: book(name) limit 20'],
  ['copy?select=book!book_id(name)', 'book: book(name) limit 20'],
  ['book?select=copy!copy_book_id_fkey!inner(id)', 'copy: copy(id) where some copy() limit 20'],
  ['book_history?select=copy!copy_book_id_fkey(id)', 'copy: copy(id) limit 20'],
  ['copy_history?select=book_id(name)', 'book_id: book(name) limit 20'],
  // The page of a relation to one
  ['copy?select=book(name)&book.limit=0&book.order=name', 'book: book(name by name limit 0) limit 20'],
  // Places before the first row
  ['book?offset=-4', '* limit 20'],
  ['book?offset=-4&limit=6', '* limit 2'],
  ['book?offset=-4&limit=4', '* limit 0'],
  // Instants
  ['copy?as_of=2026-01-01T01:00%2B01:00', `* limit 20 as of ${instant}`],
  [
    'membership?valid_at=2026-01-01T00:00Z&level=eq.friend',
    `* where and(valid_from lte ${instant}, or(valid_to gt ${instant}, valid_to is null)) & level eq friend limit 20`,
  ],
  [
    'member?embed=membership&membership.valid_at=2026-01-01T00:00Z',
    `*, membership: membership(* where and(valid_from lte ${instant}, or(valid_to gt ${instant}, valid_to is null))) limit 20`,
  ],
  ['book_history?book_id=eq.1&copy.price=gt.1', '* where book_id eq 1 & some copy(price gt 1) limit 20'],
];

test('lists', async (t) => {
  for (const [path, plan] of lists) {
    const planned = listOf(path);
    t.equal(planned.ok ? shownList(planned.value) : planned.faults[0]?.detail, plan, path);
  }
});

test('the page of a list, from its parameters and the header Range', async (t) => {
  const pages: readonly (readonly [query: string, range: readonly [number, number | null], page: string])[] = [
    ['', [0, 4], 'limit 5'],
    ['', [10, null], 'limit 20 offset 10'],
    ['limit=3', [0, 9], 'limit 3'],
    ['limit=10', [2, 4], 'limit 3 offset 2'],
    ['limit=10&offset=3', [5, null], 'limit 8 offset 5'],
    ['offset=3', [0, 4], 'limit 2 offset 3'],
    ['limit=2', [5, 9], 'limit 0 offset 5'],
  ];
  for (const [query, [first, last], page] of pages) {
    const planned = listOf(`book?${query}`, {}, { range: { first, last }, unlimited: false });
    t.equal(
      planned.ok ? shownList(planned.value) : planned.faults[0]?.detail,
      `* ${page}`,
      `${query} ${first}-${last}`,
    );
  }
  const all = listOf('book', {}, { range: null, unlimited: true });
  t.equal(all.ok && shownList(all.value), '* limit none');
  const least = listOf('book', { pageDefault: 100, pageMaximum: 10 });
  t.equal(least.ok && shownList(least.value), '* limit 10');
});

test('reads, and the answers to writes', async (t) => {
  const read = (path: string) => {
    const { resource, parameters } = asked(path);
    const plan = planRead(resource, parameters, model);
    return plan.ok
      ? `${shownRows(plan.value.rows)}${plan.value.asOf === null ? '' : ` as of ${plan.value.asOf.datetime}`}`
      : plan.faults[0]?.detail;
  };
  t.equal(read('book'), '*, links');
  t.equal(read('book?select=name'), 'name');
  t.equal(read('book?select=*,a:name'), '*, links, a: name');
  t.equal(
    read('book?embed=copy&copy.order=price&as_of=2026-01-01T00:00Z'),
    `*, links, copy: copy(* by price) as of ${instant}`,
  );
  const answer = (path: string) => {
    const { resource, parameters } = asked(path);
    const plan = planAnswer(resource, parameters, model);
    return plan.ok ? shownRows(plan.value) : plan.faults[0]?.detail;
  };
  t.equal(answer('book'), '*');
  t.equal(answer('book?select=name,copy(id)&copy.limit=1'), 'name, copy: copy(id limit 1)');
});

/** A position of null is the whole parameter. */
type Case = readonly [
  path: string,
  code: string,
  parameter: string,
  position: number | null,
  detail: string,
  hint: string | RegExp | null,
];

const bookFields =
  'id, isbn, name, edition, page_count, weight, subjects, print_runs, is_long, shelf_mark, recorded_at, recorded_by';
const invalid = 'invalid_parameter';
const faults: readonly Case[] = [
  // Names
  ['book?nam=eq.2', 'unknown_parameter', 'nam', 0, 'book has no parameter "nam"', 'did you mean name?'],
  ['book?Name=eq.2', 'unknown_parameter', 'Name', 0, 'book has no parameter "Name"', 'did you mean name?'],
  ['book?xyz=1', 'unknown_parameter', 'xyz', 0, 'book has no parameter "xyz"', 'filter by a field of the resource'],
  [
    'loan?coppy.id=eq.1',
    'unknown_parameter',
    'coppy.id',
    0,
    'loan has no parameter "coppy.id"',
    'did you mean copy.id?',
  ],
  ['book?limt=1', 'unknown_parameter', 'limt', 0, 'book has no parameter "limt"', 'did you mean limit?'],
  ['book?valid_at=2026-01-01T00:00Z', invalid, 'valid_at', null, 'book has no validity', null],
  ['holiday?as_of=2026-01-01T00:00Z', invalid, 'as_of', null, 'holiday has no history', null],
  ['book_history?as_of=2026-01-01T00:00Z', invalid, 'as_of', null, 'book_history lists every version already', null],
  [
    'book?name.x=eq.2',
    invalid,
    'name.x',
    null,
    'name is a field, and nothing stands below it',
    'expected name.<operator>.<value>',
  ],
  [
    'copy?book.nam=eq.2',
    invalid,
    'book.nam',
    null,
    'there is no field nam in book',
    `expected one of ${bookFields}; did you mean name?`,
  ],
  [
    'copy?book.cop.price=eq.2',
    invalid,
    'book.cop.price',
    null,
    'there is no relation cop of book',
    'expected copy; did you mean copy?',
  ],
  [
    'book?or=(edition.eq.1,nam.eq.2)',
    invalid,
    'or',
    14,
    'there is no field nam in book',
    `expected one of ${bookFields}; did you mean name?`,
  ],
  ['book?copy.or=(prise.eq.1)', invalid, 'copy.or', 1, 'there is no field prise in copy', /did you mean price\?$/],
  [
    'copy?book=eq.1',
    invalid,
    'book',
    null,
    'book is a relation, of which only absence and presence can be asked by itself',
    'expected is.null, not.is.null, or book.<field>',
  ],
  [
    'copy?book=is.true',
    invalid,
    'book',
    null,
    'book is a relation, of which only absence and presence can be asked by itself',
    /is\.null/,
  ],
  // Operators and values
  ['book?name=foo.1', invalid, 'name', 0, 'Unknown operator `foo`.', /^expected \[not\.\]operator\.value/],
  ['book?name=ge.1', invalid, 'name', 0, 'Unknown operator `ge`.', /did you mean gte\?$/],
  ['book?name=', invalid, 'name', 0, 'The text ends too early.', /^expected \[not\.\]operator\.value/],
  ['book?edition=eq.x', invalid, 'edition', 3, '"x" is not a whole number', 'expected a whole number such as 12'],
  [
    'book?edition=not.in.(1,2,x)',
    invalid,
    'edition',
    12,
    '"x" is not a whole number',
    'expected a whole number such as 12',
  ],
  [
    'book?or=(id.eq.1,edition.eq."x")',
    invalid,
    'or',
    20,
    '"x" is not a whole number',
    'expected a whole number such as 12',
  ],
  [
    'book?edition=eq(any).{1,x}',
    invalid,
    'edition',
    8,
    '"x" is not a whole number',
    'expected a whole number such as 12',
  ],
  [
    'book?edition=eq(any).1',
    invalid,
    'edition',
    8,
    'eq(any) takes several values, and "1" is not an array of them',
    'expected {a,b}',
  ],
  ['copy?condition=eq.fien', invalid, 'condition', 3, '"fien" is not one of the values', /did you mean fine\?$/],
  [
    'book?edition=like.1*',
    invalid,
    'edition',
    null,
    'the operator like does not apply to edition, of type integer',
    'expected one of eq, neq, lt, lte, gt, gte, is, isdistinct, in',
  ],
  [
    'book?name->a=eq.1',
    invalid,
    'name->a',
    null,
    'name is of type text, and holds no JSON',
    'expected a field of type json or array before ->',
  ],
  [
    'book?name=like.a\\',
    invalid,
    'name',
    5,
    'the pattern ends in a single backslash',
    'expected two, for the character itself',
  ],
  [
    `book?name=match.${'a'.repeat(201)}`,
    invalid,
    'name',
    6,
    'the regular expression is longer than 200 characters',
    'expected a shorter one',
  ],
  ['book?name=eq.%00', invalid, 'name', 3, 'a NUL character stands there', 'text that PostgreSQL can store'],
  // select and embed
  ['book?select=nam', invalid, 'select', 0, 'there is no field nam in book', /did you mean name\?$/],
  ['book?select=id,copies(*)', invalid, 'select', 3, 'there is no relation copies of book', 'expected one of copy'],
  [
    'book?select=id,x:name,x:id',
    invalid,
    'select',
    10,
    'x stands here a second time',
    'name each column and relation once',
  ],
  ['book?select=name::txt', invalid, 'select', 6, 'there is no type txt to convert to', /did you mean text\?$/],
  ['book?select=name->a', invalid, 'select', 0, 'name is of type text, and holds no JSON', null],
  [
    'copy?select=id,...book(id)',
    invalid,
    'select',
    6,
    'id stands here a second time',
    'name each column and relation once',
  ],
  [
    'copy?select=book!copy_branch_id_fkey(id)',
    invalid,
    'select',
    5,
    'no relation book of copy goes by copy_branch_id_fkey',
    'expected one of book',
  ],
  [
    `book?select=${'å'.repeat(32)}:id`,
    invalid,
    'select',
    0,
    `the name ${'å'.repeat(20)}... has more than 63 bytes`,
    'give it another: name:column',
  ],
  ['book?select=branch->""', 'invalid_parameter', 'select', 0, 'there is no field branch in book', /^expected one of/],
  ['branch?select=opening_hours->""', invalid, 'select', 0, 'a column has no name', 'give it another: name:column'],
  [
    'book?embed=cop',
    invalid,
    'embed',
    0,
    'there is no relation cop of book',
    'expected one of copy; did you mean copy?',
  ],
  ...(['embed=day', 'select=day(id)', 'order=day(id)'] as const).map(
    (query) =>
      [
        `holiday?${query}`,
        invalid,
        query.split('=')[0] ?? '',
        0,
        'there is no relation day of holiday',
        'leave it out: the resource has no relations',
      ] as const,
  ),
  ['book?embed=copy,copy', invalid, 'embed', 5, 'copy stands here a second time', 'name each column and relation once'],
  ['book?embed=copy(', invalid, 'embed', 5, 'The text ends too early.', 'expected the name of a relation'],
  [
    'book?select=copy(id)&embed=copy',
    invalid,
    'embed',
    0,
    'copy stands here a second time',
    'name each column and relation once',
  ],
  [
    'book?copy.limit=1',
    invalid,
    'copy.limit',
    null,
    'the relation copy of book is not embedded',
    'embed the relation in the same request',
  ],
  ['copy?embed=book&book.order=nam', invalid, 'book.order', 0, 'there is no field nam in book', /did you mean name\?$/],
  ['copy?embed=book&book.valid_at=x', invalid, 'book.valid_at', null, 'book has no validity', null],
  [
    'book?embed=copy&copy.limit=x',
    invalid,
    'copy.limit',
    0,
    'copy.limit is "x"',
    'expected a whole number from 0 to 50',
  ],
  [
    'book?embed=copy&copy.limit=1&copy.limit=1',
    invalid,
    'copy.limit',
    null,
    'copy.limit stands in the URL more than once',
    'write copy.limit once',
  ],
  // order
  ['book?order=nam', invalid, 'order', 0, 'there is no field nam in book', /did you mean name\?$/],
  ['book?order=copy(id)', invalid, 'order', 0, 'copy has many rows for one of book', 'order by a relation to one'],
  ['copy?order=book(nam)', invalid, 'order', 5, 'there is no field nam in book', /did you mean name\?$/],
  ['book?order=name.DESC', invalid, 'order', 4, 'Unknown modifier `.DESC`.', /^write keys as field\.desc/],
  ['book?order=id&order=id', invalid, 'order', null, 'order stands in the URL more than once', 'write order once'],
  [
    'book?embed=copy&copy.order=prise',
    invalid,
    'copy.order',
    0,
    'there is no field prise in copy',
    /did you mean price\?$/,
  ],
  // Page and instants
  ['book?limit=x', invalid, 'limit', 0, 'limit is "x"', 'expected a whole number from 0 to 50'],
  ['book?limit=-1', 'range_not_satisfiable', 'limit', null, 'limit is -1', 'expected 0 or more'],
  ['book?limit=-3&offset=5', 'range_not_satisfiable', 'limit', null, 'limit is -3', 'expected 0 or more'],
  [
    'book?limit=2&offset=-4',
    'range_not_satisfiable',
    'limit',
    null,
    'the page ends before the first row',
    'expected a limit that goes past the offset',
  ],
  ['book?embed=copy&copy.offset=-1', invalid, 'copy.offset', 0, 'copy.offset is "-1"', /from 0/],
  ['book?limit=51', 'limit_exceeded', 'limit', 0, 'limit is 51', 'expected at most 50'],
  [
    'book?after=x',
    invalid,
    'after',
    0,
    'after does not come from a list in this order',
    'take it from the Link header',
  ],
  [
    'book?after=x&offset=1',
    invalid,
    'after',
    null,
    'after and an offset exclude each other',
    'use the one or the other',
  ],
  // Limits: at and below them is in the test of limits
  [
    'book?id=in.(1,2,3,4,5,6,7,8,9,10,11)',
    'limit_exceeded',
    'id',
    null,
    'a list in id has more than 10 values',
    'ask for less at once',
  ],
  [
    'book?id=eq(any).{1,2,3,4,5,6,7,8,9,10,11}',
    'limit_exceeded',
    'id',
    null,
    'a list in id has more than 10 values',
    'ask for less at once',
  ],
  [
    'book?embed=copy(branch(copy(book)))',
    'limit_exceeded',
    'embed',
    17,
    'embed is more than 3 levels deep',
    'ask for less at once',
  ],
];

test('faults, each with its parameter and its place', async (t) => {
  for (const [path, code, parameter, position, detail, hint] of faults) {
    const planned = listOf(path);
    if (planned.ok) t.fail(path);
    else t.match(planned.faults, [{ code, parameter, position, detail, hint }], path);
  }
});

test('all faults of a query at once, in the order of the stages that find them', async (t) => {
  const several: readonly (readonly [path: string, found: readonly string[]])[] = [
    [
      'book?limit=y&foo=1&order=zzz&name=qq.1',
      [
        'foo: book has no parameter "foo"',
        'name: Unknown operator `qq`.',
        'order: there is no field zzz in book',
        'limit: limit is "y"',
      ],
    ],
    // Parsed and bound in turn: a value that does not fit is told along with a name that is wrong.
    ['book?id=eq.x&name=eq.1&recorded_at=gt.y&nam=eq.1', ['nam', 'id', 'recorded_at']],
    ['book?or=(id.eq.x,recorded_by.eq.y)', ['or', 'or']],
    ['book?id=in.(x,1,y)', ['id', 'id']],
    ['book?select=nam,id,titl&embed=branc', ['select', 'select', 'embed']],
    ['book?order=nam,id,titl', ['order', 'order']],
    ['book?limit=1&limit=2&offset=x&as_of=now', ['as_of', 'limit', 'offset']],
    // What is embedded is not known: its options and filters are not called wrong.
    ['book?embed=copi&copi.limit=1&copi.price=gt.1&nam=eq.1', ['embed', 'nam']],
    ['book?embed=copy(branc),copi(branch)&copy.limit=x', ['embed', 'embed']],
  ];
  for (const [path, found] of several) {
    const planned = listOf(path);
    const texts = planned.ok ? [] : planned.faults.map(({ parameter, detail }) => `${parameter}: ${detail}`);
    t.equal(texts.length, found.length, `${path}: ${texts.join(', ')}`);
    for (const [index, start] of found.entries()) t.ok(texts[index]?.startsWith(start), `${path}: ${texts[index]}`);
  }
});

test('what a request may ask for, at each limit and past it', async (t) => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');
  const at: readonly (readonly [limits: Partial<Limits>, right: string, wrong: string])[] = [
    [{ filters: 2 }, 'book?id=eq.1&edition=eq.1', 'book?id=eq.1&or=(id.eq.1,id.eq.2)'],
    [{ inValues: 3 }, `book?id=in.(${numbers(3)})`, `book?id=in.(${numbers(4)})`],
    [{ inValues: 3 }, `book?or=(id.eq(any).{${numbers(3)}})`, `book?or=(id.eq(any).{${numbers(4)}})`],
    [{ embedDepth: 2 }, 'book?embed=copy(loan)', 'book?embed=copy(loan(member))'],
    [{ embedDepth: 2 }, 'book?select=copy(loan(id))', 'book?select=copy(loan(member(id)))'],
    [{ embedDepth: 2 }, 'book?copy.loan.id=eq.1', 'book?copy.loan.member.id=eq.1'],
    [{ embedDepth: 2 }, 'book?copy.or=(loan.id.eq.1)', 'book?copy.or=(loan.member.id.eq.1)'],
    [{ pageMaximum: 5 }, 'book?limit=5', 'book?limit=6'],
    [{ pageMaximum: 5 }, 'book?embed=copy&copy.limit=5', 'book?embed=copy&copy.limit=6'],
  ];
  for (const [limits, right, wrong] of at) {
    t.match(listOf(right, limits), { ok: true }, right);
    t.match(listOf(wrong, limits), { ok: false, faults: [{ code: 'limit_exceeded' }] }, wrong);
  }
});

test('a read and a write take what is about the answer, and nothing else', async (t) => {
  const { resource, parameters } = asked('book?name=eq.a');
  for (const planned of [planRead(resource, parameters, model), planAnswer(resource, parameters, model)]) {
    t.match(planned, { ok: false, faults: [{ code: 'unknown_parameter', parameter: 'name', position: 0 }] });
  }
});

test('the resources that a list reads, with the way to each', async (t) => {
  const reads = (path: string) => {
    const planned = listOf(path);
    if (!planned.ok) throw new Error(planned.faults[0]?.detail);
    const { rows, order } = planned.value;
    return relatedReads(rows, order, model).map(({ resource, path: way }) => `${way.join('.')}: ${resource.name}`);
  };
  t.same(reads('book'), []);
  t.same(reads('copy?embed=book,branch(parent)'), ['book: book', 'branch: branch', 'branch.parent: branch']);
  t.same(reads('book?or=(name.eq.a,copy.loan.renewals.eq.1)'), ['copy: copy', 'copy.loan: loan']);
  t.same(reads('book?copy=is.null'), ['copy: copy']);
  t.same(reads('copy?order=book(name)'), ['book: book']);
  t.same(reads('copy?select=id,book()&book.copy.price=eq.1&book=is.null'), ['book: book', 'book.copy: copy']);
});
