import { fieldsThatAreSet } from '../model/consequence.ts';
import type { Field } from '../model/field.ts';
import type { Resource } from '../model/model.ts';

/** A field with the words that the service sets it. When it does so may depend on what a role does not read. */
export function saidToBeSet(field: Field, resource: Resource): Field {
  if (resource.kind === 'view') return field;
  const table = resource.kind === 'history' ? resource.of : resource;
  const isSet = (['create', 'update'] as const).some((action) => fieldsThatAreSet(table, action).has(field.name));
  if (!isSet) return field;
  const isSent = field.create || field.update;
  const words = isSent ? 'The service may set it, in place of what a client sends.' : 'The service sets it.';
  return { ...field, description: `${field.description} ${words}`.trim() };
}
