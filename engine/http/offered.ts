import { offers } from '../model/action.ts';
import { batchName } from '../model/batch.ts';
import type { Model } from '../model/model.ts';
import { type Action, actionNames, actionWord } from '../vocabulary/action/actions.ts';

export const reading: readonly string[] = ['GET', 'HEAD'];

/** The methods that the API has at a path (without its query), in the order of an Allow header; none where nothing is. */
export function offeredMethods(model: Model, path: string): readonly string[] {
  const { basePath } = model.service;
  if (!path.startsWith(`${basePath}/`)) return [];
  const [name = '', ...parts] = path.slice(basePath.length + 1).split('/');
  if (name === batchName && parts.length === 0) return ['POST'];
  const resource = model.resources.get(name);
  if (resource === undefined) return [];
  return actionNames
    .filter((action) => leadsTo(parts, actionWord(action).path) && offers(resource, action))
    .map((action) => actionWord(action).method)
    .flatMap((method) => (method === 'GET' ? reading : [method]));
}

/** The action of a method at a path below the base path, whose segments are decoded; null where nothing is. */
export function actionAt(
  { resources }: Model,
  method: string,
  [name = '', ...parts]: readonly string[],
): Action | null {
  const resource = resources.get(name);
  if (resource === undefined) return null;
  const found = actionNames.find((action) => {
    const word = actionWord(action);
    return word.method === method && leadsTo(parts, word.path) && offers(resource, action);
  });
  return found ?? null;
}

/** Whether the parts of a path behind its resource belong to an action; the id may be any text. */
function leadsTo(parts: readonly string[], path: string): boolean {
  const [, ...expected] = path.split('/');
  if (parts.length !== expected.length) return false;
  return parts.every((part, index) => (expected[index] === '{id}' ? part !== '' : part === expected[index]));
}
