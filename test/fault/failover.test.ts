import { setTimeout as delay } from 'node:timers/promises';
import { type Test, test } from 'tap';
import { createTables } from '../../db/migrate/prepare.ts';
import { switchedProxy } from '../db/switched_proxy.ts';
import { signToken } from '../http/service.ts';
import { checkLedger } from './ledger.ts';
import { faultModel } from './model.ts';
import { startProcess } from './process.ts';
import { startPair } from './standby.ts';
import { startWriters, summary } from './writers.ts';

// Clients write while the primary goes and its standby takes over at the same address: nothing that was acknowledged is
// lost or there twice, and the service goes on by itself.

const isLong = process.env.ALMANAC_LONG !== undefined;

/** How a primary goes, and how long a client may then wait for a write to be acknowledged. */
const ways = {
  'is killed': 'SIGKILL',
  'is stopped': 'SIGINT',
  /** As a host does whose power or network is gone: nobody is told. Who waits for an answer gives up at the timeout. */
  'says nothing': null,
} as const;

for (const [way, signal] of Object.entries(ways)) {
  if (isLong || way === 'is killed')
    test(`a standby takes over where the primary ${way}`, { timeout: 600_000 }, (t) => failOver(t, signal));
}

async function failOver(t: Test, signal: 'SIGKILL' | 'SIGINT' | null): Promise<void> {
  const pair = await startPair(t, (database) => createTables(database, faultModel()));
  const proxy = await switchedProxy(t, pair.primary.url);
  const server = await startProcess(t, proxy.url);
  const writers = startWriters({
    numbers: [1, 2, 3, 4, 5, 6, 7, 8],
    address: () => server.address,
    random: Math.random,
    token: signToken,
  });
  t.teardown(writers.stop);
  await writers.goOn(isLong ? 2000 : 100);
  const ready = async () => (await fetch(`${server.address}/readyz`)).status;
  t.equal(await ready(), 200);

  writers.longestPauseMilliseconds();
  if (signal === null) proxy.freeze();
  else {
    process.kill(pair.primaryProcess, signal);
    await pair.primary.stop();
    proxy.cut();
  }
  // The address is the standby's before that is promoted: a server that takes no writes.
  await proxy.mend(pair.standbyUrl);
  t.equal(await ready(), 503);
  await delay(200);
  const before = writers.acknowledged();
  await delay(300);
  t.equal(writers.acknowledged(), before, 'a standby acknowledges nothing');
  const begin = performance.now();
  await pair.promote();
  await writers.goOn(50);
  const after = performance.now() - begin;
  t.equal(await ready(), 200);
  await writers.goOn(isLong ? 2000 : 100);
  const works = await writers.end();
  const unknown = await checkLedger(t, pair.standbyUrl, works);
  t.comment(summary(works, unknown));
  t.comment(
    `at most ${writers.longestPauseMilliseconds().toFixed(0)} ms without an acknowledged write; the 50th ${after.toFixed(0)} ms after the promotion began`,
  );
}
