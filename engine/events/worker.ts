import type { Database } from '../../db/database.ts';
import { eventResource } from '../definition/event.ts';
import type { Model } from '../definition/model.ts';
import { noticeResource } from '../definition/notice.ts';
import { type DeliveryOptions, startDeliveries } from './delivery.ts';
import { startNotices } from './notices.ts';
import { startPartitions } from './partition.ts';
import { startSequencer } from './sequencer.ts';

/** What a process does for events beside answering requests. */
export interface Worker {
  /** Something was written here: its event need not wait for the next look. */
  nudge(): void;
  /** Ends when the work at hand is done. */
  close(): Promise<void>;
}

/** Starts the work; of a model without events there is none. `failed` is told what goes wrong, which is tried again. */
export function startWorker(
  model: Model,
  database: Database,
  failed: (error: unknown) => void,
  options: DeliveryOptions = {},
): Worker {
  if (model.service.events === null) return { nudge: () => {}, close: async () => {} };
  const sequencer = startSequencer(database, failed);
  const partitions = startPartitions(database, failed);
  const event = model.resources.get(eventResource);
  const deliveries =
    event === undefined || model.service.events.webhooks === null
      ? null
      : startDeliveries(model, event, database, failed, options);
  const notices = model.resources.has(noticeResource) ? startNotices(database, failed) : null;
  return {
    nudge: () => {
      sequencer.nudge();
      notices?.nudge();
    },
    close: async () => {
      await Promise.all([sequencer.close(), partitions.close(), deliveries?.close(), notices?.close()]);
    },
  };
}
