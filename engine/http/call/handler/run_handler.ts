import type { Failure, Query } from '../../../../db/statement.ts';
import { type Principal, serviceFor } from '../../../access/principal.ts';
import { restrictionsOf } from '../../../access/restriction.ts';
import type { RunEnd } from '../../../call/run_end.ts';
import { CallProblem } from '../../../contract/call_problem.ts';
import { Problem } from '../../../contract/problem.ts';
import { callValues } from '../../../contract/typescript/call.ts';
import type { HandlerWork } from '../../../model/call.ts';
import { prepare } from '../../../query/cache/plan_cache.ts';
import { planAnswer } from '../../../query/plan/read_plan.ts';
import { renderAnswer } from '../../../query/sql/read/read.ts';
import type { Writer } from '../../../query/sql/write/writer.ts';
import { endProblem } from '../../batch/end_problem.ts';
import type { AdmittedPart } from '../../batch/part.ts';
import type { RouteContext } from '../../context.ts';
import type { FindEndpoint } from '../../endpoints.ts';
import { notFound } from '../../request/url.ts';
import { databaseProblem } from '../../response/database_problem.ts';
import type { JsonAnswer } from '../../response/send.ts';
import type { Run } from '../../run.ts';
import type { ReadAnswer } from './answer.ts';
import type { Handled, HandlerQueue, HandlerTurn } from './handlers.ts';
import { serviceRequests } from './service_requests.ts';

/** A call whose handler is to run. */
export interface HandlerCall extends Handled {
  /** A text of JSON. */
  readonly input: string;
  /** Of the row that the call is about; null for a call about none. */
  readonly id: string | null;
  /** Who calls. */
  readonly writer: Writer;
  readonly queue: HandlerQueue;
}

/** A call whose turn has come. */
interface Turned extends HandlerCall {
  readonly turn: HandlerTurn;
  readonly row: string | null;
}

/** What handlers work with. */
interface Around {
  readonly context: RouteContext;
  readonly endpointOf: FindEndpoint;
  readonly readAnswer: ReadAnswer;
}

/**
 * Runs the handler of a call. Its requests are in one transaction, which commits after an answer that fits. It is rolled back
 * for anything else. The row is read before: nothing is held of it, and a handler without requests needs no transaction then.
 * @throws Problem for a call that is refused, or that fails.
 */
export async function runHandler(called: HandlerCall, around: Around, run: Run): Promise<JsonAnswer> {
  let parts: readonly AdmittedPart[] = [];
  const turned = await takeTurn(called, around, run);
  const outcome = await run.transaction(async (query): Promise<JsonAnswer | Failure> => {
    const done = await runOnce(turned, around, query);
    parts = done.parts;
    return done.answer;
  }, `call ${called.table.name}.${called.call.name}`);
  if ('ok' in outcome)
    throw endProblem(
      outcome.error,
      parts.map((part) => seenByCaller(part, called)),
      around.context,
    );
  return outcome;
}

async function runOnce(
  { table, call, work, input, writer, turn, row }: Turned,
  { context, endpointOf, readAnswer }: Around,
  query: Query,
): Promise<{ readonly answer: JsonAnswer; readonly parts: readonly AdmittedPart[] }> {
  const milliseconds = Math.min(work.milliseconds, turn.deadline - performance.now());
  if (milliseconds <= 0) throw late(work.milliseconds);
  const principal = { ...writer.principal, identity: writer.identity, subject: null };
  const caller = work.as === 'service' ? serviceFor(principal) : principal;
  const requests = serviceRequests(query, { caller, context, endpointOf, milliseconds });
  const end = await turn.run(
    {
      file: turn.file,
      names: { ...callValues(table, call), row: table.name },
      input,
      row,
      caller: callerOf(principal),
    },
    work.megabytes,
    { milliseconds, send: requests.send, tellLine: turn.tellLine },
  );
  const parts = requests.close();
  return { answer: readAnswer(textOf(end, work)), parts };
}

/**
 * Waits for the turn of a call, with its row. The row is read before: so the database answers the reads of many calls
 * together, and reading takes no time of the turn. One that is old by then is read again.
 */
async function takeTurn(called: HandlerCall, around: Around, run: Run): Promise<Turned> {
  const { queue, id } = called;
  const read = () => (id === null ? null : readRow(called, id, around, run));
  if (queue.isLong()) await queue.enter();
  const row = await read();
  const since = performance.now();
  const turn = await queue.enter();
  const isOld = performance.now() - since > freshMilliseconds;
  return { ...called, turn, row: isOld ? await read() : row };
}

const freshMilliseconds = 20;

/** The row as the caller may read it. @throws Problem when there is none. */
async function readRow({ table, writer }: HandlerCall, id: string, { context }: Around, run: Run): Promise<string> {
  const { model, principal } = writer;
  const prepared = prepare(context.plans, {
    kind: `row of a call ${table.name}`,
    parameters: [],
    principal,
    id,
    maximumValues: 0,
    plan: () => {
      const planned = planAnswer(model.resources.get(table.name) ?? table, [], model);
      return planned.ok ? { ok: true, value: { rows: planned.value, asOf: null } } : planned;
    },
    render: ({ rows }) => renderAnswer(rows, id, writer),
  });
  if (!prepared.ok) throw new Error(`the rows of ${table.name} cannot be shown`);
  const outcome = await run.read(prepared.value.statement);
  if (!outcome.ok) throw databaseProblem(outcome.error);
  const body = outcome.rows[0]?.body ?? null;
  if (body === null) throw notFound(table, id);
  return body;
}

function callerOf({ role, identity, claims }: Principal) {
  return { role, identity, claims: Object.fromEntries(claims) };
}

/** The answer of a handler. @throws Problem where it gave none. */
function textOf(end: RunEnd, { errors, milliseconds }: HandlerWork): string {
  switch (end.kind) {
    case 'answer':
      return end.text;
    case 'thrown': {
      const declared = end.code === null ? undefined : errors.get(end.code);
      if (declared !== undefined && end.code !== null) throw new CallProblem(end.code, declared, end.message);
      throw failed(`the handler threw: ${end.stack || end.message}`);
    }
    case 'unanswered':
      throw failed(`the handler returned before ${end.requests} of its requests were answered; await each of them`);
    case 'late':
      throw late(milliseconds);
    case 'ended':
      throw Object.assign(ended('the call ended its worker process'), { cause: end.how });
  }
}

function failed(cause: string): Problem {
  return Object.assign(new Problem('internal', 'the service could not carry out the request'), { cause });
}

function late(milliseconds: number): Problem {
  return ended(`the call took longer than ${milliseconds} ms`);
}

function ended(detail: string): Problem {
  return new Problem('call_ended', detail, { headers: { 'retry-after': '1' } });
}

/** What a check at the commit may tell: no more than the caller may read, also when the service wrote. */
function seenByCaller(part: AdmittedPart, { writer }: HandlerCall): AdmittedPart {
  return { ...part, view: { ...part.view, ...restrictionsOf(writer.principal, part.view.whole) } };
}
