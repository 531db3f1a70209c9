import { quote } from '../../language/wording.ts';
import type { FieldTypeWord } from '../field_type_word.ts';
import type { FacetPlace, Facets } from '../json_schema/facets.ts';
import type { JsonSchema } from '../json_schema/json_schema.ts';
import { noShorthand, shortFacets } from '../shorthand.ts';
import { readDecimal } from '../value/decimal.ts';
import { around } from '../value/longest.ts';
import { type Bounds, boundFacets, boundSchema, buildBounds, numberWord } from '../value/number.ts';
import type { NumberRange } from '../value/number_range.ts';
import { accept, refuse } from '../value/read_value.ts';
import { numberLiteral } from '../value/sql_literal.ts';

/** Exact decimal numbers, with a number of digits in all and behind the point. */
export interface DecimalType extends Bounds {
  readonly kind: 'decimal';
  readonly precision: number;
  readonly scale: number;
}

const facets = {
  precision: {
    type: 'integer',
    minimum: 1,
    maximum: 1000,
    description: 'Number of digits, before and after the decimal point together.',
  },
  scale: { type: 'integer', minimum: 0, maximum: 1000, description: 'Number of digits after the decimal point.' },
  ...boundFacets,
} as const;

export const decimal: FieldTypeWord<DecimalType, typeof facets> = {
  ...numberWord<DecimalType>(rangeOf, decimalSchema),
  traits: ['equal', 'ordered', 'nullable', 'listed', 'summed', 'ranked'],
  means: 'exact decimal number',
  otherNames: ['number', 'numeric', 'float', 'double', 'real', 'money'],
  facets,
  needs: ['precision', 'scale'],
  isElement: true,
  shorthand: (written) => {
    const [, precision, scale] = /^(\d{1,4}),(\d{1,4})$/.exec(written ?? '') ?? [];
    return precision === undefined
      ? noShorthand('give all digits and the digits after the point, such as price:decimal=9,3')
      : shortFacets({ precision: Number(precision), scale: Number(scale) });
  },
  build: buildDecimal,
  read: (_, text) =>
    readDecimal(text) === null
      ? refuse(`${quote(text)} is not a decimal number`, 'a number such as 12.5')
      : accept(text),
  column: ({ precision, scale }) => `numeric(${precision}, ${scale})`,
  // A cast to numeric(9, 3) would round the operand and change what is compared.
  operand: () => 'numeric',
  castNames: ['numeric', 'decimal', 'real', 'float4', 'double precision', 'float8'],
  literal: (_, text) => numberLiteral(text, 'numeric'),
  isStoredAs: (from, to) => from.scale === to.scale && from.precision <= to.precision,
  longest: ({ precision }) => precision + around,
  remark: ({ scale }) => ` At most ${scale} digits after the decimal point.`,
  filter: { name: 'decimal', value: '[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?' },
  typescript: {
    read: () => 'Decimal',
    sent: () => 'DecimalInput',
    filter: () => 'DecimalFilter',
    isExact: () => true,
  },
  words: ({ precision, scale }) => `decimal, ${precision} digits, ${scale} behind the point`,
};

function rangeOf({ precision, scale }: Pick<DecimalType, 'precision' | 'scale'>): NumberRange {
  return { digits: precision - scale, scale, bounds: null };
}

function buildDecimal(written: Facets<typeof facets>, place: FacetPlace): DecimalType {
  const { precision = 0, scale = 0 } = written;
  if (scale > precision) {
    const message = `scale ${scale} is above precision ${precision}`;
    place.report({ steps: ['scale'], message, expected: `at most ${precision}` });
  }
  return { kind: 'decimal', precision, scale, ...buildBounds(rangeOf({ precision, scale }), written, place) };
}

function decimalSchema(type: DecimalType): JsonSchema {
  return { type: 'number', ...boundSchema(type), ...digitBounds(type) };
}

/** The digits before the decimal point as bounds, unless narrower bounds are given. */
function digitBounds({ precision, scale, minimum, maximum }: DecimalType): JsonSchema {
  const bound = 10 ** (precision - scale);
  if (!Number.isSafeInteger(bound)) return {};
  return {
    ...(minimum === null ? { exclusiveMinimum: -bound } : {}),
    ...(maximum === null ? { exclusiveMaximum: bound } : {}),
  };
}
