import reference from '@scalar/fastify-api-reference';
import Fastify, { type FastifyInstance } from 'fastify';
import { faviconPath } from './favicon.ts';
import { playgroundPath, referencePath } from './reference_path.ts';

/** A server of nothing but the page to try requests with. It is not for the network: others pass requests on to it. */
export async function openReference(title: string): Promise<FastifyInstance> {
  const server = Fastify();
  await server.register(reference, { routePrefix: referencePath, configuration: { ...page, pageTitle: title } });
  await server.ready();
  return server;
}

const page = {
  url: playgroundPath,
  // The whole one is at its own address.
  documentDownloadType: 'none',
  favicon: faviconPath,
  withDefaultFonts: false,
  authentication: { preferredSecurityScheme: 'bearer' },
  // Everything that would send the reader, or the document, elsewhere.
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showToolbar: 'never',
} as const;
