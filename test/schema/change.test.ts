import fc from 'fast-check';
import { test } from 'tap';
import type { Check, Field, FieldType, Json, Model } from '../../engine/definition/model.ts';
import { schemaChange } from '../../engine/schema/change.ts';
import { schemaStatements, schemaText } from '../../engine/schema/schema.ts';
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

/** Statements as they are; a function only by its name, which stands in quotes here, and a new table by all of its own. */
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
      'alter table public.a_b\n  add constraint a_b_2e98a6b2_key unique (c)',
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
        temporal: { timeline: ['book_id'] },
      }),
    ),
    gives: [
      'create extension if not exists btree_gist with schema almanac',
      'all of loan',
      'alter table public.loan\n  add constraint loan_book_id_fkey foreign key (book_id) references public.book (id)',
    ],
  },
];

function stays(timeline: string): Model {
  const fields = ['guest_id', 'room_id'].map((name) => fieldOf(name, { kind: 'reference', to: 'stay' }));
  return modelOf(tableOf('stay', fields, { temporal: { timeline: [timeline] } }));
}

/** The statements in the words of the table above. */
function inShort(statements: readonly string[], { from, to }: Case): readonly Line[] {
  const added = [...to.resources.keys()].filter((name) => !from.resources.has(name));
  const whole = schemaStatements(to);
  return statements.flatMap((statement, at) => {
    const table = added.find((name) =>
      new RegExp(`\\b(public|almanac)\\.${name}(_history|_stamp|_record|_row_version_seq)?\\b`).test(statement),
    );
    if (table !== undefined && !statement.startsWith('alter table')) {
      if (!whole.includes(statement)) return `strange: ${statement}`;
      return statements[at - 1]?.includes(`public.${table}`) ? [] : `all of ${table}`;
    }
    return /^create or replace (function .*\(\)) returns/.exec(statement)?.[1] ?? statement;
  });
}

test('each change is these statements, after which the tables are as if they had been made so', async (t) => {
  const { database } = await testDatabase(t);
  for (const each of cases) {
    const change = schemaChange(each.from, each.to);
    if (!change.ok) t.fail(`${each.change}: ${change.reasons}`);
    if (!change.ok) continue;
    t.same(inShort(change.statements, each), each.gives, each.change);
    const changed = await rolledBack(database, async (query) => {
      await rowsOf(query, schemaText(each.from));
      for (const statement of change.statements) await rowsOf(query, statement);
      return catalog(query);
    });
    const fresh = await rolledBack(database, async (query) => {
      await rowsOf(query, schemaText(each.to));
      return catalog(query);
    });
    t.same(changed, fresh, each.change);
  }
});
