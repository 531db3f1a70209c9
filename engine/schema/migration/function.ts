import { eventFunctions } from '../event_log.ts';
import { notifiedFunctions } from '../notified.ts';
import { type TablePart, writerStatements } from '../schema.ts';
import { timelineObjects } from '../timeline.ts';
import type { DatabaseObjects } from '../timeline_limit.ts';
import { catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';
import type { TableChange } from './table_change.ts';

/** Functions and triggers of a table become those of the new model. */
export function functionSteps({ old, now }: TableChange): readonly Planned[] {
  const before = new Map(tableFunctions(old));
  const after = tableFunctions(now);
  // Triggers before the functions that they call. What has changed is replaced, not removed.
  const gone = [...before.keys()].filter((name) => !after.has(name)).reverse();
  const made = [...after].filter(([name, text]) => before.get(name) !== text);
  if (gone.length === 0 && made.length === 0) return [];
  return [
    {
      stage: 'switch',
      table: now.table.name,
      title: `the triggers of ${now.table.name} do what the definitions say`,
      runs: inTransaction,
      statements: [...gone.map((name) => `drop ${name}`), ...made.map(([, text]) => text)],
      locks: exclusively(now.table.name),
      work: catalogOnly,
      loses: null,
      undo: 'a migration from the earlier definitions writes them as they were',
    },
  ];
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
