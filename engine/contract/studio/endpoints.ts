import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import type { OpenapiObject } from '../openapi/component.ts';
import type { ProblemCode } from '../problem.ts';
import { studioModelSchema } from './model_schema.ts';

/** What the service answers to Studio itself, beside the API. Each is a GET that any valid token may send. */
export interface StudioEndpoint {
  /** Behind `/studio`, with the names of its parameters in braces. */
  readonly path: `/${string}`;
  /** The same in one line, and what a client has to know of it. */
  readonly summary: string;
  readonly description: string;
  /** The parameters of its path and its query. */
  readonly parameters: readonly OpenapiObject[];
  /** What the answer has, in words and as a schema. */
  readonly answer: string;
  readonly schema: JsonSchema;
  /** How it can fail, besides what every request can. */
  readonly failures: readonly ProblemCode[];
}

/** Where the page, its files and these endpoints are. */
export const studioPath = '/studio';

/** Every endpoint by its name, from which routes and the OpenAPI document follow. */
export const studioEndpoints = {
  model: {
    path: '/model',
    summary: 'The model of the caller',
    description:
      'The resources, fields and relations that the caller may see, with the words that Studio shows. It has nothing that the API does not offer to the same token.',
    parameters: [],
    answer: 'The model.',
    schema: studioModelSchema,
    failures: [],
  },
} satisfies Readonly<Record<string, StudioEndpoint>>;

export type StudioEndpointName = keyof typeof studioEndpoints;
