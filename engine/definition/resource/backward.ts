import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Relation } from '../../model/relation.ts';
import { type Definitions, unknownResource } from '../definitions.ts';
import { referredBy } from '../field/referred.ts';
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
  const found = checkBy({ alias, key, resource, by }, own, definitions, report);
  const relation = {
    alias,
    was,
    target: resource,
    cardinality: found.isUnique ? 'one' : 'many',
    from: 'id',
    to: by,
  } as const;
  return found.isArray ? { ...relation, inArray: 'to' } : relation;
}

/** Whether the field that refers back is an array, and whether it is unique, so that at most one row does. */
function checkBy(
  { alias, key, resource, by }: Omit<Backward, 'was'>,
  own: string,
  definitions: Definitions,
  report: Report,
): { readonly isUnique: boolean; readonly isArray: boolean } {
  const path = ['relations', alias, 'by'];
  const none = { isUnique: false, isArray: false };
  const target = definitions.wellFormed.get(resource)?.definition;
  if (target === undefined) return none;
  const references = Object.keys(target.fields).filter((name) => referredBy(target.fields[name])?.to === own);
  const field = Object.hasOwn(target.fields, by) ? target.fields[by] : undefined;
  const referred = referredBy(field);
  if (field === undefined || referred === null) {
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
    return none;
  }
  if (referred.to !== own) {
    report(path, {
      message: `the field ${by} of ${resource} refers to ${referred.to}`,
      expected:
        references.length === 0 ? `a reference to ${own}; ${resource} has no reference to it` : oneOf(references),
    });
  }
  if (referred.isArray && key === 'through')
    report(path, {
      message: `the field ${by} of ${resource} is an array, and each link refers to one row`,
      expected: `a field of type reference; or a relation with "resource: ${resource}" and "by: ${by}"`,
    });
  const isUnique =
    field.unique === true ||
    (target.unique ?? []).some((names) => !('where' in names) && names.length === 1 && names[0] === by);
  return { isUnique: isUnique && !referred.isArray, isArray: referred.isArray };
}
