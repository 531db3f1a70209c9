import type { Failure, Outcome, Query } from '../../../db/statement.ts';
import { restrictionsOf } from '../../access/restriction.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import { batchName } from '../../model/batch.ts';
import { planAnswer } from '../../query/plan/read_plan.ts';
import type { RowsPlan } from '../../query/plan/rows_plan.ts';
import { batchEnd, renderBatchBegin } from '../../query/sql/write/lock/batch.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { runWrite } from '../actions/preferred/preferred_run.ts';
import { withoutAddress } from '../actions/preferred/trial.ts';
import type { RouteContext } from '../context.ts';
import type { FindEndpoint } from '../endpoints.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { answerOnce } from '../request/idempotency.ts';
import type { JsonBody } from '../request/json_body.ts';
import type { Preferred } from '../request/prefer.ts';
import { writerOf } from '../request/view.ts';
import type { JsonAnswer } from '../response/send.ts';
import { type Run, withinWhole } from '../run.ts';
import { answerParts, type Running } from './answers.ts';
import { chosenRows } from './choice.ts';
import { endProblem } from './end_problem.ts';
import type { PartSent } from './envelope.ts';
import { type BatchStatement, joining, Unjoined } from './joining.ts';
import { mayCollide, namesOf } from './names.ts';
import { answerAsOne, mayBeOne } from './one_statement.ts';
import { isWrite, type Part, readParts } from './part.ts';
import { type Answers, isJson } from './result.ts';
import { OutOfTurn } from './turn.ts';

/** A batch whose envelope has been read. */
export interface BatchRequest {
  readonly parts: readonly PartSent[];
  /** The envelope as it was sent. */
  readonly body: JsonBody;
  /** Of the header Idempotency-Key; null without it. */
  readonly key: string | null;
  /** When its statements have taken all the time that they may, as performance.now() tells it. */
  readonly deadline: number;
  /** Whether it is undone, and tells its effects. */
  readonly preferred: Pick<Preferred, 'return' | 'tx'>;
  caller: ActionRequest['caller'];
}

/**
 * Runs the requests of a batch in their order, in one transaction. Every request passes the checks that it would pass by
 * itself. The first one that is refused ends the batch, and nothing of it is done.
 */
export async function answerBatch(
  request: BatchRequest,
  context: RouteContext,
  endpointOf: FindEndpoint,
  run: Run,
): Promise<JsonAnswer> {
  const parts = readParts(request.parts, request.caller, context, endpointOf);
  // A batch that only reads is the same each time.
  if (!parts.some(isWrite)) return runBatch({ parts, request, writer: null }, context, run);
  const { key, preferred } = request;
  return runWrite(request, context, { preferred, hasKey: key !== null, run }, async (within) => {
    // Before the transaction: a new identity is recorded by itself, on another connection.
    const writer = await writerOf(request, restrictionsOf(request.caller, context.model), context);
    const write = (inner: Run) => runBatch({ parts, request, writer }, context, inner);
    if (key === null) return write(within);
    return answerOnce({ url: '', form: 'json', body: request.body, headers: {} }, within, {
      key: { identity: writer.identity, route: `/${batchName}`, key },
      writer,
      shown: shownBy(parts),
      prepare: async () => write,
      again: () => {
        const detail = 'the Idempotency-Key was sent with another role, other claims or other scopes';
        throw new Problem('idempotency_key_reused', detail, {
          hint: 'send the token of the first request, or a new key with a new batch',
        });
      },
    });
  });
}

/** The rows that the answers show, without what each request selects: that is told by its URL. */
function shownBy(parts: readonly Part[]): readonly RowsPlan[] {
  const views = new Map(parts.map(({ view }) => [view.resource, view]));
  return [...views.values()].map(({ resource, model }) => {
    const planned = planAnswer(resource, [], model);
    if (!planned.ok) throw new Error(`the rows of ${resource.name} cannot be shown`);
    return planned.value;
  });
}

interface Batch {
  readonly parts: readonly Part[];
  readonly request: BatchRequest;
  /** Null where no request writes. */
  readonly writer: Writer | null;
}

async function runBatch(batch: Batch, context: RouteContext, run: Run): Promise<JsonAnswer> {
  const { parts, request } = batch;
  const outcome = await runJoined(batch, context, run)
    .catch((thrown: unknown) => {
      if (thrown instanceof Unjoined) return runParts(batch, context, run, { oneByOne: false, joins: false });
      throw thrown;
    })
    .catch((thrown: unknown) => {
      if (thrown instanceof OutOfTurn) return runParts(batch, context, run, { oneByOne: true, joins: false });
      throw thrown;
    });
  if ('ok' in outcome) throw endProblem(outcome.error, parts, context);
  return {
    status: 200,
    headers: { 'content-type': `${mediaTypes.json}; charset=utf-8` },
    body: textOf(outcome, request.preferred),
  };
}

/** Runs the requests of a batch as few statements. @throws Unjoined; OutOfTurn. */
async function runJoined(batch: Batch, context: RouteContext, run: Run): Promise<Answers | Failure> {
  const { parts, request } = batch;
  const isOne = run.isWithin !== true && mayBeOne(parts);
  const answers = isOne ? await answerAsOne(parts, { caller: request.caller, model: context.model }, run) : null;
  return answers ?? runParts(batch, context, run, { oneByOne: false, joins: true });
}

/** How the requests of a batch run. */
interface Way extends Pick<Running, 'oneByOne'> {
  /** Whether writes of one shape are one statement. */
  readonly joins: boolean;
}

function runParts(
  { parts, request, writer }: Batch,
  context: RouteContext,
  run: Run,
  { oneByOne, joins }: Way,
): Promise<Answers | Failure> {
  const { model } = context;
  // A single write takes its locks itself, with those that only its statement knows, and is compared with the rest at once.
  const together = parts.filter(isWrite).length < 2 ? null : writer;
  const comparesAtEnd = together !== null && parts.some(mayCollide);
  return run.transaction(async (query, commit): Promise<Answers | Failure> => {
    const single = within(query, request.deadline);
    const ending =
      commit === undefined
        ? null
        : { requests: parts.length, query: before(query, request.deadline), commit: before(commit, request.deadline) };
    const timely = joins ? joining(single, ending) : single;
    const begin = together === null ? null : await beginOf({ parts, writer: together, model, comparesAtEnd }, timely);
    // In the round trip of the requests, and they do not run if it fails.
    const begun = begin === null ? nothing : timely(begin);
    const running = { caller: request.caller, run: withinWhole(timely), model, comparesAtEnd, oneByOne };
    const answered = answerParts(parts, running, () => (comparesAtEnd ? timely(end) : nothing));
    const [first, last] = await Promise.allSettled([begun, answered]);
    if (first.status === 'rejected') throw first.reason;
    if (!first.value.ok) return first.value;
    if (last.status === 'rejected') throw last.reason;
    const { answers, ended } = last.value;
    if (!ended.ok) throw endProblem(ended.error, parts, context);
    return answers;
  }, `batch of ${parts.length}`);
}

const end: BatchStatement = { ...batchEnd, ifOne: null };

const nothing: Promise<Outcome> = Promise.resolve({ ok: true, rows: [], rowCount: 0 });

interface Begin extends Pick<Running, 'model' | 'comparesAtEnd'> {
  readonly parts: readonly Part[];
  readonly writer: Writer;
}

/** What takes the locks of all writes, before the first of them sets the record time. */
async function beginOf({ parts, writer, model, comparesAtEnd }: Begin, query: Query): Promise<BatchStatement | null> {
  const named = namesOf(parts, await chosenRows(parts, writer, query), model);
  const begin = renderBatchBegin({ named, comparesAtEnd }, writer, model);
  if (begin === null || !comparesAtEnd) return begin;
  return { ...begin, ifOne: renderBatchBegin({ named, comparesAtEnd: false }, writer, model) };
}

/**
 * Refuses a statement that begins after the time of the batch is over, or that ends after it, as those may that are sent
 * together. Each statement has its own timeout beside.
 */
function within(query: Query, deadline: number): Query {
  const begin = before(query, deadline);
  return async (statement) => {
    const outcome = await begin(statement);
    if (outcome.ok) requireTime(deadline);
    return outcome;
  };
}

/** Refuses a statement that begins after the time of the batch is over. */
function before(query: Query, deadline: number): Query {
  return async (statement) => {
    requireTime(deadline);
    return query(statement);
  };
}

function requireTime(deadline: number): void {
  if (performance.now() <= deadline) return;
  throw new Problem('timeout', 'the requests of the batch took longer than statement_timeout_seconds', {
    headers: { 'retry-after': '2' },
  });
}

/** The answers as JSON. What PostgreSQL built is part of the text as it came. */
function textOf(answers: Answers, { tx }: BatchRequest['preferred']): string {
  const responses = [...answers].map(([id, { status, headers: made, body }]) => {
    const headers = tx === 'rollback' ? withoutAddress(made) : made;
    const content = body === null ? '' : `,"body":${isJson(headers) ? body : JSON.stringify(body.toString())}`;
    return `{"id":${JSON.stringify(id)},"status":${status},"headers":${JSON.stringify(headers)}${content}}`;
  });
  return `{"responses":[${responses.join(',')}]}`;
}
