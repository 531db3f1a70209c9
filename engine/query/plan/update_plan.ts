import type { Model, Resource } from '../../definition/model.ts';
import { finish } from './draft.ts';
import { distribute, sortParameters } from './parameters.ts';
import { type Parameter, type Result, refuse } from './query_string.ts';
import type { RowsPlan } from './rows_plan.ts';
import { planSelection } from './selection.ts';

/**
 * Reads the parameters of a change of many rows: filters that choose them, of which there has to be one at least, and what
 * the answer shows of each.
 */
export function planUpdateMany(resource: Resource, parameters: readonly Parameter[], model: Model): Result<RowsPlan> {
  const sorted = sortParameters(parameters, known);
  if (!sorted.ok) return sorted;
  const { named, others } = sorted.value;
  const draft = planSelection(resource, named.get('select'), named.get('embed'), model, false);
  if (!draft.ok) return draft;
  const distributed = distribute(draft.value, others, known, model);
  if (!distributed.ok) return distributed;
  // An inner embed alone is easily written without a thought of what it leaves.
  if (draft.value.filters.length === 0) {
    const detail = `nothing says which rows of ${resource.name} are changed`;
    return refuse('filter_required', null, null, detail, 'add a filter, as in id=in.(1,2,3)');
  }
  return finish(draft.value, model);
}

const known = ['select', 'embed'] as const;
