import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { instantOf } from '../http/timeline_client.ts';

/** What a client knows of a row that it made: all that was acknowledged of it. */
export interface Known {
  readonly resource: 'note' | 'card' | 'entry';
  readonly id: number;
  /** Of the versions that were acknowledged, in their order: the count; of an entry, its end. */
  readonly versions: (number | string | null)[];
  tag: string;
  deleted: boolean;
}

/** What came of a client's work. */
export interface Work {
  readonly known: Known[];
  /** Names of rows that the client gave up on: each may be there, whole, or not. */
  readonly abandoned: string[];
  acknowledged: number;
  /** Requests that had no answer, or one that says to try again. */
  repeated: number;
  /** How often each status came, and 0 for no answer. */
  readonly statuses: Map<number, number>;
  /** Answers that none of this explains. */
  readonly wrong: string[];
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly id: number; readonly count?: number; readonly code?: string };
}

export interface ClientOptions {
  readonly number: number;
  readonly token: string;
  readonly address: () => string;
  readonly isOver: () => boolean;
  readonly random: () => number;
  /** Told of each acknowledged write. */
  readonly acknowledged: () => void;
  /** Between the answer to a write and the next one. */
  readonly pauseMilliseconds: number;
}

/**
 * One who writes until `isOver`: makes rows, most of them under an Idempotency-Key, changes them under If-Match, deletes
 * some, and puts entries on a timeline of its own. What has no answer is repeated until it has one, or given up for good.
 * Throws what `address` throws.
 */
export async function runClient({
  number,
  token,
  address,
  isOver,
  random,
  acknowledged,
  pauseMilliseconds,
}: ClientOptions): Promise<Work> {
  const authorization = `Bearer ${token}`;
  const work: Work = { known: [], abandoned: [], acknowledged: 0, repeated: 0, statuses: new Map(), wrong: [] };
  let made = 0;
  let days = 0;

  const note = (status: number) => work.statuses.set(status, (work.statuses.get(status) ?? 0) + 1);
  const send = async (method: string, path: string, body: unknown, extra: Record<string, string>) => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...extra };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const url = `${address()}/api/v1${path}`;
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) });
      const text = await answer.text();
      note(answer.status);
      const body = text === '' ? {} : JSON.parse(text);
      // A server that was killed may have left a statement at work, which the next attempt meets.
      if (answer.status === 503 || body.code === 'concurrent_change') return null;
      return { status: answer.status, headers: answer.headers, body } as Reply;
    } catch {
      note(0);
      return null;
    }
  };
  /** The answer, however often it has to be asked for; null for what was given up. */
  const insist = async (
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
    patience = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly reply: Reply; readonly isFirst: boolean } | null> => {
    for (let attempt = 1; attempt <= patience; attempt += 1) {
      const reply = await send(method, path, body, extra);
      if (reply !== null) return { reply, isFirst: attempt === 1 };
      work.repeated += 1;
      await delay(20);
    }
    return null;
  };
  const wrong = (what: string, { status, body }: Reply) =>
    work.wrong.push(`${what}: ${status} ${JSON.stringify(body)}`);

  const owner = await insist(
    'POST',
    '/owner',
    { name: `client ${number}` },
    { 'idempotency-key': `"${randomUUID()}"` },
  );
  if (owner?.reply.status !== 201) throw new Error(`no owner: ${owner?.reply.status}`);
  const owner_id = owner.reply.body.id;

  const create = async (resource: Known['resource']): Promise<void> => {
    made += 1;
    const name = `${number}.${made}`;
    const start = instantOf(days);
    if (resource === 'entry') days += 1;
    const body = {
      name,
      ...(resource === 'note' ? {} : { owner_id }),
      ...(resource === 'entry' && { valid_from: start }),
    };
    // Entries are always made: what the one before became depends on it.
    const insists = resource === 'entry' || random() < 0.5;
    const key = insists || random() < 0.5 ? { 'idempotency-key': `"${randomUUID()}"` } : {};
    const found = await insist('POST', `/${resource}`, body, key, insists ? Number.POSITIVE_INFINITY : 1);
    if (found === null) {
      work.abandoned.push(name);
      return;
    }
    const { reply } = found;
    if (reply.status !== 201) {
      wrong(`POST /${resource}`, reply);
      return;
    }
    work.acknowledged += 1;
    acknowledged();
    const before = work.known.findLast((known) => known.resource === 'entry');
    // Those that were open end where the new one begins.
    if (resource === 'entry' && before !== undefined) before.versions.push(start);
    const first = resource === 'entry' ? null : 0;
    const tag = reply.headers.get('etag') ?? '';
    work.known.push({ resource, id: reply.body.id, versions: [first], tag, deleted: false });
  };
  const change = async (known: Known): Promise<void> => {
    const path = `/${known.resource}/${known.id}`;
    const count = Number(known.versions.at(-1)) + 1;
    const { reply, isFirst } = (await insist('PATCH', path, { count }, { 'if-match': known.tag })) ?? never();
    if (reply.status === 412 && !isFirst) {
      // An attempt that had no answer has done it; nobody else writes this row.
      const { reply: now } = (await insist('GET', path)) ?? never();
      if (now.body.count !== count) wrong(`PATCH ${path} to ${count}`, now);
      known.tag = now.headers.get('etag') ?? '';
    } else if (reply.status === 200) known.tag = reply.headers.get('etag') ?? '';
    else {
      wrong(`PATCH ${path}`, reply);
      return;
    }
    work.acknowledged += 1;
    acknowledged();
    known.versions.push(count);
  };
  const remove = async (known: Known): Promise<void> => {
    const path = `/${known.resource}/${known.id}`;
    const { reply, isFirst } = (await insist('DELETE', path)) ?? never();
    if (reply.status !== 204 && (isFirst || reply.status !== 404)) {
      wrong(`DELETE ${path}`, reply);
      return;
    }
    work.acknowledged += 1;
    acknowledged();
    known.deleted = true;
  };

  while (!isOver()) {
    if (pauseMilliseconds > 0) await delay(pauseMilliseconds);
    const live = work.known.filter(({ resource, deleted }) => resource !== 'entry' && !deleted).slice(-10);
    const one = live[Math.floor(random() * live.length)];
    const choice = random();
    if (one === undefined || choice < 0.15) await create(choice < 0.07 ? 'note' : 'card');
    else if (choice < 0.3) await create('entry');
    else if (choice < 0.9) await change(one);
    else await remove(one);
  }
  return work;
}

function never(): never {
  throw new Error('what is insisted on has an answer');
}
