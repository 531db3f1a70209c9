import { shapeOf } from './all_shapes.ts';
import { fullSize, openBench } from './data.ts';
import { load } from './load.ts';
import { median, ratio } from './measure.ts';
import { register } from './register.ts';
import { startAlmanac, token } from './servers.ts';
import { counter, questionsOf } from './shape.ts';
import { type Served, stop } from './subject.ts';

// Whether requests take longer as the data grows, and exports more memory: Almanac on two data sets, one ten times the
// other, in turns.

const growth = 10;
const shapeNames = ['read', 'list', 'embed', 'timeline'];

export async function growthBenchmark(
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  progress: (text: string) => void,
) {
  const bench = await openBench(progress);
  const started: Served[] = [];
  try {
    const sizes = [fullSize / growth, fullSize] as const;
    const places: { readonly units: number; readonly server: Served }[] = [];
    for (const units of sizes) {
      const server = await startAlmanac(await bench.copy(units, `growth_${units}`), register);
      started.push(server);
      places.push({ units, server });
    }
    const next = counter();
    const table: object[] = [];
    for (const shape of shapeNames.map(shapeOf)) {
      const milliseconds = new Map<number, number[]>(sizes.map((units) => [units, []]));
      for (let round = 0; round <= rounds; round += 1) {
        progress(`${shape.name}, round ${round} of ${rounds}`);
        for (const { units, server } of round % 2 === 0 ? places : [...places].reverse()) {
          const questions = questionsOf(shape, 'almanac', next, units);
          const { perSecond } = await load(server, token(shape), questions, seconds);
          // The mean time of a request: so many connections wait for one at a time.
          if (round > 0) milliseconds.get(units)?.push((1000 * shape.connections) / perSecond);
        }
      }
      const [before = [], after = []] = sizes.map((units) => milliseconds.get(units));
      const { middle, spread } = ratio(after, before);
      table.push({
        request: shape.title,
        [`ms with ${sizes[0]} units`]: median(before).toFixed(2),
        [`ms with ${sizes[1]}`]: median(after).toFixed(2),
        ratio: middle,
        spread,
      });
    }
    const exports: object[] = [];
    for (const { units, server } of places) {
      progress(`export with ${units} units`);
      exports.push(await exportAll(server));
    }
    return { [`Time of a request with ${growth} times the data`]: table, 'Export of all versions as lines': exports };
  } finally {
    await Promise.all(started.map(stop));
    await bench.close();
  }
}

const megabyte = 2 ** 20;

/** Takes every version of every entry, and looks at the memory of the server meanwhile. */
async function exportAll(server: Served): Promise<object> {
  const before = await residentBytes(server);
  let peak = before;
  let isDone = false;
  const looking = (async () => {
    while (!isDone) peak = Math.max(peak, await residentBytes(server));
  })();
  const begin = performance.now();
  const answer = await fetch(`${server.address}/controllable_unit_service_provider_history`, {
    headers: { authorization: `Bearer ${token({ role: null })}`, accept: 'application/x-ndjson' },
  });
  if (!answer.ok || answer.body === null) throw new Error(`the export fails with ${answer.status}`);
  let lines = 0;
  for await (const piece of answer.body) for (const byte of piece as Uint8Array) if (byte === newline) lines += 1;
  const seconds = (performance.now() - begin) / 1000;
  isDone = true;
  await looking;
  return {
    rows: lines,
    seconds: seconds.toFixed(1),
    'rows per second': Math.round(lines / seconds),
    'MiB before': Math.round(before / megabyte),
    'MiB at most': Math.round(peak / megabyte),
  };
}

const newline = 10;

/** What the server says of itself. */
export async function residentBytes({ address }: Served): Promise<number> {
  const text = await (await fetch(`${new URL(address).origin}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
  return Number(bytes);
}
