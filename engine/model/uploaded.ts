import { isUploaded } from '../vocabulary/field_type.ts';
import type { Field } from './field.ts';
import type { Resource } from './model.ts';

/** The fields of a resource whose values have a path of their own behind that of the row. */
export function uploadedFields({ fields }: Pick<Resource, 'fields'>): readonly Field[] {
  return [...fields.values()].filter(({ type }) => isUploaded(type));
}

/** The methods at the path of such a field, in the order of an Allow header. */
export function methodsOfUploaded(resource: Resource): readonly string[] {
  const reads = resource.actions.has('read') ? ['GET', 'HEAD'] : [];
  return resource.kind === 'table' && resource.actions.has('update') ? [...reads, 'PUT', 'DELETE'] : reads;
}
