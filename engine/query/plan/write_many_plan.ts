import type { Model, Resource } from '../../model/model.ts';
import { type Page, readCount } from './page.ts';
import { sortParameters } from './parameters.ts';
import { faultsOf, type Parameter, type Result, refuse } from './query_string.ts';
import { planOrderedRows } from './rows.ts';
import type { OrderPlan, RowsPlan } from './rows_plan.ts';

/** The rows that a write by filters is about: all of them, or the first of them in an order. */
export interface WriteManyPlan extends Page {
  readonly rows: RowsPlan;
  readonly order: readonly OrderPlan[];
}

/**
 * Reads the parameters of a write by filters: at least one filter, the order and the number of rows, and their
 * representation in the answer. Without an order, nobody could say which rows a limit leaves out.
 */
export function planWriteMany(
  resource: Resource,
  parameters: readonly Parameter[],
  model: Model,
): Result<WriteManyPlan> {
  const sorted = sortParameters(parameters, known);
  const { named } = sorted;
  const ordered = named.get('order');
  const rows = planOrderedRows({ resource, sorted, known, filters: 'required', withLinks: false }, ordered, model);
  const limit = countOf(named.get('limit'));
  const offset = countOf(named.get('offset'));
  const paged = named.get('limit') ?? named.get('offset');
  const needed = paged !== undefined && ordered === undefined ? needsOrder(paged.name) : null;
  if (!rows.ok || limit?.ok === false || offset?.ok === false || needed !== null) {
    const results = [rows, limit, offset, needed];
    return { ok: false, faults: faultsOf(results.filter((each) => each !== null)) };
  }
  return { ok: true, value: { ...rows.value, limit: limit?.value ?? null, offset: offset?.value ?? 0 } };
}

const known = ['select', 'embed', 'order', 'limit', 'offset'] as const;

function countOf(parameter: Parameter | undefined): Result<number> | null {
  return parameter === undefined ? null : readCount(parameter, Number.MAX_SAFE_INTEGER);
}

function needsOrder(parameter: string): Result<never> {
  const detail = `${parameter} needs an order, which says which rows come first`;
  return refuse('invalid_parameter', { parameter, position: null }, detail, 'add order=id');
}
