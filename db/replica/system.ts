import type { Database } from '../database.ts';

/** What a primary and its standbys have in common. */
export interface System {
  readonly identifier: string;
  readonly segmentBytes: bigint;
}

const statement = {
  name: 'replica_system',
  text: "select system_identifier as identifier, pg_size_bytes(current_setting('wal_segment_size')) as segment from pg_control_system()",
  values: [],
};

/** Asks a server which system it is of; null if it does not answer. */
export async function systemOf(database: Pick<Database, 'read'>): Promise<System | null> {
  const outcome = await database.read(statement);
  const { identifier = null, segment = null } = (outcome.ok && outcome.rows[0]) || {};
  return identifier === null || segment === null ? null : { identifier, segmentBytes: BigInt(segment) };
}
