import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Model } from '../definition/model.ts';
import { htmlOf } from '../docs/html.ts';
import { queryLanguagePage } from '../docs/query_language.ts';
import { openapiDocument } from './openapi/document.ts';

/**
 * Publishes the OpenAPI document at /openapi.json, a page to read it with at /docs, and the query language at /docs/query,
 * from this server alone.
 */
export async function addDocument(server: FastifyInstance, model: Model): Promise<void> {
  // Static mode: the dynamic one renames schemas and rewrites keywords, and is slow for many routes.
  await server.register(swagger, { mode: 'static', specification: { document: openapiDocument(model) as never } });
  server.get('/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(server.swagger()),
  );
  const query = htmlOf(queryLanguagePage(), model.service.title);
  server.get('/docs/query', (_request, reply) => reply.type('text/html; charset=utf-8').send(query));
  await server.register(reference, {
    routePrefix: '/docs',
    configuration: { ...page, pageTitle: model.service.title },
  });
}

const page = {
  url: '/openapi.json',
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  // Everything that would send the reader, or the document, elsewhere.
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showToolbar: 'never',
} as const;
