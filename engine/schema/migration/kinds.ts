import { commentSteps } from './comment.ts';
import { convertSteps, dropFormerSteps } from './convert.ts';
import { addExtensionSteps, dropExtensionSteps } from './extension.ts';
import { inMigration } from './feature.ts';
import { addFieldSteps, alterFieldSteps, dropFieldSteps } from './field.ts';
import { functionSteps } from './function.ts';
import { historySteps } from './history.ts';
import { indexSteps } from './index.ts';
import type { ModelChange } from './model_change.ts';
import { nameSteps } from './name.ts';
import { requiredSteps } from './required.ts';
import { addRuleSteps, dropRuleSteps } from './rule.ts';
import { silentFillSteps } from './silent_fill.ts';
import type { Planned } from './step.ts';
import { createTableSteps, dropTableSteps } from './table.ts';
import type { TableChange } from './table_change.ts';
import { temporalSteps } from './temporal.ts';

/**
 * Every kind of steps that a table gives which both models have. The order counts where steps become one: what goes makes way
 * for what comes.
 */
export const tableKinds = {
  history: historySteps,
  temporal: temporalSteps,
  add_field: addFieldSteps,
  silent_fill: silentFillSteps,
  drop_rule: dropRuleSteps,
  convert: convertSteps,
  add_rule: addRuleSteps,
  required: requiredSteps,
  alter_field: alterFieldSteps,
  index: indexSteps,
  function: functionSteps,
  drop_former: dropFormerSteps,
  drop_field: dropFieldSteps,
  comment: commentSteps,
} satisfies Kinds<TableChange>;

/** Every kind of steps that two models give, in the same way. */
export const modelKinds = {
  add_extension: addExtensionSteps,
  name: nameSteps,
  feature_name: (change) => inMigration.all(change.to).flatMap(({ afterNames }) => afterNames?.(change) ?? []),
  create_table: ({ created }) => created.flatMap(createTableSteps),
  table: ({ changes }) => changes.flatMap((change) => stepsOf(tableKinds, change)),
  feature_table: (change) => inMigration.all(change.to).flatMap(({ afterTables }) => afterTables?.(change) ?? []),
  drop_table: ({ dropped, nameAfter }) => dropped.flatMap((part) => dropTableSteps(part, nameAfter)),
  drop_extension: dropExtensionSteps,
} satisfies Kinds<ModelChange>;

type Kinds<Change> = Readonly<Record<string, (change: Change) => readonly Planned[]>>;

/** The steps of a change, kind by kind. */
export function stepsOf<Change>(kinds: Kinds<Change>, change: Change): readonly Planned[] {
  return Object.values(kinds).flatMap((steps) => steps(change));
}
