import type { Model } from '../../model/model.ts';
import { schemaStatements, tableParts } from '../schema.ts';
import { type ModelChange, modelChange } from './change/model_change.ts';
import { declaredRenames, type ModelRenames, renamedModel } from './change/renamed_model.ts';
import { fieldChanges, freeName, type TableChange } from './change/table_change.ts';
import { modelKinds, stepsOf } from './kinds.ts';
import { inStages } from './stage.ts';
import { catalogOnly, inTransaction, type Step } from './step.ts';

/** The steps that bring tables from one model to another, in order, or the reasons against it. */
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
  return planOf(modelChange(from, to, declaredRenames(from, to)));
}

/**
 * The plan where a field that cannot be converted is another one: the old one is dropped, with its values. For a database
 * whose rows may be lost with leave.
 */
export function replacingPlan(from: Model, to: Model): Plan {
  return planOf(modelChange(from, to, withoutUnlike(from, to, declaredRenames(from, to))));
}

function planOf(change: ModelChange): Plan {
  const refusals = change.changes.flatMap((each) => [...kindRefusals(each), ...each.fields.refusals]);
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, steps: inStages(stepsOf(modelKinds, change)) };
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
  if (old.table.madeBy?.name === now.table.madeBy?.name) return [];
  const change = now.table.madeBy === null ? 'is no longer' : 'becomes';
  return [
    `${name} ${change} the resource that the service itself has for its events. Drop or rename the existing one in an earlier migration`,
  ];
}
