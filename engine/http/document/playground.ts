import type { OpenapiObject } from '../../contract/openapi/component.ts';
import type { OpenapiDocument } from '../../contract/openapi/document.ts';
import type { Model } from '../../model/model.ts';

/**
 * The document for the playground. The playground sends every parameter that has an example, and splits a value at
 * commas if it may be a list. So in this document examples wait until they are chosen, and a parameter has one value.
 * Requests go to this server.
 */
export function playgroundDocument(document: OpenapiDocument, model: Model): OpenapiDocument {
  const unknown = madeRows(model);
  const { paths, components } = document;
  const { schemas = {}, parameters = {} } = components;
  return {
    ...document,
    servers: [{ url: model.service.basePath }],
    paths: mapped(paths, (path, item) => {
      const prepared = (all: unknown) =>
        (all as readonly OpenapiObject[]).map((each) => offered(ownId(each, path, parameters, unknown)));
      const withParameters = (part: OpenapiObject) =>
        part.parameters === undefined ? part : { ...part, parameters: prepared(part.parameters) };
      return mapped(withParameters(item), (member, part) =>
        member === 'parameters' ? part : withParameters(part as OpenapiObject),
      );
    }),
    components: {
      ...components,
      schemas: mapped(schemas, (_, schema) => single(schema as OpenapiObject)),
      parameters: mapped(parameters, (_, parameter) => offered(parameter as OpenapiObject)),
    },
  };
}

function mapped<Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (name: string, value: Value) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]));
}

function offered(parameter: OpenapiObject): OpenapiObject {
  const { example, ...rest } = parameter;
  if (example === undefined || parameter.required === true) return parameter;
  return { ...rest, examples: { example: { value: example, 'x-disabled': true } } };
}

/** The paths of rows that features make: which there are, and for whom, nobody knows, and their id is left to be filled in. */
function madeRows({ resources }: Model): ReadonlySet<string> {
  const made = [...resources.values()].filter((resource) => resource.kind === 'table' && resource.madeBy !== null);
  return new Set(made.map(({ name }) => `/${name}/{id}`));
}

function ownId(
  parameter: OpenapiObject,
  path: string,
  parameters: OpenapiObject,
  unknown: ReadonlySet<string>,
): OpenapiObject {
  if (!unknown.has(path) || parameter.$ref !== '#/components/parameters/id') return parameter;
  const { example: _, ...id } = parameters.id as OpenapiObject;
  return id;
}

/** A schema for one value or several of a kind, as one for one. */
function single(schema: OpenapiObject): OpenapiObject {
  const [one, several, ...more] = (schema.anyOf ?? []) as readonly OpenapiObject[];
  const isEither = more.length === 0 && several?.type === 'array' && isSame(several.items, one);
  return isEither && one !== undefined ? one : schema;
}

function isSame(some: unknown, other: unknown): boolean {
  return JSON.stringify(some) === JSON.stringify(other);
}
