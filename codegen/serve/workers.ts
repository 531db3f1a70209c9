import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { CommandError } from '../option/settings.ts';
import { toldToStop } from './stop.ts';

/** A process that ends sooner after its start is not replaced at once, since it would fail again and again. */
const soonMilliseconds = 1_000;

const metricsQuestion = 'almanac:metrics';

/**
 * Runs the command of this process in several others, which listen on one port and use one database. This process only
 * hands connections to them in turn, and replaces one that dies. When it is told to stop, each of them answers its
 * requests in progress. Returns whether all of them could.
 * @throws CommandError when one of them cannot listen; it has printed the reason.
 */
export async function runWorkers(
  count: number,
  databaseUrl: string,
  listening: (address: string) => void,
): Promise<boolean> {
  cluster.setupPrimary({ exec: process.argv[1] ?? '', args: process.argv.slice(2) });
  answerForAll();
  const stop = toldToStop();
  const workers = new Set<Worker>();
  let isStopping = false;
  let isDrained = true;
  const start = (): Worker => {
    const worker = cluster.fork({ DATABASE_URL: databaseUrl });
    const born = performance.now();
    workers.add(worker);
    worker.once('exit', async (code, signal) => {
      workers.delete(worker);
      if (isStopping) {
        // The signal itself ends one that was not listening yet.
        isDrained &&= code === 0 || signal === 'SIGTERM';
        return;
      }
      console.error(`almanac: process ${worker.process.pid} ended (${signal ?? code}); another takes its place`);
      if (performance.now() - born < soonMilliseconds) await delay(soonMilliseconds);
      if (!isStopping) start();
    });
    return worker;
  };
  const end = async () => {
    isStopping = true;
    const ending = [...workers].map((worker) => {
      const ended = once(worker, 'exit');
      worker.process.kill('SIGTERM');
      return ended;
    });
    await Promise.all(ending);
  };
  const addresses = Array.from({ length: count }, () => addressOf(start()));
  try {
    const [address] = await Promise.race([Promise.all(addresses), stop.then((): string[] => [])]);
    if (address !== undefined) listening(address);
  } catch (error) {
    await end();
    throw error;
  }
  await stop;
  await end();
  return isDrained;
}

/** @throws CommandError when it ends before it listens. */
async function addressOf(worker: Worker): Promise<string> {
  const found = await Promise.race([once(worker, 'listening'), once(worker, 'exit')]);
  const [at] = found as [{ readonly address: string; readonly port: number } | number | null];
  if (typeof at !== 'object' || at === null) throw new CommandError('');
  return `http://${at.address.includes(':') ? `[${at.address}]` : at.address}:${at.port}`;
}

/** In the process that started the others: sends the metrics of all of them to the one that is asked. */
function answerForAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', async (worker, message: { readonly question?: string; readonly number?: number }) => {
    if (message.question !== metricsQuestion) return;
    const text = await all.clusterMetrics().catch(() => null);
    if (worker.isConnected()) worker.send({ question: metricsQuestion, number: message.number, text });
  });
}

/** In one of the others: the metrics of all of them, as Prometheus reads them. */
export function metricsOfAll(own: readonly Registry[]): () => Promise<string> {
  AggregatorRegistry.setRegistries([...own]);
  new AggregatorRegistry(); // Answers for this process from now on.
  let asked = 0;
  const waiting = new Map<number, (text: string | null) => void>();
  process.on('message', (message: { readonly question?: string; readonly number?: number; readonly text?: string }) => {
    if (message.question !== metricsQuestion || message.number === undefined) return;
    waiting.get(message.number)?.(message.text ?? null);
    waiting.delete(message.number);
  });
  return async () => {
    asked += 1;
    const number = asked;
    const text = await new Promise<string | null>((resolve) => {
      waiting.set(number, resolve);
      process.send?.({ question: metricsQuestion, number });
    });
    if (text === null) throw new Error('the other processes do not send their metrics');
    return text;
  };
}
