import type { Model } from '../definition/model.ts';
import { migrationPlan } from './migration/plan.ts';
import type { Question, Step } from './migration/step.ts';

/** The statements that bring tables from one model to another with their data kept, or what stands against it. */
export type SchemaChange =
  | { readonly ok: true; readonly statements: readonly string[]; readonly asks: readonly Question[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * The migration from one model to another as one transaction, for a database that nobody else uses. What would lose data
 * is a reason not to. The data may still refuse a new rule.
 */
export function schemaChange(from: Model, to: Model): SchemaChange {
  const plan = migrationPlan(from, to);
  if (!plan.ok) return { ok: false, reasons: plan.refusals };
  const losses = plan.steps.flatMap(({ title, loses }) => (loses === null ? [] : `${title}: loses ${loses}`));
  if (losses.length > 0) return { ok: false, reasons: losses };
  return {
    ok: true,
    statements: plan.steps.flatMap(inOneTransaction),
    asks: plan.steps.flatMap(({ asks }) => asks),
  };
}

/** The statements of a step where nobody waits: all rows at once, and indexes under a lock. */
export function inOneTransaction({ runs, statements }: Step): readonly string[] {
  switch (runs.kind) {
    case 'transaction':
      return statements;
    case 'alone':
      return statements.map((statement) => statement.replace(' concurrently', ''));
    case 'batches':
      return statements.map((statement) => statement.replace(' and id between :first and :last', ''));
  }
}
