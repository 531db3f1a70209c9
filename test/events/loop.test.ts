import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { startLoop } from '../../engine/worker/loop.ts';

// When the work of the background is done. Times are far from each other: a busy machine is late, and never early.

const never = () => {
  throw new Error('nothing fails here');
};

/** Counts its turns, and lets wait for one. */
function counted(work: (turn: number) => boolean = () => false) {
  let turns = 0;
  let waiting: { readonly turn: number; readonly done: () => void } | null = null;
  return {
    turns: () => turns,
    reach: (turn: number) =>
      new Promise<void>((done) => {
        if (turns >= turn) done();
        else waiting = { turn, done };
      }),
    work: async () => {
      turns += 1;
      if (waiting !== null && turns >= waiting.turn) waiting.done();
      return work(turns);
    },
  };
}

test('the work is done at once, and without a pause while there is more', async (t) => {
  const count = counted((turn) => turn < 5);
  const loop = startLoop(count.work, { pauseMilliseconds: 60_000, failed: never });
  await count.reach(5);
  await delay(50);
  t.equal(count.turns(), 5);
  await loop.close();
});

test('a wake after a quiet time is heard at once', async (t) => {
  const count = counted();
  const loop = startLoop(count.work, { pauseMilliseconds: 60_000, spacingMilliseconds: 60_000, failed: never });
  await count.reach(1);
  loop.wake();
  await count.reach(2);
  t.equal(count.turns(), 2);
  await loop.close();
});

test('the nudges of a spacing are heard by one turn, and none is lost', async (t) => {
  const count = counted();
  const loop = startLoop(count.work, { pauseMilliseconds: 60_000, spacingMilliseconds: 200, failed: never });
  await count.reach(1);
  const begin = performance.now();
  while (performance.now() - begin < 500) {
    loop.wake();
    await delay(5);
  }
  const most = 3 + Math.ceil((performance.now() - begin) / 200);
  t.ok(count.turns() <= most, `${count.turns()} turns, at most ${most}`);
  const before = count.turns();
  loop.wake();
  await count.reach(before + 1);
  await loop.close();
});

test('what fails is told once, tried again ever less often, and told anew when it has succeeded meanwhile', async (t) => {
  let isBroken = true;
  const told: string[] = [];
  const count = counted(() => {
    if (isBroken) throw new Error('away');
    return false;
  });
  const failed = (error: unknown) => told.push((error as Error).message);
  const begin = performance.now();
  const loop = startLoop(count.work, { pauseMilliseconds: 10, failed });
  await count.reach(5);
  t.ok(performance.now() - begin >= 20 + 40 + 80 + 160 - 5);
  t.same(told, ['away']);
  isBroken = false;
  await count.reach(count.turns() + 2);
  isBroken = true;
  await count.reach(count.turns() + 2);
  t.same(told, ['away', 'away']);
  await loop.close();
});

test('no turn begins after the end', async (t) => {
  const count = counted();
  const loop = startLoop(count.work, { pauseMilliseconds: 10, failed: never });
  await count.reach(1);
  await loop.close();
  const turns = count.turns();
  loop.wake();
  await delay(50);
  t.equal(count.turns(), turns);
});
