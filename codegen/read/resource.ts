import { nearest } from '../../engine/language/nearest.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import { CommandError } from '../option/settings.ts';

/**
 * The resource of a name: one that a file declares, or the history of one.
 * @throws CommandError for any other name.
 */
export function resourceOf({ resources }: Model, name: string): Resource {
  const known = [...resources.values()].filter(isOfFiles);
  const found = known.find((resource) => resource.name === name);
  if (found !== undefined) return found;
  const names = known.map((resource) => resource.name);
  const near = nearest(name, names);
  if (resources.has(name))
    throw new CommandError(`${name} is made by Almanac; expected a resource that a file declares`);
  throw new CommandError(
    `there is no resource ${name}; ${near === null ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`}`,
  );
}

function isOfFiles(resource: Resource): boolean {
  if (resource.kind === 'view') return true;
  return (resource.kind === 'history' ? resource.of : resource).madeBy === null;
}
