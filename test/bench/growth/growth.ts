import { connect } from '../../../db/database.ts';
import { openBench, rows, script } from '../data.ts';
import { register } from '../register.ts';
import { startAlmanac } from '../servers.ts';
import { type Served, stop } from '../subject.ts';
import { compareRequests, type Grown } from './compare.ts';
import { exportAll } from './export.ts';
import { grow } from './grown.ts';
import { sizesOf } from './sizes.ts';
import { vacuumAfterUpdates } from './vacuum.ts';

// Whether requests take longer as the data grows: Almanac on two data sets, one ten times the other, in turns. Then what the
// larger one takes to load, on the disk, to vacuum and to export.

const times = 10;
const usualShapes = ['read', 'list', 'embed', 'valid_at', 'as_of', 'timeline', 'create', 'update'];

interface Options {
  /** Of the larger data set. */
  readonly units: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Names of shapes; null for the usual ones. */
  readonly shapes: readonly string[] | null;
}

export async function growthBenchmark(
  { units, rounds, seconds, shapes }: Options,
  progress: (text: string) => void,
): Promise<Readonly<Record<string, readonly object[]>>> {
  const bench = await openBench(progress);
  const started: Served[] = [];
  const names = ['growth_few', 'growth_many'] as const;
  const serve = async (url: string, of: number): Promise<Grown> => {
    const server = await startAlmanac(url, register);
    started.push(server);
    return { units: of, server };
  };
  try {
    const fewUnits = units / times;
    const fewUrl = await bench.copy(fewUnits, names[0]);
    const manyUrl = await bench.copy(fewUnits, names[1]);
    const imports = await grow(
      { model: bench.model, url: manyUrl, data: bench.data, units: fewUnits, times },
      progress,
    );
    const database = await connect(manyUrl, { maximumConnections: 1, statementTimeoutSeconds: 0 });
    try {
      const few = await serve(fewUrl, fewUnits);
      const many = await serve(manyUrl, units);
      const logged = async () => {
        const [row] = await rows(database.query, "select pg_current_wal_insert_lsn() - '0/0' as bytes");
        return Number(row?.bytes);
      };
      const options = { shapes: shapes ?? usualShapes, rounds, seconds, data: bench.data, logged };
      const requests = await compareRequests(few, many, options, progress);
      const { tables, indexes } = await sizesOf(database);
      const vacuum = await vacuumAfterUpdates(many, database, progress);
      progress('export of all versions');
      return {
        [`A request with ${times} times the data`]: requests,
        'Import as recorded': imports,
        'Tables and their indexes': tables,
        Indexes: indexes,
        'Vacuum after updates': vacuum,
        'Export of all versions as lines': [await exportAll(many.server)],
      };
    } finally {
      await database.close();
    }
  } finally {
    await Promise.all(started.map(stop));
    for (const name of names) await script(bench.server.url, `drop database if exists ${name} with (force)`);
    await bench.close();
  }
}
