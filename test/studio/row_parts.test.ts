import t from 'tap';
import type { StudioField, StudioRelation } from '../../engine/contract/studio/studio_model.ts';
import type { Row } from '../../engine/studio/api/row.ts';
import type { Model, Resource } from '../../engine/studio/model/model.ts';
import { absenceOf } from '../../engine/studio/row/absence.ts';
import { accessPath, askedCaller, withCaller } from '../../engine/studio/row/access/asked_access.ts';
import { fieldGroups, statusFields } from '../../engine/studio/row/details/field_groups.ts';
import { mergedEvents, rowEvent } from '../../engine/studio/row/events/row_events.ts';
import { chosenToCompare } from '../../engine/studio/row/history/compared.ts';
import { longTexts } from '../../engine/studio/row/history/long_text.ts';
import { relatedFilter, tellingFields } from '../../engine/studio/row/related/related.ts';
import { rowTitle } from '../../engine/studio/row/row_title.ts';
import { recordedText, validityWords } from '../../engine/studio/row/validity_words.ts';

t.test('a field stands in a group by what it is, and apart where it is empty', async (t) => {
  const resource = resourceOf('lamp', [
    ['id', 'bigint'],
    ['name', 'text'],
    ['shop_id', 'reference', { to: 'shop' }],
    ['gone_id', 'reference', { to: 'shop' }],
    ['about', 'html'],
    ['settings', 'json'],
    ['power', 'integer'],
    ['valid_from', 'datetime'],
    ['valid_to', 'datetime'],
    ['recorded_at', 'datetime'],
    ['recorded_by', 'reference', { to: 'identity' }],
  ]);
  const row = { id: 1, name: 'Lamp', shop_id: 2, gone_id: null, about: '<p>a</p>', settings: {}, valid_from: 'x' };
  const groups = Object.entries(fieldGroups(resource, row));
  t.same(Object.fromEntries(groups.map(([group, fields]) => [group, namesOf(fields)])), {
    details: ['name'],
    references: ['shop_id'],
    validity: ['valid_from', 'valid_to'],
    longTexts: ['about', 'settings'],
    record: ['id', 'recorded_at', 'recorded_by'],
    empty: ['gone_id', 'power'],
  });
});

t.test('the head has what says where a row is in its life', async (t) => {
  const values = [{ value: 'new', title: 'New' }];
  const resource = resourceOf('lamp', [
    ['status', 'enum', { values }],
    ['grid_validation_status', 'enum', { values }],
    ['state', 'text'],
    ['statuses', 'enum', { values, isArray: true }],
    ['colour', 'enum', { values }],
  ]);
  t.same(namesOf(statusFields(resource)), ['status', 'grid_validation_status']);
});

t.test('the filter of a relation has the value of the row', async (t) => {
  const cases: readonly [filter: StudioRelation['filter'], row: Row, expected: readonly string[] | null][] = [
    [{ parameter: 'lamp_id', value: 'eq.{value}', from: 'id' }, { id: 7 }, ['lamp_id', 'eq.7']],
    [{ parameter: 'code', value: 'eq.{value}', from: 'code' }, { code: '$&' }, ['code', 'eq.$&']],
    [{ parameter: 'id', value: 'in.({value})', from: 'ids' }, { ids: ['2', '3'] }, ['id', 'in.(2,3)']],
    [{ parameter: 'id', value: 'in.({value})', from: 'ids' }, { ids: ['a,b', 'c"'] }, ['id', 'in.("a,b","c\\"")']],
    [{ parameter: 'tags', value: 'cs.{{value}}', from: 'id' }, { id: 7 }, ['tags', 'cs.{7}']],
    [{ parameter: 'id', value: 'eq.{value}', from: 'other_id' }, { other_id: null }, null],
    [null, { id: 7 }, null],
  ];
  for (const [filter, row, expected] of cases) {
    t.same(relatedFilter({ filter } as StudioRelation, row), expected, JSON.stringify(filter));
  }
});

t.test('a row without a label is told by the rows to which it leads', async (t) => {
  const shop = resourceOf('shop', [['name', 'text']], { label: ['name'] });
  const relation = { alias: 'shop', target: 'shop', field: 'shop_id', cardinality: 'one' } as StudioRelation;
  const visit = resourceOf(
    'visit',
    [
      ['lamp_id', 'reference', { to: 'lamp' }],
      ['shop_id', 'reference', { to: 'shop' }],
      ['recorded_by', 'reference', { to: 'identity' }],
    ],
    { relations: new Map([['shop', relation]]) },
  );
  const model = { resources: new Map([['shop', shop]]) };
  t.same(tellingFields(visit, 'lamp_id'), ['shop_id']);
  t.same(tellingFields(shop, 'lamp_id'), ['name']);
  t.equal(rowTitle(model, visit, { id: 3, shop: { id: 1, name: 'Corner' } }), 'Corner');
  t.equal(rowTitle(model, visit, { id: 3, shop: null }), 'visit 3');
  t.equal(rowTitle(model, shop, { id: 1, name: 'Corner' }), 'Corner');
});

t.test('the validity of an entry in words, by the instant of the page', async (t) => {
  const words = (name: string, values: object = {}) => `${name} ${Object.values(values).join(' ')}`.trim();
  const wording = { words, zone: 'Europe/Oslo' };
  const day = (number: number) => `2026-03-0${number}T23:00:00+00:00`;
  const entry = (from: number, to: number | null) => ({
    valid_from: day(from),
    valid_to: to === null ? null : day(to),
  });
  const cases: readonly [Row, string][] = [
    [entry(1, null), 'row.validSince 2 Mar 2026'],
    [entry(1, 8), 'row.validUntil 2 Mar 2026 9 Mar 2026'],
    [entry(1, 3), 'row.wasValid 2 Mar 2026 4 Mar 2026'],
    [entry(6, null), 'row.validFrom 7 Mar 2026'],
    [entry(6, 7), 'row.validFromUntil 7 Mar 2026 8 Mar 2026'],
    [{ valid_from: null, valid_to: null }, 'row.taken'],
    [{ valid_from: '2026-03-01T10:30:00+00:00', valid_to: null }, 'row.validSince 1 Mar 2026 11:30'],
  ];
  for (const [row, expected] of cases) t.equal(validityWords(row, day(5), wording), expected);
  t.equal(recordedText('2026-03-01T10:30:05.123456+00:00', 'Europe/Oslo'), '1 Mar 2026 11:30:05');
});

t.test('why a row is missing, by its oldest and its newest versions', async (t) => {
  const version = (recorded: number, replaced: number | null, more: Row = {}): Row => ({
    recorded_at: `2026-01-0${recorded}T00:00:00+00:00`,
    replaced_at: replaced === null ? null : `2026-01-0${replaced}T00:00:00+00:00`,
    ...more,
  });
  const [valid, deleted] = [{ valid_from: '2025-01-01T00:00:00+00:00' }, { valid_from: null }];
  const at = (number: number) => `2026-01-0${number}T00:00:00+00:00`;
  t.same(
    absenceOf({ first: version(3, 4), newest: [version(4, null), version(3, 4)] }, at(2)),
    { kind: 'notYet', first: at(3), since: null, shownAt: at(3) },
    'it was recorded later',
  );
  t.same(
    absenceOf({ first: version(3, 4), newest: [version(4, 5), version(3, 4)] }, null),
    { kind: 'gone', first: at(3), since: at(5), shownAt: at(4) },
    'its last version has ended',
  );
  t.same(
    absenceOf({ first: version(3, 4, valid), newest: [version(4, null, deleted), version(3, 4, valid)] }, null),
    { kind: 'entryDeleted', first: at(3), since: at(4), shownAt: at(3) },
    'it is off its timeline',
  );
  t.same(
    absenceOf({ first: version(4, null, deleted), newest: [version(4, null, deleted)] }, null),
    { kind: 'entryDeleted', first: at(4), since: at(4), shownAt: null },
    'no version that may be read has a validity',
  );
  t.match(absenceOf({ first: null, newest: [] }, null), { kind: 'unknown' });
});

t.test('of the versions that are chosen to compare, the newest two count', async (t) => {
  t.same(chosenToCompare([], '1', true), ['1']);
  t.same(chosenToCompare(['1'], '2', true), ['1', '2']);
  t.same(chosenToCompare(['1', '2'], '3', true), ['2', '3']);
  t.same(chosenToCompare(['1', '2'], '1', true), ['2', '1']);
  t.same(chosenToCompare(['1', '2'], '1', false), ['2']);
});

t.test('long texts are compared by words, short and chosen values as they are', async (t) => {
  const long = 'a word and '.repeat(6);
  const of = (type: string, before: unknown, after: unknown, more: Partial<StudioField> = {}) =>
    longTexts({ field: field('note', type, more), before, after });
  t.same(of('text', long, `${long}.`), { before: long, after: `${long}.` });
  t.equal(of('text', 'short', long.slice(0, 40)), null);
  t.equal(of('text', null, long), null, 'nothing stays of what is new');
  t.equal(of('enum', long, `${long}.`, { values: [] }), null);
  t.equal(of('text', [long], [long, long], { isArray: true }), null);
  t.equal(of('integer', 1, 2), null);
  t.same(of('html', `<p>${long}</p><p>b</p>`, `<p>${long}</p><p>c</p>`), {
    before: `${long}\nb`,
    after: `${long}\nc`,
  });
  t.same(of('html', '<p>a</p>', '<p><b>a</b></p>'), { before: '<p>a</p>', after: '<p><b>a</b></p>' });
  t.match(of('json', { note: long }, { note: `${long}.` }), { before: /"note": "a word/ });
});

t.test('an event says what was done, to which row, and which fields changed', async (t) => {
  const lamp = resourceOf('lamp', [['name', 'text', { title: 'The name' }]]);
  const model = { resources: new Map([['lamp', lamp]]) } as unknown as Model;
  const event = (type: string, source: string, data: unknown = null) =>
    rowEvent({ id: 9, type: `org.example.${type}`, source, time: '2026-01-01T00:00:00Z', data }, '/lamp/1', model);
  t.match(event('lamp.create', '/lamp/1'), { done: 'create', other: null, changed: [] });
  t.match(event('lamp.update', '/lamp/1', { updated_fields: ['name', 'secret'] }), {
    done: 'update',
    changed: ['The name', 'secret'],
  });
  t.match(event('visit.delete', '/visit/3'), { done: 'delete', other: { resource: 'visit', id: '3' } });
  t.match(event('lamp.light_up', '/lamp/1'), { done: { call: 'light_up' } });
  const merged = mergedEvents([{ id: '10' }, { id: '9' }], [{ id: '9' }, { id: 2 }]);
  t.same(
    merged.map(({ id }) => String(id)),
    ['10', '9', '2'],
    'each event once, by the size of its number',
  );
});

t.test('the rights of another role are asked for by the address', async (t) => {
  const search = new URLSearchParams('as_of=x&role=clerk&claims=party_id%3D7+area%3Da%3Db');
  const caller = askedCaller(search);
  t.same(caller, { role: 'clerk', claims: 'party_id=7 area=a=b' });
  t.equal(accessPath('lamp', '1', caller), '/access/lamp/1?role=clerk&party_id=7&area=a%3Db');
  t.equal(accessPath('lamp', '1', askedCaller(new URLSearchParams())), '/access/lamp/1');
  t.equal(withCaller(search, null).toString(), 'as_of=x');
  t.equal(withCaller(search, { role: ' boss ', claims: ' ' }).toString(), 'as_of=x&role=boss');
});

function resourceOf(
  name: string,
  fields: readonly (readonly [name: string, type: string, more?: Partial<StudioField>])[],
  more: Partial<Resource> = {},
): Resource {
  return {
    name,
    title: name,
    of: null,
    label: [],
    relations: new Map(),
    fields: new Map(fields.map(([each, type, own]) => [each, field(each, type, own)])),
    ...more,
  } as unknown as Resource;
}

function field(name: string, type: string, more: Partial<StudioField> = {}): StudioField {
  return { name, title: name, type, isArray: false, values: null, to: null, ...more } as StudioField;
}

function namesOf(fields: readonly StudioField[]): readonly string[] {
  return fields.map(({ name }) => name);
}
