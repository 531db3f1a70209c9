import { setTimeout } from 'node:timers/promises';
import { test } from 'tap';
import type { Database, Share } from '../../db/database.ts';
import type { Outcome, Query } from '../../db/statement.ts';
import type { Principal } from '../../engine/access/principal.ts';
import { joinedWrites } from '../../engine/http/edge/turn/joined_writes.ts';
import type { Joint, WriteStatement } from '../../engine/query/cache/write_cache.ts';

// When single writes of one caller are sent, of a database that answers at once, or not at all.

const principal: Principal = { role: null, identity: '1', subject: null, claims: new Map(), scopes: new Set() };

test('behind writes that wait for a lock, only the first one that comes then waits', async (t) => {
  const held = Promise.withResolvers<Outcome>();
  const done: Outcome = { ok: true, rows: [{ id: '1' }], rowCount: 1 };
  const query: Query = ({ text }) => (text.includes('held') ? held.promise : Promise.resolve(done));
  const share = { query, transaction: (work: (query: Query) => Promise<unknown>) => work(query) } as Share;
  const joined = joinedWrites({ share: () => share } as unknown as Database).share('caller');
  const write = (text: string, id: number): Promise<Outcome> => {
    const statement = { name: text, text, values: [] };
    const joint: Joint = {
      principal,
      shape: 'update',
      id: String(id),
      timeline: null,
      values: [],
      mayExchange: false,
      join: () => statement,
    };
    const asked: WriteStatement = { ...statement, joint: () => joint };
    return joined.query(asked);
  };
  const waiting = [write('held', 1), write('held', 2)];
  t.same(await write('free', 3), done);
  // It would be sent by a timer, which is due later than this one.
  for (const id of [4, 5, 6])
    t.equal(await Promise.race([write('free', id).then(() => 'sent'), setTimeout(0, 'waits')]), 'sent');
  held.resolve(done);
  t.same(await Promise.all(waiting), [done, done]);
});
