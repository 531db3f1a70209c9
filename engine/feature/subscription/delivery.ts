import { randomUUID } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import { turnRefused } from '../../../db/database_error.ts';
import type { Failure, Outcome, Row } from '../../../db/statement.ts';
import { recognise } from '../../access/principal.ts';
import { restrictionsOf } from '../../access/restriction.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { listParameters, planList } from '../../query/plan/list_plan.ts';
import { type QueryFault, readQueryString } from '../../query/plan/query_string.ts';
import { readJsonText } from '../../vocabulary/value/json_text.ts';
import { type Loop, startLoop } from '../../worker/loop.ts';
import { lastEvent } from '../event/page.ts';
import { readEvents } from '../event/reading.ts';
import { createPlaces, type Wait } from './places.ts';
import { type Sent, sendEvent } from './webhook.ts';

export interface DeliveryOptions {
  readonly failed: (error: unknown) => void;
  /** Before each attempt after a failed one; after the last, the subscription is dead. */
  readonly retrySeconds?: readonly number[];
  /** From one look for subscriptions that are new, or active again, to the next, at least. */
  readonly spacingMilliseconds?: number;
}

/** The schedule that Standard Webhooks proposes: a little over three days. */
const standardRetrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

const pageSize = 100;
const leaseSeconds = 60;
/** No event is begun later: others wait for the place, and the lease must hold until the last answer. */
const secondsOfTurn = 5;
const standardSpacingMilliseconds = 500;

/** The events that a subscription asks for, or what is wrong with its filter. */
export function readFilter(
  text: string | null,
  event: Resource,
  model: Model,
):
  | { readonly ok: true; readonly filters: readonly BoundCondition[] }
  | { readonly ok: false; readonly detail: string } {
  const read = readQueryString(text ?? '');
  if (!read.ok) return { ok: false, detail: detailsOf(read.faults) };
  const other = read.value.find(({ name }) => listParameters.some((each) => each === name));
  if (other !== undefined) return { ok: false, detail: `a subscription has filters only, and no ${other.name}` };
  const plan = planList(event, read.value, model);
  return plan.ok ? { ok: true, filters: plan.value.rows.conditions } : { ok: false, detail: detailsOf(plan.faults) };
}

function detailsOf(faults: readonly QueryFault[]): string {
  return faults.map(({ detail }) => detail).join('; ');
}

/**
 * Sends events to subscriptions, to each in order, and the next event only after the one before was accepted. A process
 * has a lease on the subscriptions that it serves. If it dies, another continues after the last accepted event. So a
 * subscriber may see an event twice (under the same webhook-id), and misses none. The least recently served
 * subscription is next, and a slow subscriber keeps nobody waiting (see places.ts).
 */
export function startDeliveries(
  model: Model,
  event: Resource,
  database: Pick<Database, 'query' | 'share'>,
  { failed, retrySeconds = standardRetrySeconds, spacingMilliseconds = standardSpacingMilliseconds }: DeliveryOptions,
): Loop {
  const run = async (text: string, ...values: readonly (string | null)[]): Promise<readonly Row[]> => {
    return rowsOf(await database.query({ text, values }));
  };
  const allowsPrivate = model.service.events?.webhooks?.privateAddresses === true;
  const closing = new AbortController();
  // Filters are what subscribers want: their statements may be long.
  const { query } = database.share('deliveries');
  const places = createPlaces(() => loop.wake());
  const serving = new Set<Promise<void>>();
  let broken: { readonly error: unknown } | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const fail = async ({ id, lease }: Leased, failures: number, { reason, isFinal }: DeliveryFault): Promise<void> => {
    const seconds = isFinal ? undefined : retrySeconds[failures];
    if (seconds === undefined) await run(die, id, lease, reason);
    else await run(postpone, id, lease, String(seconds));
  };
  /** Sends what waits for one subscription, for a turn. */
  const serve = async (row: Row, lease: string, wait: Wait): Promise<void> => {
    const { id = '', url = '', secret = '', filter = null, last = '0', failures = '0' } = row as Record<string, string>;
    const until = performance.now() + secondsOfTurn * 1000;
    // Who made it is not here: it gets what they would see.
    const claims = new Map(Object.entries(readJsonText(row.claims ?? '{}') as Record<string, string>));
    const identity = row.created_by ?? null;
    const maker = { role: row.role ?? null, identity, subject: null, claims, scopes: new Set<string>() };
    const restrictions = restrictionsOf(recognise(maker, identity, model.service), model);
    const own = restrictions.model;
    const shown = own.resources.get(event.name) ?? event;
    const read = readFilter(filter, shown, own);
    if (!read.ok) {
      await fail({ id, lease }, 0, { reason: `the filter means nothing any more: ${read.detail}`, isFinal: true });
      return;
    }
    const [{ id: head = '0' } = {}] = await run(lastEvent.text);
    const asked = { event: shown, restrictions, filters: read.filters };
    const page = await readEvents(query, asked, { after: BigInt(last), head: BigInt(head ?? '0'), most: pageSize });
    if (!page.ok) {
      if (page.error.unavailable || page.error.sqlstate === turnRefused.sqlstate) throw refused(page);
      const isFinal = faultOfFilter.test(page.error.sqlstate);
      await fail({ id, lease }, Number(failures), { reason: 'PostgreSQL cannot use the filter', isFinal });
      return;
    }
    let count = Number(failures);
    for (const event of page.events) {
      if (closing.signal.aborted || performance.now() > until) return;
      const sent = await wait(sendEvent({ url, secret }, event, allowsPrivate, closing.signal));
      if (!sent.ok) {
        // That it was broken off is no fault of the subscriber.
        if (closing.signal.aborted) return;
        await fail({ id, lease }, count, sent);
        return;
      }
      count = 0;
      if ((await run(taken, id, lease, event.id)).length === 0) return; // The lease is another's.
    }
    if (String(page.last) !== page.events.at(-1)?.id) await run(taken, id, lease, String(page.last));
  };
  const serveInPlace = async (row: Row, lease: string): Promise<void> => {
    const { id = null, failures } = row;
    const note = (error: unknown) => {
      broken = { error };
    };
    await places.serve(id ?? '', failures !== '0', (wait) => serve(row, lease, wait)).catch(note);
    await run(release, id, lease).catch(note);
    loop.wake();
  };
  const work = async (): Promise<boolean> => {
    const thrown = broken;
    broken = null;
    if (thrown !== null) throw thrown.error;
    if (performance.now() - lookedAt >= spacingMilliseconds) {
      await run(begin);
      await run(revive);
      lookedAt = performance.now();
    }
    const free = places.free();
    if (free <= 0) return false;
    const lease = randomUUID();
    const rows = await run(claim, lease, String(free), arrayText(places.barred()));
    for (const row of rows) {
      const one = serveInPlace(row, lease).finally(() => serving.delete(one));
      serving.add(one);
    }
    return rows.length > 0 && places.free() > 0;
  };
  const loop = startLoop(work, { failed });
  return {
    wake: loop.wake,
    close: async () => {
      closing.abort();
      await loop.close();
      await Promise.all(serving);
    },
  };
}

/** A subscription that this process serves, and its lease on it. */
interface Leased {
  readonly id: string;
  readonly lease: string;
}

type DeliveryFault = Omit<Extract<Sent, { readonly ok: false }>, 'ok'>;

// An expression or a search that PostgreSQL cannot read, or that is too much for it (manual, appendix A).
const faultOfFilter = /^(22|42601|54|XX000)/;

function rowsOf(outcome: Outcome): readonly Row[] {
  if (!outcome.ok) throw refused(outcome);
  return outcome.rows;
}

function refused({ error }: Failure): Error {
  return new Error(`events cannot be delivered: ${error.message}`);
}

function arrayText(ids: readonly string[]): string {
  return `{${ids.join()}}`;
}

// A new subscription begins with what became visible after it was made.
const begin = `
insert into almanac.delivery (subscription_id, last_event)
select
  item.id,
  coalesce(
    (select event.id from public.event as event where event.recorded_at <= item.recorded_at order by event.id desc limit 1),
    0
  )
from public.subscription as item
where not exists (select from almanac.delivery as known where known.subscription_id = item.id)
on conflict do nothing`;

const revive = `update public.subscription set reason = null where status = 'active' and reason is not null`;

/** That a turn has something to do: a condition; `head` is the last event. */
export function deliveriesDue(head: string): string {
  return `exists (
    select from public.subscription as item left join almanac.delivery on delivery.subscription_id = item.id
    where delivery.subscription_id is null
      or (item.status = 'active' and (
        item.reason is not null
        or (
          delivery.next_at <= almanac.clock()
          and (delivery.lease is null or delivery.leased_until <= almanac.clock())
          and delivery.last_event < ${head}
        )
      ))
  )`;
}

const claim = `
with due as (
  select delivery.subscription_id
  from almanac.delivery join public.subscription as item on item.id = delivery.subscription_id
  where item.status = 'active'
    and delivery.next_at <= almanac.clock()
    and (delivery.lease is null or delivery.leased_until <= almanac.clock())
    and delivery.subscription_id <> all ($3::bigint[])
    and delivery.last_event < (select max(event.id) from public.event as event)
  order by delivery.leased_until
  limit $2::integer
  for update of delivery skip locked
)
update almanac.delivery as delivery
set lease = $1::uuid, leased_until = almanac.clock() + interval '${leaseSeconds} seconds'
from due join public.subscription as item on item.id = due.subscription_id
where delivery.subscription_id = due.subscription_id
returning
  delivery.subscription_id as id, item.url, item.secret, item.filter, item.created_by, item.role, item.claims,
  delivery.last_event as last, delivery.failures`;

const taken = `
update almanac.delivery set last_event = $3::bigint, failures = 0
where subscription_id = $1::bigint and lease = $2::uuid returning subscription_id`;

// Until when it was leased is kept: the one that was served least recently is next.
const release = `
update almanac.delivery set lease = null, leased_until = almanac.clock()
where subscription_id = $1::bigint and lease = $2::uuid`;

const postpone = `
update almanac.delivery
set failures = failures + 1, next_at = almanac.clock() + $3::double precision * interval '1 second'
where subscription_id = $1::bigint and lease = $2::uuid`;

// When it is set to active, it begins anew with the event that it died at.
const die = `
with ended as (
  update almanac.delivery set failures = 0, next_at = '-infinity'
  where subscription_id = $1::bigint and lease = $2::uuid returning subscription_id
)
update public.subscription as item set status = 'dead', reason = $3::text from ended where item.id = ended.subscription_id`;
