import type { Failure, Row } from '../../../db/statement.ts';
import { invalidBody, Problem } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import type { Parameter } from '../../query/plan/query_string.ts';
import { planAnswer } from '../../query/plan/read_plan.ts';
import type { RowsPlan } from '../../query/plan/rows_plan.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { isShownAtOnce } from '../../query/sql/write/write.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { forbiddenState } from '../../schema/record_time.ts';
import type { RouteContext } from '../context.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { refusalProblem } from '../request/permit.ts';
import { type Preferred, requireMaxAffected } from '../request/prefer.ts';
import { parametersOf, queryProblem } from '../request/url.ts';
import type { Validate } from '../request/validator.ts';
import { sightOf, type View } from '../request/view.ts';
import { databaseProblem, queryProblemOf, writeProblem } from '../response/database_problem.ts';
import { failedView } from '../response/failed_view.ts';
import { requireReads } from '../response/reads.ts';
import type { RefusedWrite } from '../response/refused_write.ts';
import { type Run, withinTransaction } from '../run.ts';
import { type ShownRow, shownRow } from './shown_row.ts';

export type Body = Readonly<Record<string, unknown>>;

/** What the answer to a write shows of the row, in a statement of its own; null where the one that writes can show it. */
export function shownApart(...asked: Parameters<typeof shownRow>): ShownRow | null {
  const [parameters, view] = asked;
  const isPlain = parameters.length === 0 && isShownAtOnce(view.resource, view);
  return isPlain ? null : shownRow(...asked);
}

/** What the answer to a write shows of the row: what the request selects and embeds, or all of its fields. */
export function planOfRow(parameters: readonly Parameter[], view: View<Table>): RowsPlan {
  const rows = planAnswer(view.resource, parameters, view.model);
  if (!rows.ok) throw queryProblem(rows.faults);
  requireReads(view, { rows: rows.value, order: [], asOf: null });
  return rows.value;
}

/** A row that is written, the statement that writes it, and what the answer shows of it in a statement of its own. */
export interface RowWrite {
  readonly table: Table;
  readonly action: 'create' | 'update';
  /** Null for a new row, whose statement tells it to the next one. */
  readonly id: string | null;
  readonly writer: Writer;
  readonly body: Body;
  readonly statement: Statement;
  readonly answer: ShownRow | null;
}

/**
 * Runs a statement that writes a row and returns its `id`, `version` and `body`; nothing without a row. Its transaction
 * also reads an answer in another form.
 * @throws Problem for a refusal of the database or of a rule.
 */
export async function write(
  request: ActionRequest,
  { constraints }: RouteContext,
  { table, action, id: known, writer, body, statement, answer }: RowWrite,
  run: Run,
): Promise<Row | undefined> {
  let isMissed = false;
  const outcome =
    answer === null
      ? await run.query(statement)
      : await run.transaction(async (query) => {
          const read = (of: string | null) => query(answer.statementFor(writer, of));
          // Both in one round trip, where a failed read aborts nothing but this transaction.
          const [written, early] = await Promise.all([query(statement), run.isWithin === true ? null : read(known)]);
          const { id, version = null } = (written.ok && written.rows[0]) || {};
          isMissed = written.ok && typeof id !== 'string';
          if (typeof id !== 'string') return written;
          const shown = early ?? (await read(id));
          if (shown.ok) return { ...shown, rows: [{ id, version, body: shown.rows[0]?.body ?? null }] };
          throw (
            queryProblemOf(shown.error, parametersOf(request)) ??
            failedView(shown.error, { rows: answer.plan }, writer) ??
            databaseProblem(shown.error)
          );
        }, `${action} ${table.name}`);
  // A row that was not written has no answer, which may have failed.
  if (isMissed) return undefined;
  if (outcome.ok) return outcome.rows[0];
  const attempted = { table, model: writer.model, writer, body, sight: sightOf(writer) };
  throw refusedWrite(outcome.error, attempted, action, constraints);
}

/** The answer to a write that the database refused, or that the writer may not make. */
export function refusedWrite(
  error: Failure['error'],
  attempted: RefusedWrite & { readonly writer: Writer },
  action: 'create' | 'update',
  constraints: RouteContext['constraints'],
): Problem {
  if (error.sqlstate !== forbiddenState || error.constraint !== null)
    return writeProblem(error, attempted, constraints);
  const { table, writer } = attempted;
  return refusalProblem({ check: 'role', resource: table.name, action }, writer.principal);
}

/**
 * Runs a write of one row, where the request may allow none.
 * @throws Problem, which rolls the write back, for a row that is written although `max-affected` is 0.
 */
export async function writeAtMost(
  preferred: Preferred,
  run: Run,
  work: (run: Run) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const { 'max-affected': most } = preferred;
  if (most === undefined || Number(most) > 0) return work(run);
  const written = await run.transaction(async (query) => {
    const row = await work(withinTransaction(query));
    requireMaxAffected(preferred, row === undefined ? 0 : 1);
    return { row };
  });
  if ('row' in written) return written.row;
  throw databaseProblem(written.error);
}

/** @throws Problem for a request without a body. */
export function requireBody({ body }: ActionRequest): void {
  if (body === undefined)
    throw new Problem('malformed_json', 'the request has no body', { hint: 'send a JSON object' });
}

/** @throws Problem with everything that is wrong with the body of a request. */
export function validBody(body: unknown, view: View, validate: Validate, context: RouteContext): Body {
  const problem = invalidBody(validateBody(view, validate, context)(body));
  if (problem !== null) throw problem;
  return body as Body;
}

/** A function from a body to everything that is wrong with it. */
export function validateBody(view: View, validate: Validate, { writeRules }: RouteContext): Validate {
  const rules = writeRules.get(view.resource.name);
  if (rules === undefined) return validate;
  return (body) => {
    const own = typeof body !== 'object' || body === null ? [] : rules.faultsOf(body, view.model);
    return [...validate(body), ...own];
  };
}
