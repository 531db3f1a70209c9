import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';

type Metrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** A worker asks for the text of all. The answer has the number of the question. */
interface AllMessage {
  readonly almanac: 'all_metrics';
  readonly number: number;
  readonly text?: string;
}

/** A worker is asked for its own, and sends them; at its end it does so unasked. */
interface OwnMessage {
  readonly almanac: 'own_metrics';
  readonly metrics?: Metrics;
}

/** A worker that answers nothing for so long counts with what it sent last. */
const patienceMilliseconds = 3_000;

/** What is counted is there at once. Other values may wait for the database. */
const lastMilliseconds = 500;

/**
 * In the process that started the others: sends the metrics of all of them to the one that is asked. What one has counted
 * that ended stays in the sums. Prometheus would take a sum that goes down for one that began at 0 again.
 */
export function gatherMetrics(): void {
  const listening = new Set<Worker>();
  const latest = new Map<Worker, Metrics>();
  const asked = new Map<Worker, PromiseWithResolvers<void>>();
  let ofEnded: Promise<Metrics> = Promise.resolve([]);

  const ask = async (worker: Worker): Promise<void> => {
    const answer = asked.get(worker) ?? Promise.withResolvers<void>();
    asked.set(worker, answer);
    const waiting = new AbortController();
    const { signal } = waiting;
    worker.send({ almanac: 'own_metrics' } satisfies OwnMessage, () => {});
    const ends = [once(worker, 'exit', { signal }), delay(patienceMilliseconds, null, { signal })];
    await Promise.race([answer.promise, ...ends]);
    waiting.abort();
  };

  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('message', async (worker, message: AllMessage | OwnMessage) => {
    if (worker.isDead()) return;
    if (message.almanac === 'own_metrics') {
      latest.set(worker, message.metrics ?? []);
      asked.get(worker)?.resolve();
      asked.delete(worker);
    } else if (message.almanac === 'all_metrics') {
      await Promise.all([...listening].map(ask));
      const text = await sumOf([await ofEnded, ...latest.values()]).metrics();
      worker.send({ ...message, text } satisfies AllMessage, () => {});
    }
  });
  cluster.on('exit', (worker) => {
    const last = latest.get(worker) ?? [];
    listening.delete(worker);
    latest.delete(worker);
    asked.delete(worker);
    ofEnded = ofEnded.then((sum) => sumOf([sum, last.filter(isCounted)]).getMetricsAsJSON());
  });
}

function sumOf(parts: readonly Metrics[]): Registry {
  return AggregatorRegistry.aggregate(parts.map((part) => [...part]));
}

/** Whether a value only grows. Any other says how a process is, and one that has ended is no more. */
function isCounted({ type }: Metrics[number]): boolean {
  return ['counter', 'histogram'].includes(String(type));
}

/** In one of the others: the metrics of all of them, as Prometheus reads them. */
export function metricsOfAll(own: readonly Registry[]): () => Promise<string> {
  const sendOwn = async () => {
    const metrics = (await Promise.all(own.map((registry) => registry.getMetricsAsJSON()))).flat();
    if (process.connected) process.send?.({ almanac: 'own_metrics', metrics } satisfies OwnMessage);
  };
  // Where the database does not say what a value is, what was sent last holds on.
  const send = () => sendOwn().catch(() => {});
  sendAtEnd = send;
  let number = 0;
  const waiting = new Map<number, (text: string) => void>();
  process.on('message', (message: AllMessage | OwnMessage) => {
    if (message.almanac === 'own_metrics') send();
    if (message.almanac !== 'all_metrics') return;
    waiting.get(message.number)?.(message.text ?? '');
    waiting.delete(message.number);
  });
  return () =>
    new Promise((resolve) => {
      number += 1;
      waiting.set(number, resolve);
      process.send?.({ almanac: 'all_metrics', number } satisfies AllMessage);
    });
}

let sendAtEnd = async (): Promise<void> => {};

/** In one of the others, before its database is closed at its end: what it has counted is not lost. */
export async function sendLastMetrics(): Promise<void> {
  await Promise.race([sendAtEnd(), delay(lastMilliseconds, null, { ref: false })]);
}
