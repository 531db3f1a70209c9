import type { Failure, Query } from '../../../db/statement.ts';
import { restrictionsOf } from '../../access/restriction.ts';
import { mediaTypes } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import { batchName } from '../../model/batch.ts';
import { planAnswer } from '../../query/plan/read_plan.ts';
import type { RowsPlan } from '../../query/plan/rows_plan.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { batchEnd, renderBatchBegin, renderPlaceEntry } from '../../query/sql/write/batch.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { runWrite } from '../actions/preferred_run.ts';
import { withoutAddress } from '../actions/trial.ts';
import type { RouteContext } from '../context.ts';
import type { FindEndpoint } from '../endpoints.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { answerOnce } from '../request/idempotency.ts';
import type { JsonBody } from '../request/json_body.ts';
import type { Preferred } from '../request/prefer.ts';
import { idOf } from '../request/url.ts';
import { writerOf } from '../request/view.ts';
import { runQuery } from '../response/run.ts';
import type { Answer, JsonAnswer } from '../response/send.ts';
import { type Run, withinTransaction } from '../run.ts';
import { addressOf } from './address.ts';
import { chosenRows } from './choice.ts';
import { endProblem } from './end_problem.ts';
import type { PartSent } from './envelope.ts';
import { mayCollide, namesOf, placesEntry } from './names.ts';
import { isWrite, ofRequest, type Part, readParts } from './part.ts';
import { type Answers, isJson, urlWithResults, withResults } from './result.ts';

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
      write,
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

async function runBatch({ parts, request, writer }: Batch, context: RouteContext, run: Run): Promise<JsonAnswer> {
  const { model } = context;
  // A single write takes its locks itself, with those that only its statement knows, and is compared with the rest at once.
  const together = parts.filter(isWrite).length < 2 ? null : writer;
  const outcome = await run.transaction(async (query): Promise<Answers | Failure> => {
    const timely = within(query, request.deadline);
    const comparesAtEnd = together !== null && parts.some(mayCollide);
    const begin = together === null ? null : await beginOf({ parts, writer: together, model, comparesAtEnd }, timely);
    const begun = begin === null ? null : await timely(begin);
    if (begun?.ok === false) return begun;
    const running = { caller: request.caller, run: withinTransaction(timely), model, comparesAtEnd };
    const answers = await answerParts(parts, running);
    const ended = comparesAtEnd ? await timely(batchEnd) : null;
    if (ended?.ok === false) throw endProblem(ended.error, parts, context);
    return answers;
  }, `batch of ${parts.length}`);
  if ('ok' in outcome) throw endProblem(outcome.error, parts, context);
  return {
    status: 200,
    headers: { 'content-type': `${mediaTypes.json}; charset=utf-8` },
    body: textOf(outcome, request.preferred),
  };
}

interface Begin extends Pick<Running, 'model' | 'comparesAtEnd'> {
  readonly parts: readonly Part[];
  readonly writer: Writer;
}

/** What takes the locks of all writes, before the first of them sets the record time. */
async function beginOf({ parts, writer, model, comparesAtEnd }: Begin, query: Query): Promise<Statement | null> {
  const chosen = await chosenRows(parts, writer, query);
  return renderBatchBegin({ named: namesOf(parts, chosen, model), comparesAtEnd }, writer, model);
}

/** @throws Problem of the first request that is refused. */
async function answerParts(parts: readonly Part[], running: Running): Promise<Answers> {
  const { responseBytes } = running.model.service.limits;
  const answers = new Map<string, Answer>();
  let bytes = 0;
  for (const part of parts) {
    const answer = await answerPart(part, answers, running).catch((thrown: unknown) =>
      ofRequest(part.id, () => {
        throw thrown;
      }),
    );
    bytes += answer.body?.length ?? 0;
    if (bytes > responseBytes) throw tooLong(responseBytes);
    answers.set(part.id, answer);
  }
  return answers;
}

interface Running extends Pick<ActionRequest, 'caller'>, Pick<RouteContext, 'model'> {
  readonly run: Run;
  /** Whether the rows of the batch are compared at its end. */
  readonly comparesAtEnd: boolean;
}

async function answerPart(part: Part, earlier: Answers, running: Running): Promise<Answer> {
  const { method, headers, form, preferred, view, head, endpoint } = part;
  const { caller, run, model, comparesAtEnd } = running;
  const url = urlWithResults(part.url, earlier, model.service.limits);
  const { params } = addressOf({ method, url }, model);
  const placed = comparesAtEnd && params.id !== part.params.id ? renderPlace(part, params) : null;
  if (placed !== null) await runQuery({ url }, run, placed);
  const body = withResults(part.body, part.table, earlier, model.service.limits);
  const answer = await endpoint.answer(
    { method, url, headers, params, body, form, preferred, caller },
    view,
    head,
    run,
  );
  if ('stream' in answer) throw new Error(`a batch was answered with a stream at ${part.action}`);
  return answer;
}

/** Says that the batch places an entry which an earlier answer names; null for other rows. */
function renderPlace(part: Part, params: Part['params']): Statement | null {
  const id = idOf({ params });
  return part.table !== null && id !== null && placesEntry(part) ? renderPlaceEntry(part.table, id) : null;
}

/** Refuses to begin a statement after the time of the batch is over. Each statement has its own timeout beside. */
function within(query: Query, deadline: number): Query {
  return (statement) => {
    if (performance.now() <= deadline) return query(statement);
    throw new Problem('timeout', 'the requests of the batch took longer than statement_timeout_seconds', {
      headers: { 'retry-after': '2' },
    });
  };
}

function tooLong(responseBytes: number): Problem {
  return new Problem(
    'limit_exceeded',
    `the answers have more than ${responseBytes} bytes, which response_bytes allows`,
    {
      hint: 'ask for less at once',
    },
  );
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
