import { Problem } from '../contract/problem.ts';
import { nearest } from '../language/nearest.ts';
import type { Model } from '../model/model.ts';

/** The answer to a method and a path without a route: the path offers other methods, or it is none of ours. */
export function noSuchRoute(model: Model, method: string, path: string, offered: readonly string[]): Problem {
  const shown = path.slice(0, 200);
  if (offered.length > 0) {
    return new Problem('method_not_allowed', `${method} is not offered at ${shown}`, {
      hint: `use ${offered.join(', ')}`,
      headers: { allow: offered.join(', ') },
    });
  }
  const near = nearestCollection(model, path);
  return new Problem('unknown_path', `there is nothing at ${shown}`, {
    hint: near === null ? 'the document at /openapi.json lists every path' : `did you mean ${near}?`,
  });
}

function nearestCollection({ service: { basePath }, resources }: Model, path: string): string | null {
  const [, name = ''] = path.startsWith(basePath) ? path.slice(basePath.length).split('/') : [];
  // A longer name is no slip of one of ours, and comparing it with all of them takes its time.
  const near = name.length > 64 || resources.has(name) ? null : nearest(name, resources.keys());
  return near === null ? null : `${basePath}/${near}`;
}
