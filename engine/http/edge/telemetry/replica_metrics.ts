import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replicas } from '../../../../db/replica/replicas.ts';
import type { Readers } from '../readers.ts';

/** The replicas of a service, and what was read. */
export interface Reading {
  readonly replicas: Pick<Replicas, 'list'>;
  readonly counts: Readers['counts'];
}

/** How the replicas do. Each has its number in DATABASE_REPLICA_URLS. Of several processes, the worst one counts. */
export function addReplicaMetrics(registry: Registry, { replicas, counts }: Reading): void {
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How old what a replica shows may be at most.',
    labelNames: ['replica'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      for (const { number, watch } of replicas.list) {
        const milliseconds = watch.lagMilliseconds();
        if (milliseconds !== null) this.set({ replica: number }, milliseconds / 1000);
      }
    },
  });
  new Gauge({
    name: 'database_replica_usable',
    help: 'Whether a replica is read from: 1, or 0 if it is left out.',
    labelNames: ['replica'],
    aggregator: 'min',
    registers: [registry],
    collect() {
      for (const { number, watch } of replicas.list) this.set({ replica: number }, watch.obstacle() === null ? 1 : 0);
    },
  });
  new Counter({
    name: 'database_reads_total',
    help: 'Statements of requests that only read, by the kind of server that answered.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [server, count] of Object.entries(counts)) this.inc({ server }, count);
    },
  });
}
