import type { Model } from '../model/model.ts';
import { hintText, renameHints } from './migration/change/hint.ts';
import { migrationPlan, replacingPlan } from './migration/plan.ts';
import type { Loss, Question, Step } from './migration/step.ts';

/** The statements that bring tables from one model to another, or the reasons against it. */
export type SchemaChange =
  | {
      readonly ok: true;
      readonly statements: readonly string[];
      readonly asks: readonly Question[];
      readonly losses: readonly StepLoss[];
      /** What the losses may be renames of. */
      readonly hints: readonly string[];
    }
  | { readonly ok: false; readonly reasons: readonly string[] };

/** What a step loses, in words, and where. */
export interface StepLoss {
  readonly what: string;
  readonly lost: readonly Loss[];
}

/**
 * The migration from one model to another as one transaction, for a database that nobody else uses. What would lose data
 * is a reason not to, unless it may: then a field that cannot be converted is another one. The data may still refuse a new
 * rule.
 */
export function schemaChange(from: Model, to: Model, mayLose = false): SchemaChange {
  const plan = mayLose ? replacingPlan(from, to) : migrationPlan(from, to);
  if (!plan.ok) return { ok: false, reasons: plan.refusals };
  const losses = plan.steps.flatMap(({ title, loses, lost }) =>
    loses === null ? [] : [{ what: `${title}: loses ${loses}`, lost }],
  );
  const hints = losses.length === 0 ? [] : renameHints(from, to).map(hintText);
  if (losses.length > 0 && !mayLose) return { ok: false, reasons: [...losses.map(({ what }) => what), ...hints] };
  return {
    ok: true,
    statements: plan.steps.flatMap(inOneTransaction),
    asks: plan.steps.flatMap(({ asks }) => asks),
    losses,
    hints,
  };
}

/** The statements of a step where nobody waits. */
export function inOneTransaction({ atOnce, statements }: Step): readonly string[] {
  return atOnce ?? statements;
}
