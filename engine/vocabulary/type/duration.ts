import { quote } from '../../language/wording.ts';
import { type Fragment, raw, sql, textConstant } from '../../sql/fragment.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import { textSchema } from '../json_schema/json_schema.ts';
import { textMisfit } from '../value/misfit.ts';
import { accept, type ReadValue, refuse } from '../value/read_value.ts';
import { typedLiteral } from '../value/sql_literal.ts';

/** Lengths of time: months, days and microseconds, each counted apart (ISO 8601). */
export interface DurationType {
  readonly kind: 'duration';
}

// A fraction of seconds alone: what a part of a month or of a day is, depends on which one.
const look =
  '[+-]?P([+-]?\\d+W|([+-]?\\d+Y)?([+-]?\\d+M)?([+-]?\\d+D)?(T([+-]?\\d+H)?([+-]?\\d+M)?([+-]?\\d+(\\.\\d{1,6})?S)?)?)';

export const duration: FieldTypeWord<DurationType> = {
  traits: ['equal', 'ordered', 'nullable', 'listed', 'summed', 'ranked'],
  means: 'length of time, such as P1M or P1DT12H (ISO 8601); in comparisons a month is 30 days, and a day 24 hours',
  otherNames: ['interval', 'timespan', 'period'],
  facets: {},
  // PostgreSQL writes the elements of an array as the session says.
  isElement: false,
  build: () => ({ kind: 'duration' }),
  read: (_, text) => readDuration(text),
  misfit: (_, value, written) => textMisfit(value, written, readDuration),
  column: () => 'interval',
  literal: (_, text) => typedLiteral(text, 'interval'),
  shown,
  longest: () => longestDuration,
  schema: (_, exact) =>
    textSchema(exact, { type: 'string', pattern: `^${look}$` }, (text) => {
      const read = readDuration(text);
      return read.ok ? null : `must be ${read.expected}`;
    }),
  sent: (_, value) => canonical(String(value)),
  example: () => 'P1DT12H',
  answered: (_, value) => canonical(String(value)),
  filter: { name: 'duration', value: look },
  typescript: { read: () => 'string', filter: () => 'ScalarFilter<string>' },
};

/** P-178956970Y-11M-2147483648DT-2562047788H-59M-59.999999S, with room around it. */
const longestDuration = 64;

function readDuration(text: string): ReadValue {
  const parts = partsOf(text);
  if (parts === null) return refuse(`${quote(text)} is not a duration`, 'a duration such as P1M or P1DT12H');
  if (parts.every((part, index) => part < (most[index] ?? 0n) && -part < (most[index] ?? 0n))) {
    return accept(written(parts));
  }
  return refuse(`${quote(text)} is longer than can be stored`, 'a duration of less than 178 million years');
}

/** What an interval of PostgreSQL keeps: months, days and microseconds. The greatest of all three would be infinity. */
type Parts = readonly [months: bigint, days: bigint, microseconds: bigint];

const most: Parts = [2n ** 31n - 1n, 2n ** 31n - 1n, 2n ** 63n - 1n];

const digits = '([+-]?\\d{1,20})';
const pattern = new RegExp(
  `^([+-]?)P(?=[\\d+-]|T[\\d+-])(?:${digits}W|(?:${digits}Y)?(?:${digits}M)?(?:${digits}D)?(?:T(?=[\\d+-])(?:${digits}H)?(?:${digits}M)?(?:([+-]?)(\\d{1,20})(?:\\.(\\d{1,6}))?S)?)?)$`,
);

function partsOf(text: string): Parts | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, sign, weeks, years, months, days, hours, minutes, secondSign, seconds = '0', fraction = ''] = match;
  const whole = (part: string | undefined) => BigInt((part ?? '0').replace('+', ''));
  const second = BigInt(seconds) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  const all: Parts = [
    whole(years) * 12n + whole(months),
    whole(weeks) * 7n + whole(days),
    (whole(hours) * 60n + whole(minutes)) * 60_000_000n + (secondSign === '-' ? -second : second),
  ];
  return sign === '-' ? [-all[0], -all[1], -all[2]] : all;
}

/** The canonical text of a duration, as `shown` writes it in PostgreSQL. */
function written([months, days, microseconds]: Parts): string {
  const seconds = microseconds / 1_000_000n;
  const part = (value: bigint, letter: string) => (value === 0n ? '' : `${value}${letter}`);
  const time = [
    part(seconds / 3600n, 'H'),
    part((seconds / 60n) % 60n, 'M'),
    part(seconds % 60n, 'S') === '' && microseconds % 1_000_000n === 0n ? '' : `${secondsText(microseconds)}S`,
  ].join('');
  const date = [part(months / 12n, 'Y'), part(months % 12n, 'M'), part(days, 'D')].join('');
  return date === '' && time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`;
}

function secondsText(microseconds: bigint): string {
  const rest = microseconds % 60_000_000n;
  const positive = rest < 0n ? -rest : rest;
  const fraction = String(positive % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${rest < 0n ? '-' : ''}${positive / 1_000_000n}${fraction === '' ? '' : `.${fraction}`}`;
}

function canonical(text: string): string {
  const read = readDuration(text);
  return read.ok ? read.value : text;
}

/** The cast to text would depend on IntervalStyle, a setting of the session. */
function shown<Value>(value: Fragment<Value>): Fragment<Value> {
  const part = (name: string, letter: string) =>
    sql`nullif(extract(${raw(name)} from ${value}), 0) || ${textConstant(letter)}`;
  const seconds = sql`trim_scale(nullif(extract(second from ${value}), 0)) || 'S'`;
  const time = sql`concat(${part('hour', 'H')}, ${part('minute', 'M')}, ${seconds})`;
  const date = sql`${part('year', 'Y')}, ${part('month', 'M')}, ${part('day', 'D')}`;
  const text = sql`concat('P', ${date}, 'T' || nullif(${time}, ''))`;
  return sql`(case when ${value} is not null then coalesce(nullif(${text}, 'P'), 'PT0S') end)`;
}
