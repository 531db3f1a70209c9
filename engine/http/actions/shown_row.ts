import type { Restrictions } from '../../access/restriction.ts';
import type { Table } from '../../model/model.ts';
import { prepare } from '../../query/cache/plan_cache.ts';
import type { Parameter } from '../../query/plan/query_string.ts';
import { planAnswer } from '../../query/plan/read_plan.ts';
import type { AnyRowsPlan } from '../../query/plan/rows_plan.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { renderAnswer } from '../../query/sql/read/read.ts';
import type { RouteContext } from '../context.ts';
import { queryProblem } from '../request/url.ts';
import type { View } from '../request/view.ts';
import { requireReads } from '../response/reads.ts';

/** What the answer to a write shows of its row in a statement of its own. */
export interface ShownRow {
  readonly plan: AnyRowsPlan;
  /** The statement for a writer. Without an id, it is about the row that the statement before has made. */
  readonly statementFor: (writer: Restrictions, id: string | null) => Statement;
}

/**
 * Plans what the answer to a write of this id shows, or takes the plan and the statement of an earlier write of the same shape.
 * @throws Problem for parameters that are wrong, or ask for what the caller may not read.
 */
export function shownRow(
  parameters: readonly Parameter[],
  view: View<Table>,
  { plans }: Pick<RouteContext, 'plans'>,
  id: string | null,
): ShownRow {
  const { resource, model } = view;
  const preparedFor = (restrictions: Restrictions, of: string | null) => {
    const prepared = prepare(plans, {
      kind: `${of === null ? 'new' : 'written'} ${resource.name}`,
      parameters,
      principal: restrictions.principal,
      id: of,
      maximumValues: model.service.limits.inValues,
      plan: () => {
        const rows = planAnswer(resource, parameters, model);
        return rows.ok ? { ok: true, value: { rows: rows.value, asOf: null } } : rows;
      },
      render: ({ rows }) => renderAnswer(rows, of, restrictions),
    });
    if (!prepared.ok) throw queryProblem(prepared.faults);
    return prepared.value;
  };
  const { plan, statement } = preparedFor(view, id);
  requireReads(view, { ...plan, order: [] });
  return {
    plan: plan.rows,
    // A writer who is recorded only now is another principal.
    statementFor: (writer, of) =>
      of === id && writer.principal === view.principal ? statement : preparedFor(writer, of).statement,
  };
}
