import { type FormerRight, formerRights } from '../../model/condition/former_right.ts';
import { concernOf } from '../../model/condition/look.ts';
import type { Model, Table } from '../../model/model.ts';
import { formerRightTable } from '../../query/sql/read/past/last_state.ts';
import { databaseFunction, deferredTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { textOf } from '../../sql/render.ts';
import { changedRows, isRowItself } from '../changed_rows.ts';
import { formerQueue } from '../due_queue.ts';
import { asOwner, ofTrigger, variableFirst } from '../plpgsql.ts';
import { insertEnds } from './ends.ts';

/**
 * The trigger that keeps whose rights to read a row end by a transaction, and when they will end as time passes, with its
 * functions. A model without last states needs neither.
 */
export function keepObjects(model: Model): readonly SchemaObject[] {
  const owners = formerOwners(model);
  if (owners.length === 0) return [];
  const calls = keepFunction(owners);
  return [
    ...owners.map((owner) => ownerFunction(owner, model)),
    calls,
    deferredTrigger({ name: 'keep', runs: 'after insert', on: formerQueue.table.name, calls }),
  ];
}

/** A table with rights that leave last states. */
export interface FormerOwner {
  readonly table: Table;
  readonly rights: readonly FormerRight[];
}

export function formerOwners(model: Model): readonly FormerOwner[] {
  return [...Map.groupBy(formerRights(model), ({ table }) => table)].map(([table, rights]) => ({ table, rights }));
}

/** The function that keeps the ends of rights to rows of a table, from an instant on, as a call names it. */
function keepFunctionName({ name }: Table): string {
  return `almanac.${objectName([name, 'former'])}`;
}

/** The statements that find in the history when rights ended by rules that look at a table, once its rows have come from elsewhere. */
export function findEnds({ name }: Table, model: Model): readonly string[] {
  return formerOwners(model)
    .filter(({ rights }) => rights.some(({ looks }) => looks.some(({ resource }) => resource === name)))
    .map(({ table }) => findAllEnds(table));
}

/** The statement that finds them for all rows of a table, or those for which more holds. */
export function findAllEnds(table: Table, more = ''): string {
  return `select ${keepFunctionName(table)}(array_agg(id), '-infinity') from public.${quote(table.name)} where true${more}`;
}

/** The function; other rules have other ones. */
function ownerFunction({ table, rights }: FormerOwner, model: Model): FunctionObject {
  const name = keepFunctionName(table);
  return databaseFunction(
    `${name}(bigint[], timestamptz)`,
    `${name}(concerned bigint[], since timestamptz) returns void`,
    `language plpgsql
${asOwner}
${rowByRow}
as $$
${variableFirst}
begin
  -- What was to end as time passes may now end at another time. So may the right to a row that is gone.
  delete from ${formerRightTable} as kept
  where kept.resource = ${textLiteral(table.name)} and kept.row_id = any (concerned)
    and (
      kept.ended_at > almanac.clock()
      or not exists (select from public.${quote(table.name)} as item where item.id = kept.row_id)
    );
${rights.map((right) => `${textOf(insertEnds(right, model))};`).join('\n')}
end
$$`,
  );
}

/**
 * From some rows to what is around them, by indexes. PostgreSQL expects far too many instants, and would read whole histories or
 * compile the statement.
 */
const rowByRow = `set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off`;

/** Whether what ends a right may be written by transactions that do not write the row itself. */
function lookFurther({ rights }: FormerOwner): boolean {
  return rights.some(({ looks }) => looks.some(({ path }) => path.length > 0));
}

/** Behind these locks, a transaction sees what the one before it has ended. */
function meeting({ table: { name } }: FormerOwner): string {
  return `    -- Two transactions may each take away one of two reasons for a right. They wait for each other at its row.
    perform from public.${quote(name)} as target where target.id = any (concerned) order by target.id for no key update;
`;
}

function keepFunction(owners: readonly FormerOwner[]): FunctionObject {
  const looks = owners.flatMap((owner) =>
    owner.rights.flatMap(({ looks: own }) =>
      own.map((look) => ({ owner, look, concern: concernOf(look, owner.table.name) })),
    ),
  );
  const keys = [...new Map(looks.map(({ concern }) => [`${concern.resource}.${concern.field}`, concern])).values()];
  const variable = (of: { readonly resource: string; readonly field: string }) =>
    `changed_${keys.findIndex(({ resource, field }) => resource === of.resource && field === of.field) + 1}`;
  const changed = keys.map(
    ({ resource, field }) =>
      `array_agg(value) filter (where due.resource = ${textLiteral(resource)} and due.field = ${textLiteral(field)})`,
  );
  const keep = owners.map((owner) => {
    const ways = looks
      .filter((each) => each.owner === owner)
      .map(({ look, concern }) =>
        isRowItself(look, concern)
          ? `    select unnest(${variable(concern)}) as id`
          : `    select item.id\n    ${changedRows(owner.table.name, look, concern, variable(concern))}`,
      );
    return `  concerned := array(
${[...new Set(ways)].join('\n    union\n')}
  );
  if cardinality(concerned) > 0 then
${lookFurther(owner) ? meeting(owner) : ''}    perform ${keepFunctionName(owner.table)}(concerned, since);
  end if;`;
  });
  const variables = keys.map(variable);
  return ofTrigger(
    'almanac.keep_former',
    asOwner,
    `declare
${variables.map((name) => `  ${name} bigint[];`).join('\n')}
  concerned bigint[];
  since timestamptz;
begin
  -- The first one takes all that the transaction has noted.
  select
    ${changed.join(',\n    ')}
  into ${variables.join(', ')}
  from ${formerQueue.takes}() as due, unnest(due.ids) as value;
  if num_nonnulls(${variables.join(', ')}) = 0 then
    return null;
  end if;
  since := almanac.record_time(null);
${keep.join('\n')}
  return null;
end`,
  );
}
