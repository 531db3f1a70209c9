import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { studioPath } from '../../contract/studio/endpoints.ts';
import type { Service } from '../../model/service.ts';
import { documentPath } from './document.ts';
import { faviconPath } from './favicon.ts';
import { escaped, htmlPage } from './html_page.ts';
import { referencePath } from './reference_path.ts';

/** Where everything of a service is. What it does not show to everybody is left out. */
interface Addresses {
  readonly title?: string;
  readonly api: string;
  readonly document: string;
  readonly studio?: string;
  readonly documentation?: string;
  readonly playground?: string;
  readonly health: { readonly live: string; readonly ready: string };
}

/** Answers at `/` with the addresses of the service: a page for browsers, JSON for others. */
export function addEntrance(server: FastifyInstance, service: Service, pages: Pages): void {
  const addresses = addressesOf(service, pages);
  const page = pageOf(addresses);
  const related = linksOf(addresses);
  server.get('/', (request, reply) => {
    reply.headers({ vary: [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '), link: related });
    const liked = new Negotiator({ headers: request.headers }).mediaType(['application/json', 'text/html']);
    return liked === 'text/html'
      ? reply.type('text/html; charset=utf-8').send(page)
      : reply.type('application/json; charset=utf-8').send(`${JSON.stringify(addresses, null, 2)}\n`);
  });
}

/** The pages that are served. */
interface Pages {
  readonly studio: boolean;
  readonly documentation: boolean;
}

function addressesOf({ title, basePath, documentFor }: Service, pages: Pages): Addresses {
  const isPublic = documentFor === 'everybody';
  return {
    // It is in the document, which may be for callers alone.
    ...(isPublic && { title }),
    api: basePath,
    document: documentPath,
    ...(pages.studio && { studio: studioPath }),
    ...(isPublic && pages.documentation && { documentation: '/docs/' }),
    ...(isPublic && { playground: `${referencePath}/` }),
    health: { live: '/livez', ready: '/readyz' },
  };
}

/** The relations that programs look for (RFC 8631). */
function linksOf({ document, documentation, health }: Addresses): string {
  return [
    `<${document}>; rel="service-desc"; type="application/json"`,
    ...(documentation === undefined ? [] : [`<${documentation}>; rel="service-doc"; type="text/html"`]),
    `<${health.ready}>; rel="status"`,
  ].join(', ');
}

function pageOf({ title = 'API', api, document, studio, documentation, playground, health }: Addresses): string {
  const entries = [
    ...(studio === undefined
      ? []
      : [entry('Studio', studio, 'Look at the data and its time. It asks you to sign in.')]),
    ...(documentation === undefined
      ? []
      : [entry('Documentation', documentation, 'Resources, fields, rules and time.')]),
    ...(playground === undefined ? [] : [entry('Playground', playground, 'Try each request in the browser.')]),
    entry(
      'OpenAPI document',
      document,
      playground === undefined ? 'The API for programs. It asks for your token.' : 'The API for programs.',
    ),
    `<li><b>API</b> <code>${api}</code><br>Every request needs a token.</li>`,
    entry('Health', health.ready, 'Whether the service takes requests.'),
  ];
  const body = `<main>
<h1>${escaped(title)}</h1>
<ul>
${entries.join('\n')}
</ul>
</main>`;
  return htmlPage({ title, icon: faviconPath, head: `<style>${style}</style>`, body });
}

function entry(title: string, address: string, words: string): string {
  return `<li><a href="${address}">${title}</a> <code>${address}</code><br>${words}</li>`;
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: light-dark(#1b2430, #e4e9ee); background: light-dark(#fff, #0e1318); }
main { max-width: 40rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.8rem; line-height: 1.25; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
li { padding: .8rem 0; border-top: 1px solid light-dark(#dfe4ea, #28323c); color: light-dark(#55616e, #9fadba); }
a, b { font-weight: 600; color: light-dark(#0b57c2, #84b6ff); }
b { color: light-dark(#1b2430, #e4e9ee); }
code { margin-left: .5rem; font-size: .85rem; }
`;

/** What a browser may load for the page: its own style, and the picture of the tab. */
export const entrancePolicy = {
  'default-src': ["'none'"],
  'style-src': [`'sha256-${createHash('sha256').update(style).digest('base64')}'`],
  'img-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
};
