import type { Failure, Query, Row } from '../../../db/statement.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Resource, Table } from '../../model/model.ts';
import type { RowsPlan } from '../../query/plan/rows_plan.ts';
import { planUpdateMany } from '../../query/plan/update_plan.ts';
import { renderList } from '../../query/sql/read/list.ts';
import { renderUpdateMany } from '../../query/sql/write/write_many.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import type { RouteContext } from '../context.ts';
import type { Handler } from '../handler.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { assignmentsOf } from '../request/assignment.ts';
import { refusePreconditions } from '../request/precondition.ts';
import { type Preferred, readPreferences } from '../request/prefer.ts';
import { contentRange } from '../request/range.ts';
import { parametersOf, queryProblem } from '../request/url.ts';
import { createValidators } from '../request/validator.ts';
import { requireFields, sightOf, type View, writerOf } from '../request/view.ts';
import { queryProblemOf, writeProblem } from '../response/database_problem.ts';
import { requireReads } from '../response/reads.ts';
import { notSingular } from './list.ts';
import { requireBody, validBody } from './write.ts';

/**
 * `PATCH /<resource>?<filters>`: the same values for some fields of all rows that the filters choose. The answer says of how
 * many, and with `Prefer: return=representation` shows the first page of them.
 */
export function updateManyHandler(table: Table, context: RouteContext): Handler<Table, Preferred> {
  const validatorOf = createValidators('update');
  const answer: Handler<Table, Preferred>['answer'] = async (request, view, preferred, run) => {
    requireBody(request);
    const parameters = parametersOf(request);
    const planned = planUpdateMany(view.resource, parameters, view.model);
    if (!planned.ok) throw queryProblem(planned.faults);
    const rows = planned.value;
    requireReads(view, { rows, order: [], asOf: null });
    requireFields(request.body, table, view);
    const body = validBody(request.body, view, validatorOf(view.resource), context);
    const writer = await writerOf(request, view, context);
    const most = view.model.service.limits.pageMaximum;
    const statement = renderUpdateMany(table, { rows, assignments: assignmentsOf(table, body), most }, writer);
    const outcome = await run.transaction(async (query): Promise<Changed | Failure> => {
      const written = await query(statement);
      if (!written.ok) return written;
      const [{ count = '0', ids = null } = {}] = written.rows;
      // What is thrown rolls the change back.
      if (request.form === 'object' && count !== '1') throw notSingular(Number(count));
      if (preferred.return !== 'representation') return { count: Number(count), shown: Number(count), body: null };
      const shown = await show(query, rows, { ids, count: Number(count) }, view);
      // One row that the caller may no longer read has no form to be shown in.
      return 'body' in shown && shown.shown === 0 && request.form === 'object' ? { ...shown, body: null } : shown;
    });
    if ('ok' in outcome) {
      const { error } = outcome;
      throw (
        queryProblemOf(error, parameters) ??
        writeProblem(error, { table, body, sight: sightOf(view) }, context.constraints)
      );
    }
    const isApplied = preferred.return === 'minimal' || outcome.body !== null;
    const headers = {
      ...(isApplied ? { 'preference-applied': `return=${preferred.return}` } : {}),
      'content-range': contentRange(0, outcome.shown, outcome.count),
    };
    if (outcome.body === null) return { status: 204, headers, body: null };
    const { form } = request;
    const text = form === 'object' ? outcome.body.slice(1, -1) : outcome.body;
    return { status: 200, headers: { ...headers, 'content-type': `${mediaTypes[form]}; charset=utf-8` }, body: text };
  };
  return { readHead, answer };
}

function readHead(request: Pick<ActionRequest, 'headers'>): Preferred {
  refusePreconditions(request, 'many rows are in no one version');
  return readPreferences(request, 'update_many');
}

/** How many rows were changed, how many of them the answer is about, and these as a JSON array; null where it has no body. */
interface Changed {
  readonly count: number;
  readonly shown: number;
  readonly body: string | null;
}

/** Reads the changed rows that the caller may still read: in a second statement, as the first does not see what it wrote. */
async function show(
  query: Query,
  { resource, columns }: RowsPlan,
  { ids, count }: { readonly ids: string | null; readonly count: number },
  view: View<Table>,
): Promise<Changed | Failure> {
  const rows = { resource, columns, conditions: [isOneOf(resource, readArrayText(ids ?? '{}') ?? [])] };
  const limit = view.model.service.limits.pageMaximum;
  const plan = { rows, order: [], limit, offset: 0, after: null, asOf: null };
  const read = await query(renderList(plan, view, { total: false }));
  if (!read.ok) return read;
  const [{ body = null, count: shown = null } = {} as Row] = read.rows;
  return { count, shown: Number(shown ?? 0), body: body ?? '[]' };
}

function isOneOf({ fields }: Resource, values: readonly (string | null)[]): BoundCondition {
  const field = fields.get('id');
  if (field === undefined) throw new Error('a resource has no id');
  const operand = { field, steps: [], type: field.type };
  return {
    kind: 'comparison',
    operand,
    negated: false,
    operator: 'in',
    quantifier: null,
    language: null,
    values,
    claim: null,
    slot: null,
  };
}
