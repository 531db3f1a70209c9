import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'tap';
import { connect, type Database } from '../../db/database.ts';
import { computeNotices } from '../../engine/feature/notice/compute.ts';
import { serveModel, type TestService } from '../http/service.ts';
import { computeAll, noticeModel } from './notice_service.ts';

// Whatever is written, by whom and while which worker dies: the notices that stand are those of the rules.

const isLong = process.env.ALMANAC_LONG !== undefined;
const kills = isLong ? 200 : 4;
const writesBetweenKills = 12;
const writers = 4;

const rows = 6;

/** A rule as it stands in a definition, and the oracle: the same filter in a URL, and whom the rows that it gives concern. */
interface RuleCase {
  readonly resource: 'unit' | 'point' | 'provider' | 'suspension';
  readonly type: string;
  readonly rule: string;
  readonly url: (now: string) => string;
  readonly parties: (row: Found, entries: readonly Entry[], now: number) => readonly (number | null | undefined)[];
}

/** A row of the answer, with what the URL embeds. */
interface Found {
  readonly id: number;
  readonly operator_id?: number;
  readonly party_id?: number;
  readonly point?: { readonly operator_id: number };
  readonly unit?: { readonly point: { readonly operator_id: number } };
  readonly all?: readonly Pick<Found, 'provider'>[];
  readonly provider?: readonly { readonly party_id: number }[];
}

interface Entry {
  readonly unit_id: number;
  readonly party_id: number;
  readonly valid_to: string | null;
}

const rules: readonly RuleCase[] = [
  {
    resource: 'unit',
    type: 'missing',
    rule: 'when: "status=eq.active&provider=is.null", to: [{ former: provider.party }, point.operator]',
    url: (now) => `/unit?status=eq.active&embed=provider,point&provider.valid_at=${now}&provider=is.null`,
    parties: ({ id, point }, entries, now) => {
      const ended = entries.filter(
        ({ unit_id, valid_to }) => unit_id === id && valid_to && Date.parse(valid_to) <= now,
      );
      const last = ended.sort((a, b) => Date.parse(b.valid_to ?? '') - Date.parse(a.valid_to ?? ''))[0];
      return [last?.party_id, point?.operator_id];
    },
  },
  {
    resource: 'unit',
    type: 'odd',
    rule: 'when: "or=(size.gt.2,and(status.eq.new,provider.party.status.eq.suspended))", to: provider.party',
    // A filter by the provider in a tree is about any of the entries: their validity is among its conditions.
    url: (now) => {
      const valid = `valid_from.lte."${now}",or(valid_to.gt."${now}",valid_to.is.null)`;
      const suspended = `provider.and(${valid},party.status.eq.suspended)`;
      return `/unit?embed=provider&provider.valid_at=${now}&or=(size.gt.2,and(status.eq.new,${suspended}))`;
    },
    parties: ({ provider = [] }) => provider.map(({ party_id }) => party_id),
  },
  {
    resource: 'suspension',
    type: 'outlives',
    rule: 'when: "lifted=is.false&unit.provider=is.null", to: operator',
    url: (now) =>
      `/suspension?lifted=is.false&embed=unit!(provider)&unit.provider.valid_at=${now}&unit.provider=is.null`,
    parties: ({ operator_id }) => [operator_id],
  },
  {
    resource: 'provider',
    type: 'suspended',
    rule: 'when: party.status=eq.suspended, to: [party, unit.point.operator]',
    url: (now) => `/provider?valid_at=${now}&party.status=eq.suspended&embed=unit(point)`,
    parties: ({ party_id, unit }) => [party_id, unit?.point.operator_id],
  },
  {
    resource: 'point',
    type: 'waits',
    rule: 'when: unit.suspension.lifted=is.false, to: unit.provider.party',
    // Under a name of its own, what is shown of all units is not filtered by that any of them is suspended.
    url: (now) =>
      `/point?select=id,all:unit(provider(party_id))&all.provider.valid_at=${now}&unit.suspension.lifted=is.false`,
    parties: ({ all = [] }) => all.flatMap(({ provider = [] }) => provider.map(({ party_id }) => party_id)),
  },
];

function modelOfRules() {
  const written = Map.groupBy(rules, ({ resource }) => resource);
  const texts = [...written].map(([resource, own]) => [
    resource,
    `[${own.map(({ type, rule }) => `{ type: ${type}, ${rule}, message: It. }`).join(', ')}]`,
  ]);
  return noticeModel(Object.fromEntries(texts));
}

const before = `
insert into party (name) select 'party' from generate_series(1, ${rows});
insert into point (operator_id) select id from party;
insert into unit (point_id, status) select id, 'active' from point;`;

const row = fc.integer({ min: 1, max: rows });
/** Seconds from now: long ago, long after, or in a moment. */
const bound = fc.oneof(
  fc.integer({ min: -9, max: 9 }).map((day) => day * 86_400),
  fc.constantFrom(0.05, 0.15, 0.25),
);
const instant = (seconds: number) => `almanac.clock() + ${seconds} * interval '1 second'`;
const status = fc.constantFrom('new', 'active', 'suspended');

/** A script of one transaction. */
const write: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(row, row, bound, fc.option(bound)).map(([unit, party, from, length]) => {
    const to = length === null ? 'null' : instant(from + Math.abs(length) + 0.01);
    return `insert into provider (unit_id, party_id, valid_from, valid_to) values (${unit}, ${party}, ${instant(from)}, ${to})`;
  }),
  fc.tuple(row, row).map(([id, party]) => `update provider set party_id = ${party} where id = ${id}`),
  fc
    .tuple(row, bound)
    .map(
      ([id, to]) => `update provider set valid_to = ${instant(to)} where id = ${id} and valid_from < ${instant(to)}`,
    ),
  row.map((id) => `update provider set valid_from = null, valid_to = null where id = ${id}`),
  row.map((id) => `delete from provider where id = ${id}`),
  fc.tuple(row, status).map(([id, next]) => `update unit set status = '${next}' where id = ${id}`),
  fc.tuple(row, row).map(([id, size]) => `update unit set size = ${size} where id = ${id}`),
  fc.tuple(row, row).map(([id, point]) => `update unit set point_id = ${point} where id = ${id}`),
  fc.tuple(row, row).map(([id, party]) => `update point set operator_id = ${party} where id = ${id}`),
  fc.tuple(row, status).map(([id, next]) => `update party set status = '${next}' where id = ${id}`),
  fc.tuple(row, row).map(([unit, party]) => `insert into suspension (unit_id, operator_id) values (${unit}, ${party})`),
  fc
    .tuple(row, row)
    .map(([id, unit]) => `update suspension set unit_id = ${unit} where id % ${rows} = ${id} % ${rows}`),
  row.map((id) => `update suspension set lifted = not lifted where id % ${rows} = ${id} % ${rows}`),
  row.map((id) => `delete from suspension where id % ${rows} = ${id} % ${rows}`),
);
const transaction = fc
  .tuple(fc.array(write, { minLength: 1, maxLength: 3 }), fc.constantFrom('commit', 'commit', 'commit', 'rollback'))
  .map(([scripts, end]) => `begin; ${scripts.join('; ')}; ${end}`);

test('incremental notices equal a full evaluation of the rules, whoever writes and whichever worker is killed', async (t) => {
  const service = await serveModel(t, modelOfRules());
  const { database, url } = service.database;
  await database.script(before);
  const scripts = fc.sample(transaction, {
    numRuns: kills * writesBetweenKills * writers,
    seed: isLong ? Date.now() : 6,
  });
  const workers = await Promise.all(
    [1, 2].map(() => connect(url, { maximumConnections: 1, statementTimeoutSeconds: 30 })),
  );
  let isOver = false;
  const working = workers.map(async (worker) => {
    // One that is killed begins anew, with another session.
    while (!isOver) if ((await computeNotices(worker).catch(() => 0)) === 0) await delay(10);
  });
  let killed = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const batch = scripts.slice(kill * writesBetweenKills * writers, (kill + 1) * writesBetweenKills * writers);
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (const script of batch.slice(writer * writesBetweenKills, (writer + 1) * writesBetweenKills)) {
        // Of two writers who meet, one may be refused, and has written nothing.
        await database.script(script).catch(() => {});
      }
    });
    await delay(Math.random() * 60);
    killed += await killWorker(database);
    await Promise.all(writing);
    if (kill % 4 === 3) t.same(await standing(service), await wanted(service), `after ${kill + 1} kills`);
  }
  isOver = true;
  await Promise.all(working);
  await Promise.all(workers.map((worker) => worker.close()));
  t.equal(killed, kills);
  t.same(await standing(service), await wanted(service));
  const [{ count = '0' } = {}] = await service.database.query('select count(*) from notice');
  t.ok(Number(count) > kills, `${count} notices were made`);
});

/** Ends the session of one worker while it works. */
async function killWorker({ query }: Database): Promise<number> {
  for (;;) {
    const outcome = await query({
      text: `
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select almanac.compute_notices%' and state = 'active' limit 1`,
      values: [],
    });
    if (!outcome.ok) throw new Error(outcome.error.message);
    if (outcome.rows.length > 0) return outcome.rows.length;
  }
}

/** What stands once nothing is left to do and no validity begins or ends in a moment. */
async function standing(service: TestService): Promise<readonly string[]> {
  const { query } = service.database;
  await query(`
    select pg_sleep(coalesce(extract(epoch from max(bound) - almanac.clock()), 0)) from (
      select unnest(array[valid_from, valid_to]) as bound from provider
    ) as soon where bound < almanac.clock() + interval '1 hour' and bound > almanac.clock()`);
  await computeAll(service.database);
  const rows = await query(
    `select type || ' ' || source || ' ' || party_id as notice from notice where status = 'active'`,
  );
  return rows.map(({ notice }) => notice ?? '').sort();
}

/** What the rules want, by the filters of lists. */
async function wanted({ ask, database }: TestService): Promise<readonly string[]> {
  const [{ now = '' } = {}] = await database.query(
    `select to_char(almanac.clock() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  );
  const { body: entries } = await ask('GET', '/provider?limit=1000');
  const found = await Promise.all(
    rules.map(async ({ resource, type, url, parties }) => {
      const answer = await ask('GET', url(now ?? ''));
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.flatMap((row: Found) => {
        const to = new Set(parties(row, entries, Date.parse(now ?? '')).filter((party) => party != null));
        return [...to].map((party) => `org.example.${resource}.${type} /${resource}/${row.id} ${party}`);
      });
    }),
  );
  return found.flat().sort();
}
