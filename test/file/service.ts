import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { sweepFiles } from '../../engine/feature/file/work.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Model } from '../../engine/model/model.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { openFolderStore } from '../../engine/store/folder.ts';
import type { FileStore } from '../../engine/store/store.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { quiet, secret, signToken } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';
import { definitions } from './definitions.ts';

/** A service with files on a socket, as their clients see it. */
export interface FileService {
  readonly url: string;
  /** A token of the identity 7 with all scopes. */
  readonly token: string;
  readonly model: Model;
  readonly database: TestDatabase;
  readonly store: FileStore;
  readonly folder: string;
  send(method: string, path: string, init?: Sent): Promise<Answer>;
  /** Adds a row, and gives its id. */
  add(resource: string, body?: object): Promise<string>;
  /** The names of all files that lie in the store, unfinished ones included. */
  stored(): readonly string[];
  /** Sweeps as if so long had passed. */
  sweep(after: string): Promise<void>;
}

interface Sent {
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  /** Claims beside the identity and all scopes. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
  readonly body: any;
}

export async function fileService(
  t: Test,
  files: Readonly<Record<string, string>> = definitions,
): Promise<FileService> {
  const model = modelOfFiles(files);
  const database = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  const folder = temporaryFolder(t);
  return serveFiles(t, { model, database, folder, store: await openFolderStore(folder) });
}

export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-files-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return folder;
}

export type Parts = Pick<FileService, 'model' | 'database' | 'store' | 'folder'>;

export async function serveFiles(t: Test, { model, database, store, folder }: Parts): Promise<FileService> {
  const server = await createServer({
    model,
    database: database.database,
    files: store,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}${model.service.basePath}`;
  const send: FileService['send'] = async (method, path, { body, headers = {}, claims = {} } = {}) => {
    const token = signToken({ identity_id: 7, scope: 'manage:data', role: 'clerk', ...claims });
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, connection: 'close', ...headers },
      ...(body !== undefined && { body, duplex: 'half' }),
    } as RequestInit);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '') && bytes.length > 0;
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : null,
    };
  };
  return {
    url,
    token: signToken({ identity_id: 7, scope: 'manage:data', role: 'clerk' }),
    model,
    database,
    store,
    folder,
    send,
    add: async (resource, body = resource === 'document' ? { title: 'A' } : {}) => {
      const added = await send('POST', `/${resource}`, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      if (added.status !== 201) throw new Error(added.bytes.toString());
      return String(added.body.id);
    },
    stored: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile())
        .map(({ name }) => name),
    sweep: async (after) => {
      await database.query(`update almanac.stored_file set due_at = due_at - $1::interval`, [after]);
      while (await sweepFiles(database.database, store));
    },
  };
}
