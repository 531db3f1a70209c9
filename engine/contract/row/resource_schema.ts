import type { Model, Resource } from '../../model/model.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { publishedDialect, requestSchema, responseSchema } from '../json_schema.ts';
import { refer, schemaName } from '../openapi/component.ts';
import { embeddedMembers } from '../parameter/embed.ts';
import { linksSchema } from './link.ts';
import { eitherForm, keyedReferences, keyMembers } from './reference_key.ts';
import { sentBackMembers } from './sent_back.ts';

/** The schemas of a resource by name: of its rows, of a row that is read, of what a create and an update send. */
export function resourceSchemas(resource: Resource, model: Model): { readonly [name: string]: JsonSchema } {
  const { name, title, actions } = resource;
  const schemas: Record<string, JsonSchema> = {};
  if (actions.size > 0) {
    const { properties, ...schema } = responseSchema(resource, publishedDialect);
    schemas[name] = { ...schema, properties: { ...(properties as object), ...embeddedMembers(resource, model) } };
  }
  if (actions.has('read')) {
    schemas[schemaName(model, `${name}_read`)] = {
      title: `${title}, with links`,
      allOf: [
        refer('schemas', name),
        { type: 'object', properties: { links: linksSchema(resource, model) }, required: ['links'] },
      ],
    };
  }
  for (const action of ['create', 'update'] as const) {
    if (resource.kind !== 'table' || !actions.has(action)) continue;
    const { properties, required = [], allOf = [], ...schema } = requestSchema(resource, action, publishedDialect);
    const references = keyedReferences(resource, action, model);
    const either = eitherForm(references, required as readonly string[]);
    const keyed = new Set(references.map(({ field }) => field.name));
    const always = (required as readonly string[]).filter((each) => !keyed.has(each));
    const conditions = [...(allOf as readonly JsonSchema[]), ...either];
    const own = action === 'update' ? sentBackMembers(resource, model) : {};
    schemas[schemaName(model, `${name}_${action}`)] = {
      title: `${title}: ${action}`,
      ...schema,
      ...(always.length === 0 ? {} : { required: always }),
      ...(conditions.length === 0 ? {} : { allOf: conditions }),
      properties: { ...(properties as object), ...own, ...keyMembers(references) },
    };
  }
  return schemas;
}
