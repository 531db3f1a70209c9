import { eventResource } from '../definition/event.ts';
import { noticeResource } from '../definition/notice.ts';
import { notificationResource } from '../definition/notification.ts';
import { subscriptionResource } from '../definition/subscription.ts';
import type { OpenapiObject } from './openapi/component.ts';
import type { OpenapiDocument } from './openapi/document.ts';

/**
 * The document as the playground takes it, which sends all that has an example, and parts a value at its commas where it
 * may be a list: here examples wait until they are chosen, and a parameter has one value. Requests go to this server.
 */
export function playgroundDocument(document: OpenapiDocument, basePath: string): OpenapiDocument {
  const { paths, components } = document;
  const { schemas = {}, parameters = {} } = components;
  return {
    ...document,
    servers: [{ url: basePath }],
    paths: mapped(paths, (path, item) => {
      const prepared = (all: unknown) =>
        (all as readonly OpenapiObject[]).map((each) => offered(ownId(each, path, parameters)));
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

/** Which rows of these there are, and for whom, nobody knows: their id is left to be filled in. */
const unknownRows = new Set(
  [eventResource, noticeResource, notificationResource, subscriptionResource].map((name) => `/${name}/{id}`),
);

function ownId(parameter: OpenapiObject, path: string, parameters: OpenapiObject): OpenapiObject {
  if (!unknownRows.has(path) || parameter.$ref !== '#/components/parameters/id') return parameter;
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
