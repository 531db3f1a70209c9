import { mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import type { Prepared } from '../../query/cache/plan_cache.ts';
import type { AnyListPlan, ListPlan } from '../../query/plan/list_plan.ts';
import { relatedReads } from '../../query/plan/rows_plan.ts';
import { hidesRows } from '../../query/sql/read/rule/hides_rows.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { parametersOf } from '../request/url.ts';
import type { View } from '../request/view.ts';
import type { Run } from '../run.ts';
import { databaseProblem, queryProblemOf } from './database_problem.ts';
import { failedView } from './failed_view.ts';
import type { Answer } from './send.ts';

/**
 * PostgreSQL's plan of a list, instead of its rows. It shows the conditions of rules with the claims in them, names of hidden
 * fields, and estimates of all rows.
 * @throws Problem for a caller from whom any of these is hidden, unless the service shows plans to everybody.
 */
export async function explained(
  request: ActionRequest,
  view: View,
  { plan, statement }: Prepared<ListPlan>,
  run: Run,
): Promise<Answer> {
  if (view.model.service.explain !== 'everybody' && hidesAnything(plan, view)) {
    throw new Problem('forbidden', 'the plan would tell of rows or fields that your role may not read', {
      hint: 'ask with a role that may read all that the list reads',
    });
  }
  const isJson = request.form === 'plan_json';
  const options = optionsOf(request.headers.accept);
  const text = `explain (${[`format ${isJson ? 'json' : 'text'}`, ...options].join(', ')}) ${statement.text}`;
  const outcome = await run.query({ text, values: statement.values });
  if (!outcome.ok)
    throw (
      queryProblemOf(outcome.error, parametersOf(request)) ??
      failedView(outcome.error, plan, view) ??
      databaseProblem(outcome.error)
    );
  const named = options.length === 0 ? '' : `; options=${options.join('|')}`;
  return {
    status: 200,
    headers: { 'content-type': `${mediaTypes[request.form]}; for="application/json"${named}; charset=utf-8` },
    body: outcome.rows.map((row) => `${row['QUERY PLAN']}\n`).join(''),
  };
}

function hidesAnything(plan: AnyListPlan, view: View): boolean {
  const { rows, order } = plan;
  const read = [rows.resource, ...relatedReads(rows, order, view.model).map(({ resource }) => resource)];
  return hidesRows(plan, view) || read.some((resource) => view.whole.resources.get(resource.name) !== resource);
}

/** The options of EXPLAIN that an Accept header asks for. What is none of them is left alone, as PostgREST does. */
function optionsOf(accept: string | undefined): readonly string[] {
  const written =
    /;\s*options\s*=\s*"?([a-z|]*)/i
      .exec(accept ?? '')?.[1]
      ?.toLowerCase()
      .split('|') ?? [];
  const asked = explainOptions.filter((option) => written.includes(option));
  // PostgreSQL measures what it writes only when it runs the statement.
  return asked.includes('analyze') ? asked : asked.filter((option) => option !== 'wal');
}

const explainOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'];
