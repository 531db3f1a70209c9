/** The sequence that gives events their ids. */
export const eventSequence = 'public.event_id_seq';

/**
 * The lock of a process that gives ids to events, or changes their partitions. It holds it to the end of the
 * transaction.
 */
export const sequencerLock = `hashtext('almanac.event')`;

/** So many ids to a partition. The ids of a lost end are left out with at least as many more. */
export const partitionSize = 1_000_000n;
