import { setTimeout as delay } from 'node:timers/promises';
import { token } from './almanac.ts';

/** One who follows the stream of events and, wherever it ends, goes on after the last event that came. */
export interface Follower {
  /** The ids of the events that came, in their order. */
  readonly ids: readonly number[];
  /** Answers that a follower cannot explain. */
  readonly wrong: readonly string[];
  /** How often it has connected. */
  readonly connections: () => number;
  stop(): Promise<void>;
}

export interface FollowerOptions {
  /** Each connection asks the next one of them. */
  readonly addresses: readonly string[];
  /** It ends each connection after so many seconds; never when left out. */
  readonly connectionSeconds?: number;
  /** Gets the source of each event as it comes. */
  readonly told?: (source: string) => void;
}

/** Follows all events from the first one. */
export function startFollower({ addresses, connectionSeconds, told }: FollowerOptions): Follower {
  const ids: number[] = [];
  const wrong: string[] = [];
  const stopping = new AbortController();
  let connections = 0;
  const follow = async (): Promise<void> => {
    const address = addresses[connections % addresses.length];
    connections += 1;
    const answer = await fetch(`${address}/api/v1/event`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token({ identity_id: 1000, scope: 'read:data:event' })}`,
        'last-event-id': String(ids.at(-1) ?? 0),
      },
      signal:
        connectionSeconds === undefined
          ? stopping.signal
          : AbortSignal.any([stopping.signal, AbortSignal.timeout(connectionSeconds * 1000)]),
    });
    if (!answer.ok) {
      if (answer.status !== 503) wrong.push(`${answer.status} ${await answer.text()}`);
      else await answer.body?.cancel();
      return;
    }
    let text = '';
    for await (const part of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += part;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const [, id] = /^id: (\d+)$/m.exec(message) ?? [];
        if (id === undefined) continue;
        ids.push(Number(id));
        const [, source] = /^data: .*"source":"([^"]*)"/m.exec(message) ?? [];
        told?.(source ?? '');
      }
    }
  };
  const following = (async () => {
    while (!stopping.signal.aborted) {
      await follow().catch(() => {});
      await delay(200);
    }
  })();
  return {
    ids,
    wrong,
    connections: () => connections,
    stop: async () => {
      stopping.abort();
      await following;
    },
  };
}
