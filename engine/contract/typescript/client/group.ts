import { type Aggregates, shapes } from './resources.ts';
import type { FieldOf, Name, Row } from './row.ts';
import { noShape } from './shape.ts';
import type { Bigint, Decimal } from './value.ts';

/** What rows have together: `count()`, `price.sum()`, or `total:price.sum()` for another name. */
export type Aggregate<N extends Name> = true extends Aggregates ? Taken<N> | `${string}:${Taken<N>}` : never;

type Taken<N extends Name> =
  | 'count()'
  | `${FieldOf<N>}.${'count' | 'min' | 'max'}()`
  | `${NumberOf<N>}.${'sum' | 'avg'}()`;

/** The fields that hold a number. */
type NumberOf<N extends Name> = {
  [Field in FieldOf<N>]: NonNullable<Row<N>[Field]> extends number | Bigint | Decimal ? Field : never;
}[FieldOf<N>];

/** The members that aggregates add to a group, each under its name. */
export type Grouped<N extends Name, Selected extends string> = {
  [Column in Selected as NameOf<Column>]: Column extends `${string}:${infer Own}`
    ? ValueOf<N, Own>
    : ValueOf<N, Column>;
};

/** The name of an aggregate in a group. */
export type NameOf<Column extends string> = Column extends `${infer Named}:${string}()`
  ? Named
  : Column extends 'count()'
    ? 'count'
    : Column extends `${string}.${infer Word}()`
      ? Word
      : never;

type ValueOf<N extends Name, Own extends string> = Own extends 'count()' | `${string}.count()`
  ? number
  : Own extends `${infer Field}.${infer Word}()`
    ? Field extends keyof Row<N>
      ? TakenOf<NonNullable<Row<N>[Field]>, Word> | null
      : never
    : never;

type TakenOf<Value, Word extends string> = Word extends 'avg'
  ? Decimal
  : Word extends 'sum'
    ? Value extends number | Bigint
      ? Bigint
      : Decimal
    : Value;

/** Of the aggregates in `select`, by their names, whether their numbers are texts here. */
export function exactAggregates(name: string, select: string): ReadonlyMap<string, boolean> {
  const { exact } = shapes[name] ?? noShape;
  const found = new Map<string, boolean>();
  for (const column of select.split(',')) {
    const [, named, field, word] = /^(?:([^:]*):)?(?:(\w+)\.)?(count|sum|avg|min|max)\(\)$/.exec(column) ?? [];
    if (word === undefined) continue;
    const isOwn = (word === 'min' || word === 'max') && field !== undefined && exact.includes(field);
    found.set(named ?? word, word === 'sum' || word === 'avg' || isOwn);
  }
  return found;
}
