import type { Database } from '../../db/database.ts';
import { eventResource } from '../definition/event.ts';
import { noticeResource } from '../definition/notice.ts';
import type { Model } from '../model/model.ts';
import { startDeliveries } from './delivery.ts';
import { createFrontier } from './frontier.ts';
import { startLook } from './look.ts';
import { startNotices } from './notices.ts';
import { startNotifier } from './notifier.ts';
import { startPartitions } from './partition.ts';
import { startSequencer } from './sequencer.ts';

/** What a process does for events beside answering requests. */
export interface Worker {
  /** Something was written here: its event need not wait for the next look. */
  nudge(): void;
  /** Ends when the work at hand is done. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Before each attempt after a failed one to send an event; after the last, the subscription is dead. */
  readonly retrySeconds?: readonly number[];
  /** From one look for something to do to the next. */
  readonly lookMilliseconds?: number;
}

/** What is seen by looking alone is there within a second, and an idle service asks two statements a second at most. */
const standardLookMilliseconds = 500;

/** Starts the work; of a model without events there is none. `failed` is told what goes wrong, which is tried again. */
export function startWorker(
  model: Model,
  database: Database,
  failed: (error: unknown) => void,
  { retrySeconds, lookMilliseconds = standardLookMilliseconds }: WorkerOptions = {},
): Worker {
  if (model.service.events === null) return { nudge: () => {}, close: async () => {} };
  const frontiers = { outbox: createFrontier(), noticeChange: createFrontier() };
  const event = model.resources.get(eventResource);
  const deliveries =
    event === undefined || model.service.events.webhooks === null
      ? null
      : startDeliveries(model, event, database, failed, {
          ...(retrySeconds !== undefined && { retrySeconds }),
          spacingMilliseconds: lookMilliseconds,
        });
  const notifier = startNotifier(model, database, failed);
  const sequenced = () => {
    notifier?.nudge();
    deliveries?.nudge();
  };
  const sequencer = startSequencer(database, frontiers.outbox, sequenced, failed);
  const notices = model.resources.has(noticeResource) ? startNotices(database, failed) : null;
  const partitions = startPartitions(database, failed);
  const loops = { sequencer, notifier, notices, deliveries };
  const look = startLook(model, database, frontiers, (work) => loops[work]?.nudge(), failed, lookMilliseconds);
  return {
    nudge: () => {
      sequencer.nudge();
      notices?.nudge();
    },
    close: async () => {
      await Promise.all([look, partitions, ...Object.values(loops)].map((loop) => loop?.close()));
    },
  };
}
