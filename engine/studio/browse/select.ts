import { labelFields } from '../model/label.ts';
import { type Model, type Resource, relationOfField } from '../model/model.ts';

/**
 * The value of `select` that shows fields, the label of each row, and the labels of the rows to which its references
 * lead: `id,name,party_id,party(id,name)`.
 */
export function selectOf(model: Model, resource: Resource, fields: readonly string[]): string {
  const shown = [...new Set([...labelFields(resource), ...fields])].filter((name) => resource.fields.has(name));
  return [...shown, ...embedsOf(model, resource, shown)].join();
}

function embedsOf({ resources }: Model, resource: Resource, fields: readonly string[]): readonly string[] {
  return [...new Set(fields)].flatMap((name) => {
    const field = resource.fields.get(name);
    const relation = field?.type === 'reference' && !field.isArray ? relationOfField(resource, name) : null;
    const target = resources.get(relation?.target ?? '');
    if (relation === null || target === undefined || target.label.length === 0) return [];
    return [`${relation.alias}(${labelFields(target).join()})`];
  });
}
