import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import type { Model } from '../definition/model.ts';
import { documentMembers, type OpenapiDocument, openapiDocument } from './openapi/document.ts';

/**
 * Publishes the OpenAPI document at /openapi.json, a page to read it with at /docs, and the query language at /docs/query,
 * from this server alone.
 */
export async function addDocument(server: FastifyInstance, model: Model): Promise<void> {
  // Static mode: the dynamic one renames schemas and rewrites keywords, and is slow for many routes.
  await server.register(swagger, { mode: 'static', specification: { document: whenAsked(model) as never } });
  let text: string | null = null;
  server.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(server.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  await server.register(reference, {
    routePrefix: referencePath,
    configuration: { ...page, pageTitle: model.service.title },
  });
}

/** The document, made when it is first asked for: of a thousand resources it takes longer than their routes. */
function whenAsked(model: Model): object {
  let document: OpenapiDocument | null = null;
  const member = (name: keyof OpenapiDocument) => ({
    enumerable: true,
    get: () => {
      document ??= openapiDocument(model);
      return document[name];
    },
  });
  const members = documentMembers.map((name) => [name, member(name)] as const);
  return Object.defineProperties({}, Object.fromEntries(members));
}

/** Within the documentation, whose pages lead to it. */
export const referencePath = '/docs/reference';

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
