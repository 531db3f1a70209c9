import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { readSettings, type Settings } from '../../codegen/option/settings.ts';
import { developDatabase } from '../../codegen/serve/develop.ts';
import { createService, openDatabase, withoutTimeout } from '../../codegen/serve/service.ts';
import type { Database } from '../../db/database.ts';
import { checksumOfFiles } from '../../db/migrate/migration_folder.ts';
import { formatFault } from '../../engine/definition/file/fault.ts';
import { type Files, readFiles } from '../../engine/definition/file/read.ts';
import { buildModel, loadModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { testDatabase } from '../database.ts';
import { demoText } from '../demo.ts';
import { secret } from '../http/service.ts';
import { readCommand, runForShell } from './page_command.ts';

/**
 * The service that a page's commands are sent to, as `almanac dev` keeps it: it looks for changed definitions before every
 * request, so that what a page has written is live for its next command.
 */
export interface PageService {
  /** Of the server, without the base path. */
  readonly address: string;
  /** Serves the project in a folder from now on, from a database of its own. */
  serve(folder: string): Promise<void>;
  /** Takes up the definitions as they are now. Gives why they cannot be served; empty when they are. */
  follow(): Promise<string>;
  /** Null before the first is started. */
  current(): Served | null;
}

interface Served {
  readonly model: Model;
  readonly databaseUrl: string;
}

interface Project {
  readonly settings: Settings;
  readonly databaseUrl: string;
  /** What was last looked at, served or not. */
  checksum: string;
  fault: string;
  service: { readonly model: Model; readonly database: Database; readonly server: FastifyInstance } | null;
}

export async function openPageService(t: Test): Promise<PageService> {
  let project: Project | null = null;
  let working: Promise<unknown> = Promise.resolve();
  /** One at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = working.then(work);
    working = done.catch(() => {});
    return done;
  };
  const close = async () => {
    await project?.service?.server.close();
    await project?.service?.database.close();
  };
  const serve = async (folder: string) => {
    await close();
    project = await openProject(t, folder);
    await takeUp(project);
    if (project.service === null) throw new Error(project.fault);
  };
  const follow = async () => {
    if (project === null) throw new Error('no service was started');
    await takeUp(project);
    return project.fault;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/serve' || request.url === '/command') {
      const command = readCommand(await text(request));
      if (request.url === '/command') return response.end(await runForShell(command));
      await inTurn(() => serve(command.folder));
      return response.end();
    }
    await inTurn(follow);
    return project?.service?.server.routing(request, response);
  };
  const front = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500).end(`${error.message}\n`));
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.teardown(async () => {
    front.close();
    front.closeAllConnections();
    await close();
  });
  return {
    address: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    serve: (folder) => inTurn(() => serve(folder)),
    follow: () => inTurn(follow),
    current: () => (project?.service ? { model: project.service.model, databaseUrl: project.databaseUrl } : null),
  };
}

/** The definitions of a folder with a database that was made for them. */
async function openProject(t: Test, folder: string): Promise<Project> {
  const resources = join(folder, 'resources');
  const settings = readSettings({
    ALMANAC_RESOURCES: resources,
    ALMANAC_MIGRATIONS: join(folder, 'db/migrations'),
    JWT_SECRET: secret,
  });
  const loaded = await loadModel(resources);
  if (!loaded.ok) throw new Error(loaded.faults.map(formatFault).join('\n'));
  const { model, files } = loaded;
  const { url } = await testDatabase(t, {
    key: `page ${checksumOfFiles(files)} ${await demoText(model, resources)}`,
    run: async (empty) => {
      await developDatabase(empty, { model, files }, settings, null);
    },
  });
  return { settings, databaseUrl: url, checksum: '', fault: '', service: null };
}

async function takeUp(project: Project): Promise<void> {
  const { resources } = project.settings;
  const files = await readFiles(resources);
  const checksum = checksumOfFiles(files);
  if (checksum === project.checksum) return;
  project.checksum = checksum;
  project.fault = '';
  const loaded = buildModel(files, resources);
  if (!loaded.ok) {
    project.fault = loaded.faults.map(formatFault).join('\n');
    return;
  }
  try {
    await replaceService(project, loaded.model, files);
  } catch (error) {
    project.fault = (error as Error).message;
  }
}

async function replaceService(project: Project, model: Model, files: Files): Promise<void> {
  const { settings, databaseUrl, service } = project;
  const address = { url: databaseUrl, pooler: undefined };
  await withoutTimeout(address, (own) => developDatabase(own, { model, files }, settings, null));
  const database = await openDatabase(address, model);
  project.service = { model, database, server: await createService(settings, model, database, () => {}) };
  await service?.server.close();
  await service?.database.close();
}
