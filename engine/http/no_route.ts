import { Problem } from '../contract/problem.ts';
import { nearest } from '../language/nearest.ts';
import { rpcCalls } from '../model/calls.ts';
import type { Model, Resource } from '../model/model.ts';
import { uploadedFields } from '../model/uploaded.ts';

/** The answer to a method and a path without a route: the path offers other methods, or it is none of ours. */
export function noSuchRoute(model: Model, method: string, path: string, offered: readonly string[]): Problem {
  const shown = path.slice(0, 200);
  const near = nearestPath(model, path);
  if (offered.length > 0) {
    const methods = offered.join(', ');
    // A misspelt call has the path of a row.
    const hint = method === 'POST' && near !== null ? `did you mean ${near}?` : `use ${methods}`;
    return new Problem('method_not_allowed', `${method} is not offered at ${shown}`, {
      hint,
      headers: { allow: methods },
    });
  }
  return new Problem('unknown_path', `there is nothing at ${shown}`, {
    hint: near === null ? 'the document at /openapi.json lists every path' : `did you mean ${near}?`,
  });
}

/** A path of which one name is misspelt, with the nearest name in its place. */
function nearestPath(model: Model, path: string): string | null {
  const { basePath } = model.service;
  if (!path.startsWith(`${basePath}/`)) return null;
  const names = path.slice(basePath.length + 1).split('/');
  const [name = '', second = '', third = ''] = names;
  const resource = model.resources.get(name);
  if (resource === undefined && name !== 'rpc') {
    const near = nearestName(name, model.resources.keys());
    return near === null ? null : `${basePath}/${near}`;
  }
  const isItem = names.length > 2;
  const known = resource === undefined ? [...rpcCalls(model).keys()] : namesBelow(resource, model, isItem);
  const near = nearestName(isItem ? third : second, known);
  return near === null ? null : [basePath, name, ...(isItem ? [second] : []), near].join('/');
}

/** The calls of a resource; behind an id also its history and its files. */
function namesBelow(resource: Resource, { resources }: Model, isItem: boolean): readonly string[] {
  const calls = resource.kind === 'table' ? [...resource.calls.values()].filter(({ item }) => item === isItem) : [];
  const names = calls.map(({ name }) => name);
  if (!isItem) return names;
  const files = uploadedFields(resource).map(({ name }) => name);
  return [...names, ...files, ...(resources.has(`${resource.name}_history`) ? ['history'] : [])];
}

function nearestName(name: string, known: Iterable<string>): string | null {
  // A longer name is no slip of one of ours, and comparing it with all of them takes its time.
  return name === '' || name.length > 64 ? null : nearest(name, known);
}
