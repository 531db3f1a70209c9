import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../../model/service.ts';
import { entrancePolicy } from '../document/entrance.ts';
import { referencePath } from '../document/reference_path.ts';
import { studioPagePaths } from '../studio/page.ts';

/** Tells browsers what not to do with our answers. The API reference runs the scripts that it comes with, the documentation its search. */
export async function addSecurityHeaders(
  server: FastifyInstance,
  { headers, studio }: Pick<Service, 'headers' | 'studio'>,
): Promise<void> {
  const { strictTransportSecuritySeconds: maxAge, frameAncestors } = headers;
  const ancestors = frameAncestors.length === 0 ? ["'none'"] : [...frameAncestors];
  server.addHook('onRoute', (route) => {
    const isStudio = studioPagePaths.includes(route.url);
    const sources = isStudio ? studioSources(studio) : sourcesOf(route.url);
    if (sources === null) return;
    const contentSecurityPolicy = { useDefaults: false, directives: { ...sources, 'frame-ancestors': ancestors } };
    route.helmet = {
      contentSecurityPolicy,
      frameguard: frameAncestors.length === 0 ? { action: 'deny' } : false,
      ...(isStudio && apart),
    };
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

/** Its own files, and the provider at which people sign in. No text becomes a script: Studio shows what rows have. */
function studioSources(studio: Service['studio']): Readonly<Record<string, readonly string[]>> {
  const issuer = studio?.signIn?.issuer;
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'connect-src': ["'self'", ...(issuer === undefined ? [] : [new URL(issuer).origin])],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
}

/** A page that has a token shares no window with pages of other sites. Its addresses, which may name people, stay here. */
const apart = {
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  referrerPolicy: { policy: 'same-origin' },
} as const;

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
