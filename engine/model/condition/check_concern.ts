import type { Check, Model, Table } from '../model.ts';
import { oncePerModel } from '../once.ts';
import { isReference, type Relation } from '../relation.ts';
import type { WriteMoment } from '../write_moment.ts';
import {
  type Concern,
  concernOf,
  type Look,
  looksOfCondition,
  storedColumns,
  tablesOf,
  type WatchedConcern,
  watched,
} from './look.ts';
import { looksAtRelations } from './looks.ts';

/** A resource with checks that look at related rows. */
export interface CheckOwner {
  readonly table: Table;
  /** Checks that each row keeps at all times. */
  readonly held: readonly Check[];
  /** Checks that are asked after some writes. */
  readonly asked: readonly AskedCheck[];
  /** The references by which the checks look at one row each. */
  readonly references: readonly OwnerReference[];
  /**
   * Whether two writers of different rows could break a check together: its owner is where they meet. If all that a check
   * looks at is one row that it refers to, writers meet at that row.
   */
  readonly isMeeting: boolean;
}

/** A check with the writes after which it is asked. */
export interface AskedCheck extends Check {
  readonly moment: WriteMoment;
}

interface OwnerReference {
  readonly field: string;
  readonly to: string;
  /** Whether the field is an array, whose elements refer. */
  readonly isArray: boolean;
}

/** All that checks look at through relations. */
export interface CheckWatch {
  /** By resource. */
  readonly owners: ReadonlyMap<string, CheckOwner>;
  /** Whose checks a change of a table's rows concerns, by table. */
  readonly concerns: ReadonlyMap<string, readonly WatchedConcern[]>;
}

/** What the checks of a model look at. */
export const checkWatch = oncePerModel(watchOf);

/** The checks of a resource that look at related rows, which the database decides at the end of a transaction. */
export function relatedChecks({ checks }: Pick<Table, 'checks'>): readonly Check[] {
  return checks.filter(isRelated);
}

/** Whether a check looks at related rows. */
export function isRelated({ that, moment }: Check): boolean {
  return looksAtRelations(that) || (moment !== null && moment.when !== null && looksAtRelations(moment.when));
}

/** The checks that are asked after some writes. */
export function askedChecks(checks: readonly Check[]): readonly AskedCheck[] {
  return checks.flatMap((check) => (check.moment === null ? [] : [{ ...check, moment: check.moment }]));
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
    each.flat().map((look) => ({ look, concern: checkConcernOf(look, table) })),
  );
  return {
    owners: new Map(owned.map(({ table, checks, looks: each }) => [table.name, ownerOf(table, checks, each)])),
    concerns: new Map(
      [...Map.groupBy(looks, ({ look }) => look.resource)].map(([resource, own]) => [resource, watched(own)]),
    ),
  };
}

/**
 * The resource whose rows both the owners of a check and the rows of a concern refer to. Writers of either meet there, since
 * writers of one side do not see new rows of the other. Null where one side refers to the other.
 */
export function meetingOf({ resource, field, column }: Concern, { resources }: Model): string | null {
  if (field === 'id' || column === 'id') return null;
  const type = resources.get(resource)?.fields.get(field)?.type;
  return type?.kind === 'reference' ? type.to : null;
}

/** Whether a way leads to a row that the first one refers to, and from there to rows that refer to it too. */
export function isOverParent([first, second, third]: readonly Relation[]): boolean {
  const isByColumn = first?.inArray === undefined && second?.inArray === undefined;
  return isByColumn && first?.to === 'id' && second?.from === 'id' && second.to !== 'id' && third === undefined;
}

/** Over a parent, rows concern those with the same reference. */
function checkConcernOf(look: Look, { name }: Table): Concern {
  const [first, second] = look.path;
  if (first === undefined || second === undefined) return concernOf(look, name);
  return { resource: name, field: first.from, column: second.to };
}

/** What a check looks at: one step away, or over a parent (see farthestLook). Any change of a row may be its moment. */
function looksOf({ that, moment }: Check, table: Table, model: Model): readonly Look[] {
  const rules = [that, ...(moment === null || moment.when === null ? [] : [moment.when])];
  const looks = rules
    .flatMap((rule) => looksOfCondition(rule, table, model))
    .filter(({ path }) => path.length < 2 || isOverParent(path));
  if (moment === null) return looks;
  const stored = [...table.fields.values()].flatMap(storedColumns).filter((column) => column !== 'id');
  return [...looks, { resource: table.name, path: [], columns: [...new Set(stored)] }];
}

function ownerOf(table: Table, checks: readonly Check[], looks: readonly (readonly Look[])[]): CheckOwner {
  const steps = looks.map((each) => distinctSteps(each.flatMap(({ path }) => path.slice(0, 1))));
  const references = steps
    .flat()
    .flatMap(({ from, to, target, inArray }) =>
      to === 'id' ? [{ field: from, to: target, isArray: inArray !== undefined }] : [],
    );
  return {
    table,
    held: checks.filter(({ moment }) => moment === null),
    asked: askedChecks(checks),
    references: [...new Map(references.map((each) => [each.field, each])).values()],
    isMeeting: steps.some((each) => !each.every(isReference) || each.length > 1),
  };
}

function distinctSteps(steps: readonly Relation[]): readonly Relation[] {
  return [...new Map(steps.map((each) => [each.alias, each])).values()];
}
