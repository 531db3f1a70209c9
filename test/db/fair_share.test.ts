import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { createFairShare, type FairShareOptions, type Kind, type Leave } from '../../db/fair_share.ts';

// Who gets a connection of the pool, and who waits for one (README, Limits).

const ten: FairShareOptions = { connections: 10, perShare: 4, waiting: 1000, patienceMilliseconds: 0 };

/** Lets shares enter, and names those that have a turn, are refused, or wait, in the order in which they came to it. */
function crowd(options: FairShareOptions) {
  const turns = createFairShare(options);
  const atWork: string[] = [];
  const refused: string[] = [];
  const leaves = new Map<string, Leave[]>();
  return {
    atWork,
    refused,
    waiting: turns.waiting,
    enter: async (share: string, kind: Kind, times = 1) => {
      for (let count = 0; count < times; count += 1) {
        Promise.resolve(turns.enter(share, kind)).then((leave) => {
          if (leave === null) refused.push(share);
          else {
            atWork.push(share);
            leaves.set(share, [...(leaves.get(share) ?? []), leave]);
          }
        });
      }
      await delay(0);
    },
    leave: async (share: string) => {
      leaves.get(share)?.shift()?.();
      await delay(0);
    },
  };
}

const countOf = (all: readonly string[], share: string) => all.filter((each) => each === share).length;

test('a share has so many long statements at work, and short ones go past them', async (t) => {
  const all = crowd(ten);
  await all.enter('a', 'long', 500);
  t.equal(countOf(all.atWork, 'a'), 4);
  await all.enter('a', 'short');
  t.equal(countOf(all.atWork, 'a'), 5, 'of its own');
  await all.enter('b', 'long', 2);
  await all.enter('b', 'short', 2);
  t.equal(countOf(all.atWork, 'b'), 4, 'and of others');
  t.equal(all.waiting(), 496);
});

test('no share takes all connections, and long statements of many leave some to short ones', async (t) => {
  const short = crowd(ten);
  await short.enter('a', 'short', 100);
  t.equal(short.atWork.length, 8);
  await short.enter('b', 'long', 100);
  t.equal(countOf(short.atWork, 'b'), 2);
  const long = crowd(ten);
  for (const share of ['a', 'b', 'c', 'd']) await long.enter(share, 'long', 4);
  t.equal(long.atWork.length, 8);
  await long.enter('e', 'short', 3);
  t.equal(countOf(long.atWork, 'e'), 2);
});

test('a free connection goes to the share that has the fewest', async (t) => {
  const all = crowd(ten);
  await all.enter('a', 'long', 10);
  await all.enter('b', 'long', 10);
  await all.enter('c', 'long', 2);
  t.equal(countOf(all.atWork, 'c'), 0);
  await all.leave('a');
  await all.leave('a');
  t.same(all.atWork.slice(8), ['c', 'c']);
  await all.leave('c');
  t.equal(all.atWork.at(-1), 'a', 'then to the one that has fewer than the other');
});

test('many shares that come together do not keep one waiting whose statements were short so far, nor each other for ever', async (t) => {
  // However busy the machine is, the statements of this test take what it says.
  let now = 0;
  t.capture(performance, 'now', () => now);
  const all = crowd(ten);
  for (const [share, milliseconds] of [
    ['modest', 2],
    ['thrifty', 1],
  ] as const) {
    await all.enter(share, 'long');
    now += milliseconds;
    await all.leave(share);
  }
  const others = Array.from({ length: 100 }, (_, at) => `other ${at}`);
  for (const other of others) await all.enter(other, 'long');
  t.equal(all.waiting(), 92);
  await all.enter('modest', 'long', 2);
  t.equal(all.atWork.at(-1), 'modest', 'it has one of the connections that are kept for short ones');
  t.equal(all.waiting(), 93, 'and one alone');
  await all.enter('thrifty', 'long');
  t.equal(all.waiting(), 94, 'the last is kept for what is known to be short');
  await all.enter('somebody', 'short');
  t.equal(all.atWork.at(-1), 'somebody');
  await all.leave('somebody');
  await all.leave('modest');
  t.equal(all.atWork.at(-1), 'thrifty', 'the next one has it as soon as it is free');
  await all.leave('other 0');
  t.equal(all.atWork.at(-1), 'other 8', 'who came first has a turn too');
  await all.leave('other 1');
  t.equal(all.atWork.at(-1), 'modest');
  await all.leave('other 2');
  t.equal(all.atWork.at(-1), 'other 9');
});

test('a pool of one or two connections works as well', async (t) => {
  for (const connections of [1, 2]) {
    const all = crowd({ ...ten, connections });
    await all.enter('a', 'long', 2);
    await all.enter('b', 'short', 2);
    for (let count = 0; count < 2; count += 1) for (const share of ['a', 'b']) await all.leave(share);
    t.same([...all.atWork].sort(), ['a', 'a', 'b', 'b'], `${connections}`);
  }
});

test('when too many wait, the longest queue gives way', async (t) => {
  const all = crowd({ ...ten, waiting: 10 });
  await all.enter('a', 'long', 4 + 10);
  t.same(all.refused, []);
  await all.enter('a', 'long');
  t.same(all.refused, ['a'], 'one more of the same share is refused');
  await all.enter('b', 'long', 4 + 5);
  t.same(all.refused, Array(6).fill('a'), 'another share has room until both wait for as much');
  await all.enter('b', 'long');
  t.same(all.refused, [...Array(6).fill('a'), 'b']);
  t.equal(all.waiting(), 10);
});

test('what has waited too long is refused, and takes no turn later', async (t) => {
  const all = crowd({ ...ten, patienceMilliseconds: 20 });
  await all.enter('a', 'long', 5);
  await delay(60);
  t.same(all.refused, ['a']);
  t.equal(all.waiting(), 0);
  await all.leave('a');
  t.equal(all.atWork.length, 4);
});
