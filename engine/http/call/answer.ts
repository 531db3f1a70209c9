import type { Failure } from '../../../db/statement.ts';
import { mayWrite } from '../../contract/call.ts';
import { Problem } from '../../contract/problem.ts';
import type { Call } from '../../model/call.ts';
import type { Table } from '../../model/model.ts';
import { renderCalled } from '../../query/sql/write/called.ts';
import { asPreferred } from '../as_preferred.ts';
import type { RouteContext } from '../context.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { answerOnce } from '../request/idempotency.ts';
import { writerOf } from '../request/view.ts';
import { databaseProblem } from '../response/database_problem.ts';
import type { JsonAnswer } from '../response/send.ts';
import { asPart, type Run } from '../run.ts';
import type { AdmittedCall } from './admit.ts';
import type { CallDone, CallWork } from './find.ts';
import { type CallRequest, inputReader } from './request.ts';

type QueuedCall = AdmittedCall & Pick<CallRequest, 'queue'>;

/** Answers the requests of a call, once for each Idempotency-Key, as each request prefers. */
export function callAnswer(table: Table, call: Call, work: CallWork, context: RouteContext) {
  const readInput = inputReader(call);
  const path = `/${table.name}/${call.name}`;
  /** Does the work, and makes its event in the same transaction. */
  const withEvent = async (asked: CallRequest, run: Run): Promise<CallDone> => {
    const outcome = await run.transaction(async (query): Promise<CallDone | Failure> => {
      const done = await asPart(query, (within) => work(asked, within));
      if ('ok' in done || done.id === null) return done;
      const told = await query(renderCalled(table, call, done.id, asked.writer));
      return told.ok ? done : told;
    }, `call ${table.name}.${call.name}`);
    if ('ok' in outcome) throw databaseProblem(outcome.error);
    return outcome;
  };
  const answerOnKey = async (
    request: ActionRequest,
    { restrictions, key, queue }: QueuedCall,
    run: Run,
  ): Promise<JsonAnswer> => {
    const input = readInput(request.body);
    const id = call.item ? request.params.id : null;
    const isRecorded = mayWrite(call) || key !== null;
    // A caller who only reads is not recorded.
    const writer = isRecorded
      ? await writerOf(request, restrictions, context)
      : { ...restrictions, identity: request.caller.identity ?? '' };
    const asked = { request, input, id, writer, queue };
    const write = async (within: Run): Promise<JsonAnswer> => {
      const done = call.event ? await withEvent(asked, within) : await work(asked, within);
      return done.answer;
    };
    if (key === null) return write(run);
    return answerOnce(request, run, {
      key: { identity: writer.identity, route: id === null ? path : `/${table.name}/${id}/${call.name}`, key },
      writer,
      shown: [],
      prepare: async () => write,
      again: refuseOther,
    });
  };
  return (request: ActionRequest, admitted: QueuedCall, run: Run) =>
    asPreferred(
      { request, run, name: path, keepsAnswers: true },
      (within) => answerOnKey(request, admitted, within),
      context,
    );
}

/** @throws Problem for a key that the same identity has sent with other rights: what it may see is not known any more. */
function refuseOther(): never {
  const detail = 'the Idempotency-Key was sent with another role, other claims or other scopes';
  throw new Problem('idempotency_key_reused', detail, {
    hint: 'send the token of the first request, or a new key with a new request',
  });
}
