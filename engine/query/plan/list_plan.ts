import type { AnyComparison, BoundComparison } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import { type Cursor, readCursor } from './cursor.ts';
import { type AnyInstant, type Instant, planInstants, validAt } from './instant.ts';
import { type Page, planPage, type Range } from './page.ts';
import { sortParameters } from './parameters.ts';
import { faultsOf, type Parameter, type Result, refuse } from './query_string.ts';
import { planOrderedRows } from './rows.ts';
import { type OrderPlan, type RowsPlan, rankedBy } from './rows_plan.ts';

/** One page of a list: its rows, their order, and where in it the page is. */
export interface ListPlan<Comparison = BoundComparison, AsOf = Instant> extends Page {
  readonly rows: RowsPlan<Comparison>;
  /** Before the id, which is the last key of every list. */
  readonly order: readonly OrderPlan[];
  /** The keys of the row that the page follows; null for a page by its offset. */
  readonly after: Cursor | null;
  /** The instant as of which the rows were recorded; null for now. */
  readonly asOf: AsOf | null;
}

/** A list, whether its values are there or come with each request. */
export type AnyListPlan = ListPlan<AnyComparison, AnyInstant>;

/** What a request says besides its URL. */
export interface ListHeaders {
  readonly range: Range | null;
  /** Whether all rows are meant where no limit is given. */
  readonly unlimited: boolean;
}

/** Reads the parameters of a list, resolves their names and holds them against the limits. */
export function planList(
  resource: Resource,
  parameters: readonly Parameter[],
  model: Model,
  { range, unlimited }: ListHeaders = { range: null, unlimited: false },
): Result<ListPlan> {
  const { limits } = model.service;
  const sorted = sortParameters(parameters, listParameters);
  const { named } = sorted;
  const instants = planInstants(resource, named);
  const at = instants.ok ? instants.value.validAt : null;
  const conditions = at === null ? [] : [validAt(resource, at)];
  const rows = planOrderedRows(
    { resource, sorted, known: listParameters, conditions, filters: 'optional', withLinks: false, isList: true },
    named.get('order'),
    model,
  );
  const page = planPage({ limit: named.get('limit'), offset: named.get('offset'), range, unlimited }, limits);
  const after = rows.ok && page.ok ? planAfter(named.get('after'), rows.value, page.value) : noCursor;
  if (!instants.ok || !rows.ok || !page.ok || !after.ok) {
    return { ok: false, faults: faultsOf([instants, rows, page, after]) };
  }
  if (rows.value.rows.groups !== null && page.value.limit === null) return withoutEnd(limits);
  const { asOf } = instants.value;
  return { ok: true, value: { ...page.value, ...rows.value, after: after.value, asOf } };
}

/** The parameters of a list that are not filters. */
export const listParameters = ['select', 'embed', 'order', 'limit', 'offset', 'after', 'valid_at', 'as_of'] as const;

/** Rows come one by one as PostgreSQL finds them. For the first group it has to read all rows, which a timeout bounds. */
function withoutEnd({ pageMaximum }: Limits): Result<never> {
  return refuse(
    'invalid_parameter',
    { parameter: 'limit', position: null },
    'aggregates come in pages, as lines of JSON too',
    `add a limit of at most ${pageMaximum}`,
  );
}

const noCursor: Result<null> = { ok: true, value: null };

function planAfter(
  parameter: Parameter | undefined,
  { rows, order }: Pick<ListPlan, 'rows' | 'order'>,
  { offset }: Page,
): Result<Cursor | null> {
  if (parameter === undefined) return { ok: true, value: null };
  if (rows.groups !== null) {
    return refuse(
      'invalid_parameter',
      { parameter: 'after', position: null },
      'after stands for a row, and this list shows groups',
      'use offset, as the Link header does',
    );
  }
  if (rankedBy(rows, order).length > 0) {
    return refuse(
      'invalid_parameter',
      { parameter: 'after', position: null },
      'after stands for a place in an order, and a search orders rows by how well they fit',
      'use offset, as the Link header does; or add order=id',
    );
  }
  if (!rows.resource.fields.has('id')) {
    return refuse(
      'invalid_parameter',
      { parameter: 'after', position: null },
      `after stands for a row, and a row of ${rows.resource.name} has no id`,
      'use offset, as the Link header does',
    );
  }
  if (offset === 0) return readCursor(parameter, order);
  return refuse(
    'invalid_parameter',
    { parameter: 'after', position: null },
    'after and an offset exclude each other',
    'use the one or the other',
  );
}
