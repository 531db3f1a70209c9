import type { Model, Resource } from '../../definition/model.ts';
import { finish } from './draft.ts';
import { type Instant, planInstants } from './instant.ts';
import { distribute, sortParameters } from './parameters.ts';
import type { Parameter, Result } from './query_string.ts';
import type { RowsPlan } from './rows_plan.ts';
import { planSelection } from './selection.ts';

/** What is shown of one row, and of what is fetched along with it. */
export interface ReadPlan {
  readonly rows: RowsPlan;
  /** The instant as of which the row was recorded; null for now. */
  readonly asOf: Instant | null;
}

/** Reads the parameters of a read: what to show, an instant, and what is asked of embedded relations. */
export function planRead(resource: Resource, parameters: readonly Parameter[], model: Model): Result<ReadPlan> {
  const sorted = sortParameters(parameters, readParameters);
  if (!sorted.ok) return sorted;
  const { named } = sorted.value;
  const instants = planInstants(resource, named);
  if (!instants.ok) return instants;
  const rows = planRows(resource, sorted.value, readParameters, model, true);
  return rows.ok ? { ok: true, value: { rows: rows.value, asOf: instants.value.asOf } } : rows;
}

/** Reads the parameters of a write, which say what its answer shows of the row. */
export function planAnswer(resource: Resource, parameters: readonly Parameter[], model: Model): Result<RowsPlan> {
  const sorted = sortParameters(parameters, answerParameters);
  return sorted.ok ? planRows(resource, sorted.value, answerParameters, model, false) : sorted;
}

const readParameters = ['select', 'embed', 'as_of'] as const;
const answerParameters = ['select', 'embed'] as const;

function planRows(
  resource: Resource,
  { named, others }: { readonly named: ReadonlyMap<string, Parameter>; readonly others: readonly Parameter[] },
  known: readonly string[],
  model: Model,
  withLinks: boolean,
): Result<RowsPlan> {
  const draft = planSelection(resource, named.get('select'), named.get('embed'), model, withLinks);
  if (!draft.ok) return draft;
  const distributed = distribute(draft.value, others, known, model, false);
  return distributed.ok ? finish(draft.value, model) : distributed;
}
