import { columnType } from '../../../query/sql/condition/column_type.ts';
import { type FieldType, hasTrait, wordOf } from '../../../vocabulary/field_type.ts';
import type { Conversion } from '../../../vocabulary/value/conversion.ts';
import type { NumberRange } from '../../../vocabulary/value/number_range.ts';

/** Whether PostgreSQL stores values of both types alike, so that the type changes without a look at the rows. */
export function isCatalogChange(from: FieldType, to: FieldType): boolean {
  if (columnType(from) === columnType(to)) return true;
  return from.kind === to.kind && wordOf(from).isStoredAs?.(from, to) === true;
}

/** The conversion between two types, of which there is one back as well; null for types that have nothing in common. */
export function conversion(from: FieldType, to: FieldType): Conversion | null {
  if (from.kind === 'array' || to.kind === 'array') {
    return from.kind === 'array' && to.kind === 'array' ? ofElements(castConversion(from.of, to.of), to) : null;
  }
  return castConversion(from, to) ?? wordOf(from).conversions?.[to.kind] ?? null;
}

/** The conversion by a cast of PostgreSQL; null for types between which there is none. */
function castConversion(from: FieldType, to: FieldType): Conversion | null {
  const cast = (of: string) => `${of}::${columnType(to)}`;
  if (columnType(from) === columnType(to)) return { value: cast, fits: null };
  const [numbers, target] = [numbersOf(from), numbersOf(to)];
  if (numbers && target) return { value: cast, fits: numberFits(numbers, target) };
  if (hasTrait(to, 'textual') && (numbers || wordOf(from).isWritten)) return { value: cast, fits: null };
  if (hasTrait(from, 'textual') && target) {
    const isNumber = numberPattern(target);
    const fits = numberFits({ ...widest, scale: target.scale }, target);
    return {
      value: cast,
      fits: (of) => `case when ${of} ~ '${isNumber}' then ${fits?.(`${of}::numeric`) ?? 'true'} else false end`,
    };
  }
  const fits = hasTrait(from, 'textual') ? wordOf(to).isWritten : undefined;
  return fits === undefined ? null : { value: cast, fits };
}

/** PostgreSQL casts the elements of arrays one by one, as it casts values by themselves; it has no other conversion of them. */
function ofElements(cast: Conversion | null, to: FieldType & { readonly kind: 'array' }): Conversion | null {
  if (cast === null) return null;
  const { fits } = cast;
  return {
    value: (of) => `${of}::${columnType(to)}`,
    fits: fits && ((of) => `not exists (select from unnest(${of}) as element where not (${fits('element')}))`),
  };
}

const widest: NumberRange = { digits: 1000, scale: 0, bounds: null };

function numbersOf(type: FieldType): NumberRange | undefined {
  return wordOf(type).number?.(type);
}

function numberFits(from: NumberRange, to: NumberRange): Conversion['fits'] {
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
function numberPattern({ scale }: NumberRange): string {
  const fraction = scale === 0 ? '' : `(\\.[0-9]{1,${Math.min(scale, 200)}})?`;
  return `^(?!-0$)-?(0|[1-9][0-9]{0,130})${fraction}$`;
}
