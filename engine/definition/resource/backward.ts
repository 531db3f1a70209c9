import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Relation } from '../../model/relation.ts';
import { type Definitions, unknownResource } from '../definitions.ts';
import type { Report } from '../file/report.ts';

/** A relation to the rows of a resource whose field `by` refers back. */
export interface Backward {
  readonly alias: string;
  /** Under which the resource stands. */
  readonly key: 'resource' | 'through';
  readonly resource: string;
  readonly by: string;
  readonly was: string | null;
}

/** Rows of a resource that refer to this one. */
export function buildBackward(
  { alias, key, resource, by, was }: Backward,
  own: string,
  definitions: Definitions,
  report: Report,
): Relation {
  if (!definitions.names.has(resource)) report(['relations', alias, key], unknownResource(resource, definitions));
  const unique = checkBy({ alias, resource, by }, own, definitions, report);
  return { alias, was, target: resource, cardinality: unique ? 'one' : 'many', from: 'id', to: by };
}

/** Whether the field that refers back is unique, so that at most one row does. */
function checkBy(
  { alias, resource, by }: Pick<Backward, 'alias' | 'resource' | 'by'>,
  own: string,
  definitions: Definitions,
  report: Report,
): boolean {
  const path = ['relations', alias, 'by'];
  const target = definitions.wellFormed.get(resource)?.definition;
  if (target === undefined) return false;
  const references = Object.keys(target.fields).filter((name) => target.fields[name]?.to === own);
  const field = Object.hasOwn(target.fields, by) ? target.fields[by] : undefined;
  if (field === undefined || field.type !== 'reference') {
    report(path, {
      message:
        field === undefined
          ? `there is no field ${by} in ${resource}`
          : `the field ${by} of ${resource} is not a reference`,
      expected:
        references.length === 0
          ? `a field of ${resource} that refers to ${own}; no field of ${resource} does`
          : oneOf(references),
      nearest: nearest(by, references),
    });
    return false;
  }
  if (field.to !== own) {
    report(path, {
      message: `the field ${by} of ${resource} refers to ${field.to}`,
      expected:
        references.length === 0 ? `a reference to ${own}; ${resource} has no reference to it` : oneOf(references),
    });
  }
  return (
    field.unique === true ||
    (target.unique ?? []).some((names) => !('where' in names) && names.length === 1 && names[0] === by)
  );
}
