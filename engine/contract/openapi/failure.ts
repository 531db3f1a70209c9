import type { Model, Resource } from '../../model/model.ts';
import type { Action } from '../../vocabulary/action/actions.ts';
import type { JsonSchema } from '../../vocabulary/json_schema/json_schema.ts';
import { invalidPreference, postgrestCodes } from '../postgrest_error.ts';
import { Problem, type ProblemCode, problems } from '../problem.ts';
import { type OpenapiObject, refer, schemaName } from './component.ts';
import { always, codesOf } from './failure_code.ts';
import { listPart } from './feature.ts';
import { headersOf } from './header.ts';

/** The codes with which an action can fail, by status. */
export type Failures = ReadonlyMap<number, readonly ProblemCode[]>;

/** How an action on a resource can fail when it is asked as the document says. */
export function failuresOf(resource: Resource, action: Action, model: Model): Failures {
  const ofFeature = action === 'list' ? (listPart(resource)?.codes ?? []) : [];
  return failuresByStatus([...always, 'rate_limited', ...codesOf(resource, action, model), ...ofFeature], model);
}

/** Codes by their statuses, in the order of the catalogue, without codes that this service never answers with. */
export function failuresByStatus(some: readonly ProblemCode[], { service }: Model): Failures {
  const { requestsPerMinute } = service.limits;
  const codes = some.filter((code) => code !== 'rate_limited' || requestsPerMinute !== null);
  const catalogue = Object.keys(problems) as ProblemCode[];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of catalogue.filter((each) => codes.includes(each))) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** The responses of an action that fails. */
export function failureResponses(failures: Failures): OpenapiObject {
  return Object.fromEntries([...failures].map(([status, codes]) => [status, refer('responses', responseName(codes))]));
}

/** The shared responses that these failures refer to, and the examples in them. */
export function failureComponents(
  all: Iterable<Failures>,
  model: Model,
): { responses: OpenapiObject; examples: OpenapiObject } {
  const responses = new Map<string, OpenapiObject>();
  const codes = new Set<ProblemCode>();
  for (const failures of all) {
    for (const [status, some] of failures) {
      const name = responseName(some);
      if (responses.has(name)) continue;
      responses.set(name, failureResponse(status, some, model));
      for (const code of some) codes.add(code);
    }
  }
  const examples = [...codes].map((code) => {
    const { title, remedy } = problems[code];
    return [code, { summary: title, description: remedy, value: new Problem(code, title).toJSON() }] as const;
  });
  return { responses: Object.fromEntries(responses), examples: Object.fromEntries(examples) };
}

/** The body of every failure (RFC 9457), which may have a code that a handler declares. */
export function problemSchema(declared: readonly string[]): JsonSchema {
  return {
    type: 'object',
    title: 'Problem',
    description: 'Why a request failed (RFC 9457).',
    properties: {
      type: { type: 'string', format: 'uri', description: 'The kind of problem; it says the same as code.' },
      title: { type: 'string', description: 'The kind of problem in words.' },
      status: { type: 'integer', description: 'The HTTP status.' },
      detail: { type: 'string', description: 'What is wrong with this request.' },
      code: {
        type: 'string',
        enum: [
          ...new Set([...Object.keys(problems), ...Object.values(postgrestCodes), invalidPreference, ...declared]),
        ],
        description:
          'The kind of problem, for programs. It is stable. A request that accepts a media type of PostgREST gets the code that PostgREST or PostgreSQL has for it.',
      },
      message: { type: 'string', description: 'The same as detail, under the name that clients of PostgREST read.' },
      hint: { type: ['string', 'null'], description: 'What may help.' },
      details: {
        type: ['string', 'null'],
        description: 'For requests that accept a media type of PostgREST: what its clients look at.',
      },
      request: { type: 'string', description: 'The id of the request that is refused, in a batch.' },
      errors: {
        type: 'array',
        description: 'Each fault with its place.',
        items: {
          type: 'object',
          properties: {
            pointer: {
              type: 'string',
              format: 'json-pointer',
              description: 'The member of the body, as a JSON pointer.',
            },
            line: { type: 'integer', description: 'The line of a CSV or NDJSON body where the row begins.' },
            parameter: { type: 'string', description: 'The parameter of the URL.' },
            detail: { type: 'string', description: 'What is wrong there.' },
            hint: { type: 'string', description: 'What may help.' },
          },
          required: ['detail'],
        },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'message'],
  };
}

function responseName(codes: readonly ProblemCode[]): string {
  return codes.join('_or_');
}

function failureResponse(status: number, codes: readonly ProblemCode[], model: Model): OpenapiObject {
  const named = headersOfStatus[status] ?? [];
  return {
    description: codes.map((code) => `${problems[code].title} (\`${code}\`).`).join(' '),
    headers: {
      ...Object.fromEntries(named.map((name) => [name, refer('headers', componentOf(name, status, codes))])),
      ...headersOf(model),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            refer('schemas', schemaName(model, 'problem')),
            {
              type: 'object',
              properties: {
                status: { type: 'integer', const: status },
                code: { type: 'string', enum: writtenCodes(codes) },
              },
              required: ['status', 'code'],
            },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, refer('examples', code)])),
      },
    },
  };
}

/** The codes of problems, then these of PostgREST. */
function writtenCodes(codes: readonly ProblemCode[]): readonly string[] {
  const theirs = codes.flatMap((code) => [
    postgrestCodes[code] ?? [],
    code === 'invalid_parameter' ? invalidPreference : [],
  ]);
  return [...new Set([...codes, ...theirs.flat()])];
}

/**
 * Corrects the headers of errors. Content-Range without a page has only the number of rows. Of several 403 errors, only
 * a missing scope has a challenge.
 */
function componentOf(name: string, status: number, codes: readonly ProblemCode[]): string {
  if (status === 416) return 'Unsatisfied-Range';
  return status === 403 && codes.length > 1 ? 'Scope-Challenge' : name;
}

const headersOfStatus: { readonly [status: number]: readonly string[] } = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};
