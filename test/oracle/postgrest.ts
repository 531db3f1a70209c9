import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Test } from 'tap';
import type { Model } from '../../engine/model/model.ts';
import { quote } from '../../engine/sql/identifier.ts';
import type { TestDatabase } from '../database.ts';
import { postgrestProgram } from '../peer/program.ts';

/** The server whose dialect ours is, on the same rows. */
export interface Postgrest {
  /** Gets a path that begins with a slash, with its query; or sends something to it. */
  ask(path: string, headers: Headers, write?: PeerWrite): Promise<PeerAnswer>;
}

interface PeerWrite {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: string;
}

export interface PeerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Starts PostgREST beside a service, and ends it with the test. It sees each table through a view that has what the
 * resource shows: its fields in their order, computed ones too, and nothing of what the engine keeps beside them.
 */
export async function startPostgrest(t: Test, model: Model, database: TestDatabase): Promise<Postgrest> {
  await database.database.script(viewsOf(model));
  const [user] = await database.query('select current_user as name');
  const folder = await mkdtemp(join(tmpdir(), 'almanac-test-'));
  const socketPath = join(folder, 'postgrest.sock');
  const program = spawn(postgrestProgram(), [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: database.url,
      PGRST_DB_SCHEMAS: schema,
      PGRST_DB_PLAN_ENABLED: 'true',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_ANON_ROLE: user?.name ?? '',
      PGRST_DB_CHANNEL_ENABLED: 'false',
      PGRST_DB_POOL: '4',
      PGRST_OPENAPI_MODE: 'disabled',
      PGRST_SERVER_UNIX_SOCKET: socketPath,
    },
  });
  const agent = new Agent({ keepAlive: true });
  t.teardown(async () => {
    agent.destroy();
    if (program.exitCode === null && program.kill()) await once(program, 'exit');
    await rm(folder, { recursive: true });
  });
  const printed: string[] = [];
  for await (const line of createInterface(program.stderr)) {
    printed.push(line);
    if (line.includes('Schema cache loaded')) break;
  }
  if (!printed.some((line) => line.includes('Schema cache loaded'))) {
    throw new Error(`PostgREST did not start:\n${printed.join('\n')}`);
  }
  program.stderr.resume();
  return {
    ask: (path, headers, write) =>
      answerTo({ path, headers, socketPath, agent, method: write?.method ?? 'GET' }, write?.body),
  };
}

const schema = 'peer';

/** Statements that let PostgREST find the tables of links: by a primary key that has both of their references. */
export function linkKeys(model: Model): readonly string[] {
  return [...model.resources.values()].flatMap(({ relations }) =>
    [...relations.values()].flatMap((relation) => {
      if (!('steps' in relation)) return [];
      const [{ target: link, to: by }, { from: end }] = relation.steps;
      const key = ['id', ...[by, end].sort()].map(quote).join(', ');
      return [`alter table public.${quote(link)} drop constraint ${quote(`${link}_pkey`)}, add primary key (${key})`];
    }),
  );
}

function viewsOf(model: Model): string {
  const views = [...model.resources.values()].map(({ name, fields }) => {
    const columns = [...fields.values()].map(
      (field) => `${field.computed === null ? '' : `${computed[field.name]} as `}${quote(field.name)}`,
    );
    return `create view ${schema}.${quote(name)} as select ${columns.join(', ')} from public.${quote(name)};\n`;
  });
  return `create schema ${schema};\n${views.join('')}`;
}

/** The rules of the definitions beside this, in SQL. */
const computed: Readonly<Record<string, string>> = { is_heavy: '(weight >= 10) is true' };

function answerTo(options: RequestOptions, body?: string): Promise<PeerAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(options, async (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      for await (const piece of answer) text += piece;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    asked.on('error', reject).end(body);
  });
}
