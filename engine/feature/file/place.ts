import { Counter, Gauge, type Registry } from 'prom-client';
import { Problem } from '../../contract/problem.ts';
import type { Limits } from '../../model/service.ts';

type Direction = 'upload' | 'download';

/** Places for files on their way: each has a connection of a client and an open file, and none of the database. */
export interface Places {
  /** Takes a place for the share of a caller (see shareOf), and gives the function that leaves it. @throws Problem where there is none. */
  take(share: string, direction: Direction): () => void;
  /** Counts bytes that were written to the store, or read from it. */
  count(direction: Direction, bytes: number): void;
  addMetrics(registry: Registry): void;
}

const directions: readonly Direction[] = ['upload', 'download'];

export function createPlaces({ fileTransfers, fileTransfersPerIdentity }: Limits): Places {
  const taken = new Map<string, number>();
  const open = { upload: 0, download: 0 };
  const done = { upload: 0, download: 0 };
  const bytes = { upload: 0, download: 0 };
  return {
    take: (share, direction) => {
      const own = taken.get(share) ?? 0;
      if (own >= fileTransfersPerIdentity) {
        const detail = `this identity sends or reads ${own} files at a time already (file_transfers_per_identity)`;
        throw new Problem('too_many_at_once', detail, {
          headers: { 'retry-after': '1' },
          hint: 'wait until one of them is done',
        });
      }
      if (open.upload + open.download >= fileTransfers) {
        const detail = `${fileTransfers} files are sent or read at a time already (file_transfers)`;
        throw new Problem('overloaded', detail, { headers: { 'retry-after': '1' } });
      }
      taken.set(share, own + 1);
      open[direction] += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        open[direction] -= 1;
        done[direction] += 1;
        const left = (taken.get(share) ?? 0) - 1;
        if (left > 0) taken.set(share, left);
        else taken.delete(share);
      };
    },
    count: (direction, more) => {
      bytes[direction] += more;
    },
    addMetrics: (registry) => {
      const counter = (name: string, help: string, counts: Readonly<Record<Direction, number>>) =>
        new Counter({
          name,
          help,
          labelNames: ['direction'],
          registers: [registry],
          collect() {
            this.reset();
            for (const direction of directions) this.inc({ direction }, counts[direction]);
          },
        });
      counter('file_transfers_total', 'Uploads and downloads of files that have ended, well or not.', done);
      counter('file_bytes_total', 'Bytes of files that were received from clients, or sent to them.', bytes);
      new Gauge({
        name: 'file_transfers_open',
        help: 'Uploads and downloads of files that are going on.',
        labelNames: ['direction'],
        registers: [registry],
        collect() {
          for (const direction of directions) this.set({ direction }, open[direction]);
        },
      });
    },
  };
}
