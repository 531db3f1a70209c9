import type { StudioField } from '../../../contract/studio/studio_model.ts';
import { type Model, type Resource, relationOfField } from '../../model/model.ts';

/** By which key of `order` a column is sorted: a reference by the label that it shows. Null where it cannot be sorted. */
export function sortKey({ resources }: Model, resource: Resource, field: StudioField): string | null {
  if (!field.sortable) return null;
  const relation = field.type === 'reference' && !field.isArray ? relationOfField(resource, field.name) : null;
  const target = resources.get(relation?.target ?? '');
  const [label] = target?.label ?? [];
  const isSorted = label !== undefined && target?.fields.get(label)?.sortable === true;
  return relation !== null && isSorted ? `${relation.alias}(${label})` : field.name;
}

/** What people call a key of the order. */
export function sortTitle(model: Model, resource: Resource, by: string): string {
  const field = [...resource.fields.values()].find((each) => each.name === by || sortKey(model, resource, each) === by);
  return field?.title ?? by;
}
