import type { Model } from '../../../../model/model.ts';
import { empty, join, publicTable, raw, sql } from '../../../../sql/fragment.ts';
import { type Sql, statementOf, type Template } from '../../condition/statement.ts';
import { lockOrder } from './lock_order.ts';

/** Rows of a table, and how they are locked. */
export interface Lock extends Ids {
  readonly name: string;
  readonly strength: Strength;
}

/** The locks of PostgreSQL, the strongest one last. Each keeps off all that the ones before it keep off. */
export const strengths = ['key share', 'share', 'no key update', 'update'] as const;

export type Strength = (typeof strengths)[number];

/** Ids, in two forms. */
export interface Ids {
  /** As a continuation of `id`. */
  readonly where: Sql;
  /** As a SELECT. */
  readonly select: Sql;
}

export function oneId(id: Sql): Ids {
  return { where: sql`= ${id}`, select: sql`select ${id}` };
}

export function idsOfArray(array: Sql): Ids {
  return { where: sql`= any (${array})`, select: sql`select unnest(${array})` };
}

export function idsOfSelect(select: Sql): Ids {
  return { where: sql`in (${select})`, select };
}

/**
 * The locks of one write in the order of all writes (see lock_order.ts), so that two writes never wait for each other in a
 * circle. The rows of a table are locked together, as strongly as any of the locks asks.
 */
export function inLockOrder(locks: readonly Lock[], model: Model): readonly Lock[] {
  const byName = Map.groupBy(locks, ({ name }) => name);
  return lockOrder(model).flatMap(({ name }) => {
    const [first, ...others] = byName.get(name) ?? [];
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    const all = [first, ...others];
    const select = join(
      all.map((each) => each.select),
      ' union all ',
    );
    return [{ name, ...idsOfSelect(select), strength: strongest(all) }];
  });
}

/** The lock of the rows that a write chooses, among others. It stays by itself, as it tells which rows were chosen. */
export function aroundRows(rows: Lock, others: readonly Lock[], model: Model): readonly Lock[] {
  const order = lockOrder(model).map(({ name }) => name);
  const place = order.indexOf(rows.name);
  const isBefore = ({ name }: Lock) => order.indexOf(name) < place;
  return [...others.filter(isBefore), rows, ...others.filter((lock) => !isBefore(lock))];
}

function strongest(locks: readonly Lock[]): Strength {
  return strengths.findLast((strength) => locks.some((lock) => lock.strength === strength)) ?? 'key share';
}

/** Takes the locks one after the other: each waits for the one before it to be there. Null for nothing to be locked. */
export function renderLocks(locks: readonly Lock[]): Template | null {
  return renderSteps(locks.map(renderLock));
}

export function renderSteps(steps: readonly Sql[]): Template | null {
  if (steps.length === 0) return null;
  const taken = steps.map((each, index) => sql`lock_${index} as materialized (${each})`);
  return statementOf(sql`
    with ${join(taken, ', ')}
    select almanac.fix_present() as present
    from (select count(*) from lock_${steps.length - 1}) as held`);
}

export function renderLock({ name, where, strength }: Lock, index: number): Sql {
  const after = index === 0 ? empty : sql`, (select count(*) from lock_${index - 1}) as held`;
  return sql`
    select target.id
    from ${publicTable(name)} as target${after}
    where target.id ${where}
    order by target.id
    for ${raw(strength)} of target`;
}
