import { batchName } from '../../model/batch.ts';
import type { Model } from '../../model/model.ts';
import type { Limits } from '../../model/service.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { preferences, valuePattern } from '../../vocabulary/preference.ts';
import { mediaTypes } from '../media_type.ts';
import type { ProblemCode } from '../problem.ts';
import { referToEffects } from '../row/effects_schema.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { type Failures, failureResponses, failuresByStatus } from './failure.ts';
import { headersOf } from './header.ts';
import { failuresOfResource } from './operation.ts';
import { securityOf } from './security.ts';

/** The path of batches, behind the base path. */
export function batchPath(model: Model): OpenapiObject {
  const { limits } = model.service;
  const content = (name: string, example: unknown) => ({
    [mediaTypes.json]: { schema: refer('schemas', schemaName(model, name)), example },
  });
  return {
    [`/${batchName}`]: {
      post: {
        operationId: 'run_batch',
        tags: [batchName],
        summary: 'Several requests in one transaction',
        description: `Runs up to ${limits.batchRequests} requests in their order, in one transaction: all of them, or none. Each needs its own scope and rights. \`{ "$result": "1.id" }\` in a body is a member of an earlier answer. So is \`$1.id\` in a URL. If a request is refused, the answer is its problem. There, \`request\` is its id. The shape is the JSON batch of OData 4.01 and of Microsoft Graph.`,
        parameters: [refer('parameters', 'Idempotency-Key'), preferHeader()],
        requestBody: { required: true, content: content('batch', requestExample) },
        responses: {
          200: {
            description: 'The answers to all requests, in their order.',
            headers: headersOf(model, 'Preference-Applied', 'Consistency-Token'),
            content: content('batch_answer', answerExample),
          },
          ...failureResponses(batchFailures(model)),
        },
        ...securityOf(null, model),
      },
    },
  };
}

const preference = `return=effects|tx=${valuePattern('tx')}|handling=${valuePattern('handling')}`;

/** What a batch as a whole may prefer. */
function preferHeader(): OpenapiObject {
  return {
    name: 'Prefer',
    in: 'header',
    description: `\`return=effects\` answers with \`result\` and \`effects\`: the answer without it, and every row that the batch changed. ${preferences.tx.words} ${preferences.handling.words}`,
    schema: { type: 'string', pattern: `^(${preference})(, ?(${preference}))*$` },
    example: 'tx=rollback',
    'x-answers': { 'return=effects': referToEffects() },
  };
}

export const batchTag: OpenapiObject = {
  name: batchName,
  'x-displayName': 'Batch',
  description: 'Several requests in one transaction.',
};

/** How a batch can fail: by itself, or as any of its requests. The service repeats it where others change the same rows. */
export function batchFailures(model: Model): Failures {
  const failures = [...model.resources.values()].flatMap((resource) => failuresOfResource(resource, model));
  const ofRequests = failures.flatMap((each) => [...each.values()].flat());
  const codes = [...ofRequests, ...ownCodes].filter((code) => code !== 'concurrent_change');
  return failuresByStatus(codes, model);
}

const ownCodes: readonly ProblemCode[] = [
  'malformed_json',
  'invalid_parameter',
  'limit_exceeded',
  'unknown_path',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_body',
  'idempotency_key_reused',
  'contended',
];

export function batchSchemas(model: Model): { readonly [name: string]: JsonSchema } {
  return {
    [schemaName(model, 'batch')]: batchSchema(model.service.limits),
    [schemaName(model, 'batch_answer')]: answerSchema,
  };
}

const partIdSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' } as const;

function batchSchema({ batchRequests }: Limits): JsonSchema {
  return {
    type: 'object',
    title: 'Batch',
    description: 'Requests that run in one transaction.',
    properties: {
      requests: {
        type: 'array',
        minItems: 1,
        maxItems: batchRequests,
        items: {
          type: 'object',
          properties: {
            id: { ...partIdSchema, description: 'Names the request in references and in its answer.' },
            method: {
              type: 'string',
              pattern: '^([Gg][Ee][Tt]|[Pp][Oo][Ss][Tt]|[Pp][Aa][Tt][Cc][Hh]|[Dd][Ee][Ll][Ee][Tt][Ee])$',
              description: 'GET, POST, PATCH or DELETE.',
            },
            url: {
              type: 'string',
              minLength: 1,
              description: 'Path and query below the base path, or with it: `note/1`, `/note/1` or `/api/v1/note/1`.',
            },
            headers: {
              type: 'object',
              description: 'Headers of the request, such as If-Match or Prefer.',
              additionalProperties: { type: 'string', maxLength: 4096 },
            },
            body: { description: 'The body of a POST or PATCH, as JSON.' },
            dependsOn: {
              type: 'array',
              items: partIdSchema,
              description: 'Ids of earlier requests. It changes nothing: requests run in their order.',
            },
            atomicityGroup: { type: 'string', description: 'It changes nothing: all requests are one group.' },
          },
          required: ['id', 'method', 'url'],
          additionalProperties: false,
        },
      },
    },
    required: ['requests'],
    additionalProperties: false,
  };
}

const answerSchema: JsonSchema = {
  type: 'object',
  title: 'Batch answer',
  description: 'The answers to the requests of a batch.',
  properties: {
    responses: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { ...partIdSchema, description: 'Of the request.' },
          status: { type: 'integer', minimum: 200, maximum: 399, description: 'As of the request by itself.' },
          headers: {
            type: 'object',
            description: 'Headers by their names in lower case.',
            additionalProperties: { type: 'string' },
          },
          body: { description: 'JSON; a string for another media type. Without it, the answer has no body.' },
        },
        required: ['id', 'status', 'headers'],
      },
    },
  },
  required: ['responses'],
};

const requestExample = {
  requests: [
    { id: '1', method: 'POST', url: 'note', body: { heading: 'Groceries' } },
    { id: '2', method: 'GET', url: 'note/$1.id?select=id' },
  ],
};

const answerExample = {
  responses: [
    {
      id: '1',
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8', location: '/api/v1/note/1' },
      body: { id: 1, heading: 'Groceries' },
    },
    { id: '2', status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: { id: 1 } },
  ],
};
