import { columnType } from '../../query/sql/column_type.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';

/** How values of one type become values of another, as SQL over an expression. */
export interface Conversion {
  readonly value: (of: string) => string;
  /** Whether a value has a like in the other type: without that, converting it may fail. Null where each value has. */
  readonly fits: ((of: string) => string) | null;
}

/** Whether PostgreSQL stores values of both types alike, so that the type changes without a look at the rows. */
export function isCatalogChange(from: FieldType, to: FieldType): boolean {
  if (columnType(from) === columnType(to)) return true;
  if (from.kind !== 'decimal' || to.kind !== 'decimal') return false;
  return from.scale === to.scale && from.precision <= to.precision;
}

/** The conversion between two types, of which there is one back as well; null for types that have nothing in common. */
export function conversion(from: FieldType, to: FieldType): Conversion | null {
  if (from.kind === 'array' || to.kind === 'array') {
    return from.kind === 'array' && to.kind === 'array' ? ofElements(conversion(from.of, to.of), to) : null;
  }
  const cast = (of: string) => `${of}::${columnType(to)}`;
  if (columnType(from) === columnType(to)) return { value: cast, fits: null };
  const [numbers, target] = [numberType(from), numberType(to)];
  if (numbers !== null && target !== null) return { value: cast, fits: numberFits(numbers, target) };
  if (isText(to) && (numbers !== null || plainText.has(from.kind))) return { value: cast, fits: null };
  if (isText(from) && target !== null) {
    const isNumber = numberPattern(target);
    const fits = numberFits({ ...widest, scale: target.scale }, target);
    return {
      value: cast,
      fits: (of) => `case when ${of} ~ '${isNumber}' then ${fits?.(`${of}::numeric`) ?? 'true'} else false end`,
    };
  }
  if (isText(from)) {
    const fits = plainText.get(to.kind);
    return fits === undefined ? null : { value: cast, fits };
  }
  if (from.kind === 'date' && to.kind === 'datetime') {
    return { value: (of) => `(${of}::timestamp at time zone 'UTC')`, fits: null };
  }
  if (from.kind === 'datetime' && to.kind === 'date') {
    return {
      value: (of) => `(${of} at time zone 'UTC')::date`,
      fits: (of) => `${of} = date_trunc('day', ${of}, 'UTC')`,
    };
  }
  return null;
}

/** PostgreSQL casts the elements of arrays one by one, as it casts values by themselves; not so those of days. */
function ofElements(element: Conversion | null, to: FieldType): Conversion | null {
  const cast = (of: string) => `${of}::${columnType(to)}`;
  if (element === null || element.value('x').includes('UTC')) return null;
  const { fits } = element;
  return {
    value: cast,
    fits: fits && ((of) => `not exists (select from unnest(${of}) as element where not (${fits('element')}))`),
  };
}

/** A number of so many digits before and after the point, and within bounds where it is binary. */
interface NumberType {
  readonly digits: number;
  readonly scale: number;
  readonly bounds: readonly [least: string, most: string] | null;
}

const widest: NumberType = { digits: 1000, scale: 0, bounds: null };

function numberType(type: FieldType): NumberType | null {
  switch (type.kind) {
    case 'integer':
      return { digits: 10, scale: 0, bounds: ['-2147483648', '2147483647'] };
    case 'bigint':
    case 'reference':
      return { digits: 19, scale: 0, bounds: ['-9223372036854775808', '9223372036854775807'] };
    case 'decimal':
      return { digits: type.precision - type.scale, scale: type.scale, bounds: null };
    default:
      return null;
  }
}

function numberFits(from: NumberType, to: NumberType): Conversion['fits'] {
  const isWithin = to.bounds === null ? from.digits <= to.digits : from.bounds !== null && from.digits <= to.digits;
  const isExact = from.scale <= to.scale;
  if (isWithin && isExact) return null;
  return (of) => {
    const within = to.bounds
      ? `${of} between ${to.bounds[0]} and ${to.bounds[1]}`
      : `abs(${of}::numeric) < 1${'0'.repeat(to.digits)}`;
    const exact = `${of} = round(${of}, ${to.scale})`;
    return [...(isWithin ? [] : [within]), ...(isExact ? [] : [exact])].join(' and ');
  };
}

/** Of texts those alone that a number is written as: `007` would come back as `7`. */
function numberPattern({ scale }: NumberType): string {
  const fraction = scale === 0 ? '' : `(\\.[0-9]{1,${Math.min(scale, 200)}})?`;
  return `^(?!-0$)-?(0|[1-9][0-9]{0,130})${fraction}$`;
}

function isText({ kind }: FieldType): boolean {
  return kind === 'text' || kind === 'html' || kind === 'enum';
}

/**
 * Types whose values are texts of one form, and what tells that form. Not instants: their text depends on the zone of the
 * session.
 */
const plainText: ReadonlyMap<FieldType['kind'], (of: string) => string> = new Map([
  ['boolean', (of) => `${of} in ('true', 'false')`],
  ['uuid', (of) => `${of} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`],
  [
    'date',
    (of) =>
      `case when ${of} ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then substr(${of}, 9)::integer <= extract(day from (substr(${of}, 1, 7) || '-01')::date + interval '1 month - 1 day') else false end`,
  ],
]);
