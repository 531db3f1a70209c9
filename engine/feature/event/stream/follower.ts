import type { EventsAsked, EventText } from '../page.ts';

/** Somebody who is shown events as they become visible. */
export interface Follower {
  readonly asked: EventsAsked;
  /** Shows events, in order. */
  show(events: readonly EventText[]): void;
  /** Waits until it can take more; false when it is gone, or too slow to go on. */
  ready(): Promise<boolean>;
  /** Lets go of it: it cannot be shown what it asked for. */
  drop(): void;
}
