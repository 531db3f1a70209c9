import type { Failure, Query } from '../../../db/statement.ts';
import { type EventsAsked, type EventText, renderPage } from './page.ts';

export interface EventPage {
  readonly ok: true;
  readonly events: readonly EventText[];
  /** Of the events up to here, all that were asked for are shown. */
  readonly last: bigint;
}

/** Events that one statement reads at most, whether they are asked for or not: a filter may hold for none. */
const mostRead = 5000;

/** The next events beyond an id and up to another, so many at most, by statements that read a bounded number of events. */
export async function readEvents(
  query: Query,
  asked: EventsAsked,
  { after, head, most }: { readonly after: bigint; readonly head: bigint; readonly most: number },
): Promise<EventPage | Failure> {
  let upTo = head;
  if (head - after > mostRead) {
    const end = await query({ ...windowEnd, values: [String(after), String(head)] });
    if (!end.ok) return end;
    upTo = BigInt(end.rows[0]?.id ?? head);
  }
  const outcome = await query(renderPage(asked, { after: String(after), upTo: String(upTo), most }));
  if (!outcome.ok) return outcome;
  const events = outcome.rows.map(({ id, body }) => ({ id: id ?? '', body: body ?? '' }));
  return { ok: true, events, last: events.length < most ? upTo : BigInt(events.at(-1)?.id ?? upTo) };
}

// By rows and not by ids: of old ids, retention may have left none.
const windowEnd = {
  name: 'end_of_events',
  text:
    'select event.id from public.event as event where event.id > $1::bigint and event.id <= $2::bigint ' +
    `order by event.id offset ${mostRead - 1} limit 1`,
};
