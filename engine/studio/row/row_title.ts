import type { Row } from '../api/row.ts';
import { labelOf } from '../model/label.ts';
import { type Model, type Resource, relationOfField } from '../model/model.ts';
import { tellingFields } from './related/related.ts';

/** What the page of a row is called: its label, or else the labels of the rows to which it leads. */
export function rowTitle({ resources }: Pick<Model, 'resources'>, resource: Resource, row: Row): string {
  if (resource.label.length > 0) return labelOf(resource, row);
  const labels = tellingFields(resource, null).flatMap((name) => {
    const relation = relationOfField(resource, name);
    const target = resources.get(relation?.target ?? '');
    const led = relation === null ? null : (row[relation.alias] as Row | null | undefined);
    return target === undefined || !led ? [] : [labelOf(target, led)];
  });
  return labels.length > 0 ? labels.join(' · ') : labelOf(resource, row);
}
