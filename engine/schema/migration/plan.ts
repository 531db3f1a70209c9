import type { Model } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import { relationNames } from '../constraint.ts';
import { objectName } from '../name.ts';
import { overlapExtension, schemaStatements, type TablePart, tableParts } from '../schema.ts';
import { commentSteps } from './comment.ts';
import { conversionFills, convertSteps, dropFormerSteps } from './convert.ts';
import { eventSteps } from './event.ts';
import { addedFills, addFieldSteps, alterFieldSteps, dropFieldSteps } from './field.ts';
import { fillSteps } from './fill.ts';
import { functionSteps } from './function.ts';
import { historySteps } from './history.ts';
import { indexSteps } from './index.ts';
import { nameStep, type Rename, type RenamedPart, renaming } from './name.ts';
import { noticeSteps } from './notice.ts';
import { declaredRenames, type ModelRenames, renamedModel } from './renamed_model.ts';
import { requiredSteps } from './required.ts';
import { addRuleSteps, dropRuleSteps } from './rule.ts';
import { catalogOnly, catalogStep, inTransaction, type Planned, type Step, stages } from './step.ts';
import { createTableSteps, dropTableSteps } from './table.ts';
import { fieldChanges, freeName, type KeptReference, keptHistory, type TableChange } from './table_change.ts';
import { matchObjects, type TableObject, tableObjects } from './table_object.ts';
import { temporalSteps, validityFills } from './temporal.ts';

/** The steps that bring tables from one model to another, in their order, or what stands against it. */
export type Plan =
  | { readonly ok: true; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly refusals: readonly string[] };

/** The plan from nothing to a model. */
export function firstPlan(model: Model): Plan {
  const step: Step = {
    title: 'make the tables',
    runs: inTransaction,
    statements: schemaStatements(model),
    atOnce: null,
    locks: 'nothing',
    work: catalogOnly,
    loses: null,
    lost: [],
    asks: [],
    undo: null,
  };
  return { ok: true, steps: [step] };
}

/**
 * The plan from one model to a later one. What is the same gives no step; data that both have is kept. Steps that lose
 * something say what: whether they may run is for the caller to ask.
 */
export function migrationPlan(from: Model, to: Model): Plan {
  return planWith(from, to, declaredRenames(from, to));
}

/**
 * The plan where a field that cannot be converted is another one: the old one is dropped, with its values. For a database
 * whose rows may be lost with leave.
 */
export function replacingPlan(from: Model, to: Model): Plan {
  return planWith(from, to, withoutUnlike(from, to, declaredRenames(from, to)));
}

function planWith(from: Model, to: Model, renames: ModelRenames): Plan {
  const before = tableParts(from);
  const named = tableParts(renamedModel(from, renames));
  const after = tableParts(to);
  const newName = (table: string) => renames.tables.get(table) ?? table;

  const tables = [...before.values()].map((was): RenamedPart & { readonly now: TablePart | undefined } => {
    const name = newName(was.table.name);
    return {
      was,
      old: named.get(name) ?? was,
      columns: renames.fields.get(was.table.name) ?? new Map(),
      now: after.get(name),
    };
  });
  const kept = tables.flatMap((each) => (each.now === undefined ? [] : [{ ...each, now: each.now }]));
  const dropped = tables.filter(({ now }) => now === undefined).map(({ was }) => was);
  const created = [...after.values()].filter(({ table }) => !named.has(table.name));

  const references = keptReferences(kept);
  const nameBefore = (table: string) => kept.find(({ now }) => now.table.name === table)?.was.table.name ?? null;
  const wanted = new Set([...relationNames(to), ...[...after.values()].flatMap(tableObjects).map(({ name }) => name)]);
  const changes = kept.map((each) =>
    tableChange(each, wanted, { nameBefore, references: references.get(each.now.table.name) ?? [] }),
  );
  const aside = dropped.flatMap((part) => asideOfDropped(part, wanted));
  const refusals = changes.flatMap(({ change }) => [...kindRefusals(change), ...change.fields.refusals]);
  if (refusals.length > 0) return { ok: false, refusals };

  const asideNames = new Map(aside.map(({ from: name, to: other }) => [name, other]));
  const steps = [
    ...extensionSteps(before, after, 'create'),
    ...nameStep(kept, [...aside, ...changes.flatMap(({ renamed }) => renamed)]),
    ...eventSteps(from, renames),
    ...created.flatMap(createTableSteps),
    ...changes.flatMap(({ change }) => tableSteps(change)),
    ...noticeSteps(
      from,
      to,
      changes.some(({ change }) => change.fields.converted.length > 0),
    ),
    ...dropped.flatMap((part) => dropTableSteps(part, (name) => asideNames.get(name) ?? newName(name))),
    ...extensionSteps(before, after, 'drop'),
  ];
  return { ok: true, steps: inStages(steps) };
}

/** The renames, and each field that has no conversion to its new type out of the way of what takes its name. */
function withoutUnlike(from: Model, to: Model, renames: ModelRenames): ModelRenames {
  const [named, after] = [tableParts(renamedModel(from, renames)), tableParts(to)];
  const fields = new Map(renames.fields);
  for (const { table } of tableParts(from).values()) {
    const name = renames.tables.get(table.name) ?? table.name;
    const [old, now] = [named.get(name)?.table, after.get(name)?.table];
    if (old === undefined || now === undefined) continue;
    const own = new Map(fields.get(table.name));
    for (const field of fieldChanges(old, now).unlike) {
      const known = [...own].find(([, later]) => later === field)?.[0] ?? field;
      own.set(known, freeName(`${field}_former`, old, now));
    }
    if (own.size > 0) fields.set(table.name, own);
  }
  return { ...renames, fields };
}

/** A table of the engine's own, and one that has merely its name. */
function kindRefusals({ old, now }: TableChange): readonly string[] {
  const { name } = now.table;
  if (old.table.holds === now.table.holds) return [];
  const change = now.table.holds === 'rows' ? 'is no longer' : 'becomes';
  return [
    `${name} ${change} the resource that the service itself has for its events: drop or rename the one that is there, in a migration before`,
  ];
}

/** The order counts where steps of a table become one: what goes makes way for what comes. */
function tableSteps(change: TableChange): readonly Planned[] {
  return [
    ...historySteps(change),
    ...temporalSteps(change),
    ...addFieldSteps(change),
    ...silentFills(change),
    ...dropRuleSteps(change),
    ...convertSteps(change),
    ...addRuleSteps(change),
    ...requiredSteps(change),
    ...alterFieldSteps(change),
    ...indexSteps(change),
    ...functionSteps(change),
    ...dropFormerSteps(change),
    ...dropFieldSteps(change),
    ...commentSteps(change),
  ];
}

/** What is filled in without a version being made of it: columns that nobody knows yet. */
function silentFills(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const both = (on: string) => [...conversionFills(change, on), ...validityFills(change, on)];
  return [
    ...fillSteps(table, table.name, [...addedFills(change), ...both(table.name)], false),
    ...(history === null ? [] : fillSteps(table, history, both(history), false)),
  ];
}

type RenamedObject = Rename & Pick<TableObject, 'on' | 'isRelation'>;

interface MatchedTable {
  readonly change: TableChange;
  readonly renamed: readonly RenamedObject[];
}

function tableChange(
  { was, old, now, columns }: RenamedPart & { readonly now: TablePart },
  wanted: ReadonlySet<string>,
  beside: Pick<TableChange, 'nameBefore' | 'references'>,
): MatchedTable {
  const fields = fieldChanges(old.table, now.table);
  const converted = new Set(fields.converted.map(({ field }) => field.name));
  // What is there bears its old name, and is what the renamed model says of it.
  const current = tableObjects(was).map(({ name }) => name);
  const objects = tableObjects(old).map((object, at) => ({ ...object, name: current[at] ?? object.name }));
  const isOfNewOrGoneHistory = ({ on }: TableObject) =>
    on !== now.table.name && (old.history === null || now.history === null);
  const { kept, gone, come } = matchObjects(
    objects.filter((object) => !isOfNewOrGoneHistory(object)),
    tableObjects(now).filter((object) => !isOfNewOrGoneHistory(object)),
    (object) => object.columns.some((column) => converted.has(column)),
  );
  const ownNames = new Set(kept.map(([, object]) => object.name));
  const isInTheWay = ({ name, isRelation }: TableObject) => (isRelation ? wanted : ownNames).has(name);
  const moved = gone.map((object) =>
    isInTheWay(object) ? { ...object, name: objectName([object.name, 'old']) } : object,
  );
  return {
    change: { was, old, now, fields, gone: moved, come, stays: kept, columns, ...beside },
    renamed: [
      ...kept.map(([object, later]) => objectRename(object, later.name)),
      ...gone.map((object, at) => objectRename(object, moved[at]?.name ?? object.name)),
    ].filter(({ from, to }) => from !== to),
  };
}

function objectRename({ name, on, isRelation }: TableObject, to: string): RenamedObject {
  const rename = isRelation
    ? renaming('index')
    : (from: string, later: string) =>
        `alter table public.${quote(on)} rename constraint ${quote(from)} to ${quote(later)}`;
  return { from: name, to, on, isRelation, rename };
}

/** Names of a table that goes, and of what it has, which others are to have before it does. */
function asideOfDropped(part: TablePart, wanted: ReadonlySet<string>): readonly RenamedObject[] {
  const { table, history } = part;
  const relations = [table.name, ...(history === null ? [] : [history.name])].map((name) => ({
    from: name,
    rename: renaming('table'),
  }));
  const indexes = tableObjects(part)
    .filter(({ isRelation }) => isRelation)
    .map(({ name }) => ({ from: name, rename: renaming('index') }));
  return [...relations, ...indexes]
    .filter(({ from }) => wanted.has(from))
    .map((each) => ({ ...each, to: objectName([each.from, 'old']), on: table.name, isRelation: true }));
}

function extensionSteps(
  before: ReadonlyMap<string, TablePart>,
  after: ReadonlyMap<string, TablePart>,
  stage: 'create' | 'drop',
): readonly Planned[] {
  const [was, is] = [before, after].map((parts) => [...parts.values()].some(({ table }) => table.temporal !== null));
  if (was === is || is !== (stage === 'create')) return [];
  return [
    catalogStep({
      stage: is ? 'create' : 'finish',
      table: '',
      title: is ? 'add the extension btree_gist' : 'drop the extension btree_gist',
      statements: [is ? overlapExtension.create : overlapExtension.drop],
      locks: 'nothing',
      undo: [is ? overlapExtension.drop : overlapExtension.create],
    }),
  ];
}

/** The steps stage by stage; those of one table and stage that run in a transaction are one. */
function inStages(planned: readonly Planned[]): readonly Step[] {
  return stages.flatMap((stage) => {
    const own = planned.filter((step) => step.stage === stage);
    const groups = Map.groupBy(
      own,
      (step) => `${step.table} ${step.runs.kind === 'transaction' && step.loses === null}`,
    );
    return [...groups.values()].flatMap((steps) => {
      const [first] = steps;
      const isOne = first?.runs.kind === 'transaction' && first.loses === null && steps.length > 1;
      return isOne ? [joined(steps)] : steps.map(asStep);
    });
  });
}

function joined(steps: readonly Planned[]): Step {
  const all = (of: (step: Planned) => string) => [...new Set(steps.map(of))].join('; ');
  return {
    title: all(({ title }) => title),
    runs: inTransaction,
    statements: steps.flatMap(({ statements }) => statements),
    atOnce: null,
    locks: all(({ locks }) => locks),
    work: all(({ work }) => work),
    loses: null,
    lost: [],
    asks: steps.flatMap(({ asks }) => asks),
    undo: steps.toReversed().flatMap(({ undo }) => undo ?? []),
  };
}

function asStep({ title, runs, statements, atOnce, locks, work, loses, lost, asks, undo }: Planned): Step {
  return { title, runs, statements, atOnce, locks, work, loses, lost, asks, undo };
}

/** The references that are there before and behind, by the later name of the table that they are to. */
function keptReferences(
  kept: readonly (RenamedPart & { readonly now: TablePart })[],
): ReadonlyMap<string, readonly KeptReference[]> {
  const all = kept.flatMap(({ was, old, now, columns }) =>
    old.named.flatMap(([, constraint]) => {
      if (constraint.kind !== 'reference') return [];
      const { field, to } = constraint;
      const column = [...columns].find(([, later]) => later === field)?.[0] ?? field;
      return [{ to, reference: { table: was.table.name, column, later: { table: now.table.name, column: field } } }];
    }),
  );
  return new Map(
    [...Map.groupBy(all, ({ to }) => to)].map(([to, list]) => [to, list.map(({ reference }) => reference)]),
  );
}
