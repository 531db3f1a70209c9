import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createFairShare, type Leave } from '../../db/fair_share.ts';
import { Line, type Place, placeOf } from '../../engine/http/edge/turn/line.ts';
import { createTurns } from '../../engine/http/edge/turn/turns.ts';

// Prints how many bytes each of many things that come and go leaves behind after quick collections of garbage, by what they
// pass through. It is a process of its own, since tests keep something of each promise.

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;

const rounds = 10;
const passed = 4000;
const atOnce = 16;

async function kept(come: () => Promise<() => void> | (() => void)): Promise<number> {
  const present: (() => void)[] = [];
  const pass = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      present.push(await come());
      if (present.length > atOnce) present.shift()?.();
    }
    // What has survived twice is old.
    for (let time = 0; time < 3; time += 1) collect({ type: 'minor' });
  };
  await pass(2 * atOnce);
  await pass(passed);
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < rounds; round += 1) await pass(passed);
  return (process.memoryUsage().heapUsed - before) / (rounds * passed);
}

const turns = createTurns<object>({
  patienceMilliseconds: 60_000,
  mostLate: 1000,
  start: () => {},
  refuse: () => {},
  isWork: () => true,
  databaseIsFull: () => false,
});
const shares = createFairShare({ connections: 40, perShare: 40, waiting: 1000, patienceMilliseconds: 0 });
const line = new Line<number>();
const places = Array.from({ length: 2 * atOnce }, (_, item): Place<number> => placeOf(item));

const found = {
  request: await kept(() => {
    const request = { held: new Array(100).fill(0) };
    turns.enter(request);
    return () => turns.leave(request);
  }),
  statement: await kept(() => shares.enter('one', 'short') as Promise<Leave>),
  connection: await kept(() => {
    const place = places.shift() as Place<number>;
    line.add(place);
    return () => {
      line.remove(place);
      places.push(place);
    };
  }),
};

console.log(JSON.stringify(found));
