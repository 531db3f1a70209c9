import { overlapExtension, type TablePart } from '../../schema.ts';
import type { ModelChange } from '../change/model_change.ts';
import { catalogStep, type Planned } from '../step.ts';

/** The extension comes before the first timeline. */
export function addExtensionSteps({ before, after }: ModelChange): readonly Planned[] {
  if (hasTimelines(before) || !hasTimelines(after)) return [];
  return [
    catalogStep({
      stage: 'create',
      table: '',
      title: 'add the extension btree_gist',
      statements: [overlapExtension.create],
      locks: 'nothing',
      undo: [overlapExtension.drop],
    }),
  ];
}

/** It goes with the last one. */
export function dropExtensionSteps({ before, after }: ModelChange): readonly Planned[] {
  if (!hasTimelines(before) || hasTimelines(after)) return [];
  return [
    catalogStep({
      stage: 'finish',
      table: '',
      title: 'drop the extension btree_gist',
      statements: [overlapExtension.drop],
      locks: 'nothing',
      undo: [overlapExtension.create],
    }),
  ];
}

function hasTimelines(parts: ReadonlyMap<string, TablePart>): boolean {
  return [...parts.values()].some(({ table }) => table.temporal !== null);
}
