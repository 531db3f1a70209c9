import type { AnyComparison, BoundComparison } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type AnyInstant, type Instant, planInstants } from './instant.ts';
import { sortParameters } from './parameters.ts';
import { faultsOf, type Parameter, type Result } from './query_string.ts';
import { planRows } from './rows.ts';
import type { RowsPlan } from './rows_plan.ts';

/** The representation of one row, and of the relations that are embedded in it. */
export interface ReadPlan<Comparison = BoundComparison, AsOf = Instant> {
  readonly rows: RowsPlan<Comparison>;
  /** The instant as of which the row was recorded; null for now. */
  readonly asOf: AsOf | null;
}

/** A read, whether its values are there or come with each request. */
export type AnyReadPlan = ReadPlan<AnyComparison, AnyInstant>;

/** Reads the parameters of a read: what to show, an instant, and what is asked of embedded relations. */
export function planRead(resource: Resource, parameters: readonly Parameter[], model: Model): Result<ReadPlan> {
  const sorted = sortParameters(parameters, readParameters);
  const instants = planInstants(resource, sorted.named);
  const rows = planRows({ resource, sorted, known: readParameters, filters: 'none', withLinks: true }, model);
  if (!instants.ok || !rows.ok) return { ok: false, faults: faultsOf([instants, rows]) };
  return { ok: true, value: { rows: rows.value, asOf: instants.value.asOf } };
}

/**
 * Reads the parameters of a write, which choose the representation in its answer. The row is always shown: an inner
 * embed without a match is null, like an outer one.
 */
export function planAnswer(resource: Resource, parameters: readonly Parameter[], model: Model): Result<RowsPlan> {
  const sorted = sortParameters(parameters, answerParameters);
  const rows = planRows({ resource, sorted, known: answerParameters, filters: 'none', withLinks: false }, model);
  return rows.ok ? { ok: true, value: { ...rows.value, conditions: [] } } : rows;
}

const readParameters = ['select', 'embed', 'as_of'] as const;
const answerParameters = ['select', 'embed'] as const;
