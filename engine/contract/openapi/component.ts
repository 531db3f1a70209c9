import type { Model } from '../../model/model.ts';

/** A part of an OpenAPI document. */
export type OpenapiObject = { readonly [name: string]: unknown };

/** A reference to a component of the document. */
export function refer(
  kind: 'schemas' | 'x-schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
): OpenapiObject {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The name of a schema without a resource. An underscore keeps it apart from a resource with the same name. */
export function schemaName(model: Model, name: string): string {
  return model.resources.has(name) ? schemaName(model, `${name}_`) : name;
}

type Components = { readonly [kind: string]: OpenapiObject };

/** Those components that a part of the document leads to, by itself or through others. */
export function usedComponents(part: OpenapiObject, components: Components): Components {
  const used = new Set<string>();
  const waiting: unknown[] = [part];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const key in node) {
      const value: unknown = node[key as keyof typeof node];
      if (typeof value === 'object') waiting.push(value);
    }
    if (!('$ref' in node) || typeof node.$ref !== 'string' || used.has(node.$ref)) continue;
    used.add(node.$ref);
    const [, , kind = '', name = ''] = node.$ref.split('/');
    waiting.push(components[kind]?.[name]);
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, named]) => [
      kind,
      Object.fromEntries(Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`))),
    ]),
  );
}
