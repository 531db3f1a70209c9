import { hash } from 'node:crypto';
import { stringify } from 'lossless-json';
import type { Failure, Query } from '../../../db/statement.ts';
import { Problem, problemText } from '../../contract/problem.ts';
import { isDecidedAtEnd } from '../../model/tree/acyclic.ts';
import type { AnyRowsPlan } from '../../query/plan/rows_plan.ts';
import { renderAnswer } from '../../query/sql/read/read.ts';
import {
  type Fingerprint,
  type IdempotencyKey,
  renderClaim,
  renderFirstAnswer,
  renderKeepAnswer,
} from '../../query/sql/write/idempotency.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { type Action, actionWord } from '../../vocabulary/action/actions.ts';
import { databaseProblem } from '../response/database_problem.ts';
import { refusedHeader } from '../response/etag.ts';
import type { JsonAnswer } from '../response/send.ts';
import { checked, type Report, type Run, withinTransaction } from '../run.ts';
import type { ActionRequest } from './action_request.ts';

const longest = 255;

// A String of RFC 9651, 3.3.3, as the draft has it; bare, as many clients send it, when it cannot be anything else.
const header = /^(?:"((?:[ !#-[\]-~]|\\["\\])+)"|([\w.~:/+=-]+))$/;

/**
 * The header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), without its quotes; null without the header.
 * @throws Problem for a header that is not a key.
 */
export function readIdempotencyKey({ headers }: Pick<ActionRequest, 'headers'>): string | null {
  const sent = headers['idempotency-key']?.toString();
  if (sent === undefined) return null;
  const [, quoted, bare = ''] = header.exec(sent) ?? [];
  const key = quoted?.replace(/\\(.)/g, '$1') ?? bare;
  if (key !== '' && key.length <= longest) return key;
  const detail = `Idempotency-Key must be a string of 1 to ${longest} characters`;
  throw refusedHeader('Idempotency-Key', detail, 'send a random UUID in double quotes');
}

/** Whether an action keeps its answer under a key. Others leave the header alone. */
export function keepsAnswers(action: Action): boolean {
  return actionWord(action).parameters.includes('Idempotency-Key');
}

/**
 * Whether a request that passed its checks has a key. If what it asks for keeps answers, it is done at most once, however often it
 * is begun.
 */
export function hasKey({ headers }: Pick<ActionRequest, 'headers'>): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** Writes. Its answer names what it wrote in Location, or by ids. */
export type Write = (run: Run) => Promise<JsonAnswer>;

/** A write that runs once, even if the identity repeats it. */
export interface Once {
  readonly key: IdempotencyKey;
  readonly writer: Writer;
  /** What the answer shows. */
  readonly shown: readonly AnyRowsPlan[];
  /** Makes the write ready, once no answer is known. What it throws is not kept. */
  readonly prepare: (run: Run) => Promise<Write>;
  /** What the same identity gets with another role, other claims or other scopes; the first answer is for another principal. */
  readonly again: (query: Query, first: JsonAnswer) => Promise<JsonAnswer | Failure>;
}

/**
 * Writes under the key of the request and keeps the answer, in one transaction: both exist, or neither. If the key
 * already has an answer, the same principal gets it again. While another request uses the key, this one waits. A
 * refusal is kept for the principal that got it.
 * @throws Problem when another request used the key, and for an error that may pass. Nothing is kept then.
 */
export async function answerOnce(
  request: Pick<ActionRequest, 'url' | 'form' | 'body' | 'headers'>,
  run: Run,
  once: Once,
): Promise<JsonAnswer> {
  const { key } = once;
  const { prepare, again } = reported(once, run.report);
  const fingerprint = { request: requestHash(request, run), view: viewHash(once) };
  const outcome = await run.transaction(async (query): Promise<JsonAnswer | Failure> => {
    const claimed = await query(renderClaim(key, fingerprint));
    if (!claimed.ok) return claimed;
    if (claimed.rows[0]?.claimed !== 't') return firstAnswer(query, { key, again }, fingerprint);
    const write = await prepare(withinTransaction(query));
    const saved = await query({ text: 'savepoint before_write', values: [] });
    if (!saved.ok) return saved;
    const answer = await writeOrRefusal(query, once.writer, write);
    if ('ok' in answer) return answer;
    const kept = await query(renderKeepAnswer(key, withIds(answer)));
    return kept.ok ? answer : kept;
  }, `once ${key.route}`);
  if ('ok' in outcome) throw databaseProblem(outcome.error);
  return outcome;
}

/** The same write, answered as its request prefers: that answer is kept. */
function reported({ prepare, again }: Once, report: Report | undefined): Pick<Once, 'prepare' | 'again'> {
  if (report === undefined) return { prepare, again };
  return {
    prepare: async (run) => {
      const write = await prepare(run);
      return (within) => report.of(within, write);
    },
    again: async (query, first) => {
      const answer = await again(query, first);
      return 'ok' in answer ? answer : report.again(answer);
    },
  };
}

async function firstAnswer(
  query: Query,
  { key, again }: Pick<Once, 'key' | 'again'>,
  fingerprint: Fingerprint,
): Promise<JsonAnswer | Failure> {
  const found = await query(renderFirstAnswer(key, fingerprint));
  if (!found.ok) return found;
  const [first] = found.rows;
  if (first === undefined) {
    throw new Problem('idempotency_key_reused', 'the Idempotency-Key was sent with another request', {
      hint: 'send a new key with a new request',
    });
  }
  const { status, headers, body = null, same_view: isSameView } = first;
  const answer = withoutIds({ status: Number(status), headers: JSON.parse(headers ?? '{}'), body });
  return isSameView === 't' ? answer : again(query, answer);
}

/** The name of a header that is kept with an answer and never sent: the ids of the rows. */
const idsHeader = ':ids';

function withIds({ ids, headers, ...answer }: JsonAnswer): JsonAnswer {
  return { ...answer, headers: ids === undefined ? headers : { ...headers, [idsHeader]: ids.join(',') } };
}

function withoutIds({ headers, ...answer }: JsonAnswer): JsonAnswer {
  const { [idsHeader]: ids, ...sent } = headers;
  return { ...answer, headers: sent, ...(ids === undefined ? {} : { ids: ids.split(',').filter(Boolean) }) };
}

/** The answer to the write. One that is refused leaves nothing behind but its refusal. */
async function writeOrRefusal(query: Query, { model }: Writer, write: Write): Promise<JsonAnswer | Failure> {
  // What the commit would refuse is part of the answer that is kept.
  const run = isDecidedAtEnd(model) ? checked(query) : withinTransaction(query);
  try {
    return await write(run);
  } catch (thrown) {
    if (!(thrown instanceof Problem) || !isFinal(thrown)) throw thrown;
    const undone = await query({ text: 'rollback to savepoint before_write', values: [] });
    return undone.ok ? refusal(thrown) : undone;
  }
}

/** Whether the same write would be refused again, or may be done when it is tried again. */
function isFinal({ status, code }: Problem): boolean {
  return status < 500 && status !== 429 && code !== 'concurrent_change';
}

function refusal(problem: Problem): JsonAnswer {
  const headers = { ...problem.headers, 'content-type': 'application/problem+json; charset=utf-8' };
  return { status: problem.status, headers, body: problemText(problem) };
}

/**
 * The identity of a principal under one key: the role, the claims, the scopes, and the statements that would show the rows.
 * The statements have the fields and rules. The answers of a batch, and effects, show rows that need scopes of their own.
 */
function viewHash({ writer, shown }: Once): string {
  const { role, claims, scopes } = writer.principal;
  const statements = shown.map((each) => renderAnswer(each, '', writer)).flatMap(({ text, values }) => [text, values]);
  return hash('sha256', JSON.stringify([role, [...claims].sort(), [...scopes].sort(), ...statements]), 'base64url');
}

/** What tells the request from others under its key: its body, what its answer shows, and what it prefers. */
function requestHash(
  { url, form, body, headers }: Pick<ActionRequest, 'url' | 'form' | 'body' | 'headers'>,
  { report }: Pick<Run, 'report'>,
): string {
  const [, query = ''] = url.split('?', 2);
  const shown = report === undefined ? form : `${form} and more`;
  // A dry run of the same write is the same request: it keeps nothing under the key.
  const sent = headers.prefer?.toString().split(',') ?? [];
  const prefer = sent.map((each) => ` ${each.trim()}`).filter((each) => !/^ tx *=/.test(each));
  return hash('sha256', `${shown} ${query} ${stringify(body)}${prefer.join('')}`, 'base64url');
}
