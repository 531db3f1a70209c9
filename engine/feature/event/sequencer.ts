import type { Database } from '../../../db/database.ts';
import { createFrontier, type Frontier } from '../../worker/frontier.ts';
import { type Loop, startLoop } from '../../worker/loop.ts';
import { mostEvents } from './ids.ts';

// Within 200 ms of its commit the event of a write through the API is there. What others write is seen by looking (look.ts).
// Under load, one turn serves the writes of so long instead of one for each.
const spacingMilliseconds = 100;

/**
 * Moves committed changes from the outbox to the events, where they get their ids. Of several processes, one at a time
 * has the lock, for a turn. Each turn is one transaction, so a process may die at any point of it. `sequenced` is
 * called after each turn that made events.
 */
export function startSequencer(
  database: Pick<Database, 'query'>,
  outbox: Frontier,
  sequenced: () => void,
  failed: (error: unknown) => void,
): Loop {
  const work = async () => {
    const given = await turn(database, outbox);
    // Who is at it may have looked before the write that this turn is for was committed.
    if (given === null) loop.wake();
    else if (given > 0) sequenced();
    return given === mostEvents;
  };
  const loop = startLoop(work, { spacingMilliseconds, failed });
  return loop;
}

/**
 * One turn: the number of events that it made, 0 when another process is at it.
 * @throws when the database refuses, or is away.
 */
export async function sequence(database: Pick<Database, 'query'>): Promise<number> {
  return (await turn(database, createFrontier())) ?? 0;
}

/** The number of events, or null when another process is at it. */
async function turn({ query }: Pick<Database, 'query'>, outbox: Frontier): Promise<number | null> {
  const outcome = await query({
    name: 'sequence_events',
    text: 'select almanac.sequence_events($1::integer, $2::bigint) as given',
    values: [String(mostEvents), String(outbox.passed())],
  });
  if (!outcome.ok) throw new Error(`the sequencer cannot work: ${outcome.error.message}`);
  const given = outcome.rows[0]?.given ?? null;
  return given === null ? null : Number(given);
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
