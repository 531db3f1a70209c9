import type { CDPSession } from 'puppeteer-core';
import type { Tab } from './opened.ts';

/** So many milliseconds of the processor takes `work` on a slow machine: four times as long as on a usual one. */
const slowMilliseconds = 88;

/** Does something, and gives the milliseconds that the page's main thread works for it, not those for which it waits. */
export type Worked = (use: () => Promise<unknown>) => Promise<number>;

export async function threadTime(devtools: CDPSession): Promise<Worked> {
  await devtools.send('Performance.enable');
  const now = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'ThreadTime');
    if (found === undefined) throw new Error('the browser does not tell ThreadTime');
    return found.value * 1000;
  };
  return async (use) => {
    const start = await now();
    await use();
    return (await now()) - start;
  };
}

/** How many times longer a slow machine works than this one does now: less than 1 where this one is slower. */
export async function slowness({ page }: Tab, worked: Worked): Promise<number> {
  const times: number[] = [];
  while (times.length < 8) times.push(await worked(() => page.evaluate(work)));
  return slowMilliseconds / Math.min(...times);
}

/** Something to do for a browser. */
function work(): void {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${(id * 7919) % 20_011}` }));
  for (let times = 0; times < 4; times += 1)
    JSON.parse(JSON.stringify(rows)).sort((one: { name: string }, other: { name: string }) =>
      one.name < other.name ? -1 : 1,
    );
}
