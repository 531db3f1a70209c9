import { connect } from '../../db/database.ts';
import { whileBusy } from './busy.ts';
import { fullSize, openBench, rows } from './data.ts';
import { type Part, type PartOptions, partsOf } from './parts.ts';
import { requireSameRows } from './same_rows.ts';
import { requireSameWrites } from './same_writes.ts';
import { prepareServers, type Servers, withServers } from './servers.ts';
import { counter } from './shape.ts';
import { withStandby } from './standby.ts';
import { type Finding, measureInTurns } from './turns.ts';

// Almanac as it is shipped beside a hand-written server, the limit, and PostgREST, the peer: all three at once on one
// database, asked in turns, so that whatever else the machine does meets all of them alike.

export interface SpeedOptions extends PartOptions {
  readonly rounds: number;
  readonly seconds: number;
}

/** A part, and what was measured of it. */
export interface Measurement {
  readonly part: Part;
  readonly findings: readonly Finding[];
}

export async function measureSpeed(
  options: SpeedOptions,
  progress: (text: string) => void,
): Promise<{ readonly measurements: readonly Measurement[]; readonly server: string }> {
  const parts = partsOf(options);
  const bench = await openBench(progress);
  try {
    const name = 'speed';
    const copy = async () => prepareServers(bench.model, await bench.copy(fullSize, name));
    await copy();
    const ground = { data: [bench.data], next: counter(), warm: new Set<string>() };
    const measure = async (servers: Servers, part: Part): Promise<Measurement> => {
      const length = { seconds: options.seconds, rounds: Math.min(options.rounds, part.mostRounds) };
      const measured = () => measureInTurns(part.shapes, { servers, ...ground }, length, progress);
      return { part, findings: await (part.isBusy ? whileBusy(measured) : measured()) };
    };
    const url = bench.url(name);
    const measurements = await withServers({ url, replicaUrl: null }, async (servers) => {
      const own = parts.filter(({ isReplica }) => !isReplica);
      await requireSame(url, servers, own);
      return await inOrder(own, (part) => measure(servers, part));
    });
    const server = await versionOf(url);
    const ofReplica = parts.filter(({ isReplica }) => isReplica);
    if (ofReplica.length === 0) return { measurements, server };
    // The standby has what the other parts began with, not all that they have written.
    await copy();
    const more = await withStandby(bench, name, ({ url: replicaUrl, data }) => {
      ground.data.push(data);
      // The servers are new ones.
      ground.warm.clear();
      return withServers({ url: bench.url(name), replicaUrl }, (servers) =>
        inOrder(ofReplica, (part) => measure(servers, part)),
      );
    });
    return { measurements: [...measurements, ...more], server };
  } finally {
    await bench.close();
  }
}

/** @throws Error where two servers answer or write other rows. */
async function requireSame(url: string, servers: Servers, parts: readonly Part[]): Promise<void> {
  const asked = parts.flatMap(({ shapes }) => shapes);
  const chosen = [...new Map(asked.map((shape) => [shape.name, shape])).values()];
  for (const shape of chosen) await requireSameRows(shape, servers);
  await requireSameWrites(url, servers, chosen);
}

async function inOrder<T, Found>(list: readonly T[], work: (each: T) => Promise<Found>): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const each of list) found.push(await work(each));
  return found;
}

async function versionOf(url: string): Promise<string> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    const [row] = await rows(database.query, "select 'PostgreSQL ' || current_setting('server_version') as name");
    return row?.name ?? '';
  } finally {
    await database.close();
  }
}
