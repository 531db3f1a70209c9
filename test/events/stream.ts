import type { Test } from 'tap';
import type { Database } from '../../db/database.ts';
import type { TestService } from '../http/service.ts';

/** One event as it came, or a comment. */
interface Message {
  readonly id: string | null;
  readonly event: {
    readonly id: number;
    readonly source: string;
    readonly type: string;
    readonly data: { readonly updated_fields: readonly string[] } | null;
  } | null;
}

/** A stream of events that somebody reads. */
export interface Stream {
  readonly response: Response;
  readonly messages: readonly Message[];
  /** Waits until so many events are there, or the stream has ended, and gives their sources. */
  sources(count: number): Promise<readonly string[]>;
  /** Waits until the stream ends. */
  ended: Promise<void>;
  close(): void;
}

export interface StreamRequest {
  readonly query?: string;
  readonly after?: string | number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/** Follows the events of a service that listens at an address. */
export async function follow(
  t: Test,
  { token, model }: Pick<TestService, 'token' | 'model'>,
  address: string,
  { query = '', after, headers = {}, token: own }: StreamRequest = {},
): Promise<Stream> {
  const closing = new AbortController();
  const bearer = own ?? token({ identity_id: 7, scope: 'read:data:event' });
  const response = await fetch(`${address}${model.service.basePath}/event${query}`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${bearer}`,
      ...(after === undefined ? {} : { 'last-event-id': String(after) }),
      ...headers,
    },
    signal: closing.signal,
  });
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  const ended = read(response, (message) => {
    messages.push(message);
    for (const wake of waiting) wake();
  }).catch(() => {});
  t.teardown(() => closing.abort());
  const events = () => messages.flatMap(({ event }) => event ?? []);
  return {
    response,
    messages,
    ended,
    close: () => closing.abort(),
    sources: async (count) => {
      let isOver = false;
      ended.then(() => {
        isOver = true;
      });
      while (events().length < count && !isOver) {
        const next = Promise.withResolvers<void>();
        waiting.add(next.resolve);
        await Promise.race([next.promise, ended]);
        waiting.delete(next.resolve);
      }
      return events().map(({ source }) => source);
    },
  };
}

async function read(response: Response, told: (message: Message) => void): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const id = /^id: (.*)$/m.exec(part)?.[1] ?? null;
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (id !== null || part.startsWith(':')) told({ id, event: data === undefined ? null : JSON.parse(data) });
    }
  }
}

export async function insertPets({ query }: Pick<Database, 'query'>, count: number): Promise<void> {
  const outcome = await query({
    text: `insert into pet (name) select 'pet' from generate_series(1, ${count})`,
    values: [],
  });
  if (!outcome.ok) throw new Error(outcome.error.message);
}
