import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { rows } from '../data.ts';
import { token } from '../servers.ts';
import type { Grown } from './compare.ts';

const table = 'controllable_unit';
/** What a request may change. */
const rowsOfRequest = 5000;
/** Sessions tell the statistics what they did ten seconds later at the latest. */
const tellMilliseconds = 12_000;
/** Autovacuum looks each minute. */
const mostLooks = 60;

/**
 * What vacuum has to do after updates: by hand after those of a tenth of the rows; then by itself, after those of three
 * tenths, of which PostgreSQL allows two before it begins.
 */
export async function vacuumAfterUpdates(
  place: Grown,
  database: Pick<Database, 'query'>,
  progress: (text: string) => void,
): Promise<readonly object[]> {
  const { query } = database;
  await rows(query, `vacuum ${table}`);
  const found: object[] = [];
  progress('changing a tenth of the units');
  const tenth = await change(place, 0.1);
  const before = await look(query);
  const begin = performance.now();
  await rows(query, `vacuum ${table}`);
  const seconds = (performance.now() - begin) / 1000;
  found.push({ vacuum: 'by hand', ...tenth, ...deadOf(before), 'seconds of vacuum': seconds.toFixed(1) });
  progress('changing three tenths of the units');
  const more = await change(place, 0.3);
  const dirty = await look(query);
  progress('waiting for autovacuum');
  let clean = dirty;
  for (let each = 0; each < mostLooks && clean.times === before.times; each += 1) {
    await delay(2000);
    clean = await look(query, 0);
  }
  const own = clean.times === before.times ? 'none came' : ((clean.taken - before.taken) / 1000).toFixed(1);
  found.push({ vacuum: 'autovacuum', ...more, ...deadOf(dirty), 'seconds of vacuum': own });
  return found;
}

/** Changes a share of all units by requests of many rows. */
async function change({ units, server }: Grown, share: number): Promise<object> {
  const begin = performance.now();
  const changed = Math.round(units * share);
  for (let from = 1; from <= changed; from += rowsOfRequest) {
    const to = Math.min(from + rowsOfRequest, changed + 1);
    const answer = await fetch(`${server.address}/${table}?id=gte.${from}&id=lt.${to}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token({ role: null })}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify({ name: `Varmepumpe ${share}` }),
    });
    if (!answer.ok) throw new Error(`the change fails with ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  return { 'changed rows': changed, 'seconds of changes': ((performance.now() - begin) / 1000).toFixed(1) };
}

interface Look {
  readonly dead: number;
  readonly bytes: number;
  /** Of autovacuum: how often it was here, and for how many milliseconds. */
  readonly times: number;
  readonly taken: number;
}

async function look(query: Database['query'], wait = tellMilliseconds): Promise<Look> {
  await delay(wait);
  const [found = {}] = await rows(
    query,
    `select n_dead_tup as dead, pg_total_relation_size(relid) as bytes, autovacuum_count as times, total_autovacuum_time as taken
    from pg_stat_user_tables where relname = '${table}'`,
  );
  const of = (name: keyof Look) => Number(found[name]);
  return { dead: of('dead'), bytes: of('bytes'), times: of('times'), taken: of('taken') };
}

function deadOf({ dead, bytes }: Look): object {
  return { 'dead rows': dead, 'MiB of the table': Math.round(bytes / 2 ** 20) };
}
