import { difference } from '../../../sql/difference.ts';
import type { SchemaObject } from '../../../sql/object.ts';
import { featureObjects, type TablePart, writerObjects } from '../../schema.ts';
import { timelineObjects } from '../../timeline.ts';
import type { TableChange } from '../change/table_change.ts';
import { catalogStep, exclusively, type Planned } from '../step.ts';

/** The functions and triggers of a table are changed to the new model. */
export function functionSteps({ old, now, fields }: TableChange): readonly Planned[] {
  const before = tableFunctions(old);
  const after = tableFunctions(now);
  // Of a column that has another type a function keeps plans, which end when it is written again.
  const isRetyped = fields.converted.length > 0;
  const statements = replaced(before, after, isRetyped);
  if (statements.length === 0) return [];
  return [
    catalogStep({
      stage: 'switch',
      table: now.table.name,
      title: `the triggers of ${now.table.name} do what the definitions say`,
      statements,
      locks: exclusively(now.table.name),
      undo: replaced(after, before, isRetyped),
    }),
  ];
}

/**
 * The statements that lead from some functions and triggers to others. The ones in both are made again only on request, but
 * for constraint triggers, which PostgreSQL cannot replace.
 */
export function replaced(
  before: readonly SchemaObject[],
  after: readonly SchemaObject[],
  again = false,
): readonly string[] {
  return difference(before, after, ({ create }) => again && create.startsWith('create or replace'));
}

/** The functions and triggers of a table, in the order of making. */
export function tableFunctions(part: TablePart): readonly SchemaObject[] {
  const { table, named } = part;
  const own = featureObjects(part).filter(({ kind }) => kind === 'function');
  return [...writerObjects(part), ...timelineObjects(table, named), ...own];
}
