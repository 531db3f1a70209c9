import { keptHistory, type TableChange } from '../change/table_change.ts';
import type { Planned } from '../step.ts';
import { conversionFills } from './convert.ts';
import { addedFills } from './field.ts';
import { fillSteps } from './fill.ts';
import { validityFills } from './temporal.ts';

/** What is filled in without a version being made of it: columns that nobody knows yet. */
export function silentFillSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const both = (on: string) => [...conversionFills(change, on), ...validityFills(change, on)];
  return [
    ...fillSteps(table, table.name, [...addedFills(change), ...both(table.name)], false),
    ...(history === null ? [] : fillSteps(table, history, both(history), false)),
  ];
}
