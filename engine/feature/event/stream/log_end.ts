import type { Database } from '../../../../db/database.ts';
import type { Outcome, Query, Statement } from '../../../../db/statement.ts';
import { mostEvents } from '../ids.ts';
import { lineageTable, lostEvent } from '../lineage.ts';

/** Where the log ends, as one process knows it, and what servers that took over have lost of it. */
export interface LogEnd {
  /** Everything up to here is visible. */
  head(): bigint;
  /** Takes an id that was told; false for one that is further ahead than a turn. Only a look says what is between. */
  heard(id: bigint): boolean;
  /** Asks the database. The head goes back if the server has lost the end. */
  look(ask?: Query): Promise<Outcome>;
  /** Whether the id is of an event that was lost with its server. */
  isLost(id: bigint): boolean;
  /** The last event before an id, as `kept`, if the log has lost the event of this id or never had it; else null. */
  lost(id: bigint, ask?: Query): Promise<Outcome>;
}

/** The ids between these two are of no event any more. */
interface Gap {
  readonly last: bigint;
  readonly first: bigint;
}

/** Knows nothing before the first look. */
export function createLogEnd({ query }: Pick<Database, 'query'>): LogEnd {
  let head = 0n;
  let gaps: readonly Gap[] = [];
  /** When the newest of the servers that are known took over. */
  let newest: string | null = null;

  const lost = (id: bigint, ask = query) =>
    ask({ text: `select ${lostEvent.replace('bigint', '$1::bigint')} as kept`, values: [String(id)] });
  const learn = async (): Promise<Outcome> => {
    const outcome = await query(servers);
    if (!outcome.ok) return outcome;
    newest = outcome.rows.at(-1)?.since ?? null;
    gaps = outcome.rows.flatMap(({ last_id: last, first_id: first }) =>
      last && first ? [{ last: BigInt(last), first: BigInt(first) }] : [],
    );
    return outcome;
  };
  return {
    head: () => head,
    heard: (id) => {
      if (id - head > mostEvents) return false;
      if (id > head) head = id;
      return true;
    },
    look: async (ask = query) => {
      const before = head;
      const outcome = await ask(end);
      if (!outcome.ok) return outcome;
      const { id, since = null } = outcome.rows[0] ?? {};
      const last = BigInt(id ?? '0');
      const isBack = last < before;
      // No server has noted yet that it took over: its next event would be the one to do so.
      if (isBack) {
        const noted = await lost(before);
        if (!noted.ok) return noted;
      }
      if (isBack || since !== newest) {
        const learned = await learn();
        if (!learned.ok) return learned;
      }
      if (isBack || last > head) head = last;
      return outcome;
    },
    isLost: (id) => gaps.some(({ last, first }) => last < id && id < first),
    lost,
  };
}

const end: Statement = {
  name: 'end_of_log',
  text: `
select
  (select coalesce(max(event.id), 0) from public.event as event) as id,
  (select lineage.since::text from ${lineageTable} as lineage order by lineage.id desc limit 1) as since`,
  values: [],
};

const servers: Statement = {
  text: `select lineage.since::text, lineage.last_id, lineage.first_id from ${lineageTable} as lineage order by lineage.id`,
  values: [],
};
