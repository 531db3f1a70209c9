import type { Model } from '../../model/model.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { mediaTypes } from '../media_type.ts';
import type { ProblemCode } from '../problem.ts';
import type { StudioEndpoint } from '../studio/endpoint.ts';
import { studioEndpoints, studioPath } from '../studio/endpoints.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { type Failures, failureResponses, failuresByStatus } from './failure.ts';
import { always } from './failure_code.ts';
import { headersOf } from './header.ts';
import { securityOf } from './security.ts';

/** The endpoints of Studio by path. They are not below the base path, so they have servers of their own. */
export function studioPaths(model: Model): { readonly [path: string]: OpenapiObject } {
  return Object.fromEntries(
    documented(model).map(([name, endpoint]) => [
      `${studioPath}${endpoint.path}`,
      { get: operationObject(name, endpoint, model) },
    ]),
  );
}

export const studioTag: OpenapiObject = {
  name: 'studio',
  'x-displayName': 'Studio',
  description:
    'What the service answers to Studio, its application in the browser. These paths are beside the base path.',
};

/** How the endpoints of Studio can fail. */
export function studioFailures(model: Model): readonly Failures[] {
  return documented(model).map(([, endpoint]) => failuresOf(endpoint, model));
}

export function studioSchemas(model: Model): { readonly [name: string]: JsonSchema } {
  return Object.fromEntries(documented(model).map(([name, { schema }]) => [schemaOf(name, model), schema]));
}

/** None without Studio, and where a resource has this name: these paths are of its rows. */
function documented({ service, resources }: Model): readonly (readonly [name: string, endpoint: StudioEndpoint])[] {
  return service.studio === null || resources.has('studio') ? [] : Object.entries(studioEndpoints);
}

function operationObject(name: string, endpoint: StudioEndpoint, model: Model): OpenapiObject {
  const { summary, description, parameters, answer } = endpoint;
  const headers = headersOf(model, 'Text-ETag');
  return {
    operationId: `studio_${name}`,
    tags: [studioTag.name],
    summary: `Studio: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    description,
    parameters: [...parameters, refer('parameters', 'If-None-Match')],
    responses: {
      200: {
        description: answer,
        headers,
        content: { [mediaTypes.json]: { schema: refer('schemas', schemaOf(name, model)) } },
      },
      304: { description: 'The caller has this answer already.', headers },
      ...failureResponses(failuresOf(endpoint, model)),
    },
    ...securityOf(null, model),
    servers: servers(model),
  };
}

function schemaOf(name: string, model: Model): string {
  return schemaName(model, `studio_${name}`);
}

function failuresOf({ failures }: StudioEndpoint, model: Model): Failures {
  return failuresByStatus([...always.filter((code) => !ofActions.has(code)), ...own, ...failures], model);
}

/** What is asked of actions alone. */
const ofActions: ReadonlySet<ProblemCode> = new Set(['insufficient_scope', 'not_acceptable']);

/** The identity of the caller may be looked up, and If-None-Match may be no tag. */
const own: readonly ProblemCode[] = ['rate_limited', 'invalid_parameter', 'timeout', 'unavailable'];

/** Where the service runs; without a host, where the document comes from. */
function servers({ service }: Model): readonly OpenapiObject[] {
  return service.servers.length === 0 ? [{ url: '/' }] : service.servers.map(({ url }) => ({ url }));
}
