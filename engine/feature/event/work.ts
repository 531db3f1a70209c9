import type { Model } from '../../model/model.ts';
import { type Work, written } from '../../worker/feature.ts';
import { startPartitions } from './partition.ts';
import { startSequencer } from './sequencer.ts';

/** What wakes the work on events that have become visible in this process. */
export const sequenced = 'sequenced';

/** Makes events of what waits in the outbox, and the partitions that they go to. */
export function eventWorks({ service }: Model): readonly Work[] {
  if (service.events === null) return [];
  return [
    {
      name: 'sequencer',
      queue: 'outbox',
      due: 'outbox.waiting is not null',
      heeds: [written],
      start: ({ database, frontier, wake, failed }) =>
        startSequencer(database, frontier, () => wake(sequenced), failed),
    },
    {
      name: 'partitions',
      queue: null,
      due: null,
      heeds: [],
      start: ({ database, failed }) => startPartitions(database, failed),
    },
  ];
}
