import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/statement.ts';
import type { Work } from './feature.ts';
import { createFrontier, type Frontier } from './frontier.ts';
import { type Loop, startLoop } from './loop.ts';

/** How far each queue is known to be empty, by its name. */
export type Frontiers = ReadonlyMap<string, Frontier>;

/** The frontiers of the queues of some works, at their beginning. */
export function frontiersOf(works: readonly Work[]): Frontiers {
  const queues = works.flatMap(({ queue }) => queue ?? []);
  return new Map(queues.map((queue) => [queue, createFrontier()]));
}

interface LookOptions {
  /** Told the name of a work that there is something to do for. */
  readonly found: (work: string) => void;
  readonly failed: (error: unknown) => void;
  readonly pauseMilliseconds: number;
}

/**
 * Looks for all work in the background with one statement, so that a service that is idle asks little. It finds what was
 * written elsewhere, what time has brought about, and what a process that has died left behind.
 */
export function startLook(
  works: readonly Work[],
  database: Pick<Database, 'query'>,
  frontiers: Frontiers,
  { found, failed, pauseMilliseconds }: LookOptions,
): Loop {
  const work = async () => {
    for (const each of await look(works, database, frontiers)) found(each);
    return false;
  };
  return startLoop(work, { pauseMilliseconds, failed });
}

/**
 * The names of the works that there is something to do for.
 * @throws when the database refuses, or is away.
 */
export async function look(
  works: readonly Work[],
  { query }: Pick<Database, 'query'>,
  frontiers: Frontiers,
): Promise<readonly string[]> {
  const values = [...frontiers.values()].flatMap((frontier) => [frontier.next(), frontier.marked()]);
  // Without a name: it is planned for the rows that there are now.
  const text = lookText(works, [...frontiers.keys()]);
  const outcome = await query({ text, values: values.map((value) => value?.toString() ?? null) });
  if (!outcome.ok) throw new Error(`nobody sees what there is to do: ${outcome.error.message}`);
  const row = outcome.rows[0] ?? {};
  for (const [queue, frontier] of frontiers) see(frontier, row, queue);
  return works.flatMap(({ name }) => (row[name] === 't' ? name : []));
}

function see(frontier: Frontier, row: Row, queue: string): void {
  const id = (name: string) => {
    const value = row[name] ?? null;
    return value === null ? null : BigInt(value);
  };
  const [waiting, last, xid] = [id(`${queue}_waiting`), id(`${queue}_last`), id(`${queue}_xid`)];
  frontier.see({ waiting, last, xid, xmin: id('xmin') ?? 0n });
}

/** The statement. Its parameters are for each queue behind which id it looks, and behind which one it marks. */
function lookText(works: readonly Work[], queues: readonly string[]): string {
  const relations = queues.map((queue, at) => `${queue} as materialized (\n  ${queueText(queue, 2 * at + 1)}\n)`);
  const seen = queues.flatMap((queue) =>
    ['waiting', 'last', 'xid'].map((column) => `${queue}.${column} as ${queue}_${column}`),
  );
  const dues = works.flatMap(({ name, due }) => (due === null ? [] : `${due} as ${name}`));
  const columns = ['pg_snapshot_xmin(pg_current_snapshot()) as xmin', ...seen, ...dues];
  return `
${relations.length === 0 ? '' : `with ${relations.join(', ')}\n`}select
  ${columns.join(',\n  ')}
${queues.length === 0 ? '' : `from ${queues.join(' cross join ')}`}`;
}

// The last id is read before the transaction id is assigned: both are of one row of the sequence.
function queueText(table: string, parameter: number): string {
  return `select
    (
      select queue.id from almanac.${table} as queue
      where queue.id > $${parameter}::bigint order by queue.id limit 1
    ) as waiting,
    case when sequence.is_called then sequence.last_value end as last,
    case when sequence.is_called and sequence.last_value > $${parameter + 1}::bigint then pg_current_xact_id() end as xid
  from almanac.${table}_id_seq as sequence`;
}
