import { type CheckOwner, checkWatch, meetingOf } from '../../model/condition/check_concern.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Check, Model, Table } from '../../model/model.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { shownCondition } from '../../query/sql/condition/source.ts';
import { lockOrder } from '../../query/sql/write/lock/lock_order.ts';
import { columnOf, type Fragment, join, publicTable, sql } from '../../sql/fragment.ts';
import { databaseFunction, deferredTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { textOf } from '../../sql/render.ts';
import { ofOtherRow } from '../constraint/kind/related_check.ts';
import { asOwner, ofTrigger, variableFirst } from '../plpgsql.ts';
import { brokenRule } from './broken_rule.ts';
import { checkDue } from './due.ts';

/** The statements by which a transaction decides what it has noted so far. What follows is decided at its end again. */
export const decideNow: readonly string[] = [
  'set constraints almanac.decide immediate',
  'set constraints almanac.decide deferred',
];

/** The trigger that decides what a transaction has noted, with its functions. A model without checks of related rows needs neither. */
export function decideObjects(model: Model): readonly SchemaObject[] {
  const owners = ownersInOrder(model);
  if (owners.length === 0) return [];
  const calls = decideFunction(owners, model);
  return [
    ...owners.map((owner) => ownerFunction(owner, model)),
    calls,
    deferredTrigger({ name: 'decide', runs: 'after insert', on: checkDue.name, calls }),
  ];
}

/** The condition that the row under `item` breaks a check. */
export function breaksCheck(check: Check, table: Table, model: Model): Fragment {
  return breaksRule(check.that, table, model);
}

/** The same of any rule about rows of the resource. */
export function breaksRule(rule: BoundCondition, table: Table, model: Model): Fragment {
  return fixed(brokenRule(rule, table, model));
}

/** A query of the ids of the rows that break a check. Tables may be other sources, by the text that names them. */
export function breakingRows(
  check: Check,
  table: Table,
  model: Model,
  sources?: ReadonlyMap<string, Fragment>,
): string {
  const where = [brokenRule(check.that, table, model), ...shownCondition<never>(table, 'item', null)];
  return textOf(
    fixed(sql`select item.id from ${publicTable(table.name)} as item where ${join(where, ' and ')}`, sources),
  );
}

function ownersInOrder(model: Model): readonly CheckOwner[] {
  const { owners } = checkWatch(model);
  return lockOrder(model).flatMap(({ name }) => owners.get(name) ?? []);
}

/** Decides the checks of some rows of a resource. A row that breaks one is an error with the name of the check. */
function ownerFunction({ table, checks }: CheckOwner, model: Model): FunctionObject {
  const { name } = table;
  const rules = checks.map((check, at) => `      ${textOf(breaksCheck(check, table, model))} as rule_${at}`);
  const there = shownCondition<never>(table, 'item', null).map((each) => `\n      and ${textOf(each)}`);
  const choose = (of: (check: Check) => string) =>
    `case ${checks.map((check, at) => `when broken.rule_${at} then ${textLiteral(of(check))}`).join(' ')} end`;
  return databaseFunction(
    `${ownerFunctionName(table)}(bigint[])`,
    `${ownerFunctionName(table)}(concerned bigint[]) returns void`,
    `language plpgsql
as $$
${variableFirst}
declare
  broken record;
begin
  select checked.* into broken
  from (
    select
      item.id,
      item.recorded_in = pg_current_xact_id() as is_own,
${rules.join(',\n')}
    from public.${quote(name)} as item
    where item.id = any (concerned)${there.join('')}
    offset 0
  ) as checked
  where ${checks.map((_, at) => `checked.rule_${at}`).join(' or ')}
  order by checked.is_own desc, checked.id
  limit 1;
  if not found then
    return;
  end if;
  -- A row that this transaction has not written is broken from the other side.
  raise exception 'row % of ${name} would break a rule: %', broken.id, ${choose(({ message }) => message)}
    using
      errcode = 'check_violation',
      schema = 'public',
      table = ${textLiteral(name)},
      constraint = ${choose((check) => check.name)},
      detail = case when broken.is_own then '' else ${textLiteral(ofOtherRow)} end;
end
$$`,
  );
}

/** The function that decides the checks of a resource, as a call names it. */
export function ownerFunctionName({ name }: Table): string {
  return `almanac.${objectName([name, 'checks'])}`;
}

/** Changes that concern the checks of a resource by one of its fields, in the array of a variable. */
interface Key {
  readonly resource: string;
  readonly field: string;
  readonly variable: string;
  /** The resource whose ids these are, where writers of both sides of a check meet at its rows. */
  readonly meeting: string | null;
}

// The function is volatile: each of its statements sees what was committed while the one before it waited for locks.
function decideFunction(owners: readonly CheckOwner[], model: Model): FunctionObject {
  const keys = keysOf(model);
  const concerned = (owner: CheckOwner) => `concerned_${owners.indexOf(owner) + 1}`;
  const keysOfOwner = ({ table }: CheckOwner) => keys.filter(({ resource }) => resource === table.name);
  const changed = keys.map(
    ({ resource, field }) =>
      `array_agg(value) filter (where due.resource = ${textLiteral(resource)} and due.field = ${textLiteral(field)})`,
  );
  return ofTrigger(
    'almanac.decide_checks',
    asOwner,
    `declare
${[...keys.map(({ variable }) => variable), ...owners.map(concerned)].map((name) => `  ${name} bigint[];`).join('\n')}
begin
  -- The first one takes all that the transaction has noted.
  select
    ${changed.join(',\n    ')}
  into ${keys.map(({ variable }) => variable).join(', ')}
  from almanac.take_due_checks() as due, unnest(due.ids) as value;
  if num_nonnulls(${keys.map(({ variable }) => variable).join(', ')}) = 0 then
    return null;
  end if;
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'the checks of % cannot be decided in a transaction that is REPEATABLE READ', tg_table_name
      using errcode = 'feature_not_supported', hint = 'Use READ COMMITTED or SERIALIZABLE.';
  end if;

${meetingLocks(keys, model)}${owners.map((owner) => concernedRows(owner, concerned(owner), keysOfOwner(owner))).join('\n')}

  -- Writers whose changes could break a check together wait for each other here.
${lockOrder(model)
  .flatMap((table) => locksOf(table, owners, concerned))
  .join('\n')}

${owners.map((owner) => `  perform ${ownerFunctionName(owner.table)}(${concerned(owner)});`).join('\n')}
  return null;
end`,
  );
}

function keysOf(model: Model): readonly Key[] {
  const all = [...checkWatch(model).concerns.values()].flat();
  const alike = Map.groupBy(all, ({ resource, field }) => `${resource}.${field}`);
  return [...alike.values()].flatMap(([first, ...others], at) => {
    if (first === undefined) return [];
    const { resource, field } = first;
    const meeting = [first, ...others].map((each) => meetingOf(each, model)).find((each) => each !== null) ?? null;
    return [{ resource, field, variable: `changed_${at + 1}`, meeting }];
  });
}

/** Behind these locks, the owners that another writer has made are seen. */
function meetingLocks(keys: readonly Key[], model: Model): string {
  const met = Map.groupBy(keys, ({ meeting }) => meeting);
  const locks = lockOrder(model).flatMap(({ name }) => {
    const ids = met.get(name)?.map(({ variable }) => `select unnest(${variable})`) ?? [];
    return ids.length === 0 ? [] : [lockRows(name, `in (${ids.join(' union all ')})`, 'no key update')];
  });
  if (locks.length === 0) return '';
  return `  -- Rows of both sides may be new. Their writers wait for each other at the rows that both refer to.
${locks.join('\n')}

`;
}

function lockRows(name: string, ids: string, strength: string): string {
  return `  perform from public.${quote(name)} as target where target.id ${ids} order by target.id for ${strength};`;
}

function concernedRows({ table }: CheckOwner, variable: string, keys: readonly Key[]): string {
  const ways = keys.map(
    (key) =>
      `    select item.id from public.${quote(table.name)} as item where item.${quote(key.field)} = any (${key.variable})`,
  );
  return `  ${variable} := array(
${ways.join('\n    union\n')}
  );`;
}

function locksOf(
  table: Table,
  owners: readonly CheckOwner[],
  concerned: (owner: CheckOwner) => string,
): readonly string[] {
  const own = owners.filter((owner) => owner.isMeeting && owner.table === table);
  const referred = owners.flatMap((owner) =>
    owner.references
      .filter(({ to }) => to === table.name)
      .map(({ field }) => {
        const from = `public.${quote(owner.table.name)} as owner where owner.id = any (${concerned(owner)})`;
        return `select ${textOf(columnOf('owner', field))} from ${from}`;
      }),
  );
  const { name } = table;
  return [
    ...own.map((owner) => lockRows(name, `= any (${concerned(owner)})`, 'no key update')),
    ...(referred.length === 0 ? [] : [lockRows(name, `in (${referred.join(' union all ')})`, 'share')]),
  ];
}
