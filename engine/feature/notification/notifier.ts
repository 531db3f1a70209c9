import type { Database } from '../../../db/database.ts';
import type { Failure, Query } from '../../../db/statement.ts';
import type { Model } from '../../model/model.ts';
import { type Loop, startLoop } from '../../worker/loop.ts';
import { eventResource } from '../event/resource.ts';
import { renderNotify } from './notify.ts';

/** Events of one turn. */
const mostEvents = 1000;

// The sequencer of the same process nudges, and look.ts for events whose own process has died. Its statement is planned for each turn.
const spacingMilliseconds = 500;

/** Makes notifications of events as they become visible. */
export function startNotifier(
  model: Model,
  database: Pick<Database, 'query' | 'transaction'>,
  failed: (error: unknown) => void,
): Loop {
  const work = async () => (await notify(model, database, failed)) >= mostEvents;
  return startLoop(work, { spacingMilliseconds, failed });
}

/**
 * One turn: makes the notifications of the next events, and returns their number; 0 when another process works. The
 * position is kept in the same transaction, so a process may die at any point of it. An event that cannot be notified
 * is skipped and reported to `failed`, so that it does not block the others.
 * @throws when the database refuses otherwise, or is away.
 */
export async function notify(
  model: Model,
  database: Pick<Database, 'query' | 'transaction'>,
  failed: (error: Error) => void,
): Promise<number> {
  let made = 0;
  // Half as many after a fault, until the event is alone that it is of; then on to those behind it.
  for (let most = mostEvents; ; ) {
    const done = await database.transaction((query) => notifyOfNext(most, model, query, failed));
    if (typeof done === 'number') {
      made += done;
      if (most === mostEvents || done === 0) return made;
      most = mostEvents;
    } else if (most > 1 && (isFaultOfEvent(done) || done.error.sqlstate === timedOut)) most = Math.ceil(most / 2);
    else throw refused(done);
  }
}

async function notifyOfNext(
  most: number,
  model: Model,
  query: Query,
  failed: (error: Error) => void,
): Promise<number | Failure> {
  const claimed = await query(plain(claim));
  const last = claimed.ok ? claimed.rows[0]?.last_event : undefined;
  if (!claimed.ok) return claimed;
  if (last === undefined || last === null) return 0;
  const batch = await query(plain(nextEvents, last, String(most)));
  if (!batch.ok) return batch;
  const { up_to: upTo = null, count, types } = batch.rows[0] ?? {};
  if (upTo === null) return 0;
  if (most === 1) await query(plain('savepoint notifications'));
  const failure = await addNotifications(model, query, { after: last, upTo, types: types ?? '' });
  if (failure !== null) {
    if (most > 1 || !isFaultOfEvent(failure)) return failure;
    await query(plain('rollback to savepoint notifications'));
    failed(new Error(`of event ${upTo} no notifications can be made: ${failure.error.message}`));
  }
  const kept = await query(plain('select almanac.keep_notified($1::bigint)', upTo));
  return kept.ok ? Number(count) : kept;
}

/** Whether it is of a rule and the data that it meets: it would fail again. */
function isFaultOfEvent({ error }: Failure): boolean {
  return /^(21|22|54)/.test(error.sqlstate);
}

/** Fewer events may be soon done. */
const timedOut = '57014';

/** The events behind one, up to another, and their types, with spaces between them. */
interface Batch {
  readonly after: string;
  readonly upTo: string;
  readonly types: string;
}

/** Adds the notifications for each resource among the types of the batch, with one statement each. */
async function addNotifications(model: Model, query: Query, { after, upTo, types }: Batch): Promise<Failure | null> {
  const told = new Set(types.split(' ').map((type) => type.slice(0, type.lastIndexOf('.'))));
  for (const table of model.resources.values()) {
    if (table.kind !== 'table' || table.event === null || !told.has(table.event.type)) continue;
    const statement = renderNotify(table, model, after, upTo);
    if (statement === null) continue;
    // Without its name: the plan is that of these values, and not one for any number of events.
    const added = await query(plain(statement.text, ...statement.values));
    if (!added.ok) return added;
  }
  return null;
}

// By itself: the next statement sees all that was done before the row was free.
const claim = 'select almanac.claim_notified() as last_event';

// Grouped first: to sort the types of a thousand events takes several times as long.
const nextEvents = `
select
  max(next.up_to) as up_to,
  sum(next.count) as count,
  string_agg(next.type, ' ') as types
from (
  select event.type, max(event.id) as up_to, count(*) as count
  from (
    select event.id, event.type from public.${eventResource} as event
    where event.id > $1::bigint order by event.id limit $2::integer
  ) as event
  group by event.type
) as next`;

function plain(text: string, ...values: readonly (string | null)[]) {
  return { text, values };
}

function refused({ error }: Failure): Error {
  return new Error(`notifications cannot be made: ${error.message}`);
}
