import type { Database } from '../../db/database.ts';
import type { Row } from '../../db/statement.ts';
import { eventResource } from '../definition/event.ts';
import { noticeResource } from '../definition/notice.ts';
import { notificationResource } from '../definition/notification.ts';
import { subscriptionResource } from '../definition/subscription.ts';
import type { Model } from '../model/model.ts';
import { noticesDue } from '../schema/notice_turn.ts';
import { deliveriesDue } from './delivery.ts';
import type { Frontier } from './frontier.ts';
import { type Loop, startLoop } from './loop.ts';

/** Work in the background that a look may find something for. */
const works = ['sequencer', 'notifier', 'notices', 'deliveries'] as const;
export type Work = (typeof works)[number];

/** How far the queues are known to be empty. */
export interface Frontiers {
  readonly outbox: Frontier;
  readonly noticeChange: Frontier;
}

/**
 * Looks for all work in the background with one statement, so that a service that is idle asks little. It finds what was
 * written elsewhere, what time has brought about, and what a process that has died left behind.
 */
export function startLook(
  model: Model,
  database: Pick<Database, 'query'>,
  frontiers: Frontiers,
  found: (work: Work) => void,
  failed: (error: unknown) => void,
  pauseMilliseconds: number,
): Loop {
  const work = async () => {
    for (const each of await look(model, database, frontiers)) found(each);
    return false;
  };
  return startLoop(work, { pauseMilliseconds, failed });
}

/**
 * What there is something to do for.
 * @throws when the database refuses, or is away.
 */
export async function look(
  model: Model,
  { query }: Pick<Database, 'query'>,
  { outbox, noticeChange }: Frontiers,
): Promise<readonly Work[]> {
  const values = [outbox.next(), outbox.marked(), noticeChange.next(), noticeChange.marked()];
  // Without a name: it is planned for the rows that there are now.
  const outcome = await query({ text: lookText(model), values: values.map((value) => value?.toString() ?? null) });
  if (!outcome.ok) throw new Error(`nobody sees what there is to do: ${outcome.error.message}`);
  const row = outcome.rows[0] ?? {};
  see(outbox, row, 'outbox');
  see(noticeChange, row, 'notice_change');
  return works.filter((each) => row[each] === 't');
}

function see(frontier: Frontier, row: Row, queue: string): void {
  const id = (name: string) => {
    const value = row[name] ?? null;
    return value === null ? null : BigInt(value);
  };
  const [waiting, last, xid] = [id(`${queue}_waiting`), id(`${queue}_last`), id(`${queue}_xid`)];
  frontier.see({ waiting, last, xid, xmin: id('xmin') ?? 0n });
}

/** The statement, whose parameters are for both queues behind which id it looks, and behind which one it marks. */
function lookText(model: Model): string {
  const { resources, service } = model;
  const hasNotices = resources.has(noticeResource);
  const hasDeliveries = service.events?.webhooks != null && resources.has(subscriptionResource);
  const head = `(select max(event.id) from public.${eventResource} as event)`;
  const dues: Readonly<Record<Work, string>> = {
    sequencer: 'outbox.waiting is not null',
    notifier: resources.has(notificationResource)
      ? `exists (select from almanac.notified where notified.last_event < ${head})`
      : 'false',
    notices: hasNotices ? ['notice_change.waiting is not null', ...noticesDue(model)].join('\n    or ') : 'false',
    deliveries: hasDeliveries ? deliveriesDue(head) : 'false',
  };
  return `
with outbox as materialized (
  ${queueText('outbox', 1)}
), notice_change as materialized (
  ${hasNotices ? queueText('notice_change', 3) : noQueue(3)}
)
select
  pg_snapshot_xmin(pg_current_snapshot()) as xmin,
  ${['outbox', 'notice_change'].flatMap((queue) => ['waiting', 'last', 'xid'].map((column) => `${queue}.${column} as ${queue}_${column}`)).join(',\n  ')},
  ${works.map((each) => `${dues[each]} as ${each}`).join(',\n  ')}
from outbox cross join notice_change`;
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

function noQueue(parameter: number): string {
  return `select null::bigint as waiting, null::bigint as last, null::xid8 as xid
  where $${parameter}::bigint is not null or $${parameter + 1}::bigint is null`;
}
