// Values of rows as plain JavaScript, and what the operators of the query language say of them.

/** A datetime counts microseconds since 1970, a date is its text, a reference is an id. */
export type Value = null | string | number | bigint | boolean | Period | readonly Value[];

export type Truth = boolean | null;

/** From the first place until before the second: an instant has two, itself and what comes right after it. Null is no bound. */
export interface Period {
  readonly from: bigint | null;
  readonly to: bigint | null;
}

export type TypeName = 'text' | 'integer' | 'reference' | 'date' | 'datetime' | 'boolean' | 'enum' | 'array' | 'period';

/** The zone of the service. It has no summer time. */
export const zone = { name: 'Asia/Kathmandu', minutes: 345 } as const;

const enumValues: readonly string[] = ['a', 'b', 'c'];

/** Reads a constant or a claim as a type; null where it is none. */
export function readText(type: TypeName, text: string): Value {
  switch (type) {
    case 'text':
      return text;
    case 'enum':
      return enumValues.includes(text) ? text : null;
    case 'integer':
    case 'reference':
      return /^-?\d{1,9}$/.test(text) ? Number(text) : null;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
    case 'datetime':
      return /^\d{4}-\d\d-\d\dT/.test(text) ? microseconds(text) : null;
    case 'array':
      return listOf(text);
    case 'period':
      return readPeriod(text);
  }
}

/** The elements of `{a,b}`. */
export function listOf(text: string): readonly string[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',');
}

/** Microseconds since 1970 of a datetime with up to six digits of its second. */
export function microseconds(text: string): bigint {
  const [, start = '', fraction = '', offset = ''] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(text) ?? [];
  return BigInt(Date.parse(`${start}${offset}`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

export function instantOf(at: bigint): Period {
  return { from: 2n * at, to: 2n * at + 1n };
}

export function periodOf(from: bigint | null, to: bigint | null): Period {
  return { from: from === null ? null : 2n * from, to: to === null ? null : 2n * to };
}

function readPeriod(text: string): Period {
  const [, from, to] = /^\[(.*),(.*)\)$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return instantOf(microseconds(text));
  return periodOf(from === '' ? null : microseconds(from), to === '' ? null : microseconds(to));
}

/** `now-P1M` and the like, for a date or a datetime. */
export function momentAt(text: string, type: TypeName, now: bigint): Value {
  const [, word, sign, duration = ''] = /^(now|today)(?:([+-])(.*))?$/.exec(text) ?? [];
  if (word === undefined) return null;
  const shift = BigInt(zone.minutes) * 60_000_000n;
  const day = 86_400_000_000n;
  let local = now + shift;
  if (word === 'today') local -= local % day;
  const [days = '', times = ''] = duration.slice(1).split('T');
  const count = (part: string, unit: string) =>
    BigInt(new RegExp(`(\\d+)${unit}`).exec(part)?.[1] ?? 0) * (sign === '-' ? -1n : 1n);
  local = monthsLater(local, Number(count(days, 'M'))) + count(days, 'D') * day;
  local += count(times, 'H') * 3_600_000_000n + count(times, 'S') * 1_000_000n;
  if (type === 'date') return new Date(Number(local / 1000n)).toISOString().slice(0, 10);
  return local - shift;
}

/** The same day so many months later, or the last one of that month. */
function monthsLater(local: bigint, months: number): bigint {
  if (months === 0) return local;
  const date = new Date(Number(local / 1000n));
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const before = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day);
  return local + BigInt(Date.UTC(year, month, Math.min(day, last)) - before) * 1000n;
}

/** What an operator says of two values; unknown where one of them is null. */
export function compare(operator: string, left: Value, right: Value): Truth {
  if (operator === 'isdistinct') return !isSame(left, right);
  if (left === null || right === null) return null;
  if (operator === 'eq') return isSame(left, right);
  if (operator === 'neq') return !isSame(left, right);
  if (Array.isArray(left) && Array.isArray(right)) return compareLists(operator, left, right);
  if (isPeriod(left) && isPeriod(right)) return comparePeriods(operator, left, right);
  if (operator in orders) return orders[operator]?.(left, right) ?? null;
  return matches(operator, String(left), String(right));
}

const orders: Readonly<Record<string, (left: NonNullable<Value>, right: NonNullable<Value>) => boolean>> = {
  lt: (left, right) => left < right,
  lte: (left, right) => left <= right,
  gt: (left, right) => left > right,
  gte: (left, right) => left >= right,
};

function matches(operator: string, text: string, operand: string): boolean {
  switch (operator) {
    case 'starts':
      return text.startsWith(operand);
    case 'like':
    case 'ilike':
      return new RegExp(
        `^${operand.replaceAll(/[*%]/g, '.*').replaceAll('_', '.')}$`,
        operator === 'like' ? 's' : 'si',
      ).test(text);
    case 'match':
    case 'imatch':
      return new RegExp(operand, operator === 'match' ? '' : 'i').test(text);
  }
  throw new Error(`no plain ${operator}`);
}

/** A null among the elements is equal to none. */
function compareLists(operator: string, left: readonly Value[], right: readonly Value[]): boolean {
  const has = (list: readonly Value[], one: Value) => one !== null && list.includes(one);
  switch (operator) {
    case 'cs':
      return right.every((each) => has(left, each));
    case 'cd':
      return left.every((each) => has(right, each));
    case 'ov':
      return left.some((each) => has(right, each));
  }
  throw new Error(`no plain ${operator} of lists`);
}

function comparePeriods(operator: string, left: Period, right: Period): boolean {
  const endsBy = (one: bigint | null, other: bigint | null) => one !== null && other !== null && one <= other;
  const beginsBy = (one: bigint | null, other: bigint | null) => one === null || (other !== null && one <= other);
  const endsNotAfter = (one: bigint | null, other: bigint | null) => other === null || (one !== null && one <= other);
  switch (operator) {
    case 'cs':
      return beginsBy(left.from, right.from) && endsNotAfter(right.to, left.to);
    case 'cd':
      return comparePeriods('cs', right, left);
    case 'sl':
      return endsBy(left.to, right.from);
    case 'sr':
      return endsBy(right.to, left.from);
    case 'ov':
      return !endsBy(left.to, right.from) && !endsBy(right.to, left.from);
    case 'nxr':
      return endsNotAfter(left.to, right.to);
    case 'nxl':
      return beginsBy(right.from, left.from);
    case 'adj':
      return (left.to !== null && left.to === right.from) || (right.to !== null && right.to === left.from);
  }
  throw new Error(`no plain ${operator} of periods`);
}

function isPeriod(value: Value): value is Period {
  return typeof value === 'object' && value !== null && 'from' in value;
}

function isSame(left: Value, right: Value): boolean {
  if (isPeriod(left) && isPeriod(right)) return left.from === right.from && left.to === right.to;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((each, index) => each === right[index]);
  return left === right;
}

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** Whether all, or any, of some hold. */
export function joined(operator: 'and' | 'or', truths: readonly Truth[]): Truth {
  const decisive = operator === 'or';
  if (truths.includes(decisive)) return decisive;
  return truths.includes(null) ? null : !decisive;
}
