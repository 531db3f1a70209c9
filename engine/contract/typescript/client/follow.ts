import type { Client } from './client.ts';
import { parseExact, rowsOf } from './json.ts';
import type { Filters } from './options.ts';
import { ProblemError } from './problem.ts';
import { queryOf } from './query.ts';
import type { Row } from './row.ts';
import type { BigintInput } from './value.ts';

export interface FollowOptions {
  /** Which events. */
  readonly where?: Filters<'event'>;
  /** The id to begin after; without it, new events only. */
  readonly after?: BigintInput;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * Each event as it becomes visible, exactly once. A stream that breaks off is continued behind its last event, until
 * the signal ends it.
 * @throws ProblemError for an error that another attempt would not change.
 */
export async function* followEvents(
  client: Client,
  { where = {}, after, signal }: FollowOptions = {},
): AsyncGenerator<Row<'event'>, void> {
  const asked = signal === undefined ? {} : { signal };
  const path = `/event${queryOf('event', { where })}`;
  let last = after === undefined ? null : String(after);
  let failures = 0;
  const isOver = () => signal?.aborted === true;
  while (!isOver()) {
    try {
      last ??= await lastId(client, asked);
      const headers = { Accept: 'text/event-stream', 'Last-Event-ID': last };
      const response = await client.request('GET', path, { headers, ...asked });
      failures = 0;
      for await (const { id, data } of messagesOf(response)) {
        last = id;
        yield rowsOf('event', parseExact(data)) as Row<'event'>;
        if (isOver()) return;
      }
    } catch (error) {
      if (!isOver() && !mayPass(error)) throw error;
    }
    if (isOver()) return;
    await pause(Math.min(shortestPause * 2 ** failures, longestPause), signal);
    failures += 1;
  }
}

// Milliseconds before the next attempt: twice as long after each that fails.
const shortestPause = 250;
const longestPause = 30_000;

/** The id of the newest event, so that a stream can continue even if it breaks off before its first event. */
async function lastId(client: Client, options: { readonly signal?: AbortSignal }): Promise<string> {
  const { rows } = await client.list('event', { order: ['id.desc'], limit: 1, select: ['id'], ...options });
  return String(rows[0]?.id ?? 0);
}

/** Whether a retry may succeed: the service was away or overloaded. */
function mayPass(error: unknown): boolean {
  if (error instanceof ProblemError) return error.status >= 500 || error.status === 408 || error.status === 429;
  // What fetch throws where a connection fails.
  return error instanceof TypeError;
}

interface Message {
  readonly id: string;
  readonly data: string;
}

/** The messages of a stream (WHATWG HTML, 9.2) that have an id and data; comments are left out. */
async function* messagesOf(response: Response): AsyncGenerator<Message, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
      const parts = `${text}${read.value}`.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const id = /^id: ?(.*)$/m.exec(part)?.[1];
        const data = [...part.matchAll(/^data: ?(.*)$/gm)].map(([, line = '']) => line);
        if (id !== undefined && data.length > 0) yield { id, data: data.join('\n') };
      }
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

/** Waits, unless the signal says to end. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
  });
}
