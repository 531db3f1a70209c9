import { test } from 'tap';
import { byKeptWay } from '../../engine/http/response/by_kept_way.ts';
import type { Prepared } from '../../engine/query/cache/plan_cache.ts';
import { createWayMemory } from '../../engine/query/cache/way_memory.ts';
import type { ListPlan } from '../../engine/query/plan/list_plan.ts';

const few = { way: 'few', looksFirst: false } as const;

test('the way that served is recalled for a hundred lists, and then one list tries all', (t) => {
  const ways = createWayMemory(100_000);
  t.equal(ways.recall('a'), null);
  ways.served('a', 'few', null);
  t.equal(ways.recall('b'), null, 'of this caller and shape alone');
  for (let at = 0; at < 100; at += 1) {
    t.equal(ways.recall('a')?.way, 'few');
    ways.served('a', 'few', few);
  }
  t.equal(ways.recall('a'), null);
  t.equal(ways.recall('a')?.way, 'few', 'the one beside it takes it as before');
  ways.served('a', 'few', few);
  ways.served('a', 'near', null);
  t.equal(ways.recall('a')?.way, 'near');
  ways.served('a', 'few', few);
  ways.served('a', 'together', null);
  t.equal(ways.recall('a')?.way, 'near', 'only the list that tried all when it was time says which to keep');
  t.strictSame(
    [...ways.lists],
    [
      ['few', { recalled: 102, tried: 1, failed: 0 }],
      ['near', { recalled: 0, tried: 1, failed: 0 }],
      ['together', { recalled: 0, tried: 1, failed: 0 }],
    ],
  );
  t.end();
});

test('a way is forgotten when another serves that is not recalled, or when it fails while all are tried', (t) => {
  const ways = createWayMemory(100_000);
  const untilOld = () => {
    ways.served('a', 'few', null);
    for (let at = 0; at < 100; at += 1) ways.recall('a');
    t.equal(ways.recall('a'), null);
  };
  untilOld();
  ways.served('a', 'all', null);
  t.equal(ways.recall('a'), null);
  untilOld();
  ways.failed('a', few);
  ways.served('a', 'near', null);
  t.equal(ways.recall('a'), null);
  t.end();
});

test('where a way failed, none is recalled for a hundred lists', (t) => {
  const ways = createWayMemory(100_000);
  ways.served('a', 'found', null);
  t.equal(ways.recall('a')?.way, 'found');
  ways.failed('a', { way: 'found', looksFirst: false });
  for (let at = 0; at < 100; at += 1) {
    ways.served('a', 'near', null);
    t.equal(ways.recall('a'), null, 'though one served meanwhile');
  }
  t.equal(ways.recall('a'), null);
  ways.served('a', 'near', null);
  t.equal(ways.recall('a')?.way, 'near');
  t.equal(ways.lists.get('found')?.failed, 1);
  t.end();
});

test('the first rows are looked at until that was in vain four times in a row, and then for one list of eight', (t) => {
  const ways = createWayMemory(100_000);
  const looks = (lists: number, way: string) =>
    Array.from({ length: lists }, () => {
      const recalled = ways.recall('a');
      ways.served('a', recalled?.looksFirst ? way : 'near', recalled);
      return recalled?.looksFirst ? 'look' : 'none';
    });
  ways.served('a', 'near', null);
  t.strictSame(looks(4, 'near'), ['look', 'look', 'look', 'look']);
  t.strictSame(looks(16, 'near').filter((each) => each === 'look').length, 2);
  t.match(looks(10, 'found').join(), /^(none,)*(look,)+look$/, 'they serve, and are looked at each time again');
  t.strictSame(looks(2, 'near'), ['look', 'look'], 'a look that serves now and then is made each time');
  for (const way of ['few', 'found'] as const) {
    ways.served(way, way, null);
    const recalled = Array.from({ length: 20 }, () => ways.recall(way)?.looksFirst);
    t.strictSame([...new Set(recalled)], [false], `${way} has no other form`);
  }
  t.end();
});

test('a way that reads the whole list is not recalled', (t) => {
  const ways = createWayMemory(100_000);
  ways.served('a', 'all', null);
  t.equal(ways.recall('a'), null);
  t.equal(ways.lists.get('all')?.tried, 1);
  t.end();
});

test('callers without end push out the oldest', (t) => {
  const ways = createWayMemory(100_000);
  for (let at = 0; at < 10_000; at += 1) ways.served(String(at), 'few', null);
  t.equal(ways.recall('0'), null);
  t.equal(ways.recall('9999')?.way, 'few');
  ways.served('x'.repeat(200_000), 'few', null);
  t.equal(ways.recall('x'.repeat(200_000)), null);
  t.equal(ways.recall('9999')?.way, 'few', 'nor does one with values without end');
  t.end();
});

test('a statement that fails by a way is not tried again that way', async (t) => {
  const ways = createWayMemory(100_000);
  const all = { text: 'all', name: 'all', values: [] };
  const prepared = {
    statement: all,
    keyOfCaller: () => 'a',
    variant: (text: string) => ({ ...all, text }),
  } as unknown as Prepared<ListPlan>;
  const asked: string[] = [];
  const list = (outcomes: Readonly<Record<string, string | null | Error>>) =>
    byKeptWay(
      ways,
      prepared,
      () => ({ ...all, slots: [] }),
      async ({ text }) => {
        asked.push(text);
        const outcome = outcomes[text] ?? null;
        if (outcome instanceof Error) throw outcome;
        return { ok: true, rows: [{ way: outcome }], rowCount: 1 };
      },
    );
  t.match(await list({ all: 'near' }), { rows: [{ way: 'near' }] });
  await t.rejects(list({ 'near behind first': new Error('too long') }), { message: 'too long' });
  t.match(await list({ all: 'near' }), { rows: [{ way: 'near' }] });
  t.strictSame(asked, ['all', 'near behind first', 'all']);
});
