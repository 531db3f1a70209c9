import { overlapExtension, type TablePart } from '../../schema.ts';
import type { ModelChange } from '../change/model_change.ts';
import { catalogStep, type Planned } from '../step.ts';

/** The extension comes before the first timeline. */
export function addExtensionSteps({ before, after }: ModelChange): readonly Planned[] {
  if (hasTimelines(before) || !hasTimelines(after)) return [];
  return [extensionStep('create', 'add', overlapExtension.create, overlapExtension.drop)];
}

/** It goes with the last one. */
export function dropExtensionSteps({ before, after }: ModelChange): readonly Planned[] {
  if (!hasTimelines(before) || hasTimelines(after)) return [];
  return [extensionStep('finish', 'drop', overlapExtension.drop, overlapExtension.create)];
}

function extensionStep(stage: 'create' | 'finish', verb: string, statement: string, inverse: string): Planned {
  const title = `${verb} the extension btree_gist`;
  return catalogStep({ stage, table: '', title, statements: [statement], locks: 'nothing', undo: [inverse] });
}

function hasTimelines(parts: ReadonlyMap<string, TablePart>): boolean {
  return [...parts.values()].some(({ table }) => table.temporal !== null);
}
