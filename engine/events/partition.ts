import type { Database, Failure, Query } from '../../db/database.ts';
import { eventSequence, partitionBounds, partitionOf, sequencerLock } from '../schema/event_log.ts';
import { type Loop, startLoop } from './loop.ts';

/** Partitions beyond the one that ids are given in: there is time to add the next before they are full. */
const partitionsAhead = 2n;

const minute = 60_000;

/** Adds partitions before they are needed. */
export function startPartitions(database: Database, failed: (error: unknown) => void): Loop {
  const work = async () => {
    await addPartitions(database);
    return false;
  };
  return startLoop(work, { pauseMilliseconds: minute, failed });
}

/**
 * Sees to it that the ids that come next have a partition. A partition is filled for a month at most: the ids that are
 * left of it are passed over, so that retention can tell months apart where events are few.
 * @throws when the database refuses, or is away.
 */
export async function addPartitions(database: Pick<Database, 'transaction'>): Promise<void> {
  const failure = await database.transaction(async (query): Promise<Failure | null> => {
    // What is read here is so until the end: ids are given under the same lock.
    const locked = await runAll(query, [
      "set local lock_timeout = '5s'",
      `select pg_advisory_xact_lock(${sequencerLock})`,
    ]);
    if (locked !== null) return locked;
    const sequence = await query(plain(lastId));
    if (!sequence.ok) return sequence;
    const current = partitionOf(sequence.rows[0]?.last ?? '0');
    const age = await query(plain(isPast(current)));
    if (!age.ok) return age;
    const isFull = age.rows[0]?.past === 't';
    const next = isFull ? current + 1n : current;
    const wanted = Array.from({ length: Number(partitionsAhead) + 1 }, (_, ahead) => next + BigInt(ahead));
    return runAll(query, [
      ...wanted.map((number) => `select almanac.add_event_partition(${number})`),
      ...(isFull ? [`select setval('${eventSequence}', ${partitionBounds(next)[0]}, false)`] : []),
    ]);
  });
  if (failure !== null) throw new Error(`partitions of the events cannot be added: ${failure.error.message}`);
}

const lastId = `select last_value as last from ${eventSequence}`;

function isPast(number: bigint): string {
  const [from, to] = partitionBounds(number);
  return `
select event.recorded_at < almanac.clock() - interval '1 month' as past
from public.event as event where event.id >= ${from} and event.id < ${to} order by event.id limit 1`;
}

async function runAll(query: Query, statements: readonly string[]): Promise<Failure | null> {
  for (const statement of statements) {
    const outcome = await query(plain(statement));
    if (!outcome.ok) return outcome;
  }
  return null;
}

function plain(text: string) {
  return { text, values: [] };
}
