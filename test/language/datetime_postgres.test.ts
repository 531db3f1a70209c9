import fc from 'fast-check';
import { IANAZone } from 'luxon';
import tap, { test } from 'tap';
import { readDatetime } from '../../engine/language/time/datetime.ts';
import { findZone } from '../../engine/language/time/zone.ts';
import {
  ambiguousAbbreviations,
  ianaAbbreviations,
  postgresAbbreviations,
  zoneAbbreviations,
} from '../../engine/language/time/zone_abbreviations.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

// What readDatetime accepts, PostgreSQL's timestamptz input reads as the same instant (specification 2.7).

const count = process.env.ALMANAC_LONG ? 20_000 : 2_000;
const firstSeed = Math.floor(Math.random() * 2 ** 30);
let nextSeed = firstSeed;
const minute = 60_000;
const day = 24 * 60 * minute;
const since = Date.UTC(1970, 0, 1);
const until = Date.UTC(2038, 0, 1);

const morocco = 'Node has the end of clock changes in Morocco (September 2026, UTC+00)';
const alberta = 'Node has the end of clock changes in Alberta (November 2026, UTC-06)';

/** Zones whose rules are newer in the pinned Node than in the embedded PostgreSQL. */
const knownDifferences: ReadonlyMap<string, string> = new Map([
  ['Africa/Casablanca', morocco],
  ['Africa/El_Aaiun', morocco],
  ['America/Edmonton', alberta],
  ['America/Yellowknife', alberta],
  ['Canada/Mountain', alberta],
]);

tap.comment(`seed ${firstSeed}`);

test('an offset or Z', async (t) => {
  const database = await testDatabase(t);
  const offset = fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 15 }), fc.option(fc.integer({ min: 0, max: 59 })))
    .map(([sign, hours, minutes]) => `${sign}${pad(hours)}${minutes === null ? '' : `:${pad(minutes)}`}`);
  const datetime = fc
    .tuple(localTime(fc.integer({ min: Date.UTC(1, 0, 3), max: Date.UTC(9999, 11, 29) })), offset, fc.nat(9))
    .map(([local, suffix, draw]) => `${local.replace(' ', 'T')}${draw === 0 ? 'Z' : suffix}`);
  t.same(await mismatches(database, sample(datetime, count / 4)), []);
});

test('an abbreviation', async (t) => {
  const database = await testDatabase(t);
  if (await isOlderThanTable(database)) return t.pass('not compared: the table is that of PostgreSQL 18');
  const datetimes = [...postgresAbbreviations.keys()].flatMap((abbreviation) =>
    sample(fc.tuple(nearTransition('Europe/Moscow'), casing(abbreviation)), Math.ceil(count / 1000)).map(
      ([local, name]) => `${local} ${name}`,
    ),
  );
  t.same(await mismatches(database, datetimes), []);
});

test('every abbreviation that a zone uses today is its fixed offset', async (t) => {
  const database = await testDatabase(t);
  const zones = await database.query(`select name from pg_timezone_names where name !~ '^(posix|right)/'`);
  const meanings = new Map<string, Set<number>>();
  for (const zone of zones) {
    const [row] = await database.query(
      `with setting as materialized (select set_config('timezone', $1, true))
      select string_agg(to_char(instant, 'TZ') || ' ' || extract(timezone from instant) / 60, ',') as used
      from setting, unnest('{2026-01-15,2026-07-15}'::timestamptz[]) as instant`,
      [String(zone.name)],
    );
    for (const each of String(row?.used).split(',')) {
      const [abbreviation = '', minutes] = each.split(' ');
      if (/^[a-z]+$/i.test(abbreviation))
        meanings.set(abbreviation, (meanings.get(abbreviation) ?? new Set()).add(Number(minutes)));
    }
  }
  t.ok(meanings.size > 40, [...meanings.keys()].join(' '));
  const told = new Set(ambiguousAbbreviations.map(([name]) => name));
  for (const [abbreviation, minutes] of meanings) {
    for (const month of ['01', '07']) {
      const read = readDatetime(`2026-${month}-15 12:00 ${abbreviation}`);
      const ours = read.ok ? (Date.UTC(2026, Number(month) - 1, 15, 12) - Date.parse(read.value)) / minute : null;
      t.ok(ours !== null && minutes.has(ours), `${abbreviation}: ${ours} of ${[...minutes]}`);
    }
    if (minutes.size > 1) t.ok(told.has(abbreviation), `${abbreviation} is told of as ambiguous`);
  }
  for (const [abbreviation] of ambiguousAbbreviations) t.ok(zoneAbbreviations.has(abbreviation), abbreviation);
  for (const abbreviation of ianaAbbreviations.keys()) t.notOk(postgresAbbreviations.has(abbreviation), abbreviation);
});

test('a zone name, around its transitions', async (t) => {
  const database = await testDatabase(t);
  const names = await database.query(
    `select name from pg_timezone_names where name !~ '^(posix|right)/' order by name`,
  );
  const zones = names.map(({ name }) => String(name)).filter((name) => findZone(name) !== null);
  t.comment(`${zones.length} zones of ${names.length}; ${await versions(database)}`);
  t.ok(zones.length > 590, 'both know nearly every zone');

  const zoneOf = new Map<string, string>();
  for (const zone of zones) {
    for (const [local, name] of sample(fc.tuple(nearTransition(zone), casing(zone)), Math.ceil(count / 500))) {
      zoneOf.set(`${local} ${name}`, zone);
    }
  }
  const mistakes = [];
  const differing = new Set<string>();
  for (const mismatch of await mismatches(database, [...zoneOf.keys()])) {
    const zone = zoneOf.get(mismatch.datetime) ?? '';
    if (await agreeOnOffsets(database, zone, [mismatch.ours, mismatch.postgres])) mistakes.push(mismatch);
    else differing.add(zone);
  }
  t.same(mistakes, [], 'where both have the same rules, they read the same instant');
  for (const zone of differing) t.comment(`${zone}: ${knownDifferences.get(zone) ?? 'unexplained'}`);
  // Another server has a zone database of any age; only that of the embedded one is known.
  if (process.env.DATABASE_URL) return;
  t.same(
    [...differing].filter((zone) => !knownDifferences.has(zone)),
    [],
    'every difference is explained',
  );
});

/** Whether Node and PostgreSQL show the same offset of the zone at those instants. */
async function agreeOnOffsets({ query }: TestDatabase, zone: string, instants: readonly string[]): Promise<boolean> {
  const rows = await query(
    `select instant, extract(epoch from (instant::timestamptz at time zone $1) - (instant::timestamptz at time zone 'UTC')) as seconds
    from unnest($2::text[]) as instant`,
    [zone, `{${instants.join(',')}}`],
  );
  const iana = IANAZone.create(zone);
  return rows.every(({ instant, seconds }) => iana.offset(Date.parse(String(instant))) * 60 === Number(seconds));
}

async function isOlderThanTable({ query }: TestDatabase): Promise<boolean> {
  const [row] = await query(`select current_setting('server_version_num') as version`);
  return Number(row?.version) < 180_000;
}

async function versions({ query }: TestDatabase): Promise<string> {
  const [row] = await query('select version()');
  return `zone database of Node ${process.versions.tz}, of ${row?.version}`;
}

interface Mismatch {
  readonly datetime: string;
  readonly ours: string;
  readonly postgres: string;
}

/** Abbreviations of the session's zone would go before those of the set, so the zone is UTC while values are read. */
async function mismatches({ query }: TestDatabase, datetimes: readonly string[]): Promise<readonly Mismatch[]> {
  const rows = await query(
    `with setting as materialized (select set_config('timezone', 'UTC', true))
    select datetime, to_char(datetime::timestamptz, 'YYYY-MM-DD"T"HH24:MI:SS.US') as instant
    from setting, unnest($1::text[]) as datetime`,
    [`{${datetimes.map((datetime) => JSON.stringify(datetime)).join(',')}}`],
  );
  return rows.flatMap(({ datetime, instant }) => {
    const read = readDatetime(String(datetime));
    const ours = read.ok ? read.value : read.message;
    const postgres = `${String(instant).replace(/\.?0*$/, '')}+00:00`;
    return ours === postgres ? [] : [{ datetime: String(datetime), ours, postgres }];
  });
}

function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): readonly T[] {
  return fc.sample(arbitrary, { seed: nextSeed++, numRuns });
}

/** `YYYY-MM-DD HH:MM[:SS[.FFF]]` with up to six digits, of an instant as though the zone were UTC. */
function localTime(instant: fc.Arbitrary<number>): fc.Arbitrary<string> {
  return fc
    .tuple(instant, fc.constantFrom(0, 1, 2), fc.stringMatching(/^\d{1,6}$/))
    .map(([when, precision, digits]) => {
      const [date, time = ''] = new Date(when).toISOString().slice(0, 19).split('T');
      return `${date} ${precision === 0 ? time.slice(0, 5) : precision === 1 ? time : `${time}.${digits}`}`;
    });
}

/** Local times within two hours of a transition of the zone; in a year without one, any. */
function nearTransition(zone: string): fc.Arbitrary<string> {
  const iana = IANAZone.create(zone);
  const instant = fc
    .tuple(fc.noBias(fc.integer({ min: since, max: until })), fc.integer({ min: -120, max: 120 }))
    .map(([start, minutes]) => {
      const transition = nextTransition(iana, start) ?? start;
      return transition + (iana.offset(transition) + minutes) * minute;
    });
  return localTime(instant);
}

function nextTransition(zone: IANAZone, start: number): number | null {
  const before = zone.offset(start);
  for (let low = start; low < start + 366 * day; low += 30 * day) {
    let high = low + 30 * day;
    if (zone.offset(high) === before) continue;
    let last = low;
    while (high - last > minute) {
      const middle = Math.floor((last + high) / 2);
      if (zone.offset(middle) === before) last = middle;
      else high = middle;
    }
    return Math.round(high / minute) * minute;
  }
  return null;
}

function casing(name: string): fc.Arbitrary<string> {
  return fc.constantFrom(name, name.toLowerCase(), name.toUpperCase());
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
