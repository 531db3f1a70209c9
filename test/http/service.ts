import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigner } from 'fast-jwt';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Test } from 'tap';
import { loadDemo } from '../../codegen/demo/load.ts';
import { readGuide } from '../../codegen/read/guide.ts';
import { strongestRole } from '../../codegen/serve/strongest_role.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { createAuthenticate, type KeySource } from '../../engine/auth/token.ts';
import { changesOf } from '../../engine/docs/change/changes.ts';
import type { Release } from '../../engine/docs/page/changelog.ts';
import { documentationSite } from '../../engine/docs/site.ts';
import { loadModel } from '../../engine/feature/load.ts';
import { createServer } from '../../engine/http/server.ts';
import type { Model } from '../../engine/model/model.ts';
import type { Service } from '../../engine/model/service.ts';
import { uploadedFields } from '../../engine/model/uploaded.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { openFolderStore } from '../../engine/store/folder.ts';
import type { FileStore } from '../../engine/store/store.ts';
import type { Json } from '../../engine/vocabulary/value/json.ts';
import { readJsonText } from '../../engine/vocabulary/value/json_text.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { demoText } from '../demo.ts';
import { createConformance } from './conformance.ts';

export const secret = 'a secret of the tests, which is long enough for HS256';

/** A server that says nothing about itself. */
export const quiet = { logLevel: 'silent', serverTiming: false, tracing: false } as const;

/** Who the tests are unless they say otherwise. */
export const identity = 7;

/** A service of some definitions on a database of its own, asked without a socket. */
export interface TestService {
  readonly server: FastifyInstance;
  readonly model: Model;
  readonly database: TestDatabase;
  /**
   * Asks for a path below the base path; with a token that may do everything, unless the headers have another. Throws where
   * the answer, or the request that it grants, is not as the OpenAPI document says.
   */
  ask(method: Method, path: string, request?: Request): Promise<Answer>;
  /** A token with these claims, for an hour unless they say otherwise. */
  token(claims: Readonly<Record<string, unknown>>): string;
}

export type Method = NonNullable<InjectOptions['method']>;

export interface Request {
  /** Sent as JSON; a text or bytes are sent as they are. */
  readonly body?: Json | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for none. */
  readonly token?: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The text as JSON; null where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what is in it
  readonly body: any;
}

/**
 * Reads definitions, makes their tables (with the demonstration data that lies beside them) and serves them; with Studio
 * if its bundle is in a folder.
 */
export async function testService(t: Test, folder: string, studio: string | null = null): Promise<TestService> {
  const loaded = await loadModel(folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults, null, 2));
  const { model } = loaded;
  const database = await testDatabase(t, {
    key: schemaText(model) + (await demoText(model, folder)),
    run: async (empty) => {
      await createTables(empty, model);
      await loadDemo(empty, model, folder);
    },
  });
  return serveDatabase(t, model, database, undefined, undefined, undefined, folder, studio);
}

/** The service of test/five_lines, as if these parts of its service.yaml were others. */
export async function serveNotes(
  t: Test,
  parts: Partial<Service>,
  keys?: KeySource,
  trustedProxies?: readonly string[],
): Promise<TestService> {
  const loaded = await loadModel('test/five_lines');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults, null, 2));
  const { service } = loaded.model;
  return serveModel(t, { ...loaded.model, service: { ...service, ...parts } }, keys, () => {}, trustedProxies);
}

export async function serveModel(
  t: Test,
  model: Model,
  keys?: KeySource,
  wrote?: () => void,
  trustedProxies?: readonly string[],
): Promise<TestService> {
  const database = await testDatabase(t, { key: schemaText(model), run: (empty) => createTables(empty, model) });
  return serveDatabase(t, model, database, keys, wrote, trustedProxies);
}

/** The service of a model on a database that has its tables. */
export async function serveDatabase(
  t: Test,
  model: Model,
  database: TestDatabase,
  keys: KeySource = { kind: 'secret', secret },
  wrote: () => void = () => {},
  trustedProxies: readonly string[] = [],
  folder = '',
  studio: string | null = null,
): Promise<TestService> {
  const { claims, basePath } = model.service;
  const files = await filesOf(t, model);
  const server = await createServer({
    model,
    database: database.database,
    files,
    authenticate: createAuthenticate(keys, model.service),
    ...quiet,
    trustedProxies,
    wrote,
    folder,
    studio: studio === null ? null : { folder: studio },
    documentation: () =>
      documentationSite(model, { releases: [firstRelease(model)], reference: true, guide: readGuide() }),
  });
  t.teardown(() => server.close());
  const faultsOf = createConformance(model);
  const mayAll = signToken({ [claims.identity]: identity, [claims.scope]: 'manage:data' });
  return {
    server,
    model,
    database,
    token: signToken,
    ask: async (method, path, { body, headers = {}, token = mayAll } = {}) => {
      const url = `${basePath}${path}`;
      const requestHeaders = {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      };
      const payload = body === undefined ? undefined : payloadOf(body);
      const answer = await server.inject({
        method,
        url,
        headers: requestHeaders,
        ...(payload !== undefined && { payload }),
      });
      const faults = faultsOf({
        method,
        url,
        requestHeaders: lowercased(requestHeaders),
        requestBody: payload?.toString() ?? '',
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body,
      });
      if (faults.length > 0) throw new Error(`${method} ${url} is not as documented: ${faults.join('; ')}`);
      return {
        status: answer.statusCode,
        headers: answer.headers as Answer['headers'],
        text: answer.body,
        body: isJson(answer.headers['content-type']) && answer.body !== '' ? readJsonText(answer.body) : null,
      };
    },
  };
}

/** A folder for the files of a test's service; null where it has none. */
async function filesOf(t: Test, model: Model): Promise<FileStore | null> {
  if (![...model.resources.values()].some((resource) => uploadedFields(resource).length > 0)) return null;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-files-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  return openFolderStore(folder);
}

/** The changelog of a service that has just been made. */
export function firstRelease(model: Model): Release {
  return { name: '20260131120000_initial', changes: changesOf(null, model) };
}

/** The claims of a token for everything, in a service with roles too. */
export function strongestClaims(model: Model): Readonly<Record<string, unknown>> {
  const { claims } = model.service;
  const role = strongestRole(model);
  return { [claims.identity]: identity, [claims.scope]: 'manage:data', ...(role !== null && { [claims.role]: role }) };
}

export function signToken(claims: Readonly<Record<string, unknown>>): string {
  const sign = createSigner({ key: secret, algorithm: 'HS256', ...(!('exp' in claims) && { expiresIn: 3_600_000 }) });
  return sign({ ...claims });
}

function lowercased(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function isJson(type: unknown): boolean {
  return /[/+]json(;|$)/.test(String(type));
}

function payloadOf(body: Json | Uint8Array): string | Buffer {
  if (body instanceof Uint8Array) return Buffer.from(body);
  return typeof body === 'string' ? body : JSON.stringify(body);
}
