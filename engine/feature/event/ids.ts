/** The sequence that gives events their ids. */
export const eventSequence = 'public.event_id_seq';

/**
 * The lock of a process that gives ids to events, or changes their partitions. It holds it to the end of the
 * transaction.
 */
export const sequencerLock = `hashtext('almanac.event')`;

/** So many ids to a partition. */
export const partitionSize = 1_000_000n;

/** Ids that are given in one turn: a few milliseconds of work, so that the lock is free again soon. */
export const mostEvents = 1000;
