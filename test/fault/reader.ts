import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { follow, type Stream } from '../events/stream.ts';
import { signToken } from '../http/service.ts';
import { faultModel } from './model.ts';

/** One who follows the events, and comes again with the last id when the stream ends. */
export interface Reader {
  /** The ids of the events, in the order in which they came. */
  ids(): readonly number[];
  /** Whether its place was refused for good. */
  isRefused(): boolean;
  /** How often a stream has begun. */
  streams(): number;
  end(): void;
}

/** Follows a service as EventSource does, until the test ends or the service says that the place is none. */
export function startReader(t: Test, address: () => string, after = 0): Reader {
  const service = { model: faultModel(), token: () => signToken({ identity_id: 1, scope: 'read:data' }) };
  const before: number[] = [];
  let stream: Stream | null = null;
  let streams = 0;
  let isRefused = false;
  let isOver = false;
  const shown = () => (stream?.messages ?? []).flatMap(({ event }) => event?.id ?? []);
  const run = async () => {
    while (!isOver && !isRefused) {
      stream = await follow(t, service, address(), { after: before.at(-1) ?? after }).catch(() => null);
      if (stream?.response.status === 200) {
        streams += 1;
        await stream.ended;
        before.push(...shown());
      } else if (stream?.response.status === 410) isRefused = true;
      stream = null;
      await delay(50);
    }
  };
  const end = () => {
    isOver = true;
    stream?.close();
  };
  run();
  t.teardown(end);
  return { ids: () => [...before, ...shown()], isRefused: () => isRefused, streams: () => streams, end };
}
