import type { BoundCondition } from '../field.ts';
import type { Model, Table } from '../model.ts';
import { oncePerModel } from '../once.ts';
import { type CallerKey, callerKeys } from './caller_key.ts';
import { concernOf, type Look, looksOfCondition, tablesOf, type WatchedConcern, watched } from './look.ts';
import { type ComparedTime, comparedTimes } from './time.ts';

/** A rule by which a role reads rows of a table. Callers who lose the right to a row still find it as it was then. */
export interface FormerRight {
  readonly table: Table;
  readonly role: string;
  readonly condition: BoundCondition;
  /** The claims by whose values one caller is told from another, in order of name. */
  readonly keys: readonly CallerKey[];
  /** What the rule looks at. */
  readonly looks: readonly Look[];
  readonly times: readonly ComparedTime[];
}

/** The rights of a model that leave a last state. */
export const formerRights = oncePerModel((model): readonly FormerRight[] =>
  tablesOf(model).flatMap((table) => rightsOf(table, model)),
);

function rightsOf(table: Table, model: Model): readonly FormerRight[] {
  return [...(table.access ?? [])].flatMap(([role, { read, former }]) => {
    if (former === undefined || read.kind !== 'rule') return [];
    const { condition } = read;
    const looks = looksOfCondition(condition, table, model);
    return [{ table, role, condition, keys: keysOf(condition), looks, times: comparedTimes(condition) }];
  });
}

/** The claims by which the callers of such a rule are told apart, in order of name. */
export function keysOf(condition: BoundCondition): readonly CallerKey[] {
  const found = callerKeys(condition);
  if (!found.ok) throw new Error(found.message);
  return found.keys.toSorted((one, other) => (one.claim < other.claim ? -1 : 1));
}

/** Whose last states a change of a table's rows concerns. */
export function formerConcerns({ name }: Pick<Table, 'name'>, model: Model): readonly WatchedConcern[] {
  const looks = formerRights(model).flatMap(({ table, looks: own }) =>
    own.map((look) => ({ look, concern: concernOf(look, table.name) })),
  );
  return watched(looks.filter(({ look }) => look.resource === name));
}
