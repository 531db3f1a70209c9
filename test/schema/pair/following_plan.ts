import fc from 'fast-check';
import { aliasOf, isIn, nameOf, type Place, relatedTo, type TablePlan, tableName, targetOf } from './table_plan.ts';

/** What may follow from a write of a table, or be asked of it, in each model; null for nothing. */
export const followingPlan = fc.record({
  of: fc.nat(9),
  to: fc.nat(9),
  first: fc.option(fc.nat(11), { freq: 3 }),
  second: fc.option(fc.nat(11), { freq: 3 }),
});
export type FollowingPlan = typeof followingPlan extends fc.Arbitrary<infer T> ? T : never;

/** The keys `sets`, `creates` and `calls` of a table. */
export function keysOf(plans: readonly FollowingPlan[], table: TablePlan, place: Place): object {
  const of = <Made>(make: (plan: FollowingPlan, kind: number) => Made | null) =>
    plans.flatMap((plan): readonly Made[] => {
      const kind = plan[place.which];
      const made = kind === null ? null : make(plan, kind);
      return made === null ? [] : [made];
    });
  const sets = of((_, kind) => setOf(kind, table, place));
  const creates = of((plan, kind) => creationOf(plan, kind, table, place));
  const calls = of((_, kind) => callOf(kind, table, place)).map((call, at) => [`call_${at}`, call]);
  return {
    ...(sets.length === 0 ? {} : { sets }),
    ...(creates.length === 0 ? {} : { creates }),
    ...(calls.length === 0 ? {} : { calls: Object.fromEntries(calls) }),
  };
}

function setOf(kind: number, table: TablePlan, place: Place): object | null {
  const [text, number] = [nameOf(table, 'text', place), nameOf(table, 'number', place)];
  const [state, instant] = [nameOf(table, 'state', place), nameOf(table, 'instant', place)];
  const target = targetOf(table, place);
  const further = target && nameOf(target, 'text', place);
  switch (kind) {
    case 0:
      return text === null ? null : { on: ['create'], set: { [text]: 'set' } };
    case 1: {
      if (state === null || instant === null) return null;
      const set = { [instant]: 'now', ...(number === null ? {} : { [number]: 0 }) };
      return { when: `${state}=eq.done`, before: `${state}=neq.done`, set };
    }
    case 2:
      return further === null || number === null
        ? null
        : { roles: ['clerk'], when: `${aliasOf(table, place)}.${further}=eq.a`, set: { [number]: 7 } };
    case 3:
      return instant === null ? null : { on: ['update'], set: { [instant]: null } };
    default:
      return null;
  }
}

function creationOf(plan: FollowingPlan, kind: number, table: TablePlan, place: Place): object | null {
  // From one table to a later one: what follows comes to an end.
  const later = place.tables.slice(place.tables.indexOf(table) + 1);
  const to = later[plan.to % Math.max(1, later.length)];
  if (to === undefined || !isIn(to, place.which)) return null;
  const [owner, text] = [nameOf(table, 'owner', place), nameOf(table, 'text', place)];
  const [theirOwner, theirText] = [nameOf(to, 'owner', place) ?? '', nameOf(to, 'text', place)];
  const state = nameOf(table, 'state', place);
  const [reached] = relatedTo(table, place);
  const given = {
    [theirOwner]: `$${owner}`,
    ...(theirText !== null && text !== null ? { [theirText]: `$${text}` } : {}),
    ...(to.temporal ? { valid_from: 'now' } : {}),
    ...(targetOf(to, place) === table ? { [nameOf(to, 'reference', place) ?? '']: '$id' } : {}),
  };
  const resource = tableName(to, place.which);
  switch (kind) {
    case 4:
      return { on: ['create'], resource, with: given };
    case 5:
      return { on: ['create'], resource, unless: `${theirOwner}=eq.$${owner}`, with: given };
    case 6:
      return state === null ? null : { when: `${state}=eq.done`, before: `${state}=neq.done`, resource, with: given };
    case 7:
      return state === null || reached === undefined
        ? null
        : {
            when: `${state}=eq.done`,
            resource,
            for_each: reached.alias,
            with: { ...given, [theirOwner]: `$${reached.alias}.${nameOf(reached.from, 'owner', place)}` },
          };
    default:
      return null;
  }
}

function callOf(kind: number, table: TablePlan, place: Place): object | null {
  const [code, text] = [nameOf(table, 'code', place), nameOf(table, 'text', place)];
  const answer = ['id', ...(text === null ? [] : [text])];
  const access = { access: ['clerk'] };
  const event = place.hasEvents ? { event: true } : {};
  const input = { code: { type: 'text' } };
  switch (kind) {
    case 8:
      return { input: { id: { type: 'bigint' } }, find: 'id=eq.{input.id}', answer, ...event, ...access };
    case 9: {
      const owner = nameOf(table, 'owner', place) ?? '';
      if (code === null || table.temporal) return null;
      const create = { [code]: '{input.code}', [owner]: 1 };
      return { input, find: `${code}=eq.{input.code}`, create, answer, ...event, ...access };
    }
    case 10:
      return { input, item: true, handler: 'work.ts', answer: { fields: { done: { type: 'text' } } }, ...access };
    default:
      return null;
  }
}
