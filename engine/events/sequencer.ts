import type { Database } from '../../db/database.ts';
import { type Loop, startLoop } from './loop.ts';

/** Events of one turn: a few milliseconds of work, so that the lock is free again soon. */
const mostEvents = 1000;

// Writers of other processes, and of psql, are seen by looking: within 200 ms of their commit the event is there.
const pauseMilliseconds = 50;
// Under load, one turn for the writes of some milliseconds instead of one for each.
const settleMilliseconds = 20;

/**
 * Moves committed changes from the outbox to the events, where they get their ids. Of several processes that do so, one
 * at a time gets the lock, for a turn; each is one transaction, so that a process may die at any point of it.
 */
export function startSequencer(database: Database, failed: (error: unknown) => void): Loop {
  return startLoop(async () => (await sequence(database)) === mostEvents, {
    pauseMilliseconds,
    settleMilliseconds,
    failed,
  });
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
