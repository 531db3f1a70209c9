import { eventResource } from '../../definition/event.ts';
import { notificationResource } from '../../definition/notification.ts';
import { identityResource, partyField, partyResource } from '../../definition/recipient.ts';
import type { Model, NotifyRule, Table } from '../../model/model.ts';
import { line } from '../../sql/line.ts';
import { textLiteral } from '../../sql/literal.ts';
import { renderCondition } from './condition.ts';
import { renderRecipient } from './recipient.ts';
import { itemOf, type Row, shownCondition, sourceOf, termsOf } from './row.ts';
import { type Statement, Values } from './statement.ts';
import type { Viewer } from './viewer.ts';

/**
 * Adds the notifications of one resource's events beyond one id, up to another. An event is looked at as of its own
 * instant, and a delete as of the moment before it; each party is notified once, but for that of who acted and those that
 * are gone meanwhile. Null where nobody ever is.
 */
export function renderNotify(table: Table, model: Model, after: string, upTo: string): Statement | null {
  const { event, notify } = table;
  const identity = model.resources.get(identityResource);
  if (event === null || notify.length === 0 || identity === undefined) return null;
  const values = new Values();
  const verbs = new Set(notify.flatMap(({ on }) => [...on]));
  const types = (of: Iterable<string>) => [...of].map((verb) => textLiteral(`${event.type}.${verb}`)).join(', ');
  const path = `/${table.name}/`;
  const events = line`
    select
      event.id, event.type, event.recorded_by, event."time",
      substr(event.source, ${path.length + 1})::bigint as item_id,
      case when event.type = ${types(['delete'])} then event."time" - interval '1 microsecond' else event."time" end as instant
    from public.${eventResource} as event
    where event.id > ${values.add(after)}::bigint
      and event.id <= ${values.add(upTo)}::bigint
      and event.type in (${types(verbs)})`;
  const concerned = notify.map((rule) => renderRule(rule, table, model, types(rule.on), values));
  const actorIs = ['actor.id = concerned.recorded_by', ...shownCondition(identity, 'actor', 'concerned.instant')];
  const actor = line`
    select actor.${partyField}
    from ${sourceOf(identity, 'concerned.instant', model)} as actor
    where ${actorIs.join(' and ')}
    limit 1`;
  return values.statement(line`
    with event as materialized (${events})
    insert into public.${notificationResource} (event_id, ${partyField})
    select distinct concerned.id, concerned.${partyField}
    from (${concerned.join(' union all ')}) as concerned
    where exists (select from public.${partyResource} as party where party.id = concerned.${partyField})
      and concerned.${partyField} is distinct from (${actor})
    order by concerned.id, concerned.${partyField}
    on conflict do nothing`);
}

/** The events that a rule is about, each with those whom it concerns. */
function renderRule({ to, when }: NotifyRule, table: Table, model: Model, types: string, values: Values): string {
  const row: Row = {
    ...itemOf(table, model, values, 'event.instant', service),
    validAt: 'event."time"',
    limited: false,
  };
  const ways = to.map((recipient) => `array(${renderRecipient(recipient, row, 'event."time"')})`).join(' || ');
  const where = [
    'item.id = event.item_id',
    ...shownCondition(table, 'item', 'event.instant'),
    // By itself for the row, and not as a join with it.
    ...(when === null ? [] : [`(${renderCondition(when, termsOf(row))}) is true`]),
  ];
  // Versions are not looked for when the current row is the one.
  const item = `select item.* from ${sourceOf(table, 'event.instant', model)} as item where ${where.join(' and ')} limit 1`;
  const parties = `select unnest(${ways}) from (${item}) as item`;
  // As an array, it is planned for one event: as a join, PostgreSQL would read all versions of all rows for each.
  return (
    `select event.id, event.recorded_by, event.instant, recipient.${partyField} ` +
    `from event, unnest(array(${parties})) as recipient (${partyField}) where event.type in (${types})`
  );
}

// Nobody's request.
const service: Viewer = { role: null, identity: null, subject: null, claims: new Map() };
