import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { etcdHost } from './etcd.ts';
import { chown } from './ground.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Ground } from './trial.ts';
import { until } from './until.ts';

/** Seconds after which a leader that says nothing is one no longer: the least that Patroni allows. */
export const leaderSeconds = 20;

/** A node of Patroni as its REST API tells of it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline: number;
}

/** Nodes of Patroni, of which one is the primary and one is its synchronous standby. */
export interface PatroniCluster {
  readonly nodes: readonly { readonly name: string; readonly host: string }[];
  /** The name of the primary; null while there is none. */
  leader(): Promise<string | null>;
  /** Waits until every node works and the primary has a synchronous standby. */
  healthy(): Promise<void>;
  /** Has a standby take over from the primary in good order. */
  switchOver(primary: string): Promise<void>;
  /** Ends a node and its PostgreSQL at once. */
  kill(name: string): Promise<void>;
  /** Has a node say nothing, and go on. */
  freeze(name: string): void;
  thaw(name: string): void;
  /** Starts a node that was killed. */
  restart(name: string): void;
}

/** Starts so many nodes, and waits until they are healthy. etcd must run. */
export async function startPatroni(ground: Ground, count: number): Promise<PatroniCluster> {
  const nodes = Array.from({ length: count }, (_, index) => ({
    name: `node${index + 1}`,
    host: `127.0.0.${index + 11}`,
  }));
  const machines = new Map<string, Machine>();
  const start = (name: string) =>
    machines.set(name, startMachine(ground, name, ['/usr/bin/patroni', join(ground.folder, `${name}.yml`)]));
  for (const { name, host } of nodes) {
    writeFileSync(join(ground.folder, `${name}.yml`), stringify(configuration(ground, name, host)));
    mkdirSync(join(ground.folder, name), { mode: 0o700 });
    chown(ground.programs, join(ground.folder, name));
    start(name);
  }

  const members = async (): Promise<readonly Member[]> => {
    const asked = nodes.map(async ({ host }) => {
      const answer = await fetch(`http://${host}:8008/cluster`, { signal: AbortSignal.timeout(1000) });
      return ((await answer.json()) as { readonly members: readonly Member[] }).members;
    });
    return Promise.any(asked);
  };
  const leader = async () => (await members()).find(({ role }) => role === 'leader')?.name ?? null;
  const healthy = () =>
    until('every node of Patroni works', 120, async () => {
      const all = await members();
      const works = ({ state }: Member) => state === 'running' || state === 'streaming';
      const timelines = new Set(all.map(({ timeline }) => timeline));
      const roles = all.map(({ role }) => role);
      const isWhole = all.length === count && all.every(works) && timelines.size === 1;
      return isWhole && roles.includes('leader') && roles.includes('sync_standby');
    });
  await healthy();
  return {
    nodes,
    leader,
    healthy,
    switchOver: async (name) => {
      const host = nodes.find((node) => node.name === name)?.host;
      const body = JSON.stringify({ leader: name });
      const answer = await fetch(`http://${host}:8008/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`Patroni refuses a switchover: ${answer.status} ${await answer.text()}`);
    },
    kill: async (name) => machines.get(name)?.kill(),
    freeze: (name) => machines.get(name)?.freeze(),
    thaw: (name) => machines.get(name)?.thaw(),
    restart: start,
  };
}

function configuration({ folder, programs }: Ground, name: string, host: string): object {
  const everybody = { password: 'none is asked for' };
  return {
    scope: 'cluster',
    name,
    restapi: { listen: `${host}:8008`, connect_address: `${host}:8008` },
    etcd3: { host: etcdHost },
    bootstrap: {
      dcs: {
        ttl: leaderSeconds,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            wal_log_hints: 'on',
            wal_keep_size: '512MB',
            // A standby that met the new primary too early tries again soon.
            wal_retrieve_retry_interval: '500ms',
            max_connections: 60,
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${host}:5432`,
      connect_address: `${host}:5432`,
      data_dir: join(folder, name, 'data'),
      bin_dir: join(programs.postgresql, 'bin'),
      pgpass: join(folder, name, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', ...everybody },
        replication: { username: 'replicator', ...everybody },
      },
      parameters: { unix_socket_directories: join(folder, name) },
      pg_hba: ['host all all 127.0.0.0/8 trust', 'host replication all 127.0.0.0/8 trust'],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}
