import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Test } from 'tap';
import { connect } from '../../db/database.ts';
import { createTables } from '../../db/migrate/prepare.ts';
import { openReplicas } from '../../db/replica/replicas.ts';
import { createAuthenticate } from '../../engine/auth/token.ts';
import { createServer } from '../../engine/http/server.ts';
import { type SwitchedProxy, switchedProxy } from '../db/switched_proxy.ts';
import { type Pair, startPair } from '../fault/standby.ts';
import { quiet, secret, signToken } from '../http/service.ts';
import { modelOfFiles } from '../model_of_files.ts';

const filesOf = (lagSeconds: number) => ({
  'service.yaml': `
service: Replicated
events: { prefix: org.example }
limits: { replica_lag_seconds: ${lagSeconds} }
roles: [keeper, guest]
`,
  'note.yaml': `
resource: note
fields:
  name: { type: text }
  secret: { type: boolean, default: false }
relations:
  vows: { resource: vow, by: note_id }
access:
  keeper: all
  guest: { read: secret=is.false }
`,
  'vow.yaml': `
resource: vow
reads_from: primary
fields:
  note_id: { type: reference, to: note }
  name: { type: text }
`,
  'identity.yaml': `
resource: identity
fields:
  subject: { type: text, unique: true }
`,
  'sworn.yaml': `
resource: sworn
fields:
  note_id: { type: reference, to: note }
  name: { type: text, nullable: true }
access:
  keeper: { read: note.vows.name=eq.kept, create: all }
`,
});

/** A service that reads from a standby of its database. */
export interface ReplicatedService {
  readonly server: FastifyInstance;
  readonly pair: Pair;
  /** Between the service and the standby. */
  readonly proxy: SwitchedProxy;
  /** What was told of the replica. */
  readonly told: string[];
  ask(request: Asked): Promise<LightMyRequestResponse>;
  /** Has the standby replay nothing more, while the service reads from it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the replica is used, or is not. */
  becomes(usable: boolean): Promise<void>;
}

interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
  readonly role?: string;
  /** Of a caller whose token has no id of an identity. */
  readonly subject?: string;
}

interface Replicated {
  /** By how much a replica that is read may lag: by so much, unless told otherwise, that no test meets it. */
  readonly lagSeconds?: number;
  /** The servers of another service of the test, if not of its own. */
  readonly pair?: Pair;
}

export async function replicatedService(
  t: Test,
  { lagSeconds = 60, pair: shared }: Replicated = {},
): Promise<ReplicatedService> {
  const model = modelOfFiles(filesOf(lagSeconds));
  const pair = shared ?? (await startPair(t, (database) => createTables(database, model), { isSynchronous: false }));
  const proxy = await switchedProxy(t, pair.standbyUrl);
  const options = { maximumConnections: 5, statementTimeoutSeconds: 30 };
  const database = await connect(pair.primary.url, options);
  const standby = await connect(pair.standbyUrl, options);
  const told: string[] = [];
  const replicas = openReplicas(database, {
    databases: [await connect(proxy.url, options)],
    mostLagMilliseconds: model.service.limits.replicaLagSeconds * 1000,
    misfit: async () => null,
    tell: (line) => told.push(line),
  });
  const server = await createServer({
    model,
    database,
    replicas,
    authenticate: createAuthenticate({ kind: 'secret', secret }, model.service),
    ...quiet,
  });
  t.teardown(async () => {
    await server.close();
    await replicas.close();
    await database.close();
    await standby.close();
  });
  const service: Pick<ReplicatedService, 'ask'> = {
    ask: ({ url, role = 'keeper', subject, ...request }) => {
      const who = subject === undefined ? { identity_id: 7 } : { sub: subject };
      const authorization = `Bearer ${signToken({ ...who, scope: 'manage:data', role })}`;
      const path = url.startsWith('/readyz') || url.startsWith('/metrics') ? url : `/api/v1${url}`;
      return server.inject({ ...request, url: path, headers: { authorization, ...request.headers } });
    },
  };
  const becomes = async (usable: boolean) => {
    while ((await service.ask({ url: '/readyz' })).json().replicas[0].usable !== usable) await delay(10);
  };
  await becomes(true);
  const onStandby = async (text: string): Promise<string | null> => {
    const outcome = await standby.query({ text, values: [] });
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.rows[0]?.result ?? null;
  };
  const pause = async () => {
    await becomes(true);
    await onStandby('select pg_wal_replay_pause() as result');
    while ((await onStandby('select pg_get_wal_replay_pause_state() as result')) !== 'paused') await delay(5);
  };
  const resume = async () => {
    await onStandby('select pg_wal_replay_resume() as result');
  };
  return { ...service, server, pair, proxy, told, pause, resume, becomes };
}
