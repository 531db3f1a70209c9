import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Cors } from '../../model/service.ts';

/** Tells browsers which pages of other sites may ask (Fetch standard, CORS protocol). They send tokens in headers, and no cookie. */
export async function addCors(server: FastifyInstance, settings: Cors | null): Promise<void> {
  if (settings === null) return;
  const { origins, maxAgeSeconds } = settings;
  const allowed = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: requestHeaders,
    exposedHeaders: responseHeaders,
    maxAge: maxAgeSeconds,
  };
  await server.register(cors, {
    // An OPTIONS request that is no question of a browser is one for a method that is not offered.
    delegator: (request: FastifyRequest, callback) =>
      callback(null, request.method === 'OPTIONS' && !isPreflight(request) ? { origin: false } : allowed),
  });
}

function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

const requestHeaders = [
  'Accept',
  'Authorization',
  'Consistency-Token',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'Range',
  'Traceparent',
  'Tracestate',
  'X-Request-Id',
];

const responseHeaders = [
  'Allow',
  'Consistency-Token',
  'Content-Range',
  'ETag',
  'Link',
  'Location',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];
