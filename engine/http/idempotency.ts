import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import type { Failure, Query } from '../../db/database.ts';
import { type IdempotencyKey, renderClaim, renderFirstAnswer, renderKeepAnswer } from '../query/sql/idempotency.ts';
import type { RouteContext } from './context.ts';
import { databaseProblem } from './database_problem.ts';
import { refusedHeader } from './etag.ts';
import type { Run } from './operations/write.ts';
import { Problem, problemText } from './problem.ts';
import type { Answer } from './send.ts';

const longest = 255;

// A String of RFC 9651, 3.3.3, as the draft has it; bare, as many clients send it, when it cannot be anything else.
const header = /^(?:"((?:[ !#-[\]-~]|\\["\\])+)"|([\w.~:/+=-]+))$/;

/**
 * The header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), without its quotes; null without the header.
 * @throws Problem for a header that is no key.
 */
export function readIdempotencyKey({ headers }: FastifyRequest): string | null {
  const sent = headers['idempotency-key']?.toString();
  if (sent === undefined) return null;
  const [, quoted, bare = ''] = header.exec(sent) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? bare;
  if (key !== '' && key.length <= longest) return key;
  const detail = `Idempotency-Key is no string of 1 to ${longest} characters`;
  throw refusedHeader('Idempotency-Key', detail, 'send a random UUID in double quotes');
}

/**
 * Does a write under the key of its request and keeps its answer, in one transaction: whatever happens, both are there or
 * none. Where the key has an answer already, that is given again; while another request is about it, this one waits.
 * @throws Problem where the key was of another request, and for what may be otherwise the next time: nothing is kept then.
 */
export async function answerOnce(
  request: FastifyRequest,
  { database }: RouteContext,
  key: IdempotencyKey,
  write: (run: Run) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = fingerprintOf(request);
  const outcome = await database.transaction(async (query): Promise<Answer | Failure> => {
    const claimed = await query(renderClaim(key, fingerprint));
    if (!claimed.ok) return claimed;
    if (claimed.rows.length === 0) return firstAnswer(query, key, fingerprint);
    const saved = await query({ text: 'savepoint before_write', values: [] });
    if (!saved.ok) return saved;
    const answer = await writeOrRefusal(query, write);
    if ('ok' in answer) return answer;
    const kept = await query(renderKeepAnswer(key, answer));
    return kept.ok ? answer : kept;
  });
  if ('ok' in outcome) throw databaseProblem(outcome.error);
  return outcome;
}

async function firstAnswer(query: Query, key: IdempotencyKey, fingerprint: string): Promise<Answer | Failure> {
  const found = await query(renderFirstAnswer(key));
  if (!found.ok) return found;
  const { status, headers, body = null, fingerprint: first } = found.rows[0] ?? {};
  if (first !== fingerprint) {
    throw new Problem('idempotency_key_reused', 'the Idempotency-Key was sent with another request', {
      hint: 'send a new key with a new request',
    });
  }
  return { status: Number(status), headers: JSON.parse(headers ?? '{}') as Answer['headers'], body };
}

/** The answer to the write. One that is refused leaves nothing behind but its refusal. */
async function writeOrRefusal(query: Query, write: (run: Run) => Promise<Answer>): Promise<Answer | Failure> {
  try {
    return await write({ query, transaction: (work) => work(query) });
  } catch (thrown) {
    if (!(thrown instanceof Problem) || !isFinal(thrown)) throw thrown;
    const undone = await query({ text: 'rollback to savepoint before_write', values: [] });
    return undone.ok ? refusal(thrown) : undone;
  }
}

/** Whether the same write would be refused again, or may be done when it is tried again, perhaps in another role. */
function isFinal({ status, code }: Problem): boolean {
  return status < 500 && code !== 'concurrent_change' && code !== 'forbidden';
}

function refusal(problem: Problem): Answer {
  const headers = { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8' };
  return { status: problem.status, headers, body: problemText(problem) };
}

/** What tells the request from others under its key: its body, and what its answer shows. */
function fingerprintOf({ raw: { url = '' }, form, body }: FastifyRequest): string {
  const [, query = ''] = url.split('?', 2);
  return hash('sha256', `${form} ${query} ${stringify(body)}`, 'base64url');
}
