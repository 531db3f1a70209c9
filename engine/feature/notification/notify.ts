import type { Restrictions } from '../../access/restriction.ts';
import { identityResource, namesParty, partyField, partyResource } from '../../definition/recipient.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { renderCondition } from '../../query/sql/condition/condition.ts';
import { termsOf } from '../../query/sql/condition/row.ts';
import { itemOf, type Row } from '../../query/sql/condition/row_place.ts';
import { shownCondition, sourceOf } from '../../query/sql/condition/source.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import { whereOf } from '../../query/sql/read/rule/fence.ts';
import { renderRecipient, type WayRow } from '../../query/sql/recipient.ts';
import { columnOf, type Fragment, identifier, join, publicTable, sql, textConstant } from '../../sql/fragment.ts';
import { eventResource } from '../event/resource.ts';
import { notificationResource } from './resource.ts';
import { type NotifyRule, notifyRules } from './rule.ts';

/**
 * Adds the notifications of one resource's events beyond one id, up to another. An event is looked at as of its own
 * instant, and a delete as of the moment before it. Each party is notified once, except the acting party and parties
 * that no longer exist. The acting party is the one that the token named, or else that of the identity. Null without
 * recipients.
 */
export function renderNotify(table: Table, model: Model, after: string, upTo: string): Statement | null {
  const { event } = table;
  const notify = notifyRules.of(table);
  const identity = model.resources.get(identityResource);
  if (event === null || notify.length === 0) return null;
  const verbs = new Set(notify.flatMap(({ on }) => [...on]));
  const types = (of: Iterable<string>) =>
    join(
      [...of].map((verb) => textConstant(`${event.type}.${verb}`)),
      ', ',
    );
  const path = `/${table.name}/`;
  const events = sql`
    select
      event.id, event.type, event.recorded_by, event.acting_party, event."time",
      substr(event.source, ${path.length + 1})::bigint as item_id,
      case when event.type = ${types(['delete'])} then event."time" - interval '1 microsecond' else event."time" end as instant
    from ${publicTable(eventResource)} as event
    where event.id > ${parameter(after)}::bigint
      and event.id <= ${parameter(upTo)}::bigint
      and event.type in (${types(verbs)})`;
  const concerned = notify.map((rule) => renderRule(rule, table, model, types(rule.on)));
  const party = identifier(partyField);
  const acting =
    identity !== undefined && namesParty(identity)
      ? sql`coalesce(concerned.acting_party, (${partyOfActor(identity, model)}))`
      : sql`concerned.acting_party`;
  return statementOf(sql`
    with event as materialized (${events})
    insert into ${publicTable(notificationResource)} (event_id, ${party})
    select distinct concerned.id, concerned.${party}
    from (${join(concerned, ' union all ')}) as concerned
    where exists (select from ${publicTable(partyResource)} as party where party.id = concerned.${party})
      and concerned.${party} is distinct from ${acting}
    order by concerned.id, concerned.${party}
    on conflict do nothing`);
}

/** The party of the identity that made the change, as it was then. */
function partyOfActor(identity: Resource, model: Model): Sql {
  const instant = sql`concerned.instant`;
  const where = [sql`actor.id = concerned.recorded_by`, ...shownCondition(identity, 'actor', instant)];
  return sql`
    select actor.${identifier(partyField)}
    from ${sourceOf(identity, instant, model)} as actor${whereOf(where)}
    limit 1`;
}

/** The events of a rule, each with the parties that it concerns. */
function renderRule({ to, when }: NotifyRule, table: Table, model: Model, types: Fragment): Sql {
  const [instant, time] = [sql`event.instant`, sql`event."time"`];
  const row: Row = {
    ...itemOf(table, { ...service, model }, instant),
    validAt: time,
    now: time,
    limited: false,
  };
  const rule = (condition: BoundCondition, about: WayRow) =>
    // By itself for the row, as below.
    sql`(${renderCondition(condition, termsOf({ ...row, ...about, own: row }))}) is true`;
  const ways = to.map((recipient) => sql`array(${renderRecipient(recipient, { row, validAt: time, rule })})`);
  const where = [
    sql`item.id = event.item_id`,
    ...shownCondition(table, 'item', instant),
    // By itself for the row, and not as a join with it.
    ...(when === null ? [] : [sql`(${renderCondition(when, termsOf(row))}) is true`]),
  ];
  // Versions are not looked for when the current row is the one.
  const item = sql`select item.* from ${sourceOf(table, instant, model)} as item${whereOf(where)} limit 1`;
  const parties = sql`select unnest(${join(ways, ' || ')}) from (${item}) as item`;
  // As an array, it is planned for one event: as a join, PostgreSQL would read all versions of all rows for each.
  return sql`
    select event.id, event.recorded_by, event.acting_party, event.instant, ${columnOf('recipient', partyField)}
    from event, unnest(array(${parties})) as recipient (${identifier(partyField)})
    where event.type in (${types})`;
}

// Nobody's request.
const service: Pick<Restrictions, 'principal' | 'rows'> = {
  principal: { role: null, identity: null, subject: null, claims: new Map(), scopes: new Set() },
  rows: new Map(),
};
