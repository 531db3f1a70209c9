import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import type { OpenapiObject } from '../openapi/component.ts';
import type { ProblemCode } from '../problem.ts';

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

/** How an endpoint can fail by its parameters, by the resource or the row in its path, and by its statements. */
export const failuresOf = {
  parameters: ['malformed_url', 'unknown_parameter', 'invalid_parameter', 'limit_exceeded'],
  rows: ['unknown_path', 'insufficient_scope', 'forbidden', 'view_failed'],
  statements: ['too_many_at_once', 'timeout', 'unavailable', 'not_ready'],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;

export function inPath(name: string, description: string): OpenapiObject {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

/** Any number of parameters, by names that depend on the service. */
export function anyInQuery(name: string, description: string): OpenapiObject {
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  return { name, in: 'query', style: 'form', explode: true, description, schema };
}
