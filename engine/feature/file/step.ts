import type { ModelChange } from '../../schema/migration/change/model_change.ts';
import { replaced } from '../../schema/migration/step/function.ts';
import { catalogStep, type Planned } from '../../schema/migration/step.ts';
import type { SchemaObject } from '../../sql/object.ts';
import { fileObjects, isSweep } from './object.ts';

const common = { table: 'almanac.stored_file', locks: 'nothing' } as const;

/**
 * Stops the sweep before a field has another name or a table comes: it would not find the rows that have a file. The service
 * tries again until the sweep is back.
 */
export function stopSweepSteps({ from, to }: ModelChange): readonly Planned[] {
  const [before, after] = [fileObjects(from), fileObjects(to)];
  if (replaced(before, after).length === 0 || before.length === 0) return [];
  const rest = before.filter((object) => !isSweep(object));
  return [
    catalogStep({
      ...common,
      stage: 'name',
      title: 'stop the sweep of files',
      statements: replaced(before, rest),
      undo: replaced(rest, before),
    }),
  ];
}

/** Files come with the first field of that type, and go with the last. */
export function fileSteps({ from, to }: ModelChange): readonly Planned[] {
  const [all, after] = [fileObjects(from), fileObjects(to)];
  if (replaced(all, after).length === 0) return [];
  const before = all.filter((object: SchemaObject) => !isSweep(object));
  const statements = replaced(before, after);
  if (after.length > 0) {
    const title = all.length === 0 ? 'keep account of files' : 'sweep files by the fields that there are';
    return [catalogStep({ ...common, stage: 'switch', title, statements, undo: replaced(after, before) })];
  }
  return [
    catalogStep({
      ...common,
      stage: 'lose',
      title: 'keep no account of files',
      statements,
      loses: 'the account of the files in the store: remove the folder or the bucket when the migration is done',
      undo: null,
    }),
  ];
}
