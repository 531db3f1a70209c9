import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'tap';
import { startAlmanac } from '../codegen/process.ts';
import { openRegister } from './register.ts';

const isLong = process.env.ALMANAC_LONG !== undefined;
const kills = isLong ? 100 : 3;
const rowsOfPiece = 5000;

test('an import that is killed at any moment leaves whole pieces, and goes on behind them', async (t) => {
  const register = await openRegister(t);
  const { save, query, environment, folder } = register;
  const rows = (isLong ? 40 : 8) * rowsOfPiece + 17;
  save('party.csv', `code\n${Array.from({ length: rows }, (_, at) => `p${at}\n`).join('')}`);
  const inside = async () => Number((await query('select count(*) as rows from party'))[0]?.rows);
  for (let killed = 0; killed < kills; ) {
    const running = startAlmanac(t, ['import', 'party', 'party.csv', '--continue'], environment, folder);
    const before = await inside();
    const until = before + rowsOfPiece * Math.floor(Math.random() * 3);
    let ended = false;
    void running.ended.then(() => {
      ended = true;
    });
    while (!ended && ((await inside()) < until || (await writers(query)) === 0)) await delay(5);
    await delay(Math.random() * 60);
    if (!ended) {
      process.kill(running.pid, 'SIGKILL');
      killed += 1;
    }
    await running.ended;
    while ((await writers(query)) > 0) await delay(5);
    const [found] = await query(
      `select count(*) as rows, count(distinct code) as codes, count(distinct id) as ids,
        coalesce((select rows from almanac.import), 0) as noted,
        (select count(*) from almanac.outbox) as events
      from party`,
    );
    const count = found?.rows ?? '';
    t.ok(Number(count) % rowsOfPiece === 0 || Number(count) === rows, `${count} rows`);
    t.same(found, { rows: count, codes: count, ids: count, noted: count, events: count });
    if (Number(count) === rows) {
      if (killed >= kills) break;
      await query(
        'truncate party, party_history, unit, unit_history, entry, entry_history, stay, almanac.import, almanac.outbox',
      );
    }
  }
  t.match(await register.run('import', 'party', 'party.csv', '--continue'), { code: 0 });
  t.same(
    await query(`select count(*) as rows, count(distinct code) as codes, max(length(code)) as longest from party`),
    [{ rows: String(rows), codes: String(rows), longest: String(`p${rows - 1}`.length) }],
  );
});

/** Sessions of the import that have not ended. */
async function writers(query: (text: string) => Promise<readonly Readonly<Record<string, string | null>>[]>) {
  const [found] = await query(
    `select count(*) as sessions from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (query ~ 'almanac_import|almanac\\.import' or xact_start is not null)
      and query !~ 'pg_stat_activity'`,
  );
  return Number(found?.sessions);
}
