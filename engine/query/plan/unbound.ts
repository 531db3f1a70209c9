import { mapCondition } from '../../model/condition/atom.ts';
import { takesSeveral } from '../../model/condition/operand.ts';
import type { BoundComparison, UnboundComparison } from '../../model/field.ts';
import { arrayText } from '../../vocabulary/value/array_text.ts';
import type { Instant, OpenInstant } from './instant.ts';
import { type ColumnPlan, comparisonsOf, type RowsPlan } from './rows_plan.ts';

/** The plan of one request, with its values. */
export interface BoundPlan {
  readonly rows: RowsPlan;
  readonly asOf: Instant | null;
}

/** A plan for all requests of one shape: where they have values of their own, it has bind positions and no values. */
export interface UnboundPlan {
  readonly rows: RowsPlan<UnboundComparison>;
  readonly asOf: OpenInstant | null;
}

export type Unbound<Plan extends BoundPlan> = Omit<Plan, keyof UnboundPlan> & UnboundPlan;

/** The values of a request by their bind positions, as texts that PostgreSQL reads. */
export type Bindings = ReadonlyMap<number, string | null>;

/** A plan without the values of these parameters, which are given by their places; and these values. */
export function unbind<Plan extends BoundPlan>(
  plan: Plan,
  isOpen: (slot: number) => boolean,
): { readonly plan: Unbound<Plan>; readonly bindings: Bindings } {
  const { rows, asOf } = plan;
  const bindings = new Map<number, string | null>();
  // A comparison that stands in several places stays one.
  const unbound = new Map(
    comparisonsOf(rows).map((comparison): [BoundComparison, UnboundComparison] => {
      const { comparand } = comparison;
      if (comparand.kind !== 'values') return [comparison, { ...comparison, comparand }];
      const { slot, values } = comparand;
      if (slot === null || !isOpen(slot))
        return [comparison, { ...comparison, comparand: { ...comparand, slot: null } }];
      bindings.set(slot, takesSeveral(comparison) ? arrayText(values) : (values[0] ?? null));
      return [comparison, { ...comparison, comparand: { kind: 'open', slot } }];
    }),
  );
  if (asOf !== null) bindings.set(asOf.slot, asOf.datetime);
  const open = asOf === null ? null : { datetime: null, slot: asOf.slot };
  return { plan: { ...plan, rows: unboundRows(rows, unbound), asOf: open }, bindings };
}

type UnboundOf = ReadonlyMap<BoundComparison, UnboundComparison>;

function unboundRows(rows: RowsPlan, unbound: UnboundOf): RowsPlan<UnboundComparison> {
  const { columns, conditions } = rows;
  const change = { comparison: (each: BoundComparison) => unboundOf(each, unbound), relation: same };
  return {
    ...rows,
    columns: columns.map((column) => unboundColumn(column, unbound)),
    conditions: conditions.map((condition) => mapCondition(condition, change)),
  };
}

function unboundColumn(column: ColumnPlan, unbound: UnboundOf): ColumnPlan<UnboundComparison> {
  if (column.kind !== 'embed' && column.kind !== 'spread') return column;
  const { rows, link } = column.embed;
  const embed = { ...column.embed, rows: unboundRows(rows, unbound), link: link && unboundRows(link, unbound) };
  return { ...column, embed };
}

function unboundOf(comparison: BoundComparison, unbound: UnboundOf): UnboundComparison {
  const known = unbound.get(comparison);
  if (known === undefined) throw new Error('a plan has a comparison that is not among its comparisons');
  return known;
}

function same<Value>(value: Value): Value {
  return value;
}
