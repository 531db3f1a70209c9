import type { Database } from '../../../db/database.ts';
import type { Failure } from '../../../db/statement.ts';

/** A partition of the events in which all are older than what is kept. */
interface OldPartition {
  /** With its schema, as PostgreSQL writes it. */
  readonly name: string;
  readonly events: string;
  readonly firstId: string;
  readonly lastId: string;
  /** When its last event became visible. */
  readonly until: string;
}

/** What retention would drop, and when the events that are kept begin. */
export interface RetentionPlan {
  readonly before: string;
  readonly partitions: readonly OldPartition[];
}

/**
 * The partitions whose events are all older than an interval. The one in which ids are given at present is not among
 * them, nor is the default one.
 */
export async function planRetention(
  { query }: Pick<Database, 'query'>,
  interval: string,
): Promise<{ readonly ok: true; readonly plan: RetentionPlan } | Failure> {
  const limit = await query({ text: 'select (almanac.clock() - $1::interval)::text as before', values: [interval] });
  if (!limit.ok) return limit;
  const before = limit.rows[0]?.before ?? '';
  const names = await query({ text: closedPartitions, values: [] });
  if (!names.ok) return names;
  const partitions: OldPartition[] = [];
  for (const { name } of names.rows) {
    const found = await query({ text: contentOf(name ?? ''), values: [before] });
    if (!found.ok) return found;
    const [content] = found.rows;
    if (content?.old !== 't') continue;
    const { events, first, last, until } = content;
    partitions.push({
      name: name ?? '',
      events: events ?? '',
      firstId: first ?? '',
      lastId: last ?? '',
      until: until ?? '',
    });
  }
  return { ok: true, plan: { before, partitions } };
}

/** Drops the partitions of a plan, one after the other; each is gone when its turn is done. */
export async function applyRetention(
  { transaction }: Pick<Database, 'transaction'>,
  { partitions }: RetentionPlan,
): Promise<Failure | null> {
  for (const { name } of partitions) {
    const failure = await transaction(async (query): Promise<Failure | null> => {
      // Who waits for a lock on a table makes all others wait behind.
      for (const text of ["set local lock_timeout = '5s'", `drop table ${name}`]) {
        const outcome = await query({ text, values: [] });
        if (!outcome.ok) return outcome;
      }
      return null;
    });
    if (failure !== null) return failure;
  }
  return null;
}

// Filled partitions: those that end before the id that was given last.
const closedPartitions = `
select child.oid::regclass::text as name
from pg_inherits join pg_class as child on child.oid = inhrelid, public.event_id_seq as sequence
where inhparent = 'public.event'::regclass
  and substring(pg_get_expr(child.relpartbound, child.oid) from 'TO \\(''?(\\d+)''?\\)')::bigint <= sequence.last_value
order by child.oid`;

function contentOf(name: string): string {
  return `
select
  count(*) as events, min(id) as first, max(id) as last, max(recorded_at)::text as until,
  max(recorded_at) < $1::timestamptz as old
from ${name}`;
}
