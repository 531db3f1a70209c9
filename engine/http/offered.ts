import { offers } from '../model/action.ts';
import type { Model } from '../model/model.ts';
import { actionNames, actionWord } from '../vocabulary/action/actions.ts';

export const reading: readonly string[] = ['GET', 'HEAD'];

/** The methods that the API has at a path (without its query), in the order of an Allow header; none where nothing is. */
export function offeredMethods(model: Model, path: string): readonly string[] {
  const { basePath } = model.service;
  if (!path.startsWith(`${basePath}/`)) return [];
  const [name = '', ...parts] = path.slice(basePath.length + 1).split('/');
  const resource = model.resources.get(name);
  if (resource === undefined) return [];
  return actionNames
    .filter((action) => leadsTo(parts, actionWord(action).path) && offers(resource, action))
    .map((action) => actionWord(action).method)
    .flatMap((method) => (method === 'GET' ? reading : [method]));
}

/** Whether the parts of a path behind its resource belong to an action; the id may be any text. */
function leadsTo(parts: readonly string[], path: string): boolean {
  const [, ...expected] = path.split('/');
  if (parts.length !== expected.length) return false;
  return parts.every((part, index) => (expected[index] === '{id}' ? part !== '' : part === expected[index]));
}
