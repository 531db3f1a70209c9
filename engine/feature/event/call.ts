import type { OwnedCall } from '../../model/calls.ts';
import type { Model, Table } from '../../model/model.ts';
import { calledFunction } from '../../query/sql/write/called.ts';
import { asOwner } from '../../schema/plpgsql.ts';
import { commentOn } from '../../sql/comment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { SchemaObject } from '../../sql/object.ts';

/** The functions that make the events of calls, one for each call that has them. Each takes a row, and nothing else. */
export function callEventObjects(table: Table): readonly SchemaObject[] {
  return eventCalls(table).flatMap((owned) => {
    const made = databaseFunction(
      signature(owned, 'bigint'),
      signature(owned, 'called bigint', ' returns void'),
      body(owned),
    );
    return [made, commentOn(made, `Makes the event of the call ${owned[1].name} of a row of ${table.name}.`)];
  });
}

/** The functions that the service calls for them. */
export function callEventFunctions(model: Model): readonly string[] {
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  return tables.flatMap(eventCalls).map((owned) => signature(owned, 'bigint'));
}

function eventCalls(table: Table): readonly OwnedCall[] {
  if (table.event === null) return [];
  return [...table.calls.values()].filter(({ event }) => event).map((call) => [table, call]);
}

function signature([table, call]: OwnedCall, parameters: string, returns = ''): string {
  return `almanac.${quote(calledFunction(table, call))}(${parameters})${returns}`;
}

// At an instant at which the row stood: in a transaction that began before, it may have been made since.
function body([table, call]: OwnedCall): string {
  const { type = '', subject = null } = table.event ?? {};
  const of = (resource: string, column: string) => `${textLiteral(`/${resource}/`)} || item.${quote(column)}`;
  return `language plpgsql
${asOwner}
as $$
begin
  insert into almanac.outbox (type, source, subject, "time", recorded_by, acting_party)
  select
    ${textLiteral(`${type}.${call.name}`)},
    ${of(table.name, 'id')},
    ${subject === null ? 'null' : of(subject.resource, subject.field)},
    greatest(almanac.present(), item.recorded_at),
    almanac.identity(),
    almanac.party()
  from public.${quote(table.name)} as item
  where item.id = called;
end
$$`;
}

/** The types of the events of a resource's calls. */
export function callEventTypes(table: Table): readonly string[] {
  return eventCalls(table).map(([{ event }, { name }]) => `${event?.type}.${name}`);
}
