import { validityFields } from '../../engine/model/common_field.ts';
import type { BoundCondition, Field } from '../../engine/model/field.ts';
import type { AccessRule, Check, Model, Temporal } from '../../engine/model/model.ts';
import { readNumberForm } from '../../engine/model/number_form.ts';
import type { Relation } from '../../engine/model/relation.ts';
import { noRow } from '../../engine/model/whole_access.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import { migrationPlan } from '../../engine/schema/migration/plan.ts';
import type { FieldType } from '../../engine/vocabulary/field_type.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { modelOfFiles } from '../model_of_files.ts';
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
import { contracts } from './model_of_consequences.ts';
import { modelOfEverything } from './model_of_everything.ts';
import { modelOfNotices } from './model_of_notices.ts';

export const title = fieldOf('title', textType());
export const pages = fieldOf('pages', integerType());
export const price = fieldOf('price', decimalType(7, 2), { nullable: true });

const fileType = { kind: 'file', mediaTypes: null, maxBytes: 1000 } as const;
const uploaded = { nullable: true, create: false } as const;

const cascade = { action: 'cascade', asService: false } as const;
const clear = { action: 'clear', asService: false } as const;
const numbers = { kind: 'array', of: { ...integerType(), kind: 'bigint' }, minLength: null, maxLength: null } as const;
const longPages = fieldOf('pages', { ...integerType(), kind: 'bigint' });

/** Books of these fields. */
export function books(fields: readonly Field[] = [title], parts: TableParts = {}): Model {
  return modelOf(tableOf('book', fields, { history: true, ...parts }));
}

/** Books by their title alone, with what else is said about the title. */
export function titled(facets: Partial<Field>, type: FieldType = textType()): Model {
  return books([fieldOf('title', type, facets)]);
}

function checked(...rules: readonly (readonly [pages: string, message: string])[]): Model {
  const checks = rules.map(
    ([least, message], at): Check => ({
      name: `book_rule_${at + 1}_check`,
      that: compare(pages, 'gte', least),
      message,
      moment: null,
    }),
  );
  return books([pages], { checks });
}

export function value(json: Json): Partial<Field> {
  return { default: { kind: 'value', value: json } };
}

/** Numbers that are counted, in this form. */
export function counted(written: string): Partial<Field> {
  const read = readNumberForm(written, 'UTC');
  if (!read.ok) throw new Error(read.message);
  return { default: { kind: 'number', form: read.form } };
}

/** A change of a model, of every kind that there is. */
export interface Change {
  readonly change: string;
  readonly from: Model;
  readonly to: Model;
}

export const changes: readonly Change[] = [
  { change: 'nothing', from: modelOfEverything(), to: modelOfEverything() },
  {
    change: 'a field that is required and has a default',
    from: books(),
    to: books([title, fieldOf('pages', { ...integerType(), minimum: '0' }, value(1))]),
  },
  {
    change: 'two fields, one of them unique, where there is no history',
    from: books([title], { history: false }),
    to: books([title, fieldOf('group', { kind: 'uuid' }, { nullable: true }), price], {
      history: false,
      unique: [['group']],
      indexes: [['price', 'title']],
    }),
  },
  {
    change: 'an index that finds a text by how it begins, which goes, comes, and stays with a field of another name',
    from: books([title, fieldOf('shelf', textType()), fieldOf('mark', textType())], { prefixes: ['title', 'shelf'] }),
    to: books([title, fieldOf('place', textType(), { was: 'shelf' }), fieldOf('mark', textType())], {
      prefixes: ['place', 'mark'],
    }),
  },
  {
    change: 'a search over two fields, of which one gets another name, and its language',
    from: books([title, fieldOf('shelf', textType())], { search: { fields: ['title', 'shelf'], language: 'simple' } }),
    to: books([title, fieldOf('place', textType(), { was: 'shelf' })], {
      search: { fields: ['title', 'place'], language: 'norwegian' },
    }),
  },
  {
    change: 'a search that comes',
    from: books(),
    to: books([title], { search: { fields: ['title'], language: 'english' } }),
  },
  {
    change: 'a first file',
    from: books(),
    to: books([title, fieldOf('scan', fileType, uploaded)]),
  },
  {
    change: 'a file that gets the name of another one, which gets a new name',
    from: books([title, fieldOf('scan', fileType, uploaded)]),
    to: books([
      title,
      fieldOf('old_scan', fileType, { ...uploaded, was: 'scan' }),
      fieldOf('scan', fileType, uploaded),
    ]),
  },
  {
    change: 'the last file, which goes',
    from: books([title, fieldOf('scan', fileType, uploaded)]),
    to: books(),
  },
  {
    change: 'a status with transitions',
    from: books(),
    to: books([title, fieldOf('status', statusType({ in: ['out'], out: [] }), value('in'))]),
  },
  {
    change: 'a value that is deprecated',
    from: books([title, fieldOf('status', enumType('in', 'out'), value('in'))]),
    to: books([
      title,
      fieldOf(
        'status',
        {
          ...enumType('in', 'out'),
          about: new Map([['out', { title: null, isDeprecated: true, replacedBy: 'in' }]]),
        },
        value('in'),
      ),
    ]),
  },
  {
    change: 'a computed field',
    from: books([title, price]),
    to: books([
      title,
      price,
      fieldOf(
        'is_dear',
        { kind: 'boolean' },
        { computed: { kind: 'condition', condition: compare(price, 'gte', '100') } },
      ),
    ]),
  },
  {
    change: 'a relation by a new reference to its own table',
    from: books(),
    to: books([title, fieldOf('sequel_id', { kind: 'reference', to: 'book' }, { nullable: true })]),
  },
  {
    change: 'an array of references to its own table, and one to another',
    from: modelOf(tableOf('book', [title], { history: true }), tableOf('shelf', [title])),
    to: modelOf(
      tableOf('book', [title, manyOf('sequel_ids', 'book', { nullable: true })], { history: true }),
      tableOf('shelf', [title, manyOf('book_ids', 'book', { ...value([]), onDelete: clear })]),
    ),
  },
  {
    change: 'numbers that become references, and back',
    from: modelOf(
      tableOf('book', [title]),
      tableOf('shelf', [fieldOf('one_ids', numbers), manyOf('two_ids', 'book', { onDelete: clear })]),
    ),
    to: modelOf(tableOf('book', [title]), tableOf('shelf', [manyOf('one_ids', 'book'), fieldOf('two_ids', numbers)])),
  },
  {
    change: 'texts that become references',
    from: modelOf(
      tableOf('book', [title]),
      tableOf('shelf', [fieldOf('book_ids', { ...numbers, of: textType() })], { history: true }),
    ),
    to: modelOf(tableOf('book', [title]), tableOf('shelf', [manyOf('book_ids', 'book')], { history: true })),
  },
  {
    change: 'other names for an array of references, its table and what it leads to',
    from: modelOf(tableOf('book', [title]), tableOf('shelf', [manyOf('one_ids', 'book'), manyOf('two_ids', 'shelf')])),
    to: modelOf(
      tableOf('tome', [title], { was: 'book' }),
      tableOf('rack', [manyOf('tome_ids', 'tome', { was: 'one_ids', onDelete: clear }), manyOf('two_ids', 'rack')], {
        was: 'shelf',
      }),
    ),
  },
  {
    change: 'an array of references that is gone, with what it leads to',
    from: modelOf(tableOf('book', [title]), tableOf('shelf', [title, manyOf('book_ids', 'book')])),
    to: modelOf(tableOf('shelf', [title])),
  },
  {
    change: 'rows go with the row that they refer to, and no longer; and a reference is cleared',
    from: modelOf(
      tableOf('note', [
        fieldOf('one_id', { kind: 'reference', to: 'note' }, { nullable: true }),
        fieldOf('two_id', { kind: 'reference', to: 'note' }, { nullable: true, onDelete: cascade }),
        fieldOf('three_id', { kind: 'reference', to: 'note' }, { nullable: true, onDelete: cascade }),
      ]),
    ),
    to: modelOf(
      tableOf('note', [
        fieldOf('one_id', { kind: 'reference', to: 'note' }, { nullable: true, onDelete: cascade }),
        fieldOf('two_id', { kind: 'reference', to: 'note' }, { nullable: true }),
        fieldOf(
          'three_id',
          { kind: 'reference', to: 'note' },
          { nullable: true, onDelete: { action: 'clear', asService: true } },
        ),
      ]),
    ),
  },
  {
    change: 'a reference that is one no longer',
    from: modelOf(tableOf('note', [fieldOf('note_id', { kind: 'reference', to: 'note' })])),
    to: modelOf(tableOf('note', [fieldOf('note_id', { ...integerType(), kind: 'bigint' })])),
  },
  {
    change: 'a bound, a length and a check more',
    from: books([title, pages]),
    to: books([fieldOf('title', textType({ maxLength: 9 })), fieldOf('pages', { ...integerType(), minimum: '1' })], {
      checks: [
        { name: 'book_rule_1_check', that: compare(pages, 'lt', '1000'), message: "It's too thick.", moment: null },
      ],
    }),
  },
  {
    change: 'another bound',
    from: titled({}, textType({ minLength: 1, maxLength: 9 })),
    to: titled({}, textType({ minLength: 1, maxLength: 20 })),
  },
  {
    change: 'no bounds any more',
    from: titled({}, textType({ minLength: 1, maxLength: 9 })),
    to: titled({}),
  },
  {
    change: 'another check, with the message that it had',
    from: checked(['1', 'A book has pages.']),
    to: checked(['2', 'A book has pages.']),
  },
  {
    change: 'another message of a check',
    from: checked(['1', 'A book has pages.']),
    to: checked(['1', 'No book is empty.']),
  },
  {
    change: 'the first of two checks gone: the second bears its number',
    from: checked(['1', 'One.'], ['2', 'Two.']),
    to: checked(['2', 'Two.']),
  },
  {
    change: 'unique and an index come',
    from: books([title, pages]),
    to: books([title, pages], { unique: [['title', 'pages']], indexes: [['pages']] }),
  },
  {
    change: 'unique and an index go',
    from: books([title, pages], { unique: [['title', 'pages']], indexes: [['pages']] }),
    to: books([title, pages]),
  },
  {
    change: 'unique among some rows comes, twice for the same field',
    from: books([title, pages, price]),
    to: books([title, pages, price], {
      uniqueAmong: [
        { fields: ['title'], where: compare(pages, 'gt', '10') },
        { fields: ['title'], where: compare(price, 'is', 'null') },
      ],
    }),
  },
  {
    change: 'unique among other rows than before',
    from: books([title, pages], { uniqueAmong: [{ fields: ['title'], where: compare(pages, 'gt', '10') }] }),
    to: books([title, pages], { uniqueAmong: [{ fields: ['title'], where: compare(pages, 'gt', '20') }] }),
  },
  {
    change: 'unique among some rows, under other names and of another type',
    from: books([title, pages], { uniqueAmong: [{ fields: ['title'], where: compare(pages, 'gt', '10') }] }),
    to: modelOf(
      tableOf('volume', [fieldOf('heading', textType(), { was: 'title' }), longPages], {
        was: 'book',
        history: true,
        uniqueAmong: [{ fields: ['heading'], where: compare(longPages, 'gt', '10') }],
      }),
    ),
  },
  {
    change: 'unique among all rows, and no longer among some; entries of a timeline among some',
    from: books([title, pages], { uniqueAmong: [{ fields: ['title'], where: compare(pages, 'gt', '10') }] }),
    to: modelOf(
      tableOf('book', [title, pages], { history: true, unique: [['title']] }),
      tableOf('stay', [fieldOf('book_id', { kind: 'reference', to: 'book' }), pages], {
        temporal: temporalOf(['book_id']),
        uniqueAmong: [{ fields: ['pages'], where: compare(pages, 'gt', '10') }],
      }),
    ),
  },
  {
    change: 'values of an enum, and what they may become',
    from: titled({}, statusType({ draft: ['done'], done: [] })),
    to: titled({}, statusType({ draft: ['done', 'dropped'], done: [], dropped: [] })),
  },
  {
    change: 'transitions, where there were none',
    from: titled({}, enumType('draft', 'done')),
    to: titled({}, statusType({ draft: ['done'], done: [] })),
  },
  {
    change: 'text that becomes an enum is stored as it was',
    from: titled({}),
    to: titled({}, enumType('draft', 'done')),
  },
  {
    change: 'required no longer, and null where it is left out',
    from: titled(value('untitled')),
    to: titled({ nullable: true }),
  },
  {
    change: 'required, with a default',
    from: titled({ nullable: true }),
    to: titled(value("it's")),
  },
  {
    change: 'another default',
    from: titled(value('a')),
    to: titled(value('b')),
  },
  {
    change: 'a decimal of more digits before and after the point',
    from: books([price]),
    to: books([fieldOf('price', decimalType(9, 3), { nullable: true })]),
  },
  { change: 'checks that are asked at moments', from: tasks(null), to: tasks('first') },
  { change: 'other names in checks that are asked at moments', from: tasks('first'), to: tasks('later') },
  { change: 'another type in checks that are asked at moments', from: tasks('first'), to: tasks('converted') },
  { change: 'checks that are no longer asked at moments', from: tasks('first'), to: tasks(null) },
  { change: 'fields that are set, and rows that are created', from: contracts(null), to: contracts('first') },
  { change: 'other consequences', from: contracts('first'), to: contracts('other') },
  { change: 'other names in consequences', from: contracts('first'), to: contracts('later') },
  { change: 'another type in consequences', from: contracts('first'), to: contracts('converted') },
  { change: 'no consequences any more', from: contracts('first'), to: contracts(null) },
  {
    change: 'words about a resource and a field',
    from: titled({ title: 'Title' }),
    to: books([fieldOf('title', textType(), { title: 'Title', description: 'As on the cover.' })], { title: 'Book' }),
  },
  {
    change: 'another timeline',
    from: stays('guest_id'),
    to: stays('room_id'),
  },
  {
    change: 'further rules of a timeline',
    from: stays('guest_id'),
    to: stays('guest_id', {
      overlap: 'reject',
      align: 'Europe/Oslo',
      freeze: { after: 'P7D', roles: null },
      startWindow: { from: null, to: 'P1Y', roles: null },
    }),
  },
  {
    change: 'rules of a timeline that are gone, and another',
    from: stays('guest_id', {
      freeze: { after: 'P7D', roles: null },
      startWindow: { from: '-P1D', to: null, roles: null },
    }),
    to: stays('guest_id', { freeze: { after: 'P14D', roles: null } }),
  },
  {
    change: 'a resource whose index takes the name that one of another table had',
    from: modelOf(tableOf('a_b', [fieldOf('c', textType())], { unique: [['c']] })),
    to: modelOf(
      tableOf('a', [fieldOf('b_c', textType())], { unique: [['b_c']] }),
      tableOf('a_b', [fieldOf('c', textType())], { unique: [['c']] }),
    ),
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
  },
  {
    change: 'an identifier that is made for each row',
    from: books(),
    to: books([title, fieldOf('business_id', { kind: 'uuid' }, { default: { kind: 'generated' } })], {
      unique: [['business_id']],
    }),
  },
  {
    change: 'fields whose values are claims of the callers',
    from: books(),
    to: books([
      title,
      fieldOf('maker', integerType(), {
        default: { kind: 'claim', claim: 'identity' },
        backfill: { kind: 'value', value: 0 },
      }),
      fieldOf('team', textType(), { default: { kind: 'claim', claim: 'team' }, nullable: true }),
      fieldOf('day', { kind: 'date' }, { default: { kind: 'today', zone: 'Europe/Oslo' } }),
    ]),
  },
  {
    change: 'a counted number, for rows that are there as well',
    from: books(),
    to: books([title, fieldOf('number', textType(), counted('BOOK-{year}-{0000}'))], { unique: [['number']] }),
  },
  {
    change: 'a number of another name and form, and one that may no longer be null',
    from: books([
      title,
      fieldOf('number', textType(), counted('{000}')),
      fieldOf('mark', textType(), { nullable: true }),
      fieldOf('old', textType(), counted('O{0}')),
    ]),
    to: books([
      title,
      fieldOf('code', textType(), { ...counted('{year}/{000}'), was: 'number' }),
      fieldOf('mark', textType(), counted('M{00}')),
      fieldOf('old', textType()),
    ]),
  },
  {
    change: 'a required field without default',
    from: books(),
    to: books([title, pages]),
  },
  {
    change: 'a field of another name, with its rules and its index',
    from: books([fieldOf('pages', { ...integerType(), minimum: '1' })], {
      unique: [['pages']],
      checks: [{ name: 'book_rule_1_check', that: compare(pages, 'lt', '1000'), message: 'Too thick.', moment: null }],
    }),
    to: books([fieldOf('leaves', { ...integerType(), minimum: '1' }, { was: 'pages' })], {
      unique: [['leaves']],
      checks: [
        {
          name: 'book_rule_1_check',
          that: compare(fieldOf('leaves', integerType()), 'lt', '1000'),
          message: 'Too thick.',
          moment: null,
        },
      ],
    }),
  },
  {
    change: 'a name that one field gives up and another takes over',
    from: books([fieldOf('a', textType()), fieldOf('b', integerType())]),
    to: books([fieldOf('b', textType(), { was: 'a' }), fieldOf('c', integerType(), { was: 'b' })]),
  },
  {
    change: 'a resource of another name, to which others refer',
    from: modelOf(
      tableOf('book', [title], { history: true, unique: [['title']] }),
      tableOf('loan', [fieldOf('book_id', { kind: 'reference', to: 'book' })], { temporal: temporalOf(['book_id']) }),
    ),
    to: modelOf(
      tableOf('loan', [fieldOf('volume_id', { kind: 'reference', to: 'volume' }, { was: 'book_id' })], {
        temporal: temporalOf(['volume_id']),
      }),
      tableOf('volume', [title], { was: 'book', history: true, unique: [['title']] }),
    ),
  },
  {
    change: 'renames that have been carried out',
    from: modelOf(tableOf('volume', [fieldOf('heading', textType(), { was: 'title' })], { was: 'book' })),
    to: modelOf(tableOf('volume', [fieldOf('heading', textType(), { was: 'title' })], { was: 'book' })),
  },
  {
    change: 'a wider number, unique and with a rule',
    from: books([fieldOf('pages', { ...integerType(), minimum: '0' })], { unique: [['pages']] }),
    to: books([fieldOf('pages', { ...integerType(), kind: 'bigint', minimum: '0' })], { unique: [['pages']] }),
  },
  {
    change: 'a number that becomes text, where there is no history',
    from: books([fieldOf('pages', integerType(), { nullable: true })], { history: false }),
    to: books([fieldOf('pages', textType(), { nullable: true })], { history: false }),
  },
  {
    change: 'a field that is gone',
    from: books([title, pages, price], { indexes: [['pages', 'title']] }),
    to: books([title]),
  },
  {
    change: 'a stored field that is now computed',
    from: books([title, fieldOf('flag', { kind: 'boolean' })]),
    to: books([
      title,
      fieldOf('flag', { kind: 'boolean' }, { computed: { kind: 'condition', condition: compare(title, 'eq', 'a') } }),
    ]),
  },
  {
    change: 'a resource that is gone, and was referred to',
    from: modelOf(
      tableOf('author', [fieldOf('book_id', { kind: 'reference', to: 'book' }, { nullable: true })], { history: true }),
      tableOf('book', [title, fieldOf('author_id', { kind: 'reference', to: 'author' }, { nullable: true })]),
    ),
    to: modelOf(
      tableOf('book', [title, fieldOf('author_id', { ...integerType(), kind: 'bigint' }, { nullable: true })]),
    ),
  },
  {
    change: 'a reference by which rows make trees from now on, under another name',
    from: modelOf(tableOf('place', [above('above_id', false)])),
    to: modelOf(tableOf('place', [{ ...above('parent_id', true), was: 'above_id' }])),
  },
  {
    change: 'a tree under another name',
    from: modelOf(tableOf('place', [above('above_id', true)])),
    to: modelOf(tableOf('area', [{ ...above('parent_id', true, 'area'), was: 'above_id' }], { was: 'place' })),
  },
  {
    change: 'a reference by which rows need not make trees',
    from: modelOf(tableOf('place', [above('above_id', true)])),
    to: modelOf(tableOf('place', [above('above_id', false)])),
  },
  {
    change: 'a rule that looks through a relation, and rules of access',
    from: loans(null),
    to: loans('title'),
  },
  {
    change: 'a rule that looks through a relation at a field of another name: it stays out of the tables',
    from: loans('title'),
    to: loans('heading'),
  },
  {
    change: 'a check over what related rows have together',
    from: shares(null),
    to: shares('share'),
  },
  {
    change: 'other names for what a check over related rows looks at',
    from: shares('share'),
    to: shares('stake'),
  },
  {
    change: 'a rule that others cover an entry, whose parent gets another name',
    from: shifts('hall', false),
    to: shifts('room', true),
  },
  { change: 'a history', from: books([title], { history: false }), to: books() },
  { change: 'a history that is gone', from: books(), to: books([title], { history: false }) },
  { change: 'a timeline', from: rooms(false), to: rooms(true) },
  { change: 'a timeline that is gone', from: rooms(true), to: rooms(false) },
  {
    change: 'the first rule of notices',
    from: modelOfNotices({ rules: null }),
    to: modelOfNotices({ rules: '[{ type: empty, when: stay=is.null, to: owner, message: Nobody is there. }]' }),
  },
  {
    change: 'a rule of notices that looks at something else',
    from: modelOfNotices({ rules: '[{ type: empty, when: stay=is.null, to: owner, message: Nobody is there. }]' }),
    to: modelOfNotices({ rules: '[{ type: old, when: status=eq.old, to: owner, message: It is old. }]' }),
  },
  {
    change: 'other names for what a rule of notices looks at',
    from: modelOfNotices({ rules: '[{ type: empty, when: stay.guest_id=eq.0, to: stay.guest, message: It. }]' }),
    to: modelOfNotices({
      rules: '[{ type: empty, when: stay.visitor_id=eq.0, to: stay.visitor, message: It. }]',
      renamed: true,
    }),
  },
  {
    change: 'other names for rules of recipients',
    from: modelOfNotices({
      rules: `[{ type: empty, when: status=eq.a, to: [{ way: stay.guest, where: name=eq.$status }, { all: stay, where: 'guest_id=eq.$owner_id&room.status=eq.a', way: guest }], message: It. }]`,
      notify: '[{ to: { all: room, where: owner_id=eq.$guest_id, way: owner } }]',
    }),
    to: modelOfNotices({
      rules: `[{ type: empty, when: status=eq.a, to: [{ way: stay.visitor, where: name=eq.$status }, { all: stay, where: 'visitor_id=eq.$owner_id&room.status=eq.a', way: visitor }], message: It. }]`,
      notify: '[{ to: { all: hall, where: owner_id=eq.$visitor_id, way: owner } }]',
      renamed: true,
    }),
  },
  {
    change: 'no rules of notices any more',
    from: modelOfNotices({ rules: '[{ type: old, when: status=eq.old, to: owner, message: It is old. }]' }),
    to: modelOfNotices({ rules: null }),
  },
  { change: 'rights that leave a last state', from: units(null), to: units('unit') },
  { change: 'the same under other names', from: units('unit'), to: units('plant') },
  { change: 'another rule by which rights leave a last state', from: units('unit'), to: units('unit', 'closed') },
  { change: 'rights that leave nothing any more', from: units('unit'), to: units(null) },
  { change: 'a call that is an event comes', from: called(''), to: called('event: true') },
  {
    change: 'a call that is an event, of a resource with another name',
    from: called('event: true'),
    to: called('event: true', 'volume'),
  },
];

export function stays(timeline: string, rules: Partial<Temporal> = {}): Model {
  const fields = ['guest_id', 'room_id'].map((name) => fieldOf(name, { kind: 'reference', to: 'stay' }));
  return modelOf(tableOf('stay', fields, { temporal: temporalOf([timeline], rules) }));
}

/** An array of references. */
function manyOf(name: string, to: string, parts: Partial<Field> = {}): Field {
  return fieldOf(name, { kind: 'array', of: { kind: 'reference', to }, minLength: null, maxLength: 1000 }, parts);
}

/** A reference of places to places. */
function above(name: string, acyclic: boolean, to = 'place'): Field {
  return fieldOf(name, { kind: 'reference', to }, { nullable: true, acyclic });
}

/** Loans of books; with a rule of access and one on this field of the book where it has a name. */
function loans(name: string | null): Model {
  const heading = fieldOf(name ?? 'title', textType(), { was: name === 'heading' ? 'title' : null });
  const days = fieldOf('days', integerType());
  const relation: Relation = {
    alias: 'book',
    was: null,
    target: 'book',
    cardinality: 'one',
    from: 'book_id',
    to: 'id',
  };
  const through: BoundCondition = {
    kind: 'related',
    relation,
    negated: false,
    condition: compare(heading, 'neq', 'Bible'),
  };
  const own = compare(days, 'lt', '30');
  const some: AccessRule = { kind: 'rule', condition: own, parts: [{ text: 'days=lt.30', condition: own }] };
  const rules: TableParts = {
    checks: [{ name: 'loan_rule_1_check', that: through, message: 'The Bible stays here.', moment: null }],
    access: new Map([['clerk', { ...noRow, read: some, create: some, update: some, updated: some }]]),
  };
  return modelOf(
    tableOf('book', [heading]),
    tableOf('loan', [fieldOf('book_id', { kind: 'reference', to: 'book' }), days], name === null ? {} : rules),
  );
}

/** Shares of books, now and over time; with checks where the shares have a name. */
function shares(name: 'share' | 'stake' | null): Model {
  const [share, part] = name === 'stake' ? ['stake', 'portion'] : ['share', 'part'];
  const was = (former: string) => (name === 'stake' ? `, was: ${former}` : '');
  const checks = `checks:
  - { that: 'sum(share(${part}=gt.0.1).${part})=lte.1', message: At most one. }
  - { that: 'or=(title.eq.none,max(hold.${part}).lte.1)', message: At most one. }
`;
  return modelOfFiles({
    'service.yaml': 'service: Test\n',
    'book.yaml': `resource: book
fields: { title: { type: text } }
relations: { share: { resource: ${share}, by: book_id }, hold: { resource: hold, by: book_id } }
${name === null ? '' : checks}`,
    [`${share}.yaml`]: `resource: ${share}
${name === 'stake' ? 'was: share\n' : ''}fields:
  book_id: { type: reference, to: book }
  ${part}: { type: decimal, precision: 4, scale: 2${was('part')} }
`,
    'hold.yaml': `resource: hold
temporal: { timeline: book_id }
fields:
  book_id: { type: reference, to: book }
  ${part}: { type: decimal, precision: 4, scale: 2${was('part')} }
`,
  });
}

/** Tasks with checks that are asked at moments; null for none. Under the later names, its fields are another type too. */
function tasks(names: 'first' | 'later' | 'converted' | null): Model {
  const [task, state, days] = names === 'later' ? ['job', 'phase', 'weight'] : ['task', 'state', 'days'];
  const was = (former: string) => (names === 'later' ? `, was: ${former}` : '');
  const rules = `
  ${days}: { type: ${names === 'converted' ? 'bigint' : 'integer'}${was('days')} }
checks:
  - { when: ${state}=eq.done, before: ${days}=gt.0, that: ${days}=lte.30, message: Done in a month. }
  - { on: [create, delete], except: [clerk], that: count(step)=gte.1, message: A task has steps. }
  - { roles: [clerk], that: due=gte.today, message: Later. }
`;
  return modelOfFiles({
    'service.yaml': 'service: Test\nroles: [clerk]\n',
    [`${task}.yaml`]: `resource: ${task}
${names === 'later' ? 'was: task\n' : ''}relations: { step: { resource: step, by: ${task}_id } }
fields:
  due: { type: date, nullable: true }
  ${state}: { type: enum, values: [new, done], default: new${was('state')}${names === null ? '' : ', transitions: { new: { done: [clerk] } }'} }${names === null ? '\n' : rules}`,
    'step.yaml': `resource: step
temporal: { timeline: ${task}_id${names === null ? '' : ', freeze: { after: P7D, except: [clerk] }'} }
fields: { ${task}_id: { type: reference, to: ${task}${was('task_id')} }, name: { type: text } }
${names === null ? '' : 'checks: [{ on: [delete], that: name=neq.last, message: The last one stays. }]\n'}`,
  });
}

/** Units, and who holds them over time. Former holders find a unit, if it has a name here, as it was when their right ended. */
export function units(name: 'unit' | 'plant' | null, hidden = 'hidden'): Model {
  const isRenamed = name === 'plant';
  const [unit, holder] = isRenamed ? ['plant', 'keeper'] : ['unit', 'holder'];
  const was = (former: string) => (isRenamed ? `, was: ${former}` : '');
  const rule = `holding.${holder}=eq.{party_id}&holding.valid_at=now&name=neq.${hidden}`;
  return modelOfFiles({
    'service.yaml': 'service: Test\nroles: [holder]\nclaims: { others: { party_id: party_id } }\n',
    [`${unit}.yaml`]: `resource: ${unit}
${isRenamed ? 'was: unit\n' : ''}history: true
fields: { name: { type: text } }
relations: { holding: { resource: holding, by: unit_id } }
access: { holder: { read: ${name === null ? `'${rule}'` : `{ that: '${rule}', former: last_state }`} } }
`,
    'holding.yaml': `resource: holding
history: true
temporal: { timeline: unit_id }
fields:
  unit_id: { type: reference, to: ${unit} }
  ${holder}: { type: text${was('holder')} }
`,
  });
}

/** Watches in halls, which shifts are to cover. */
function shifts(parent: string, isCovered: boolean): Model {
  const reference = fieldOf(
    `${parent}_id`,
    { kind: 'reference', to: parent },
    { was: parent === 'room' ? 'hall_id' : null },
  );
  const crew = fieldOf('crew', textType());
  const up: Relation = {
    alias: parent,
    was: null,
    target: parent,
    cardinality: 'one',
    from: reference.name,
    to: 'id',
  };
  const down: Relation = {
    alias: 'shift',
    was: null,
    target: 'shift',
    cardinality: 'many',
    from: 'id',
    to: reference.name,
  };
  const bounds = validityFields.map((field) => ({ field, steps: [], type: field.type }));
  const that: BoundCondition = {
    kind: 'covered',
    relations: [up, down],
    bounds,
    condition: compare(crew, 'eq', 'a'),
  };
  const temporal = temporalOf([reference.name]);
  const checks = [{ name: 'watch_covered_by_1_check', that, message: 'A watch is within a shift.', moment: null }];
  return modelOf(
    tableOf(parent, [], { was: parent === 'room' ? 'hall' : null }),
    tableOf('shift', [reference, crew], { temporal }),
    tableOf('watch', [reference], { temporal, ...(isCovered ? { checks } : {}) }),
  );
}

function rooms(isTemporal: boolean): Model {
  const fields = [fieldOf('room_id', { kind: 'reference', to: 'stay' }), fieldOf('code', textType())];
  return modelOf(
    tableOf('stay', fields, {
      history: true,
      unique: [['code']],
      temporal: isTemporal
        ? temporalOf(['room_id'], { align: 'Europe/Oslo', freeze: { after: 'P7D', roles: null } })
        : null,
    }),
  );
}

/** A call that finds a book, and may be an event. */
function called(event: string, name = 'book'): Model {
  const was = name === 'book' ? '' : 'was: book\n';
  return modelOfFiles({
    'service.yaml': 'service: Books\nevents: { prefix: org.test }\n',
    [`${name}.yaml`]: `resource: ${name}\n${was}fields: { code: { type: text, unique: true } }\ncalls:\n  look: { input: { code: { type: text } }, find: 'code=eq.{input.code}', answer: [id], ${event} }\n`,
  });
}

/** The migrations of changes as they stand in migrations.sql: functions without their text, which a model's schema has. */
export function migrationTexts(all: readonly Change[]): string {
  return all
    .map(({ change, from, to }) => {
      const plan = migrationPlan(from, to);
      if (!plan.ok) throw new Error(plan.refusals.join('; '));
      return migrationText(change, plan.steps)
        .replaceAll(/^(?!.*_fill)(create or replace function .*\n(?:.*\n){1,4}?as \$\$)\n[^$]*\$\$;/gm, '$1 ... $$$$;')
        .replaceAll(
          /^(?!.*_fill|.*_former)(-- {3}create or replace function .*\n(?:.*\n){1,4}?-- {3}as \$\$)\n[^$]*\$\$;/gm,
          '$1 ... $$$$;',
        );
    })
    .join('\n\n');
}
