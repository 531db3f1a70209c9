import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'tap';
import type { Database, Row } from '../../db/database.ts';
import type { Check, Field, FieldType, Json, Model, Temporal } from '../../engine/definition/model.ts';
import { schemaChange } from '../../engine/schema/change.ts';
import { schemaText, tablePartStatements, tableParts } from '../../engine/schema/schema.ts';
import { testDatabase } from '../database.ts';
import { catalog, rolledBack, rowsOf } from './catalog.ts';
import {
  compare,
  decimalType,
  enumType,
  fieldOf,
  integerType,
  modelOf,
  statusType,
  type TableParts,
  tableOf,
  temporalOf,
  textType,
} from './model_of.ts';
import { modelOfEverything } from './model_of_everything.ts';
import { modelPairs } from './model_pair.ts';

const title = fieldOf('title', textType());
const pages = fieldOf('pages', integerType());
const price = fieldOf('price', decimalType(7, 2), { nullable: true });

/** Books of these fields. */
function books(fields: readonly Field[] = [title], parts: TableParts = {}): Model {
  return modelOf(tableOf('book', fields, { history: true, ...parts }));
}

/** Books by their title alone, with what else is said about the title. */
function titled(facets: Partial<Field>, type: FieldType = textType()): Model {
  return books([fieldOf('title', type, facets)]);
}

function checked(...rules: readonly (readonly [pages: string, message: string])[]): Model {
  const checks = rules.map(
    ([least, message], at): Check => ({
      name: `book_rule_${at + 1}_check`,
      that: compare(pages, 'gte', least),
      message,
    }),
  );
  return books([pages], { checks });
}

function value(json: Json): Partial<Field> {
  return { default: { kind: 'value', value: json } };
}

/** A statement as it is; a function by its name, and all that belongs to a new table as `all of <table>`. */
type Line = string;

const stamp = 'function almanac.book_stamp()';
const record = 'function almanac.book_record()';

interface Case {
  readonly change: string;
  readonly from: Model;
  readonly to: Model;
  readonly gives: readonly Line[];
}

const cases: readonly Case[] = [
  { change: 'nothing', from: modelOfEverything(), to: modelOfEverything(), gives: [] },
  {
    change: 'a field that is required and has a default',
    from: books(),
    to: books([title, fieldOf('pages', { ...integerType(), minimum: '0' }, value(1))]),
    gives: [
      `alter table public.book
  add column pages integer not null default 1,
  add constraint book_pages_minimum_check check (pages >= 0)`,
      'alter table public.book_history\n  add column pages integer',
      stamp,
      record,
      "comment on column public.book.pages is 'pages'",
      "comment on column public.book_history.pages is 'pages'",
    ],
  },
  {
    change: 'two fields, one of them unique, where there is no history',
    from: books([title], { history: false }),
    to: books([title, fieldOf('group', { kind: 'uuid' }, { nullable: true }), price], {
      history: false,
      unique: [['group']],
      indexes: [['price', 'title']],
    }),
    gives: [
      `alter table public.book
  add column "group" uuid,
  add column price numeric(7, 2),
  add constraint book_group_key unique ("group")`,
      'create index book_price_title_idx on public.book (price, title)',
      stamp,
      `comment on column public.book."group" is 'group'`,
      "comment on column public.book.price is 'price'",
    ],
  },
  {
    change: 'a status with transitions',
    from: books(),
    to: books([title, fieldOf('status', statusType({ in: ['out'], out: [] }), value('in'))]),
    gives: [
      `alter table public.book
  add column status text not null default 'in',
  add constraint book_status_values_check check (status in ('in', 'out'))`,
      'alter table public.book_history\n  add column status text',
      stamp,
      record,
      "comment on column public.book.status is 'status'",
      "comment on column public.book_history.status is 'status'",
    ],
  },
  {
    change: 'a computed field',
    from: books([title, price]),
    to: books([title, price, fieldOf('is_dear', { kind: 'boolean' }, { computed: compare(price, 'gte', '100') })]),
    gives: [],
  },
  {
    change: 'a relation by a new reference to its own table',
    from: books(),
    to: books([title, fieldOf('sequel_id', { kind: 'reference', to: 'book' }, { nullable: true })]),
    gives: [
      'alter table public.book\n  add column sequel_id bigint',
      'alter table public.book_history\n  add column sequel_id bigint',
      'create index book_sequel_id_idx on public.book (sequel_id)',
      'create index book_history_sequel_id_idx on public.book_history (sequel_id)',
      stamp,
      record,
      "comment on column public.book.sequel_id is 'sequel_id'",
      "comment on column public.book_history.sequel_id is 'sequel_id'",
      `alter table public.book
  add constraint book_sequel_id_fkey foreign key (sequel_id) references public.book (id)`,
    ],
  },
  {
    change: 'a reference that is one no longer',
    from: modelOf(tableOf('note', [fieldOf('note_id', { kind: 'reference', to: 'note' })])),
    to: modelOf(tableOf('note', [fieldOf('note_id', { ...integerType(), kind: 'bigint' })])),
    gives: ['alter table public.note\n  drop constraint note_note_id_fkey', 'drop index public.note_note_id_idx'],
  },
  {
    change: 'a bound, a length and a check more',
    from: books([title, pages]),
    to: books([fieldOf('title', textType({ maxLength: 9 })), fieldOf('pages', { ...integerType(), minimum: '1' })], {
      checks: [{ name: 'book_rule_1_check', that: compare(pages, 'lt', '1000'), message: "It's too thick." }],
    }),
    gives: [
      `alter table public.book
  add constraint book_title_max_length_check check (char_length(title) <= 9),
  add constraint book_pages_minimum_check check (pages >= 1),
  add constraint book_rule_1_check check ((pages < 1000) is true)`,
      "comment on constraint book_rule_1_check on public.book is 'It''s too thick.'",
    ],
  },
  {
    change: 'another bound',
    from: titled({}, textType({ minLength: 1, maxLength: 9 })),
    to: titled({}, textType({ minLength: 1, maxLength: 20 })),
    gives: [
      'alter table public.book\n  drop constraint book_title_max_length_check',
      'alter table public.book\n  add constraint book_title_max_length_check check (char_length(title) <= 20)',
    ],
  },
  {
    change: 'no bounds any more',
    from: titled({}, textType({ minLength: 1, maxLength: 9 })),
    to: titled({}),
    gives: [
      `alter table public.book
  drop constraint book_title_min_length_check,
  drop constraint book_title_max_length_check`,
    ],
  },
  {
    change: 'another check, with the message that it had',
    from: checked(['1', 'A book has pages.']),
    to: checked(['2', 'A book has pages.']),
    gives: [
      'alter table public.book\n  drop constraint book_rule_1_check',
      'alter table public.book\n  add constraint book_rule_1_check check ((pages >= 2) is true)',
      "comment on constraint book_rule_1_check on public.book is 'A book has pages.'",
    ],
  },
  {
    change: 'another message of a check',
    from: checked(['1', 'A book has pages.']),
    to: checked(['1', 'No book is empty.']),
    gives: ["comment on constraint book_rule_1_check on public.book is 'No book is empty.'"],
  },
  {
    change: 'the first of two checks gone: the second bears its number',
    from: checked(['1', 'One.'], ['2', 'Two.']),
    to: checked(['2', 'Two.']),
    gives: [
      'alter table public.book\n  drop constraint book_rule_1_check,\n  drop constraint book_rule_2_check',
      'alter table public.book\n  add constraint book_rule_1_check check ((pages >= 2) is true)',
      "comment on constraint book_rule_1_check on public.book is 'Two.'",
    ],
  },
  {
    change: 'unique and an index come',
    from: books([title, pages]),
    to: books([title, pages], { unique: [['title', 'pages']], indexes: [['pages']] }),
    gives: [
      'alter table public.book\n  add constraint book_title_pages_key unique (title, pages)',
      'create index book_pages_idx on public.book (pages)',
    ],
  },
  {
    change: 'unique and an index go',
    from: books([title, pages], { unique: [['title', 'pages']], indexes: [['pages']] }),
    to: books([title, pages]),
    gives: ['alter table public.book\n  drop constraint book_title_pages_key', 'drop index public.book_pages_idx'],
  },
  {
    change: 'values of an enum, and what they may become',
    from: titled({}, statusType({ draft: ['done'], done: [] })),
    to: titled({}, statusType({ draft: ['done', 'dropped'], done: [], dropped: [] })),
    gives: [
      'alter table public.book\n  drop constraint book_title_values_check',
      "alter table public.book\n  add constraint book_title_values_check check (title in ('draft', 'done', 'dropped'))",
      stamp,
    ],
  },
  {
    change: 'transitions, where there were none',
    from: titled({}, enumType('draft', 'done')),
    to: titled({}, statusType({ draft: ['done'], done: [] })),
    gives: [stamp],
  },
  {
    change: 'text that becomes an enum is stored as it was',
    from: titled({}),
    to: titled({}, enumType('draft', 'done')),
    gives: ["alter table public.book\n  add constraint book_title_values_check check (title in ('draft', 'done'))"],
  },
  {
    change: 'required no longer, and null where it is left out',
    from: titled(value('untitled')),
    to: titled({ nullable: true }),
    gives: ['alter table public.book\n  alter column title drop not null,\n  alter column title drop default'],
  },
  {
    change: 'required, with a default',
    from: titled({ nullable: true }),
    to: titled(value("it's")),
    gives: ["alter table public.book\n  alter column title set not null,\n  alter column title set default 'it''s'"],
  },
  {
    change: 'another default',
    from: titled(value('a')),
    to: titled(value('b')),
    gives: ["alter table public.book\n  alter column title set default 'b'"],
  },
  {
    change: 'a decimal of more digits before and after the point',
    from: books([price]),
    to: books([fieldOf('price', decimalType(9, 3), { nullable: true })]),
    gives: [
      'alter table public.book\n  alter column price type numeric(9, 3)',
      'alter table public.book_history\n  alter column price type numeric(9, 3)',
    ],
  },
  {
    change: 'words about a resource and a field',
    from: titled({ title: 'Title' }),
    to: books([fieldOf('title', textType(), { title: 'Title', description: 'As on the cover.' })], { title: 'Book' }),
    gives: [
      "comment on table public.book is 'Book'",
      "comment on column public.book.title is 'Title: As on the cover.'",
      "comment on table public.book_history is 'Book history: Every version of every book, the current ones included.'",
      "comment on column public.book_history.book_id is 'Book: Id of the book that this is a version of.'",
      "comment on column public.book_history.title is 'Title: As on the cover.'",
    ],
  },
  {
    change: 'another timeline',
    from: stays('guest_id'),
    to: stays('room_id'),
    gives: [
      'alter table public.stay\n  drop constraint stay_guest_id_excl',
      'drop index public.stay_guest_id_valid_from_idx',
      'drop index public.stay_room_id_idx',
      `alter table public.stay
  add constraint stay_room_id_excl exclude using gist (room_id with =, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null)`,
      'create index stay_room_id_valid_from_idx on public.stay (room_id, valid_from)',
      'create index stay_guest_id_idx on public.stay (guest_id)',
      'function almanac.stay_make_room()',
      `create or replace trigger make_room_update
  before update on public.stay
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.room_id <> old.room_id
  ))
  execute function almanac.stay_make_room()`,
    ],
  },
  {
    change: 'further rules of a timeline',
    from: stays('guest_id'),
    to: stays('guest_id', {
      overlap: 'reject',
      align: 'Europe/Oslo',
      freeze: 'P7D',
      startWindow: { from: null, to: 'P1Y' },
    }),
    gives: [
      'drop trigger make_room_update on public.stay',
      'drop trigger make_room_insert on public.stay',
      'drop function almanac.stay_make_room()',
      `alter table public.stay
  add constraint stay_valid_from_align_check check (date_trunc('day', valid_from at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_from),
  add constraint stay_valid_to_align_check check (date_trunc('day', valid_to at time zone 'Europe/Oslo') at time zone 'Europe/Oslo' = valid_to)`,
      'function almanac.stay_reject_overlap()',
      `create or replace trigger reject_overlap_insert
  before insert on public.stay
  for each row execute function almanac.stay_reject_overlap()`,
      `create or replace trigger reject_overlap_update
  before update on public.stay
  for each row when (new.valid_from is not null and (
    old.valid_from is null
    or new.valid_from < old.valid_from
    or new.valid_to > old.valid_to
    or (new.valid_to is null and old.valid_to is not null)
    or new.guest_id <> old.guest_id
  ))
  execute function almanac.stay_reject_overlap()`,
      'function almanac.stay_freeze()',
      `create or replace trigger keep_frozen
  before insert or update or delete on public.stay
  for each row execute function almanac.stay_freeze()`,
      'function almanac.stay_start_window()',
      `create or replace trigger start_window_insert
  before insert on public.stay
  for each row execute function almanac.stay_start_window()`,
      `create or replace trigger start_window_update
  before update on public.stay
  for each row when (new.valid_from is not null and new.valid_from is distinct from old.valid_from)
  execute function almanac.stay_start_window()`,
    ],
  },
  {
    change: 'rules of a timeline that are gone, and another',
    from: stays('guest_id', { freeze: 'P7D', startWindow: { from: '-P1D', to: null } }),
    to: stays('guest_id', { freeze: 'P14D' }),
    gives: [
      'drop trigger start_window_update on public.stay',
      'drop trigger start_window_insert on public.stay',
      'drop function almanac.stay_start_window()',
      'function almanac.stay_make_room()',
      'function almanac.stay_freeze()',
    ],
  },
  {
    change: 'a resource whose index takes the name that one of another table had',
    from: modelOf(tableOf('a_b', [fieldOf('c', textType())], { unique: [['c']] })),
    to: modelOf(
      tableOf('a', [fieldOf('b_c', textType())], { unique: [['b_c']] }),
      tableOf('a_b', [fieldOf('c', textType())], { unique: [['c']] }),
    ),
    gives: [
      'alter table public.a_b\n  drop constraint a_b_c_key',
      'all of a',
      'alter table public.a_b\n  add constraint a_b_c_08c44adc_key unique (c)',
    ],
  },
  {
    change: 'a resource, and references between it and one that was there',
    from: books(),
    to: modelOf(
      tableOf('author', [fieldOf('favourite_id', { kind: 'reference', to: 'book' }, { nullable: true })]),
      tableOf('book', [title, fieldOf('author_id', { kind: 'reference', to: 'author' }, { nullable: true })], {
        history: true,
      }),
    ),
    gives: [
      'all of author',
      'alter table public.book\n  add column author_id bigint',
      'alter table public.book_history\n  add column author_id bigint',
      'create index book_author_id_idx on public.book (author_id)',
      'create index book_history_author_id_idx on public.book_history (author_id)',
      stamp,
      record,
      "comment on column public.book.author_id is 'author_id'",
      "comment on column public.book_history.author_id is 'author_id'",
      `alter table public.author
  add constraint author_favourite_id_fkey foreign key (favourite_id) references public.book (id)`,
      `alter table public.book
  add constraint book_author_id_fkey foreign key (author_id) references public.author (id)`,
    ],
  },
  {
    change: 'the first resource with a timeline',
    from: modelOf(tableOf('book', [title])),
    to: modelOf(
      tableOf('book', [title]),
      tableOf('loan', [fieldOf('book_id', { kind: 'reference', to: 'book' })], {
        history: true,
        temporal: temporalOf(['book_id']),
      }),
    ),
    gives: [
      'create extension if not exists btree_gist with schema almanac',
      'all of loan',
      'alter table public.loan\n  add constraint loan_book_id_fkey foreign key (book_id) references public.book (id)',
    ],
  },
];

function stays(timeline: string, rules: Partial<Temporal> = {}): Model {
  const fields = ['guest_id', 'room_id'].map((name) => fieldOf(name, { kind: 'reference', to: 'stay' }));
  return modelOf(tableOf('stay', fields, { temporal: temporalOf([timeline], rules) }));
}

/** The statements in the words of the table above. */
function inShort(statements: readonly string[], { from, to }: Case): readonly Line[] {
  const come = [...tableParts(to).values()].filter(({ table }) => !from.resources.has(table.name));
  const own = new Map(
    come.flatMap((part) => tablePartStatements(part).map((each) => [each, `all of ${part.table.name}`])),
  );
  return statements
    .map((each) => own.get(each) ?? /^create or replace (function .*\(\)) returns/.exec(each)?.[1] ?? each)
    .filter((line, at, lines) => line !== lines[at - 1]);
}

/** The catalog after statements on an empty database. */
function catalogAfter(database: Database, statements: readonly string[]): Promise<readonly string[]> {
  return rolledBack(database, async (query) => {
    for (const statement of statements) await rowsOf(query, statement);
    return catalog(query);
  });
}

function statementsOf(from: Model, to: Model): readonly string[] {
  const change = schemaChange(from, to);
  if (!change.ok) throw new Error(change.reasons.join('; '));
  return change.statements;
}

test('each change is these statements, after which the tables are as if they had been made so', async (t) => {
  const { database } = await testDatabase(t);
  for (const each of cases) {
    const statements = statementsOf(each.from, each.to);
    t.same(inShort(statements, each), each.gives, each.change);
    const changed = await catalogAfter(database, [schemaText(each.from), ...statements]);
    t.same(changed, await catalogAfter(database, [schemaText(each.to)]), each.change);
  }
});

const lists = { minLength: null, maxLength: null };

/** Fields to add, each with what it adds to the table and what the rows that are there hold in it. */
const additions: readonly [type: FieldType, facets: Partial<Field>, column: string, held: string | null][] = [
  [textType(), value("it's"), "text not null default 'it''s'", "it's"],
  [textType(), { nullable: true }, 'text', null],
  [textType(), { nullable: true, ...value('a') }, "text default 'a'", 'a'],
  [{ kind: 'html', ...lists }, value('<p>'), "text not null default '<p>'", '<p>'],
  [{ kind: 'boolean' }, value(true), 'boolean not null default true', 't'],
  [integerType(), value(-3), 'integer not null default -3', '-3'],
  [
    { ...integerType(), kind: 'bigint' },
    value('9007199254740993'),
    'bigint not null default 9007199254740993',
    '9007199254740993',
  ],
  [decimalType(5, 2), value('1.5'), 'numeric(5, 2) not null default 1.5', '1.50'],
  [{ kind: 'date' }, value('2026-01-31'), "date not null default '2026-01-31'::date", '2026-01-31'],
  [
    { kind: 'datetime' },
    value('2026-01-31T12:00:00Z'),
    "timestamptz not null default '2026-01-31T12:00:00Z'::timestamptz",
    '2026-01-31 12:00:00+00',
  ],
  [{ kind: 'json' }, value({ a: [1] }), `jsonb not null default '{"a":[1]}'::jsonb`, '{"a": [1]}'],
  [
    { kind: 'array', of: integerType(), ...lists },
    value([1, 2]),
    "integer[] not null default array['1', '2']::integer[]",
    '{1,2}',
  ],
  [enumType('a', 'b'), value('b'), "text not null default 'b'", 'b'],
  [{ kind: 'reference', to: 'book' }, { nullable: true }, 'bigint', null],
];

test('a field of each type can be added to rows, which hold its default and stay the versions that they were', async (t) => {
  const { database } = await testDatabase(t);
  for (const [type, facets, column, held] of additions) {
    const after = books([title, fieldOf('new', type, facets)]);
    const [table = '', history] = statementsOf(books(), after);
    t.equal(table.split(/,\n {2}add constraint/)[0], `alter table public.book\n  add column new ${column}`);
    t.equal(history, `alter table public.book_history\n  add column new ${column.split(/ not null| default/)[0]}`);
    await rolledBack(database, async (query) => {
      await rowsOf(query, schemaText(books()));
      await rowsOf(query, `insert into book (title) values ('a')`);
      const [before] = await rowsOf(query, 'select * from book');
      for (const statement of statementsOf(books(), after)) await rowsOf(query, statement);
      t.same(await rowsOf(query, 'select * from book'), [{ ...before, new: held }], column);
      t.same(await rowsOf(query, 'select * from book_history'), [], 'no version is recorded');
      return true;
    });
  }
});

test('a generated identifier differs from row to row; an added instant is that of the change', async (t) => {
  const { database } = await testDatabase(t);
  await database.script(schemaText(books()));
  await database.script(`insert into book (title) select 'a' from generate_series(1, 3)`);
  const after = books(
    [
      title,
      fieldOf('business_id', { kind: 'uuid' }, { default: { kind: 'generated' } }),
      fieldOf('since', { kind: 'datetime' }, { default: { kind: 'now' } }),
    ],
    { unique: [['business_id']] },
  );
  for (const statement of statementsOf(books(), after)) await rowsOf(database.query, statement);
  t.same(
    await rowsOf(
      database.query,
      'select count(distinct business_id) as ids, count(distinct since) as instants from book',
    ),
    [{ ids: '3', instants: '1' }],
  );
});

const refusedByData: readonly [change: string, from: Model, to: Model, sqlstate: string][] = [
  ['a required field without default', books(), books([title, pages]), '23502'],
  [
    'a unique field with one default for all',
    books(),
    books([title, fieldOf('pages', integerType(), value(1))], { unique: [['pages']] }),
    '23505',
  ],
  ['null no longer allowed', books([title, price]), books([title, fieldOf('price', decimalType(7, 2))]), '23502'],
  ['a length that a text is above', books(), titled({}, textType({ maxLength: 1 })), '23514'],
  ['values among which one is not', books(), titled({}, enumType('one', 'three')), '23514'],
  [
    'a reference to a row that is not there',
    books([title, fieldOf('by', { ...integerType(), kind: 'bigint' }, value(9))]),
    books([title, fieldOf('by', { kind: 'reference', to: 'book' }, value(9))]),
    '23503',
  ],
];

test('what the data stands against succeeds where there are no rows, and is refused by PostgreSQL where there are', async (t) => {
  const { database } = await testDatabase(t);
  for (const [change, from, to, sqlstate] of refusedByData) {
    const statements = statementsOf(from, to);
    const changed = await catalogAfter(database, [schemaText(from), ...statements]);
    t.same(changed, await catalogAfter(database, [schemaText(to)]), change);
    const rows = `insert into book (title) values ('one'), ('two')`;
    await t.rejects(
      catalogAfter(database, [schemaText(from), rows, ...statements]),
      new RegExp(`^${sqlstate} `),
      change,
    );
  }
});

const refused: readonly [from: Model, to: Model, reasons: readonly string[]][] = [
  [books([title, price]), books([title]), ['book.price is gone']],
  [
    books([title, price]),
    books([title, fieldOf('cost', decimalType(7, 2), { nullable: true })]),
    ['book.price is gone'],
  ],
  [modelOf(tableOf('a', []), tableOf('b', [])), modelOf(tableOf('b', [])), ['a is gone']],
  [titled({}), titled({}, integerType()), ['book.title is stored as text and would be integer']],
  [
    books([pages]),
    books([fieldOf('pages', { ...integerType(), kind: 'bigint' })]),
    ['book.pages is stored as integer and would be bigint'],
  ],
  [
    books([price]),
    books([fieldOf('price', decimalType(8, 1))]),
    ['book.price is stored as numeric(7, 2) and would be numeric(8, 1)'],
  ],
  [
    books([price]),
    books([fieldOf('price', decimalType(8, 4))]),
    ['book.price is stored as numeric(7, 2) and would be numeric(8, 4)'],
  ],
  [
    books([price]),
    books([fieldOf('price', decimalType(6, 2))]),
    ['book.price is stored as numeric(7, 2) and would be numeric(6, 2)'],
  ],
  [
    books([title, fieldOf('flag', { kind: 'boolean' })]),
    books([title, fieldOf('flag', { kind: 'boolean' }, { computed: compare(title, 'eq', 'a') })]),
    ['book.flag was stored and is now computed'],
  ],
  [books([title], { history: false }), books(), ['book has a history now']],
  [books(), books([title], { history: false }), ['book has a history no longer']],
  [
    stays('guest_id'),
    modelOf(
      tableOf(
        'stay',
        ['guest_id', 'room_id'].map((name) => fieldOf(name, { kind: 'reference', to: 'stay' })),
      ),
    ),
    ['stay has a timeline no longer'],
  ],
  [
    modelOf(tableOf('a', []), tableOf('stay', [title, pages])),
    modelOf(
      tableOf('stay', [fieldOf('title', { kind: 'json' }), fieldOf('at', { kind: 'reference', to: 'stay' })], {
        temporal: temporalOf(['at']),
      }),
    ),
    ['a is gone', 'stay has a timeline now', 'stay.title is stored as text and would be jsonb', 'stay.pages is gone'],
  ],
];

test('what would lose or convert data is refused, with every reason', async (t) => {
  for (const [from, to, reasons] of refused) t.same(schemaChange(from, to), { ok: false, reasons }, reasons.join());
});

test('a changed database is one that was made so, and what was in it is', async (t) => {
  const { database } = await testDatabase(t);
  await fc.assert(
    fc.asyncProperty(modelPairs, async ({ first, second, inserts, selects }) => {
      const changed = await rolledBack(database, async (query) => {
        const read = async () => {
          const tables: (readonly Row[])[] = [];
          for (const select of selects) tables.push(await rowsOf(query, select));
          return tables;
        };
        for (const statement of [schemaText(first), ...inserts]) await rowsOf(query, statement);
        const before = await read();
        for (const statement of statementsOf(first, second)) await rowsOf(query, statement);
        return { before, after: await read(), catalog: await catalog(query) };
      });
      deepStrictEqual(changed.after, changed.before);
      deepStrictEqual(changed.catalog, await catalogAfter(database, [schemaText(second)]));
      deepStrictEqual(statementsOf(second, second), []);
    }),
    { numRuns: process.env.ALMANAC_LONG ? 1000 : 40 },
  );
});
