import { test } from 'tap';
import type { StudioField, StudioRelation } from '../../engine/contract/studio/studio_model.ts';
import { choiceOf, choicesAt, comparisonOf } from '../../engine/studio/browse/filter/choices.ts';
import { containedText, contains } from '../../engine/studio/browse/filter/contains.ts';
import { readComparison, writeComparison } from '../../engine/studio/browse/filter/filter.ts';
import { filterText } from '../../engine/studio/browse/filter/filter_text.ts';
import { type Place, placeOf } from '../../engine/studio/browse/filter/place.ts';
import type { Model, Resource } from '../../engine/studio/model/model.ts';
import { studioOperators } from './operators.ts';
import { studioWords } from './words.ts';

const all = [...studioOperators.keys()];

function field(name: string, type: string, more: Partial<StudioField> = {}): [string, StudioField] {
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const plain = { isArray: false, isExact: false, nullable: true, values: null, to: null, computed: false };
  const rest = { bySystem: false, operators: all, sortable: true, deprecated: false, description: '' };
  return [name, { name, title, type, ...plain, ...rest, ...more }];
}

const values = [
  { value: 'new', title: 'New' },
  { value: 'used', title: 'Used' },
];
const relation = (alias: string, cardinality: 'one' | 'many') =>
  [alias, { alias, title: alias, target: 'book', cardinality, field: null, filter: null, isTimeline: false }] as [
    string,
    StudioRelation,
  ];
const book = {
  name: 'book',
  title: 'Book',
  label: ['name'],
  search: true,
  fields: new Map([
    field('name', 'text'),
    field('state', 'enum', { values }),
    field('lent', 'boolean'),
    field('due', 'date'),
    field('at', 'datetime'),
    field('tags', 'text', { isArray: true }),
    field('maker', 'reference', { to: 'maker' }),
  ]),
  relations: new Map([relation('part', 'one'), relation('copy', 'many')]),
} as unknown as Resource;
const model = { resources: new Map([['book', book]]), operators: studioOperators } as unknown as Model;
const wording = {
  words: studioWords,
  zone: 'Europe/Oslo',
  labelOf: (_: string, id: string) => (id === '7' ? 'Ada' : undefined),
};

test('a filter is told in words', async (t) => {
  for (const [parameter, value, text] of [
    ['state', 'in.(new,used)', 'State is one of New, Used'],
    ['state', 'not.eq.new', 'State is not New'],
    ['state', 'eq.lost', 'State is lost'],
    ['lent', 'eq.true', 'Lent is Yes'],
    ['lent', 'is.unknown', 'Lent is unknown'],
    ['lent', 'not.is.true', 'Lent is not Yes'],
    ['due', 'is.null', 'Due is empty'],
    ['due', 'not.is.null', 'Due is not empty'],
    ['due', 'is.not_null', 'Due is not empty'],
    ['due', 'not.is.not_null', 'Due is empty'],
    ['due', 'lt.2024-05-01', 'Due is less than 1 May 2024'],
    ['at', 'gte.2024-04-30T22:00Z', 'At is at least 1 May 2024 00:00'],
    ['name', 'ilike.*50\\% off*', 'Name contains 50% off'],
    ['name', 'not.imatch.a\\*b', 'Name does not contain a*b'],
    ['name', 'like.a*', 'Name is like a*'],
    ['name', 'like(any).{a*,"b, c"}', 'Name is like any of a*, b, c'],
    ['name', 'plfts(norwegian).nett', 'Name has all of the words nett (norwegian)'],
    ['tags', 'cs.{a,b}', 'Tags contains {a,b}'],
    ['maker', 'in.(7,8)', 'Maker is one of Ada, #8'],
    ['part.name', 'starts.A', 'part › Name begins with A'],
    ['copy', 'is.null', 'copy has no rows'],
    ['copy', 'not.is.null', 'copy has rows'],
    ['search', 'wfts.sea -storm', 'Text search is found by sea -storm'],
    ['or', '(a.eq.1)', 'or=(a.eq.1)'],
    ['unknown', 'eq.1', 'unknown=eq.1'],
  ] as const) {
    t.equal(filterText(model, book, { parameter, value }, wording), text);
  }
});

test('people who ask for a text get a filter that looks for it', async (t) => {
  for (const text of ['pump', '50%', 'a_b', 'a\\b', 'a*b', 'a.b*c(d)', '*']) {
    const made = { path: ['name'], negated: false, ...contains(text) };
    t.equal(containedText(made), text, `${made.operator}.${made.values}`);
  }
  for (const value of ['ilike.*a*b*', 'ilike.a', 'ilike.*a', 'imatch.^a\\*', 'imatch.ab', 'ilike(any).{*a*}']) {
    const read = readComparison({ parameter: 'name', value }, studioOperators);
    t.equal(read && containedText(read), null, value);
  }
});

test('of choices with the same words one is offered, and that of the filter is', async (t) => {
  const place = placeOf(model, book, ['due']) as Place;
  const offered = choicesAt(model, place, studioWords, null);
  t.equal(new Set(offered.map(({ text }) => text)).size, offered.length);
  t.equal(offered.find(({ text }) => text === 'is more than')?.id, 'gt');
  for (const value of ['not.lte.2024-01-01', 'gt.2024-01-01', 'not.eq.2024-01-01', 'not.neq.2024-01-01', 'is.null']) {
    const read = readComparison({ parameter: 'due', value }, studioOperators);
    if (read === null) throw new Error(value);
    const choice = choiceOf(choicesAt(model, place, studioWords, read), read);
    if (choice === undefined) throw new Error(`${value} has no choice`);
    t.same(writeComparison(comparisonOf(choice, read), studioOperators), { parameter: 'due', value });
  }
});
