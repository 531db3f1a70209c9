import type { Table } from '../../model/model.ts';
import { type AcyclicReference, acyclicReferencesOf, treeName } from '../../model/tree/acyclic.ts';
import { databaseFunction, statementTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { checkQueue } from '../due_queue.ts';
import { asOwner, ofTrigger, variableFirst } from '../plpgsql.ts';

/**
 * The triggers that note the rows which a statement puts elsewhere in a tree, once for all of them. A new row closes a circle
 * only if another row refers to it already, as within one statement. So a new leaf costs one look.
 */
export function circleObjects(table: Table): readonly SchemaObject[] {
  return acyclicReferencesOf(table).flatMap((reference, at) => {
    const on = `public.${quote(table.name)}`;
    const column = quote(reference.field.name);
    const calls = ofTrigger(
      `almanac.${objectName([table.name, reference.field.name, 'note', 'circle'])}`,
      `${asOwner}\n${byIndex}`,
      `begin
  if tg_op = 'INSERT' then
${noteRows(
  reference,
  `from new_rows as moved
    cross join lateral (select from ${on} as item where item.${column} = moved.id limit 1) as child`,
)}
  else
${noteRows(reference, `from (select id, ${column} from new_rows except select id, ${column} from old_rows) as moved`)}
  end if;
  return null;
end`,
    );
    const rows = { insert: 'new table as new_rows', update: 'old table as old_rows new table as new_rows' };
    return [
      calls,
      // Without the names of the table and the field, which may be others one day.
      ...(['insert', 'update'] as const).map((event) =>
        statementTrigger({
          name: `note_circle_${at + 1}_${event}`,
          runs: `after ${event}`,
          on,
          rows: rows[event],
          calls,
        }),
      ),
    ];
  });
}

function noteRows(reference: AcyclicReference, from: string): string {
  const { table, field } = reference;
  return `    insert into ${checkQueue.table.name} (recorded_in, resource, field, ids)
    select pg_current_xact_id(), ${textLiteral(table.name)}, ${textLiteral(circleField(reference))}, array_agg(moved.id)
    ${from}
    where moved.${quote(field.name)} is not null
    having count(*) > 0;`;
}

/** The word under which rows are noted. A field has no space in its name. */
export function circleField({ field }: AcyclicReference): string {
  return `place by ${field.name}`;
}

/** The function that refuses circles of some rows, as a call names it. */
export function circleFunctionName({ table, field }: AcyclicReference): string {
  return `almanac.${objectName([table.name, field.name, 'circles'])}`;
}

/**
 * A function that refuses circles through some rows. Two changes that are sound by themselves could close a circle together. So
 * writers who move rows take turns, and each sees what those before it have done.
 */
export function circleFunction(reference: AcyclicReference, constraint: string): FunctionObject {
  const { table, field } = reference;
  const name = circleFunctionName(reference);
  return databaseFunction(
    `${name}(bigint[])`,
    `${name}(moved bigint[]) returns void`,
    `language plpgsql
${byIndex}
set enable_mergejoin = off
as $$
${variableFirst}
declare
  looped bigint;
begin
  if moved is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext(${textLiteral(`almanac.acyclic.${treeName(reference)}`)}), 0);
  with recursive above (id, parent) as (
    select item.id, item.${quote(field.name)}
    from public.${quote(table.name)} as item
    -- PostgreSQL expects a few, and joins by looks and hashes. For many it would expect billions of steps.
    where item.id = any (array(select unnest(moved)))
    union
    select item.id, item.${quote(field.name)}
    from above
    join public.${quote(table.name)} as item on item.id = above.parent
  ), ${rooted}
  select above.id into looped
  from above
  where above.id = any (moved) and ${isUnrooted}
  order by above.id
  limit 1;
  if looped is null then
    return;
  end if;
  raise exception 'row % of ${table.name} would be its own ancestor by ${field.name}', looped
    using
      errcode = 'check_violation',
      schema = 'public',
      table = ${textLiteral(table.name)},
      constraint = ${textLiteral(constraint)};
end
$$`,
  );
}

// PostgreSQL keeps the plan that it made for a small table, and would read all rows of a large one by it.
const byIndex = 'set enable_seqscan = off';

// The rows from which the way up ends. All others are in a circle, or below one.
const rooted = `rooted (id) as (
    select above.id
    from above
    where not exists (select from above as parent where parent.id = above.parent)
    union all
    select above.id
    from rooted
    join above on above.parent = rooted.id
  )`;

const isUnrooted = 'not exists (select from rooted where rooted.id = above.id)';

/** A query of the rows in circles, among all rows of an item of FROM that gives their ids and parents. */
export function rowsInCircles(rows: string, parent: string): string {
  return `with recursive above (id, parent) as materialized (
    select item.id, item.${quote(parent)}
    from ${rows} as item
  ), ${rooted}, looped (start, at) as (
    select above.id, above.parent
    from above
    where ${isUnrooted}
    union
    select looped.start, above.parent
    from looped
    join above on above.id = looped.at
    where looped.start <> looped.at
  )
  select looped.start as id
  from looped
  where looped.start = looped.at`;
}
