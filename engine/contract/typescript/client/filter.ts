import type {
  BoundedOperator,
  ComparedOperator,
  ContainedOperator,
  OverlappingOperator,
  PeriodOperator,
  QuantifiedOperator,
  QuantifiedTextOperator,
  SearchOperator,
  TextOperator,
} from './operator.ts';
import type { BigintInput, DatetimeInput, Day, DecimalInput, Json, RangeText, TimeOfDay } from './value.ts';

// What a field can be asked, by its type; several operators all have to hold. `not` is true where what is in it is false.

export type TextFilter<V extends string | null = string> = Negatable<
  Compared<NonNullable<V>> & Listed<NonNullable<V>> & Searched & Nullness
>;
export type BooleanFilter = Negatable<Compared<boolean> & Listed<boolean> & { readonly is?: Truth }>;
export type IntegerFilter = ScalarFilter<number>;
export type BigintFilter = ScalarFilter<BigintInput>;
export type DecimalFilter = ScalarFilter<DecimalInput>;
export type DayFilter = ScalarFilter<Day>;
export type DatetimeFilter = ScalarFilter<DatetimeInput>;
export type TimeFilter = ScalarFilter<TimeOfDay>;
export type UuidFilter = ScalarFilter<string>;
export type JsonFilter = Negatable<Compared<Json> & Listed<Json> & Contained<Json> & Nullness>;
/** Whether there is a file. */
export type FileFilter = Negatable<Nullness>;
/** A single value stands for the range that has it alone. */
export type RangeFilter = Negatable<
  Compared<RangeText> &
    Listed<RangeText> &
    Contained<RangeText> &
    Overlapping<RangeText> & { readonly [Operator in BoundedOperator]?: RangeText } & Nullness
>;
export type ArrayFilter<V> = Negatable<
  Compared<readonly V[]> & Contained<readonly V[]> & Overlapping<readonly V[]> & Nullness
>;

/** A period as `[from,to)`; leave out an open bound. `cs` takes an instant too. */
export type PeriodFilter = Negatable<{ readonly [Operator in PeriodOperator]?: string }>;

/** Words in several fields of a row. */
export type SearchFilter = Negatable<{ readonly [Operator in SearchOperator]?: string }>;

/** Conditions on a row, which must all hold. */
export type Conditions<Fields> = Fields & {
  readonly and?: readonly Conditions<Fields>[];
  readonly or?: readonly Conditions<Fields>[];
  readonly not?: Conditions<Fields>;
};

/**
 * Conditions on a related row. They keep the rows with a match; for an embedded relation, they choose the rows to
 * embed. `is` asks whether any related row exists.
 */
export type RelatedFilter<Fields> = Conditions<Fields> & Nullness;

type Negatable<Operators> = Operators & { readonly not?: Operators };

type ScalarFilter<V> = Negatable<Compared<V> & Listed<V> & Nullness>;

type Compared<V> = { readonly [Operator in ComparedOperator]?: V } & Quantified<QuantifiedOperator, V>;

type Quantified<Operator extends string, V> = {
  readonly [Key in `${Operator}(${'any' | 'all'})`]?: readonly (V | null)[];
};

interface Listed<V> {
  readonly in?: readonly V[];
}

interface Nullness {
  readonly is?: null | 'not_null';
}

type Truth = null | 'not_null' | boolean | 'unknown';

type Contained<V> = { readonly [Operator in ContainedOperator]?: V };

type Overlapping<V> = { readonly [Operator in OverlappingOperator]?: V };

/** Patterns, and words to search for. The language of the words may follow the operator, as in `fts(norwegian)`. */
type Searched = {
  readonly [Operator in TextOperator | SearchOperator | `${SearchOperator}(${string})`]?: string;
} & Quantified<QuantifiedTextOperator, string>;
