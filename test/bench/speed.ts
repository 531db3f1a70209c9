import { connect } from '../../db/database.ts';
import { whileBusy } from './busy.ts';
import { fullSize, openBench, rows } from './data.ts';
import { type Part, type PartOptions, partsOf } from './parts.ts';
import { requireSameRows } from './same_rows.ts';
import { requireSameWrites } from './same_writes.ts';
import { withServers } from './servers.ts';
import { counter } from './shape.ts';
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
    const url = await bench.copy(fullSize, 'speed');
    return await withServers(bench, url, async (servers) => {
      const asked = parts.flatMap(({ shapes }) => shapes);
      const chosen = [...new Map(asked.map((shape) => [shape.name, shape])).values()];
      for (const shape of chosen) await requireSameRows(shape, servers);
      await requireSameWrites(url, servers, chosen);
      const ground = { servers, data: bench.data, next: counter(), warm: new Set<string>() };
      const measurements: Measurement[] = [];
      for (const part of parts) {
        const measure = () => measureInTurns(part.shapes, ground, options, progress);
        measurements.push({ part, findings: await (part.isBusy ? whileBusy(measure) : measure()) });
      }
      return { measurements, server: await versionOf(url) };
    });
  } finally {
    await bench.close();
  }
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
