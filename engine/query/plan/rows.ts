import type { BoundCondition } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type Draft, emptyDraft, finish } from './draft.ts';
import { planKeys } from './group_order.ts';
import { distribute, type Sorted } from './parameters.ts';
import { faultsOf, type Parameter, type QueryFault, type Result, refuse, unlessFaulty } from './query_string.ts';
import type { OrderPlan, RowsPlan } from './rows_plan.ts';
import { planSelection } from './selection.ts';

/** What a kind of request makes of its parameters. */
interface RowsRequest {
  readonly resource: Resource;
  readonly sorted: Sorted;
  /** The parameters that stand at most once. */
  readonly known: readonly string[];
  /** Conditions that come from those. */
  readonly conditions?: readonly BoundCondition[];
  /** Whether filters choose the rows: they may, they have to, or the request is about one row. */
  readonly filters: 'optional' | 'required' | 'none';
  /** Whether a row shows its links. */
  readonly withLinks: boolean;
  /** Whether the rows are a list, whose rows may be put into groups. */
  readonly isList?: boolean;
}

/** Reads what to show of which rows. Its faults are all faults of `select`, `embed`, the filters and the options of embeds. */
export function planRows(request: RowsRequest, model: Model): Result<RowsPlan> {
  const planned = planOrderedRows(request, undefined, model);
  return planned.ok ? { ok: true, value: planned.value.rows } : planned;
}

/** The same of rows in an order, whose keys may be what `select` and `embed` name. */
export function planOrderedRows(
  request: RowsRequest,
  order: Parameter | undefined,
  model: Model,
): Result<{ readonly rows: RowsPlan; readonly order: readonly OrderPlan[] }> {
  const { resource, sorted, known, conditions = [], filters, withLinks, isList = false } = request;
  const { named, others, faults } = sorted;
  const selection = planSelection(
    resource,
    { select: named.get('select'), embed: named.get('embed') },
    { model, withLinks, isList },
  );
  const draft = selection.ok ? selection.value : emptyDraft(resource);
  // What names an embedded relation cannot be told right from wrong while it is not known what is embedded.
  const readable = selection.ok ? others : others.filter(isAboutTheRow);
  draft.conditions.push(...conditions);
  const distributed = distribute(draft, readable, { known, filtered: filters !== 'none' }, model);
  const ordered = order === undefined ? unordered : planKeys(draft, order, model);
  const rows = finish(draft, model);
  const all = [...faults, ...faultsOf([selection, distributed, rows, ordered])];
  if (all.length === 0 && filters === 'required') all.push(...missingFilter(draft));
  if (!rows.ok || !ordered.ok) return { ok: false, faults: all };
  return unlessFaulty(all, { rows: rows.value, order: ordered.value });
}

const unordered: Result<readonly OrderPlan[]> = { ok: true, value: [] };

function isAboutTheRow({ name }: Parameter): boolean {
  return !name.includes('.') && name !== 'and' && name !== 'or';
}

// An inner embed alone is easily written without a thought of what it leaves.
function missingFilter({ resource, filters }: Draft): readonly QueryFault[] {
  if (filters.length > 0) return [];
  const detail = `no filter says which rows of ${resource.name} are meant`;
  const hint = 'add a filter, as in id=in.(1,2,3); id=not.is.null means all rows';
  return faultsOf([refuse('filter_required', { parameter: null, position: null }, detail, hint)]);
}
