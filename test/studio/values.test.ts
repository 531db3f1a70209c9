import { test } from 'tap';
import type { StudioField } from '../../engine/contract/studio/studio_model.ts';
import { sizeText } from '../../engine/studio/parts/size_text.ts';
import { valueText } from '../../engine/studio/parts/value_text.ts';
import { studioWords } from './words.ts';

const wording = { words: studioWords, zone: 'Europe/Oslo' };

function field(type: string, more: Partial<StudioField> = {}) {
  return { name: 'field', type, isArray: false, values: null, ...more };
}

test('a value is written for people, by the type of its field', async (t) => {
  const status = { values: [{ value: 'new', title: 'Just made' }] };
  for (const [of, value, text] of [
    [field('text'), 'a <b>', 'a <b>'],
    [field('text'), null, ''],
    [field('text', { isArray: true }), ['a', 'b, c'], 'a, b, c'],
    [field('enum', status), 'new', 'Just made'],
    [field('enum', status), 'gone', 'gone'],
    [field('enum', { ...status, isArray: true }), ['new', 'new'], 'Just made, Just made'],
    [field('boolean'), true, 'Yes'],
    [field('boolean'), false, 'No'],
    [field('integer'), 2024, '2024'],
    [field('integer'), 1234567, '1\u202f234\u202f567'],
    [field('bigint'), '12345678901234567890', '12345678901234567890'],
    [field('decimal'), '-1234567.50', '-1\u202f234\u202f567.50'],
    [field('integer', { name: 'id' }), 1234567, '1234567'],
    [field('date'), '2024-02-29', '29 Feb 2024'],
    [field('date'), 'infinity', 'infinity'],
    [field('datetime'), '2024-05-03T12:05:59.123456+00:00', '3 May 2024 14:05'],
    [field('datetime'), '2024-12-31T23:00:00+00:00', '1 Jan 2025 00:00'],
    [field('reference'), 7, '#7'],
    [field('json'), { a: [1] }, '{"a":[1]}'],
  ] as const) {
    t.equal(valueText(of, value, wording), text, `${of.type} ${JSON.stringify(value)}`);
  }
});

test('a range is written with its first and its last value', async (t) => {
  for (const [type, value, text] of [
    ['integer_range', '[1,10)', '1 – 9'],
    ['integer_range', '[1,)', 'from 1'],
    ['integer_range', '(,10)', 'until 9'],
    ['integer_range', '(,)', 'without bounds'],
    ['integer_range', 'empty', 'nothing'],
    ['decimal_range', '[1.5,2.5)', '1.5 – below 2.5'],
    ['decimal_range', '(1.5,2.5]', 'above 1.5 – 2.5'],
    ['decimal_range', '(,2.5)', 'below 2.5'],
    ['decimal_range', '(2.5,)', 'above 2.5'],
    ['date_range', '[2026-01-01,2026-02-01)', '1 Jan 2026 – 31 Jan 2026'],
    ['datetime_range', '[2026-01-01T00:00:00+00:00,)', 'from 1 Jan 2026 01:00'],
    ['period', '["2026-01-01 00:00:00+00","2026-07-01 00:00:00+00")', '1 Jan 2026 01:00 – 1 July 2026 02:00'],
    ['datetime_range', 'sometime', 'sometime'],
  ] as const) {
    t.equal(valueText(field(type), value, wording), text, `${type} ${value}`);
  }
});

test('a size is written in the largest unit of which there is one', async (t) => {
  for (const [bytes, text] of [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [10_485_760, '10.5 MB'],
    [123_456, '123 kB'],
  ] as const) {
    t.equal(sizeText(bytes), text);
  }
});
