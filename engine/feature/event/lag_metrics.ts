import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../db/database.ts';
import { outboxLag } from './sequencer.ts';

/** How far events are behind the changes that they tell of; nothing is said while the database does not say it. */
export function addLagMetrics(registry: Registry, database: Pick<Database, 'query'>): void {
  const add = (name: string, help: string, of: 'seconds' | 'waiting') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const lag = await outboxLag(database);
        if (lag === null) this.remove();
        else this.set(lag[of]);
      },
    });
  add('events_lag_seconds', 'Since when the oldest change waits to be an event; 0 where none waits.', 'seconds');
  add('events_waiting', 'Changes that wait to be events.', 'waiting');
}
