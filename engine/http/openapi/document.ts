import type { Limits, Model } from '../../definition/model.ts';
import { writeCursor } from '../../query/plan/cursor.ts';
import { instantObstacle, instantParameters } from '../../query/plan/instant.ts';
import { mediaTypes } from '../accept.ts';
import { descriptionOf, publishedDialect } from '../json_schema.ts';
import { type ProblemCode, problems } from '../problem.ts';
import { type OpenapiObject, schemaName } from './component.ts';
import { usedConditions } from './condition.ts';
import { failureComponents, problemSchema } from './failure.ts';
import { filterSchemas, treeParameters } from './filter.ts';
import { failuresOfResource, pathsOf } from './operation.ts';
import { resourceSchemas } from './resource_schema.ts';
import { securitySchemes } from './security.ts';

/** The OpenAPI 3.1.0 document of the service: a pure function of the model, from the schemas that validate. */
export function openapiDocument(model: Model): OpenapiObject {
  const { service } = model;
  const resources = [...model.resources.values()];
  const hasLists = resources.some(({ operations }) => operations.has('list'));
  return {
    openapi: '3.1.0',
    info: { title: service.title, version: service.version, description: description(model) },
    servers: [{ url: service.basePath }],
    tags: resources.map((resource) => ({
      name: resource.name,
      'x-displayName': resource.title,
      description: descriptionOf(resource) || resource.title,
    })),
    paths: Object.assign({}, ...resources.map((resource) => pathsOf(resource, model))),
    components: {
      schemas: {
        ...Object.assign({}, ...resources.map((resource) => resourceSchemas(resource, model))),
        ...(hasLists ? filterSchemas(model) : {}),
        [schemaName(model, 'problem')]: problemSchema,
      },
      parameters: {
        id,
        ...(hasLists ? { ...treeParameters(model), ...pageParameters(service.limits) } : {}),
        ...usedInstants(model),
        ...usedConditions(model),
      },
      headers: {
        ...headers,
        ...(hasLists ? pageHeaders : {}),
        ...(service.limits.requestsPerMinute === null ? {} : rateLimitHeaders),
      },
      ...failureComponents(
        resources.flatMap((resource) => failuresOfResource(resource, model)),
        model,
      ),
      securitySchemes: securitySchemes(model),
    },
  };
}

const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the row.',
  schema: { type: 'integer', format: 'int64', minimum: 0 },
  example: 1,
} as const;

const pageHeaders = {
  'Content-Range': {
    description:
      'Which rows the page holds, counted from 0, and how many there are in all: an asterisk when unknown. Not of a list without end.',
    schema: { type: 'string', pattern: '^([0-9]+-[0-9]+|\\*)/([0-9]+|\\*)$' },
    example: '0-19/573',
  },
  Link: {
    description: 'The next page, where the list stopped at its limit (RFC 8288).',
    schema: { type: 'string', pattern: '^<[^<>]+>; rel="next"$' },
    example: '</api/v1/note?limit=20&after=WzIwLCIyMCJd>; rel="next"',
  },
  'Preference-Applied': {
    description: 'How the rows were counted (RFC 7240).',
    schema: { type: 'string', enum: ['count=exact', 'count=planned', 'count=estimated'] },
    example: 'count=exact',
  },
  'Unsatisfied-Range': {
    description: 'How many rows there are, where they were counted.',
    schema: { type: 'string', pattern: '^\\*/[0-9]+$' },
    example: '*/573',
  },
} as const;

const headers = {
  ETag: {
    description: 'Entity tag: the version of the row, and a hash of this representation of it (RFC 9110).',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9]+-[A-Za-z0-9_-]{22}"$' },
    example: '"17-2fWzOvgOnYSyMbc8d1X_sQ"',
  },
  Location: {
    description: 'Path of the row or list.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  'WWW-Authenticate': {
    description: 'What is wrong with the token (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
} as const;

const rateLimitHeaders = {
  'RateLimit-Limit': counted('Requests that an identity has in a minute.', 600),
  'RateLimit-Remaining': counted('Requests that are left of them.', 0),
  'RateLimit-Reset': counted('Seconds until all of them are there again.', 42),
};

function counted(description: string, example: number): OpenapiObject {
  return { description, required: true, schema: { type: 'integer', minimum: 0 }, example };
}

function usedInstants({ resources }: Model): OpenapiObject {
  const used = instantParameters.filter((name) =>
    [...resources.values()].some((resource) => instantObstacle(name, resource) === null),
  );
  return Object.fromEntries(used.map((name) => [name, instants[name]]));
}

/** The instants that a list or a read can be asked for. */
const instants: OpenapiObject = {
  as_of: {
    name: 'as_of',
    in: 'query',
    description:
      'Shows what was recorded at this instant, which is not after now. Needs the scope to read the history too.',
    schema: publishedDialect.datetime,
    example: '2026-01-31T12:00:00+01:00',
  },
  valid_at: {
    name: 'valid_at',
    in: 'query',
    description: 'Shows what is valid at this instant: begun by then, and not ended.',
    schema: publishedDialect.datetime,
    example: '2026-01-31T12:00:00+01:00',
  },
};

function pageParameters({ pageDefault, pageMaximum }: Limits): OpenapiObject {
  return {
    limit: {
      name: 'limit',
      in: 'query',
      description: 'How many rows at most.',
      schema: { type: 'integer', minimum: 0, maximum: pageMaximum, default: Math.min(pageDefault, pageMaximum) },
      example: Math.min(10, pageMaximum),
    },
    offset: {
      name: 'offset',
      in: 'query',
      description: 'How many rows to pass over.',
      schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
      example: 0,
    },
    after: {
      name: 'after',
      in: 'query',
      description: 'Where the page before ended, as its Link says; for a list in the same order.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
      example: writeCursor({ place: 20, keys: ['20'] }),
    },
    Range: {
      name: 'Range',
      in: 'header',
      description: 'Rows by their places, counted from 0, both included; instead of limit and offset.',
      schema: { type: 'string', pattern: '^(items=)?[0-9]{1,15}-([0-9]{1,15})?$' },
      example: '0-9',
    },
    Prefer: {
      name: 'Prefer',
      in: 'header',
      description:
        'Asks for the number of all rows in Content-Range: counted (`count=exact`), as the database expects it (`count=planned`), or counted as far as a page can go and else expected (`count=estimated`).',
      schema: { type: 'string', pattern: '^count=(exact|planned|estimated)$' },
      example: 'count=exact',
    },
  };
}

/** What the service is for, then what holds for all of its operations. */
function description({ service }: Model): string {
  const { filters, inValues, payloadBytes, urlBytes } = service.limits;
  const codes = (Object.keys(problems) as ProblemCode[]).map((code) => {
    const { status, title, remedy } = problems[code];
    return `| \`${code}\` | ${status} | ${title}. | ${remedy} |`;
  });
  const conventions = `## Filters

A list is filtered by the fields of its rows, with \`field=operator.value\`. The operators are those of PostgREST:
\`eq\`, \`neq\`, \`lt\`, \`lte\`, \`gt\`, \`gte\`, \`isdistinct\`, \`in\` as in \`id=in.(1,2)\`, and \`is\` as in \`is.null\`, of every field;
of texts \`like\` and \`ilike\` (whose \`*\` stands for any text), the regular expressions \`match\` and \`imatch\`, and the searches
\`fts\`, \`plfts\`, \`phfts\` and \`wfts\` as in \`fts(english).sea\`; of lists \`cs\` (contains), \`cd\` (is contained) and \`ov\` (overlaps), the first
two of JSON too. \`eq(any).{1,2}\` and \`like(all).{a*,*b}\` take several values; \`not.\` before an operator turns it round. Into JSON
lead arrows: \`data->a->>b=eq.x\`.

All filters have to hold. Others are combined with \`or=(status.eq.new,status.is.null)\` and \`and=(...)\`, one within the other
too. Through relations, by their aliases: \`a.name=eq.x\`, \`a.b.name=eq.x\`, \`a.or=(...)\`, and \`a=is.null\` for rows without any.
Such a filter keeps the rows that have a related row like that; where the relation is embedded it narrows what is embedded.

A request has at most ${filters} filters, an \`in\` at most ${inValues} values, a URL at most ${urlBytes} bytes and a body at most
${payloadBytes} bytes.

## Pages and forms

A list that stopped at its limit has a \`Link\` to the next page, which begins behind its last row. \`Content-Range\` tells which
rows it holds; with \`Prefer: count=exact\` also of how many, and the status of a part is then 206. Lists come as JSON, as
\`${mediaTypes.csv}\`, as \`${mediaTypes.lines}\` (a row to a line; all of them when no limit is given), or, where there is one
row alone, as \`${mediaTypes.object}\`.

## Related rows and time

\`embed\` fetches related rows along, as in \`embed=a(b),c!\`: an object or null for one, an
array for many; \`!\` drops the rows without a match. \`select\` chooses columns too, as in \`select=id,a(name)\`. \`valid_at\` shows
what is valid at an instant, and \`as_of\` what was recorded at one, with everything embedded. A version in a history shows the
rows around it as they were recorded in its last moment. All that is read needs its scope, whether it is shown or not.

## Versions and repetitions

The ETag of a row that is read or written stands for its version. \`If-None-Match\` with a read gets 304 while nothing of the
answer has changed; \`If-Match\` with an update or a delete is refused with 412 once anybody has changed the row. A create
with an \`Idempotency-Key\` may be repeated for 24 hours: it gets the answer of the first one.

## Datetimes

Answers write them in UTC with the offset \`+00:00\`. Requests write \`2026-01-31T12:00:00+01:00\`, \`2026-01-31T11:00Z\` or
\`2026-01-31 12:00 Europe/Oslo\`; in a URL a plus is \`%2B\`.

## Failures

The body of every failure is \`application/problem+json\` (RFC 9457). Its \`code\` is stable:

| code | status | meaning | what to do |
|---|---|---|---|
${codes.join('\n')}
`;
  return service.description === '' ? conventions : `${service.description}\n\n${conventions}`;
}
