import { offers } from '../model/action.ts';
import { batchName, rpcName } from '../model/batch.ts';
import { rpcCalls } from '../model/calls.ts';
import type { Model } from '../model/model.ts';
import { methodsOfUploaded, uploadedFields } from '../model/uploaded.ts';
import { type Action, actionNames, actionWord } from '../vocabulary/action/actions.ts';

export const reading: readonly string[] = ['GET', 'HEAD'];

/** The methods that the API has at a path (without its query), in the order of an Allow header; none where nothing is. */
export function offeredMethods(model: Model, path: string): readonly string[] {
  const { basePath } = model.service;
  if (!path.startsWith(`${basePath}/`)) return [];
  const [name = '', ...parts] = path.slice(basePath.length + 1).split('/');
  if (name === batchName && parts.length === 0) return ['POST'];
  if (isCallAt(model, [name, ...parts])) return ['POST'];
  const resource = model.resources.get(name);
  if (resource === undefined) return [];
  if (isFileAt(model, [name, ...parts])) return methodsOfUploaded(resource);
  return actionNames
    .filter((action) => leadsTo(parts, actionWord(action).path) && offers(resource, action))
    .map((action) => actionWord(action).method)
    .flatMap((method) => (method === 'GET' ? reading : [method]));
}

/** Whether the file of a row is at a path below the base path, whose segments are given. */
export function isFileAt({ resources }: Model, [name = '', ...parts]: readonly string[]): boolean {
  const resource = resources.get(name);
  return resource !== undefined && uploadedFields(resource).some((field) => leadsTo(parts, `/{id}/${field.name}`));
}

/** Whether a call is at a path below the base path, whose segments are given. */
export function isCallAt(model: Model, [name = '', ...parts]: readonly string[]): boolean {
  if (name === rpcName) return parts.length === 1 && rpcCalls(model).has(parts[0] ?? '');
  const resource = model.resources.get(name);
  const call = resource?.kind === 'table' ? resource.calls.get(parts.at(-1) ?? '') : undefined;
  return call !== undefined && parts.length === (call.item ? 2 : 1) && parts[0] !== '';
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
