import { selectOf } from '../browse/select.ts';
import { labelFields } from '../model/label.ts';
import type { Model, Resource } from '../model/model.ts';
import type { Clock } from '../time/clock.ts';
import { linksToOne } from './details/field_groups.ts';

/** The query of a row, as it was recorded at the instant of the clock. */
export function rowQuery(model: Model, resource: Resource, { asOf }: Clock): string {
  const query = new URLSearchParams({ select: rowSelect(model, resource) });
  if (resource.asOf && asOf !== null) query.set('as_of', asOf);
  return query.toString();
}

/** The value of `select` for the page of a row: its fields, and the labels of the rows to which it leads. */
export function rowSelect(model: Model, resource: Resource): string {
  const labels = linksToOne(resource).flatMap(({ alias, target }) => {
    const led = model.resources.get(target);
    return led === undefined ? [] : [`${alias}(${labelFields(led).join() || 'id'})`];
  });
  return [selectOf(model, resource, [...resource.fields.keys()]), ...labels].join();
}
