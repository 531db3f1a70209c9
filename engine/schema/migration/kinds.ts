import type { ModelChange } from './change/model_change.ts';
import type { TableChange } from './change/table_change.ts';
import { inMigration } from './feature.ts';
import { checkNameSteps, checkSteps } from './step/check.ts';
import { commentSteps } from './step/comment.ts';
import { convertSteps, dropFormerSteps } from './step/convert.ts';
import { elementsSteps } from './step/elements.ts';
import { addExtensionSteps, dropExtensionSteps } from './step/extension.ts';
import { addFieldSteps, alterFieldSteps, dropFieldSteps } from './step/field.ts';
import { formerEndSteps, formerNameSteps, formerSteps } from './step/former.ts';
import { functionSteps } from './step/function.ts';
import { historySteps } from './step/history.ts';
import { indexSteps } from './step/index.ts';
import { nameSteps } from './step/name.ts';
import { counterSteps, numberRowsSteps, numbersChosenSteps } from './step/number.ts';
import { requiredSteps } from './step/required.ts';
import { addRuleSteps, dropRuleSteps } from './step/rule.ts';
import { silentBackfillSteps } from './step/silent_backfill.ts';
import { createTableSteps, dropTableSteps } from './step/table.ts';
import { temporalSteps } from './step/temporal.ts';
import type { Planned } from './step.ts';

/**
 * Every kind of steps that a table gives which both models have. The order counts where steps become one: what goes makes way
 * for what comes.
 */
export const tableKinds = {
  history: historySteps,
  temporal: temporalSteps,
  add_field: addFieldSteps,
  number_rows: numberRowsSteps,
  silent_backfill: silentBackfillSteps,
  drop_rule: dropRuleSteps,
  convert: convertSteps,
  add_rule: addRuleSteps,
  required: requiredSteps,
  numbers_chosen: numbersChosenSteps,
  alter_field: alterFieldSteps,
  index: indexSteps,
  function: functionSteps,
  elements: elementsSteps,
  counter: counterSteps,
  drop_former: dropFormerSteps,
  drop_field: dropFieldSteps,
  comment: commentSteps,
} satisfies Kinds<TableChange>;

/** Every kind of steps that two models give, in the same way. */
export const modelKinds = {
  add_extension: addExtensionSteps,
  name: nameSteps,
  check_name: checkNameSteps,
  former_name: formerNameSteps,
  feature_name: (change) => inMigration.all(change.to).flatMap(({ afterNames }) => afterNames?.(change) ?? []),
  create_table: ({ created }) => created.flatMap(createTableSteps),
  table: ({ changes }) => changes.flatMap((change) => stepsOf(tableKinds, change)),
  check: checkSteps,
  former: formerSteps,
  feature_table: (change) => inMigration.all(change.to).flatMap(({ afterTables }) => afterTables?.(change) ?? []),
  drop_table: ({ dropped, nameAfter }) => dropped.flatMap((part) => dropTableSteps(part, nameAfter)),
  drop_extension: dropExtensionSteps,
  former_end: formerEndSteps,
} satisfies Kinds<ModelChange>;

type Kinds<Change> = Readonly<Record<string, (change: Change) => readonly Planned[]>>;

/** The steps of a change, kind by kind. */
export function stepsOf<Change>(kinds: Kinds<Change>, change: Change): readonly Planned[] {
  return Object.values(kinds).flatMap((steps) => steps(change));
}
