import type { Field } from '../../../model/field.ts';
import { difference } from '../../../sql/difference.ts';
import type { SchemaObject } from '../../../sql/object.ts';
import { featureObjects, type TablePart, writerObjects } from '../../schema.ts';
import { timelineObjects } from '../../timeline.ts';
import { keptHistory, type TableChange } from '../change/table_change.ts';
import { catalogStep, exclusively, type Planned } from '../step.ts';

/** The functions and triggers of a table are changed to the new model. They know columns until these are dropped. */
export function functionSteps(change: TableChange): readonly Planned[] {
  const { old, now, fields } = change;
  const before = tableFunctions(old);
  const after = functionsWith(change, fields.dropped);
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
 * The functions and triggers of a table that still has columns which the new model does not have. A service with the old
 * definitions writes them until they go: such a write is kept and recorded like any other.
 */
export function functionsWith(change: TableChange, fields: readonly Field[]): readonly SchemaObject[] {
  const { table } = change.now;
  // A history that is new has no columns of the old model.
  if (table.history !== null && keptHistory(change) === null) return tableFunctions(change.now);
  const free = fields.filter(({ name }) => !table.fields.has(name));
  const columns = free.map((field): readonly [string, Field] => [
    field.name,
    { ...field, nullable: true, default: null },
  ]);
  return tableFunctions({ ...change.now, table: { ...table, fields: new Map([...table.fields, ...columns]) } });
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
