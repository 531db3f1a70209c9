import { eventFunctions } from '../event_log.ts';
import { notifiedFunctions } from '../notified.ts';
import { type TablePart, writerStatements } from '../schema.ts';
import { timelineObjects } from '../timeline.ts';
import type { DatabaseObjects } from '../timeline_limit.ts';
import { catalogStep, exclusively, type Planned } from './step.ts';
import type { TableChange } from './table_change.ts';

/** Functions and triggers of a table become those of the new model. */
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

/** The statements that leave some functions and triggers for others, those that are in both again only where it is said. */
export function replaced(before: DatabaseObjects, after: DatabaseObjects, again = false): readonly string[] {
  // Triggers before the functions that they call. What has changed is replaced, not removed.
  const gone = [...before.keys()].filter((name) => !after.has(name)).reverse();
  const made = [...after].filter(([name, text]) => again || before.get(name) !== text);
  return [...gone.map((name) => `drop ${name}`), ...made.map(([, text]) => text)];
}

/** The functions and triggers of a table as `drop` names them, each with the statement that makes it. */
export function tableFunctions(part: TablePart): DatabaseObjects {
  const { table, named } = part;
  if (table.holds === 'events') return eventFunctions;
  const written = writerStatements(part).map((statement) => {
    const [, kind, name, on] =
      /^create or replace (function|trigger) ([\w.]+)(?:[^$]*?\bon (public\.\S+))?/.exec(statement) ?? [];
    if (kind === undefined) throw new Error(`neither a function nor a trigger: ${statement}`);
    return [kind === 'function' ? `function ${name}()` : `trigger ${name} on ${on}`, statement] as const;
  });
  const beside = table.holds === 'notifications' ? notifiedFunctions : [];
  return new Map([...written, ...timelineObjects(table, named), ...beside]);
}
