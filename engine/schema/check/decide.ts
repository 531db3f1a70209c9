import { type AskedCheck, type CheckOwner, checkWatch, meetingOf } from '../../model/condition/check_concern.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Check, Model, Table } from '../../model/model.ts';
import { acyclicReferences, isDecidedAtEnd, treeName } from '../../model/tree/acyclic.ts';
import { fixed } from '../../query/sql/condition/fixed.ts';
import { shownCondition } from '../../query/sql/condition/source.ts';
import { lockOrder } from '../../query/sql/write/lock/lock_order.ts';
import { columnOf, type Fragment, join, publicTable, sql } from '../../sql/fragment.ts';
import { deferredTrigger } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { textOf } from '../../sql/render.ts';
import { isAmong } from '../changed_rows.ts';
import { constraints } from '../constraint/constraints.ts';
import { checkQueue } from '../due_queue.ts';
import { asOwner, ofTrigger } from '../plpgsql.ts';
import { brokenRule } from './broken_rule.ts';
import { circleField, circleFunction, circleFunctionName } from './circle.ts';
import { dueField } from './due.ts';
import { breaksCheck, refusingFunction } from './refusing_function.ts';

/** The statements by which a transaction decides what it has noted so far. What follows is decided at its end again. */
export const decideNow: readonly string[] = [
  'set constraints almanac.decide immediate',
  'set constraints almanac.decide deferred',
];

/** The trigger that decides what a transaction has noted, with its functions. A model without anything to decide needs neither. */
export function decideObjects(model: Model): readonly SchemaObject[] {
  if (!isDecidedAtEnd(model)) return [];
  const owners = ownersInOrder(model);
  const named = [...constraints(model)];
  const calls = decideFunction(owners, model);
  return [
    ...owners.flatMap(({ table, held, asked }) => [
      ...(held.length === 0 ? [] : [refusingFunction(ownerFunctionName(table), table, held, model)]),
      ...askedAtEnd(asked).map((check) => refusingFunction(askingFunctionName(check), table, [check], model)),
    ]),
    ...named.flatMap(([name, constraint]) => {
      if (constraint.kind !== 'acyclic') return [];
      const { resource, field } = constraint;
      const reference = acyclicReferences(model).find((each) => treeName(each) === `${resource}.${field}`);
      return reference === undefined ? [] : [circleFunction(reference, name)];
    }),
    calls,
    deferredTrigger({ name: 'decide', runs: 'after insert', on: checkQueue.table.name, calls }),
  ];
}

/** The condition that the row under `item` breaks a rule. */
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
  const where = [breaksCheck(check, table, model), ...shownCondition<never>(table, 'item', null)];
  return textOf(
    fixed(sql`select item.id from ${publicTable(table.name)} as item where ${join(where, ' and ')}`, sources),
  );
}

/** What is asked of a deleted row is asked at once. */
function askedAtEnd(asked: readonly AskedCheck[]): readonly AskedCheck[] {
  return asked.filter(({ moment: { on } }) => on.has('create') || on.has('update'));
}

function ownersInOrder(model: Model): readonly CheckOwner[] {
  const { owners } = checkWatch(model);
  return lockOrder(model).flatMap(({ name }) => owners.get(name) ?? []);
}

/** The function that decides the checks of a resource, as a call names it. */
export function ownerFunctionName({ name }: Table): string {
  return `almanac.${objectName([name, 'checks'])}`;
}

/** The function that asks a check of some rows, as a call names it. */
function askingFunctionName({ name }: AskedCheck): string {
  return `almanac.${objectName([name, 'asked'])}`;
}

/** Changes that concern the checks of a resource by one of its fields, in the array of a variable. */
interface Key {
  readonly resource: string;
  readonly field: string;
  readonly isArray: boolean;
  readonly variable: string;
  /** The resource whose ids these are, where writers of both sides of a check meet at its rows. */
  readonly meeting: string | null;
}

// The function is volatile: each of its statements sees what was committed while the one before it waited for locks.
function decideFunction(owners: readonly CheckOwner[], model: Model): FunctionObject {
  const keys = keysOf(model);
  const concerned = (owner: CheckOwner) => `concerned_${owners.indexOf(owner) + 1}`;
  const keysOfOwner = ({ table }: CheckOwner) => keys.filter(({ resource }) => resource === table.name);
  const asked = owners.flatMap(({ table, asked: checks }) =>
    askedAtEnd(checks).map((check) => ({ resource: table.name, field: dueField(check), check })),
  );
  const variableOf = ({ check }: (typeof asked)[number]) =>
    `asked_${asked.findIndex((each) => each.check === check) + 1}`;
  const trees = acyclicReferences(model).map((reference, at) => ({
    reference,
    resource: reference.table.name,
    field: circleField(reference),
    variable: `moved_${at + 1}`,
  }));
  const all = [...keys, ...asked.map((each) => ({ ...each, variable: variableOf(each) })), ...trees];
  const changed = all.map(
    ({ resource, field }) =>
      `array_agg(value) filter (where due.resource = ${textLiteral(resource)} and due.field = ${textLiteral(field)})`,
  );
  return ofTrigger(
    'almanac.decide_checks',
    asOwner,
    `declare
${[...all.map(({ variable }) => variable), ...owners.map(concerned)].map((name) => `  ${name} bigint[];`).join('\n')}
begin
  -- The first one takes all that the transaction has noted.
  select
    ${changed.join(',\n    ')}
  into ${all.map(({ variable }) => variable).join(', ')}
  from almanac.take_due_checks() as due, unnest(due.ids) as value;
  if num_nonnulls(${all.map(({ variable }) => variable).join(', ')}) = 0 then
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

${[
  ...owners
    .filter(({ held }) => held.length > 0)
    .map((owner) => `  perform ${ownerFunctionName(owner.table)}(${concerned(owner)});`),
  ...asked.map((each) => `  perform ${askingFunctionName(each.check)}(${variableOf(each)});`),
  // Last of all locks: whoever waits for a tree has all others already.
  ...trees.map(({ reference, variable }) => `  perform ${circleFunctionName(reference)}(${variable});`),
].join('\n')}
  return null;
end`,
  );
}

function keysOf(model: Model): readonly Key[] {
  const all = [...checkWatch(model).concerns.values()].flat();
  const alike = Map.groupBy(all, ({ resource, field }) => `${resource}.${field}`);
  return [...alike.values()].flatMap(([first, ...others], at) => {
    if (first === undefined) return [];
    const { resource, field, inArray } = first;
    const meeting = [first, ...others].map((each) => meetingOf(each, model)).find((each) => each !== null) ?? null;
    return [{ resource, field, isArray: inArray === 'field', variable: `changed_${at + 1}`, meeting }];
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
      `    select item.id from public.${quote(table.name)} as item where ${isAmong(`item.${quote(key.field)}`, key.variable, key.isArray)}`,
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
      .map(({ field, isArray }) => {
        const from = `public.${quote(owner.table.name)} as owner where owner.id = any (${concerned(owner)})`;
        const id = textOf(columnOf('owner', field));
        return `select ${isArray ? `unnest(${id})` : id} from ${from}`;
      }),
  );
  const { name } = table;
  return [
    ...own.map((owner) => lockRows(name, `= any (${concerned(owner)})`, 'no key update')),
    ...(referred.length === 0 ? [] : [lockRows(name, `in (${referred.join(' union all ')})`, 'share')]),
  ];
}
