import { test } from 'tap';
import { byKeptWay } from '../../engine/http/response/by_kept_way.ts';
import type { Prepared } from '../../engine/query/cache/plan_cache.ts';
import { createWayMemory } from '../../engine/query/cache/way_memory.ts';
import type { ListPlan } from '../../engine/query/plan/list_plan.ts';

test('the way that served is recalled for a hundred lists, and then one list tries all', (t) => {
  const ways = createWayMemory(100_000);
  t.equal(ways.recall('a'), null);
  ways.served('a', 'few', false);
  t.equal(ways.recall('b'), null, 'of this caller and shape alone');
  for (let at = 0; at < 100; at += 1) {
    t.equal(ways.recall('a'), 'few');
    ways.served('a', 'few', true);
  }
  t.equal(ways.recall('a'), null);
  t.equal(ways.recall('a'), 'few', 'the one beside it takes it as before');
  ways.served('a', 'few', true);
  ways.served('a', 'near', false);
  t.equal(ways.recall('a'), 'near');
  ways.served('a', 'few', true);
  ways.served('a', 'together', false);
  t.equal(ways.recall('a'), 'near', 'only the list that tried all when it was time says which to keep');
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
    ways.served('a', 'few', false);
    for (let at = 0; at < 100; at += 1) ways.recall('a');
    t.equal(ways.recall('a'), null);
  };
  untilOld();
  ways.served('a', 'all', false);
  t.equal(ways.recall('a'), null);
  untilOld();
  ways.failed('a', 'few');
  ways.served('a', 'near', false);
  t.equal(ways.recall('a'), null);
  t.end();
});

test('where a way failed, none is recalled for a hundred lists', (t) => {
  const ways = createWayMemory(100_000);
  ways.served('a', 'found', false);
  t.equal(ways.recall('a'), 'found');
  ways.failed('a', 'found');
  for (let at = 0; at < 100; at += 1) {
    ways.served('a', 'near', false);
    t.equal(ways.recall('a'), null, 'though one served meanwhile');
  }
  t.equal(ways.recall('a'), null);
  ways.served('a', 'near', false);
  t.equal(ways.recall('a'), 'near');
  t.equal(ways.lists.get('found')?.failed, 1);
  t.end();
});

test('a way that reads the whole list is not recalled', (t) => {
  const ways = createWayMemory(100_000);
  ways.served('a', 'all', false);
  t.equal(ways.recall('a'), null);
  t.equal(ways.lists.get('all')?.tried, 1);
  t.end();
});

test('callers without end push out the oldest', (t) => {
  const ways = createWayMemory(100_000);
  for (let at = 0; at < 10_000; at += 1) ways.served(String(at), 'few', false);
  t.equal(ways.recall('0'), null);
  t.equal(ways.recall('9999'), 'few');
  ways.served('x'.repeat(200_000), 'few', false);
  t.equal(ways.recall('x'.repeat(200_000)), null);
  t.equal(ways.recall('9999'), 'few', 'nor does one with values without end');
  t.end();
});

test('a statement that fails by a way is not tried again that way', async (t) => {
  const ways = createWayMemory(100_000);
  const all = { text: 'all', name: 'all', values: [] };
  const prepared = { statement: all, keyOfCaller: () => 'a' } as unknown as Prepared<ListPlan>;
  const asked: string[] = [];
  const list = (outcomes: Readonly<Record<string, string | null | Error>>) =>
    byKeptWay(
      ways,
      prepared,
      (way) => ({ ...all, text: way }),
      async ({ text }) => {
        asked.push(text);
        const outcome = outcomes[text] ?? null;
        if (outcome instanceof Error) throw outcome;
        return { ok: true, rows: [{ way: outcome }], rowCount: 1 };
      },
    );
  t.match(await list({ all: 'near' }), { rows: [{ way: 'near' }] });
  await t.rejects(list({ near: new Error('too long') }), { message: 'too long' });
  t.match(await list({ all: 'near' }), { rows: [{ way: 'near' }] });
  t.strictSame(asked, ['all', 'near', 'all']);
});
