import type { Model } from '../../model/model.ts';
import { preferenceNames, valuePattern } from '../../vocabulary/preference.ts';
import { type OpenapiObject, refer } from './component.ts';

/** The headers of an answer, by the names of their components: the given ones, and the headers of every answer. */
export function headersOf({ service }: Model, ...names: readonly HeaderName[]): OpenapiObject {
  const all = [
    ...names,
    ...(service.limits.requestsPerMinute === null ? [] : rateLimitHeaders),
    'X-Request-Id',
    ...securityHeaders,
    ...(service.headers.strictTransportSecuritySeconds === 0 ? [] : ['Strict-Transport-Security']),
  ];
  return Object.fromEntries(
    (all as readonly HeaderName[]).map((name) => [sentAs[name] ?? name, refer('headers', name)]),
  );
}

/** The names of headers whose components have other names. */
const sentAs: { readonly [name in HeaderName]?: string } = {
  'Shown-ETag': 'ETag',
  'File-ETag': 'ETag',
  'Text-ETag': 'ETag',
  'Byte-Range': 'Content-Range',
  'Row-Location': 'Location',
};

const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** What browsers are told with every answer. */
const securityHeaders = [
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'Referrer-Policy',
] as const;

type HeaderName = keyof typeof headers;

const etag = {
  description: 'Entity tag: the version of the row, and a hash of this representation of it (RFC 9110).',
  schema: { type: 'string', pattern: '^"[0-9]+-[A-Za-z0-9_-]{22}"$' },
  example: '"17-2fWzOvgOnYSyMbc8d1X_sQ"',
} as const;

const anyPreference = preferenceNames.map((name) => `${name}=${valuePattern(name)}`).join('|');

/** The headers of answers, by the names of their components. */
export const headers = {
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
    description: 'The preferences that the answer follows (RFC 7240).',
    schema: { type: 'string', pattern: `^(${anyPreference})(, (${anyPreference}))*$` },
    example: 'count=exact',
  },
  'Consistency-Token': {
    description: 'Where the service reads from replicas: send it with a read, and the read shows this write.',
    schema: { type: 'string', pattern: '^[0-9A-F]+/[0-9A-F]+$' },
    example: '0/3A2F6C8',
  },
  'Unsatisfied-Range': {
    description: 'How many rows there are, where they were counted.',
    schema: { type: 'string', pattern: '^(bytes )?\\*/[0-9]+$' },
    example: '*/573',
  },
  'Byte-Range': {
    description: 'Which bytes these are, counted from 0, and how many the file has.',
    required: true,
    schema: { type: 'string', pattern: '^bytes [0-9]+-[0-9]+/[0-9]+$' },
    example: 'bytes 0-1023/48210',
  },
  'File-ETag': {
    description: 'Entity tag of the file: the SHA-256 of its bytes.',
    required: true,
    schema: { type: 'string', pattern: '^"[0-9a-f]{64}"$' },
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
  'Text-ETag': {
    description: 'Entity tag: a hash of the answer.',
    required: true,
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]{22}"$' },
    example: '"2fWzOvgOnYSyMbc8d1X_sQ"',
  },
  'Content-Disposition': {
    description: 'That a browser saves the file, and under which name (RFC 6266).',
    schema: { type: 'string' },
    example: 'attachment; filename="scan.pdf"',
  },
  'Accept-Ranges': {
    description: 'That parts of the file can be read.',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  ETag: { ...etag, required: true },
  'Shown-ETag': {
    ...etag,
    description: `${etag.description} Only of an answer that shows one row, and not with tx=rollback.`,
  },
  Location: {
    description: 'Path of the row or list.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Row-Location': {
    description: 'Path of the row. Not of many rows, and not with tx=rollback.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': { ...counted('Seconds to wait.', 2), required: true },
  'WWW-Authenticate': {
    description: 'What is wrong with the token (RFC 6750).',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'Scope-Challenge': {
    description: 'Which scope the token lacks, where it is a scope (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer error="insufficient_scope", scope="read:data:note"',
  },
  'X-Request-Id': {
    description: 'Id of the request, for questions about it: the one that was sent in this header, or a random UUID.',
    schema: { type: 'string', pattern: '^[\\w.:-]{1,64}$' },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
  'Content-Security-Policy': {
    description: 'That a browser loads nothing for the answer, and shows it in no frame.',
    required: true,
    schema: { type: 'string' },
    example: "default-src 'none';frame-ancestors 'none'",
  },
  'X-Content-Type-Options': {
    description: 'That a browser takes the type of the answer as it is told.',
    required: true,
    schema: { type: 'string', const: 'nosniff' },
    example: 'nosniff',
  },
  'X-Frame-Options': {
    description: 'The same of frames as Content-Security-Policy, for older browsers.',
    required: true,
    schema: { type: 'string', const: 'DENY' },
    example: 'DENY',
  },
  'Referrer-Policy': {
    description: 'That a browser tells no other site of this address.',
    required: true,
    schema: { type: 'string', const: 'no-referrer' },
    example: 'no-referrer',
  },
  'Strict-Transport-Security': {
    description: 'How long a browser comes by HTTPS only (RFC 6797).',
    required: true,
    schema: { type: 'string' },
    example: 'max-age=31536000; includeSubDomains',
  },
  'RateLimit-Limit': counted('Requests that an identity has in a minute.', 600),
  'RateLimit-Remaining': counted('Requests that are left of them.', 0),
  'RateLimit-Reset': counted('Seconds until all of them are there again.', 42),
} as const;

function counted(description: string, example: number) {
  return { description, schema: { type: 'integer', minimum: 0 }, example } as const;
}
