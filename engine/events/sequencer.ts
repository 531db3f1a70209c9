import type { Database } from '../../db/database.ts';
import { type Loop, startLoop } from './loop.ts';

/** Events of one turn: a few milliseconds of work, so that the lock is free again soon. */
const mostEvents = 1000;

// Within 200 ms of its commit the event is there. Writers of other processes, and of psql, are seen by looking; under load,
// one turn serves the writes of so long instead of one for each.
const pauseMilliseconds = 50;
const spacingMilliseconds = 100;

/**
 * Moves committed changes from the outbox to the events, where they get their ids. Of several processes that do so, one
 * at a time gets the lock, for a turn; each is one transaction, so that a process may die at any point of it. `sequenced` is
 * told of each that made events.
 */
export function startSequencer(database: Database, sequenced: () => void, failed: (error: unknown) => void): Loop {
  const work = async () => {
    const given = await sequence(database);
    if (given > 0) sequenced();
    return given === mostEvents;
  };
  return startLoop(work, { pauseMilliseconds, spacingMilliseconds, failed });
}

/**
 * One turn: the number of events that it made, 0 when another process is at it.
 * @throws when the database refuses, or is away.
 */
export async function sequence({ query }: Pick<Database, 'query'>): Promise<number> {
  const outcome = await query({
    name: 'sequence_events',
    text: 'select almanac.sequence_events($1::integer) as given',
    values: [String(mostEvents)],
  });
  if (!outcome.ok) throw new Error(`the sequencer cannot work: ${outcome.error.message}`);
  return Number(outcome.rows[0]?.given ?? 0);
}

/** How many changes wait to be events, and for how many seconds the oldest one does; null when the database does not say. */
export async function outboxLag({ query }: Pick<Database, 'query'>): Promise<Lag | null> {
  const outcome = await query({
    name: 'outbox_lag',
    text: `select count(*) as waiting, coalesce(greatest(extract(epoch from almanac.clock() - min("time")), 0), 0) as seconds from almanac.outbox`,
    values: [],
  });
  const [row] = outcome.ok ? outcome.rows : [];
  return row === undefined ? null : { waiting: Number(row.waiting), seconds: Number(row.seconds) };
}

interface Lag {
  readonly waiting: number;
  readonly seconds: number;
}
