import type { FastifyInstance } from 'fastify';

/** The picture of a service in the tab of a browser: an entry on a timeline, and the one that took over. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0b57c2"/>
<path d="M6 11h10" stroke="#fff" stroke-width="5" stroke-linecap="round"/>
<path d="M16 21h10" stroke="#9cc7ff" stroke-width="5" stroke-linecap="round"/>
<path d="M16 6v20" stroke="#fff" stroke-width="1.5" stroke-dasharray="2 2.5"/>
</svg>
`;

export const faviconPath = '/favicon.svg';

export function addFavicon(server: FastifyInstance): void {
  server.get(faviconPath, (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=2592000').send(favicon),
  );
  // Browsers ask for this one where no page names another, such as beside a list of rows.
  server.get('/favicon.ico', (_request, reply) => reply.redirect(faviconPath, 308));
}
