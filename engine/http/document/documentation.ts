import type { FastifyInstance } from 'fastify';
import { Problem } from '../../contract/problem.ts';

/** Files by their paths, each made when it is asked for. */
export type Documentation = ReadonlyMap<string, () => string | Promise<string>>;

/** Publishes files at /docs, which are made once, when somebody first asks for one. */
export function addDocumentation(server: FastifyInstance, open: () => Promise<Documentation>): void {
  let opened: Promise<Documentation> | null = null;
  const texts = new Map<string, string | Promise<string>>();
  const textOf = async (path: string) => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    opened ??= open();
    const text = (await opened).get(path)?.();
    if (text !== undefined) texts.set(path, text);
    return text;
  };
  // Links between pages are relative: they need the slash.
  server.get('/docs', (_request, reply) => reply.redirect('/docs/', 301));
  server.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const path = request.params['*'] || 'index.html';
    const text = await textOf(path);
    if (text === undefined)
      throw new Problem('unknown_path', `there is no page ${path.slice(0, 200)}`, { hint: 'begin at /docs/' });
    return reply.type(mediaTypes[path.split('.').at(-1) ?? ''] ?? 'text/plain').send(text);
  });
}

const mediaTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
};
