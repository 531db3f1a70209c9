import { join } from 'node:path';
import { startMachine } from './machine.ts';
import type { Ground } from './trial.ts';
import { until } from './until.ts';

export const etcdHost = '127.0.0.2:2379';

/** Starts an etcd of one node. */
export async function startEtcd(ground: Ground): Promise<void> {
  const client = `http://${etcdHost}`;
  const peer = 'http://127.0.0.2:2380';
  startMachine(ground, 'etcd', [
    '/usr/bin/etcd',
    `--data-dir=${join(ground.folder, 'etcd')}`,
    ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
    ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`],
  ]);
  await until('etcd answers', 20, async () => (await fetch(`${client}/health`)).ok);
}
