import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'tap';
import type { Database, Share } from '../../db/database.ts';
import type { Outcome, Query } from '../../db/statement.ts';
import type { Principal } from '../../engine/access/principal.ts';
import { joinedWrites } from '../../engine/http/edge/turn/joined_writes.ts';
import type { Joint, WriteStatement } from '../../engine/query/cache/write_cache.ts';

// When single writes of one caller are sent, of a database that answers at once, or not at all.

const principal: Principal = { role: null, identity: '1', subject: null, claims: new Map(), scopes: new Set() };

/** Writes through such a database: those whose text says so are held until they may be done. */
function writer() {
  const held = Promise.withResolvers<Outcome>();
  const done: Outcome = { ok: true, rows: [{ id: '1' }], rowCount: 1 };
  /** How many rows each statement has. */
  const sent: number[] = [];
  const query: Query = ({ text, values }) => {
    if (text === 'held') return held.promise;
    if (values.length > 0) sent.push(values.length);
    return Promise.resolve(done);
  };
  const share = { query, transaction: (work: (query: Query) => Promise<unknown>) => work(query) } as Share;
  const joined = joinedWrites({ share: () => share } as unknown as Database).share('caller');
  const write = (text: string, id: number): Promise<Outcome> => {
    const joint: Joint = {
      principal,
      shape: 'update',
      id: String(id),
      timeline: null,
      values: [],
      mayExchange: false,
      join: (joints) => ({ name: text, text, values: joints.map(({ id }) => id) }),
    };
    const asked: WriteStatement = { name: text, text, values: [String(id)], joint: () => joint };
    return joined.query(asked);
  };
  return { write, sent, done, release: () => held.resolve(done) };
}

test('behind writes that wait for a lock, only the first one that comes then waits', async (t) => {
  const { write, done, release } = writer();
  const waiting: Promise<Outcome>[] = [];
  for (const id of [1, 2]) {
    waiting.push(write('held', id));
    await nextTurn();
  }
  t.same(await write('free', 3), done);
  // It would be sent by a timer, and not in this turn.
  for (const id of [4, 5, 6])
    t.equal(await Promise.race([write('free', id).then(() => 'sent'), nextTurn('waits')]), 'sent');
  release();
  t.same(await Promise.all(waiting), [done, done]);
});

test('writes that are read in one turn of the event loop are one statement, or as many as they need', async (t) => {
  const { write, sent } = writer();
  const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);
  for (const [count, statements] of [
    [1, [1]],
    [10, [10]],
    [40, [32, 8]],
  ] as const) {
    sent.length = 0;
    void Promise.allSettled(numbers(count).map((id) => write('free', id)));
    await nextTurn();
    t.strictSame(sent, statements, `${count} writes`);
  }
});
