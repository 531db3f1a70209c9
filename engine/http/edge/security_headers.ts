import type { FastifyInstance } from 'fastify';
import type { Service } from '../../model/service.ts';
import { entrancePolicy } from '../document/entrance.ts';
import { referencePath } from '../document/reference_path.ts';
import { studioPagePaths } from '../studio/page.ts';

/** Tells browsers what not to do with our answers. The API reference runs the scripts that it comes with, the documentation its search. */
export function addSecurityHeaders(
  server: FastifyInstance,
  { headers, studio }: Pick<Service, 'headers' | 'studio'>,
): void {
  const ofData = headersOf({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] }, headers, { deny: true });
  const ofPages = new Map<string, Headers>();
  const { frameAncestors } = headers;
  const ancestors = frameAncestors.length === 0 ? ["'none'"] : frameAncestors;
  server.addHook('onRoute', ({ url }) => {
    const isStudio = studioPagePaths.includes(url);
    const sources = isStudio ? studioSources(studio) : sourcesOf(url);
    if (sources === null) return;
    const policy = { ...sources, 'frame-ancestors': ancestors };
    ofPages.set(url, headersOf(policy, headers, { deny: frameAncestors.length === 0, isApart: isStudio }));
  });
  server.addHook('onRequest', ({ config: { url } }, reply, done) => {
    reply.headers(ofPages.get(url) ?? ofData);
    done();
  });
}

type Headers = Readonly<Record<string, string>>;
type Policy = Readonly<Record<string, readonly string[]>>;

/** What every answer of a kind says. Other headers of this sort are about pages, which JSON is not, or about browsers that are gone. */
function headersOf(
  policy: Policy,
  { strictTransportSecuritySeconds: maxAge }: Service['headers'],
  { deny, isApart = false }: { readonly deny: boolean; readonly isApart?: boolean },
): Headers {
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, values]) => [name, ...values].join(' '))
      .join(';'),
    // A page that has a token shares no window with pages of other sites. Its addresses, which may name people, stay here.
    ...(isApart && { 'cross-origin-opener-policy': 'same-origin' }),
    'referrer-policy': isApart ? 'same-origin' : 'no-referrer',
    ...(maxAge > 0 && { 'strict-transport-security': `max-age=${maxAge}; includeSubDomains` }),
    'x-content-type-options': 'nosniff',
    ...(deny && { 'x-frame-options': 'DENY' }),
  };
}

/** The sources that the pages at a path may load from; null for anything but a page. */
function sourcesOf(url: string): Policy | null {
  if (url === '/') return entrancePolicy;
  if (url.startsWith(referencePath)) return reference;
  return /^\/docs(\/|$)/.test(url) ? documentation : null;
}

/** Its own files, and the provider at which people sign in. No text becomes a script: Studio shows what rows have. */
function studioSources(studio: Service['studio']): Policy {
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
