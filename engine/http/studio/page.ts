import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { studioPath } from '../../contract/studio/endpoints.ts';
import type { StudioPage } from '../../contract/studio/studio_page.ts';
import type { Service } from '../../model/service.ts';
import type { People } from './people.ts';

/** Where the built bundle of Studio is: its page, and the folder assets. */
export interface StudioBundle {
  readonly folder: string;
}

/**
 * Serves the files of the bundle, and the page at every other address below /studio: the page finds out by itself what
 * to show there.
 */
export async function addStudioPage(
  server: FastifyInstance,
  { folder }: StudioBundle,
  settings: StudioPage,
): Promise<void> {
  const page = withSettings(await readFile(join(folder, 'index.html'), 'utf8'), settings);
  const notices = await readFile(join(folder, 'notices.txt'), 'utf8');
  await addFiles(server, join(folder, 'assets'));
  server.get(`${studioPath}/notices.txt`, (_request, reply) => reply.type('text/plain; charset=utf-8').send(notices));
  const sendPage = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  for (const path of studioPagePaths) server.get(path, sendPage);
}

/** The files of the page. They can be kept, since their names have a hash of their content. */
async function addFiles(server: FastifyInstance, root: string): Promise<void> {
  const names = new Set((await readdir(root)).filter((name) => !/\.(br|gz)$/.test(name)));
  const { default: files } = await import('@fastify/static');
  await server.register(async (own) => {
    // No other path reaches the file system.
    own.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
      if (!names.has((request.params as { readonly '*': string })['*']))
        throw new Problem('unknown_path', 'Studio has no file of this name', {
          hint: 'open /studio again: there is a new version',
        });
      done();
    });
    await own.register(files, {
      root,
      prefix: `${studioPath}/assets/`,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
      setHeaders: (reply) => {
        reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', '));
      },
    });
  });
}

/** The routes of the page. */
export const studioPagePaths: readonly string[] = [studioPath, `${studioPath}/*`];

/** What the page is told before anybody has signed in. */
export function pageSettings({ basePath, title, documentFor, studio }: Service, people: People | null): StudioPage {
  return {
    basePath,
    title: documentFor === 'everybody' ? title : null,
    signIn: { openid: studio?.signIn ?? null, people: people !== null },
  };
}

/** The page with its settings as JSON, in which nothing ends the element. */
function withSettings(page: string, settings: StudioPage): string {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const filled = page.replace(place, (_, open: string, close: string) => `${open}${json}${close}`);
  if (filled === page) throw new Error('the page of Studio has no place for its settings');
  return filled;
}

const place = /(<script type="application\/json" id="service">)[^<]*(<\/script>)/;
