import type { Model } from '../../definition/model.ts';

/** A part of an OpenAPI document. */
export type OpenapiObject = { readonly [name: string]: unknown };

/** A reference to a component of the document. */
export function refer(
  kind: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
): OpenapiObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The name of a schema that is no resource's own: an underscore sets it apart from a resource that has the name already. */
export function schemaName(model: Model, name: string): string {
  return model.resources.has(name) ? schemaName(model, `${name}_`) : name;
}
