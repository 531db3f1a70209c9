import { keptHistory, type TableChange } from '../change/table_change.ts';
import type { Planned } from '../step.ts';
import { backfillSteps } from './backfill.ts';
import { conversionBackfills } from './convert.ts';
import { addedBackfills } from './field.ts';
import { numberBackfills } from './number.ts';
import { validityBackfills } from './temporal.ts';

/** What is filled in without a version being made of it: columns that nobody knows yet. */
export function silentBackfillSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const both = (on: string) => [...conversionBackfills(change, on), ...validityBackfills(change, on)];
  return [
    ...backfillSteps(
      table,
      table.name,
      [...addedBackfills(change), ...numberBackfills(change, true), ...both(table.name)],
      false,
    ),
    ...(history === null ? [] : backfillSteps(table, history, both(history), false)),
  ];
}
