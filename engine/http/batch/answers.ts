import { Problem } from '../../contract/problem.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { renderPlaceEntry } from '../../query/sql/write/lock/batch.ts';
import type { RouteContext } from '../context.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { idOf } from '../request/url.ts';
import { runQuery } from '../response/run.ts';
import type { Answer } from '../response/send.ts';
import type { Run } from '../run.ts';
import { addressOf } from './address.ts';
import { placesEntry } from './names.ts';
import { type AdmittedPart, ofRequest, type Part } from './part.ts';
import { type Answers, urlWithResults, withResults } from './result.ts';
import { createTurns } from './turn.ts';

/** A batch whose transaction has begun. */
export interface Running extends Pick<ActionRequest, 'caller'>, Pick<RouteContext, 'model'> {
  readonly run: Run;
  /** Whether the rows of the batch are compared at its end. */
  readonly comparesAtEnd: boolean;
  /** Whether each request waits for the answer to the request before it. */
  readonly oneByOne: boolean;
}

/**
 * Answers the requests in their order, and runs what ends the batch. A request that refers to no earlier answer does not wait
 * for the answers before it. So the statements of several requests are one round trip.
 * @throws Problem of the first request that is refused; OutOfTurn if the requests have to run one by one.
 */
export async function answerParts<Ended>(
  parts: readonly Part[],
  running: Running,
  end: () => Promise<Ended>,
): Promise<{ readonly answers: Answers; readonly ended: Ended }> {
  const { run, oneByOne, model } = running;
  const turns = createTurns(run);
  const sent: Promise<Answer>[] = [];
  const collect = createCollector(parts, sent, model.service.limits.responseBytes);
  const send = async (): Promise<Ended> => {
    for (const part of parts) {
      const answers = part.refers ? await collect() : null;
      const { run: own, passed } = turns.next();
      const answer =
        answers === null
          ? answerWithin(part, running.caller, own)
          : answerReferring(part, answers, { ...running, run: own }, run);
      sent.push(answer);
      await (oneByOne || asksTwice(part) ? answer : Promise.race([passed, answer]));
    }
    turns.close();
    return end();
  };
  const [ended] = await Promise.allSettled([send()]);
  await Promise.allSettled(sent);
  // The first request that is refused may not be the first whose refusal is there.
  const answers = await collect();
  if (ended.status === 'rejected') throw ended.reason;
  return { answers, ended: ended.value };
}

/** Whether a request is known to need a second statement: an estimate of how many rows a list has. */
function asksTwice({ action, preferred: { count = 'exact' } }: Part): boolean {
  return action === 'list' && count !== 'exact';
}

/** Waits for the answers to all requests that were sent. @throws Problem of the first one that is refused. */
function createCollector(
  parts: readonly Part[],
  sent: readonly Promise<Answer>[],
  responseBytes: number,
): () => Promise<Answers> {
  const answers = new Map<string, Answer>();
  let bytes = 0;
  return async () => {
    for (const { id } of parts.slice(answers.size, sent.length)) {
      const answer = await (sent[answers.size] as Promise<Answer>).catch((thrown: unknown) =>
        ofRequest(id, () => {
          throw thrown;
        }),
      );
      bytes += answer.body?.length ?? 0;
      if (bytes > responseBytes) throw tooLong(responseBytes);
      answers.set(id, answer);
    }
    return answers;
  };
}

/** Answers a request that refers to earlier answers. `before` runs what has to come before it. */
async function answerReferring(part: Part, earlier: Answers, running: Running, before: Run): Promise<Answer> {
  const { caller, run, model, comparesAtEnd } = running;
  const { method } = part;
  const url = urlWithResults(part.url, earlier, model.service.limits);
  const { params } = addressOf({ method, url }, model);
  const placed = comparesAtEnd && params.id !== part.params.id ? renderPlace(part, params) : null;
  if (placed !== null) await runQuery({ url }, before, placed);
  const body = withResults(part.body, part.table, earlier, model.service.limits);
  return answerWithin({ ...part, url, params, body }, caller, run);
}

/** Answers a request within a transaction that has begun. */
export async function answerWithin(part: AdmittedPart, caller: ActionRequest['caller'], run: Run): Promise<Answer> {
  const { method, url, headers, params, body, form, preferred, view, head, endpoint } = part;
  const answer = await endpoint.answer(
    { method, url, headers, params, body, form, preferred, caller },
    view,
    head,
    run,
  );
  if ('stream' in answer) throw new Error(`a request in a transaction was answered with a stream at ${part.action}`);
  return answer;
}

/** Says that the batch places an entry which an earlier answer names; null for other rows. */
function renderPlace(part: Part, params: Part['params']): Statement | null {
  const id = idOf({ params });
  return part.table !== null && id !== null && placesEntry(part) ? renderPlaceEntry(part.table, id) : null;
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
