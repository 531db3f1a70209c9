import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** The requests that a service has taken. */
export interface Unanswered {
  add(response: ServerResponse): void;
  /** Waits until the service has begun to answer all of them. It waits no longer than so many milliseconds. */
  end(milliseconds: number): Promise<void>;
}

const lookMilliseconds = 20;

export function unansweredRequests(): Unanswered {
  const all = new Set<ServerResponse>();
  return {
    add: (response) => {
      all.add(response);
      response.once('close', () => all.delete(response));
    },
    end: async (milliseconds) => {
      const deadline = performance.now() + milliseconds;
      // A stream of events has begun, and would never end.
      while ([...all].some(({ headersSent }) => !headersSent) && performance.now() < deadline)
        await delay(lookMilliseconds);
    },
  };
}
