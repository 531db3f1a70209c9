import type { Query, Statement } from '../../../../db/statement.ts';
import type { ServiceRequest, ServiceResponse } from '../../../call/message.ts';
import { Problem, problemText } from '../../../contract/problem.ts';
import { answerWithin } from '../../batch/answers.ts';
import { type AdmittedPart, admitPart } from '../../batch/part.ts';
import type { RouteContext } from '../../context.ts';
import type { FindEndpoint } from '../../endpoints.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { longestBody } from '../../request/body.ts';
import { readJsonBody } from '../../request/json_body.ts';
import type { Answer } from '../../response/send.ts';
import { withinWhole } from '../../run.ts';

/** By whose rights the requests of a handler run, and what they may take. */
export interface ServiceOptions {
  readonly caller: ActionRequest['caller'];
  readonly context: RouteContext;
  readonly endpointOf: FindEndpoint;
  /** Of each statement. */
  readonly milliseconds: number;
}

/** The requests of one run of a handler, all in its transaction. */
export interface ServiceRequests {
  /** Answers a request, also one that is refused. */
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Ends them: a later one is refused. Gives all that were admitted. @throws what ended the transaction, if something did. */
  close(): readonly AdmittedPart[];
}

/**
 * Answers the requests of a handler, one after the other. Each passes the checks that it would pass by itself. One that is
 * refused is undone, and the handler may go on.
 */
export function serviceRequests(query: Query, options: ServiceOptions): ServiceRequests {
  const { context, endpointOf } = options;
  const { limits } = context.model.service;
  const { caller } = options;
  const admitted: AdmittedPart[] = [];
  let count = 0;
  let isClosed = false;
  let ended: { readonly thrown: unknown } | null = null;
  let prelude = [settingTimeout(options.milliseconds)];

  /** Statements of a request. What comes before the first one goes out with it, in one round trip. */
  const behindSavepoint = (): { readonly query: Query; readonly hasBegun: () => boolean } => {
    let hasBegun = false;
    return {
      hasBegun: () => hasBegun,
      query: async (statement) => {
        if (isClosed) throw new Error('a statement of a call came after its end');
        const first = hasBegun ? [] : [...prelude, savepoint];
        hasBegun = true;
        prelude = [release];
        const outcomes = await Promise.all([...first.map(query), query(statement)]);
        return outcomes.find(({ ok }) => !ok) ?? (outcomes.at(-1) as (typeof outcomes)[number]);
      },
    };
  };

  const answer = async (request: ServiceRequest): Promise<Answer> => {
    const part = admitPart(partOf(request, limits), caller, context, { endpointOf, whole: 'call' });
    admitted.push(part);
    const own = behindSavepoint();
    try {
      return await answerWithin(part, caller, withinWhole(own.query));
    } catch (thrown) {
      if (own.hasBegun()) await query(rollback);
      throw thrown;
    }
  };

  return {
    send: async (request) => {
      try {
        if (isClosed) throw new Problem('state_conflict', 'the call is answered');
        if (ended !== null) throw ended.thrown;
        count += 1;
        if (count > limits.callRequests) throw tooMany(limits.callRequests);
        return responseOf(await answer(request));
      } catch (thrown) {
        if (endsAll(thrown)) ended ??= { thrown };
        return refusalOf(thrown);
      }
    },
    close: () => {
      isClosed = true;
      if (ended !== null) throw ended.thrown;
      return admitted;
    },
  };
}

const savepoint: Statement = { name: 'savepoint_of_request', text: 'savepoint request', values: [] };
const release: Statement = { name: 'release_of_request', text: 'release savepoint request', values: [] };
const rollback: Statement = { text: 'rollback to savepoint request', values: [] };

/** The answer to a call does not wait longer than the call may take for a statement that it left behind. */
function settingTimeout(milliseconds: number): Statement {
  const text = "select set_config('statement_timeout', $1, true)";
  return { name: 'timeout_of_call', text, values: [String(Math.max(1, Math.ceil(milliseconds)))] };
}

/** Whether the transaction cannot go on, or has to be repeated as a whole. */
function endsAll(thrown: unknown): boolean {
  return !(thrown instanceof Problem) || thrown.status >= 500 || thrown.code === 'concurrent_change';
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

/** @throws Problem for a request that no request of a call can be. */
function partOf({ method, url, headers, body }: ServiceRequest, limits: RouteContext['model']['service']['limits']) {
  const known = methods.find((each) => each === method.toUpperCase());
  if (known === undefined)
    throw new Problem('method_not_allowed', `a request of a call is one of ${methods.join(', ')}`, {
      headers: { allow: methods.join(', ') },
    });
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  if (named.some(([name]) => name === 'idempotency-key')) {
    const detail = 'a request of a call has no Idempotency-Key of its own';
    throw new Problem('invalid_parameter', detail, {
      hint: 'send it with the call',
      errors: [{ parameter: 'Idempotency-Key', detail }],
    });
  }
  const most = longestBody(limits, body?.startsWith('[') === true);
  if (body !== null && Buffer.byteLength(body) > most)
    throw new Problem('payload_too_large', `the body has more than ${most} bytes`);
  const read = body === null ? undefined : readJsonBody(body);
  return { method: known, url, headers: Object.fromEntries(named), body: read };
}

function tooMany(most: number): Problem {
  return new Problem('limit_exceeded', `the call has sent ${most} requests, which call_requests allows`, {
    hint: 'write many rows with one request',
  });
}

function responseOf({ status, headers, body }: Answer): ServiceResponse {
  return { status, headers, body: body === null ? null : body.toString() };
}

function refusalOf(thrown: unknown): ServiceResponse {
  const problem =
    thrown instanceof Problem ? thrown : new Problem('internal', 'the service could not carry out the request');
  return {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8' },
    body: problemText(problem),
  };
}
