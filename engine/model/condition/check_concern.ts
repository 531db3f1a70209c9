import type { Check, Model, Table } from '../model.ts';
import { concernOf, type Look, looksOfCondition, tablesOf, type WatchedConcern, watched } from './look.ts';
import { looksAtRelations } from './looks.ts';

/** A resource with checks that look at related rows. */
export interface CheckOwner {
  readonly table: Table;
  readonly checks: readonly Check[];
  /** The references by which the checks look at one row each. */
  readonly references: readonly OwnerReference[];
  /**
   * Whether two writers of different rows could break a check together: its owner is where they meet. If all that a check
   * looks at is one row that it refers to, writers meet at that row.
   */
  readonly isMeeting: boolean;
}

interface OwnerReference {
  readonly field: string;
  readonly to: string;
}

/** All that checks look at through relations. */
export interface CheckWatch {
  /** By resource. */
  readonly owners: ReadonlyMap<string, CheckOwner>;
  /** Whose checks a change of a table's rows concerns, by table. */
  readonly concerns: ReadonlyMap<string, readonly WatchedConcern[]>;
}

/** What the checks of a model look at. It is found once for each model. */
export function checkWatch(model: Model): CheckWatch {
  const known = watches.get(model) ?? watchOf(model);
  watches.set(model, known);
  return known;
}

const watches = new WeakMap<Model, CheckWatch>();

/** The checks of a resource that look at related rows, which the database decides at the end of a transaction. */
export function relatedChecks({ checks }: Pick<Table, 'checks'>): readonly Check[] {
  return checks.filter(({ that }) => looksAtRelations(that));
}

/** The concerns of a table's rows. */
export function concernsOf({ name }: Pick<Table, 'name'>, model: Model): readonly WatchedConcern[] {
  return checkWatch(model).concerns.get(name) ?? [];
}

function watchOf(model: Model): CheckWatch {
  const owned = tablesOf(model).flatMap((table) => {
    const checks = relatedChecks(table);
    return checks.length === 0 ? [] : [{ table, checks, looks: checks.map((check) => looksOf(check, table, model)) }];
  });
  const looks = owned.flatMap(({ table, looks: each }) =>
    each.flat().map((look) => ({ look, concern: concernOf(look, table.name) })),
  );
  return {
    owners: new Map(owned.map(({ table, checks, looks: each }) => [table.name, ownerOf(table, checks, each)])),
    concerns: new Map(
      [...Map.groupBy(looks, ({ look }) => look.resource)].map(([resource, own]) => [resource, watched(own)]),
    ),
  };
}

/** What a check looks at, one step away at most (see farthestLook). */
function looksOf(check: Check, table: Table, model: Model): readonly Look[] {
  return looksOfCondition(check.that, table, model).filter(({ path }) => path.length < 2);
}

function ownerOf(table: Table, checks: readonly Check[], looks: readonly (readonly Look[])[]): CheckOwner {
  const steps = looks.map((each) => each.flatMap(({ path }) => path));
  const references = steps.flat().flatMap(({ from, to, target }) => (to === 'id' ? [{ field: from, to: target }] : []));
  return {
    table,
    checks,
    references: [...new Map(references.map((each) => [each.field, each])).values()],
    isMeeting: steps.some((each) => each.some(({ to }) => to !== 'id') || each.length > 1),
  };
}
