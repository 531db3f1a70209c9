import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { SecurityHeaders } from '../../model/service.ts';
import { referencePath } from '../document/document.ts';
import { entrancePolicy } from '../document/entrance.ts';

/** Tells browsers what not to do with our answers. The API reference runs the scripts that it comes with, the documentation its search. */
export async function addSecurityHeaders(server: FastifyInstance, settings: SecurityHeaders): Promise<void> {
  const { strictTransportSecuritySeconds: maxAge, frameAncestors } = settings;
  const ancestors = frameAncestors.length === 0 ? ["'none'"] : [...frameAncestors];
  server.addHook('onRoute', (route) => {
    const sources = sourcesOf(route.url);
    if (sources === null) return;
    const contentSecurityPolicy = { useDefaults: false, directives: { ...sources, 'frame-ancestors': ancestors } };
    route.helmet = { contentSecurityPolicy, frameguard: frameAncestors.length === 0 };
  });
  await server.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: maxAge === 0 ? false : { maxAge },
    frameguard: { action: 'deny' },
    // What these say is about pages, which JSON is not, or about browsers that are gone.
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    originAgentCluster: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    // Whether a page of another site may read an answer, CORS says.
    crossOriginResourcePolicy: false,
  });
  // What helmet works out anew for each answer is the same for all but those pages.
  let made: readonly (readonly [name: string, value: string])[] | null = null;
  server.addHook('onRequest', ({ routeOptions }, reply, done) => {
    if (!('helmet' in routeOptions.config)) {
      if (made === null) {
        reply.helmet();
        made = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)] as const);
      } else for (const [name, value] of made) reply.raw.setHeader(name, value);
    }
    done();
  });
}

/** The sources that the pages at a path may load from; null for anything but a page. */
function sourcesOf(url: string): Readonly<Record<string, readonly string[]>> | null {
  if (url === '/') return entrancePolicy;
  if (url.startsWith(referencePath)) return reference;
  return /^\/docs(\/|$)/.test(url) ? documentation : null;
}

const documentation = {
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};

const reference = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'unsafe-inline'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'worker-src': ["'self'", 'blob:'],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
};
