import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { connect, type Database } from '../../db/database.ts';
import { type Embedded, startEmbedded } from '../../db/embedded/embedded.ts';
import type { Migrations } from '../../db/migrate/migration_folder.ts';
import type { Query } from '../../db/statement.ts';
import type { Model } from '../../engine/model/model.ts';
import { runMigrations } from './migration.ts';
import { openRegister } from './register.ts';

// The data set of the benchmarks, in databases of an embedded PostgreSQL of their own, which flushes each commit to disk.

/** How many accounting points, and as many units, a data set has. All else grows with them. */
export const fullSize = 100_000;

export const parties = 1000;
/** Who asks, and the party that it acts for. */
export const caller = { identity: 7, party: 5 } as const;
/** The points that share a postal code. */
export const pointsOfCode = 100;
/** Entries on the timeline of each unit; the last one is open. */
export const entriesOfUnit = 4;

export interface Bench {
  readonly model: Model;
  readonly server: Embedded;
  /** Where the server has its data. */
  readonly data: string;
  /** The URL of a database with the data, to be changed at will: a copy of what is kept. Of such a name, the last. */
  copy(units: number, name: string): Promise<string>;
  /** The folder that the server is in. */
  readonly folder: string;
  /** The URL of one of its databases. */
  url(name: string): string;
  /** Starts PostgreSQL anew, with settings of its own, after what can be done while it is stopped. */
  restart(settings: Readonly<Record<string, string>>, meanwhile?: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens the server of the benchmarks, under .data in the working directory, where data sets are kept from run to run. */
export async function openBench(progress: (text: string) => void): Promise<Bench> {
  const { model, migrations } = await openRegister();
  const folder = join('.data', 'bench');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // For root, the server runs as another user.
  let server = await startEmbedded(folder, { durable: true });
  return {
    model,
    get server() {
      return server;
    },
    folder,
    data: realpathSync(join(folder, 'postgresql', 'data')),
    url: (name) => urlOf(server.socketUrl, name),
    copy: async (units, name) => {
      const kept = await keep(server.url, migrations, units, progress);
      await script(server.url, `drop database if exists ${name} with (force)`);
      await script(server.url, `create database ${name} template ${kept} strategy file_copy`);
      return urlOf(server.socketUrl, name);
    },
    restart: async (settings, meanwhile = () => {}) => {
      for (const [name, value] of Object.entries(settings))
        await script(server.url, `alter system set ${name} = '${value}'`);
      await server.stop();
      meanwhile();
      server = await startEmbedded(folder, { durable: true });
    },
    close: async () => {
      await script(server.url, 'alter system reset all');
      await server.stop();
    },
  };
}

/** The name of the database that has the data in tables as the migration makes them. It is made where it is not there yet. */
async function keep(
  url: string,
  migrations: Migrations,
  units: number,
  progress: (text: string) => void,
): Promise<string> {
  const steps = stepsOf(units);
  const text = [...migrations.list.map((migration) => migration.text), ...steps.map(({ sql }) => sql)].join('\n');
  const name = `data_${units}_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  const admin = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    const older = await rows(
      admin.query,
      `select datname as name from pg_database where datname like 'data\\_${units}\\_%'`,
    );
    if (older.some((row) => row.name === name)) return name;
    for (const row of older) await admin.script(`drop database ${row.name} with (force)`);
    progress(`making the data set of ${units} units, which is kept for the next time`);
    await admin.script(`drop database if exists unfinished with (force)`);
    await admin.script('create database unfinished');
    const database = await connect(urlOf(url, 'unfinished'), { maximumConnections: 1, statementTimeoutSeconds: 0 });
    try {
      await runMigrations(database, migrations);
      const bar = new SingleBar({ format: '  [{bar}] {percentage} %  {step}', noTTYOutput: false });
      bar.start(steps.length, 0, { step: '' });
      await fill(database, steps, (done, step) => bar.update(done, { step }));
      bar.stop();
    } finally {
      await database.close();
    }
    await admin.script(`alter database unfinished rename to ${name}`);
    return name;
  } finally {
    await admin.close();
  }
}

/** Fills the tables of the register, which are empty, with the data of so many units. */
export async function fillTables(database: Pick<Database, 'session'>, units: number): Promise<void> {
  await fill(database, stepsOf(units), () => {});
}

async function fill(
  database: Pick<Database, 'session'>,
  steps: readonly Step[],
  progress: (done: number, step: string) => void,
): Promise<void> {
  const done = await database.session(async ({ query }) => {
    // Rows are made as the triggers would have made them, only sooner.
    await rows(query, 'set session_replication_role = replica');
    await rows(query, "set maintenance_work_mem = '256MB'");
    for (const [at, { title, sql }] of steps.entries()) {
      progress(at, title);
      await rows(query, sql);
    }
    return null;
  });
  progress(steps.length, '');
  if (done !== null) throw new Error(done.error.message);
}

interface Step {
  readonly title: string;
  readonly sql: string;
}

const chunks = 10;

/** What fills the tables: each unit, point and entry with its versions, in chunks of units. */
function stepsOf(units: number): readonly Step[] {
  const chunked = (title: string, sql: (from: number, to: number) => string): readonly Step[] =>
    Array.from({ length: chunks }, (_, chunk) => ({
      title,
      sql: sql((units * chunk) / chunks + 1, (units * (chunk + 1)) / chunks),
    }));
  const once = (title: string, sql: string): Step => ({ title, sql });
  return [
    once('parties', ofParties),
    once('the identity', ofIdentity),
    once('areas', ofAreas),
    ...chunked('accounting points', (from, to) => ofPoints(from, to, units / pointsOfCode)),
    ...chunked('controllable units', ofUnits),
    ...chunked('technical resources', ofResources),
    ...chunked('service providers', ofEntries),
    ...chunked('notifications', ofNotifications),
    ...chunked('versions of accounting points', ofPointVersions),
    ...chunked('versions of controllable units', ofUnitVersions),
    ...chunked('versions of service providers', ofEntryVersions),
    ...tables.map((table) => once('sequences', sequencesOf(table))),
    once('statistics', 'vacuum analyze'),
    // Otherwise the services would do so, while they are measured.
    once('the first look for notices', lookForNotices),
    once('checkpoint', 'checkpoint'),
  ];
}

export const lookForNotices = 'do $$ begin while almanac.compute_notices(10000) > 0 loop end loop; end $$';

const tables = [
  'party',
  'identity',
  'bidding_zone',
  'metering_grid_area',
  'accounting_point',
  'controllable_unit',
  'technical_resource',
  'controllable_unit_service_provider',
  'notification',
];

function sequencesOf(table: string): string {
  return `select setval(pg_get_serial_sequence('public.${table}', 'id'), max(id)),
    setval('public.${table}_row_version_seq', max(row_version)) from public.${table}`;
}

/**
 * When the version was recorded that has so many before it, as an instant of SQL. The rows are spread over time, so that
 * as of an instant some are as they are now, and others as they were.
 */
function recorded(version: string, n: string): string {
  return `timestamptz '2024-01-01 00:00Z' + (${version}) * interval '180 days' - (${n}) % 3 * interval '120 days' + (${n}) * interval '1 second'`;
}

const ofParties = `insert into party (id, name, business_id_type, business_id, type, status, email, recorded_at, recorded_by, row_version, recorded_in)
  select n, 'Party ' || n, 'uuid', gen_random_uuid(),
    (array['system_operator', 'service_provider', 'end_user', 'balance_responsible_party', 'energy_supplier'])[1 + n % 5],
    'active', 'party' || n || '@example.org', ${recorded('0', 'n')}, 0, n, pg_current_xact_id()
  from generate_series(1, ${parties}) as n`;

const ofIdentity = `insert into identity (id, subject, party_id, recorded_at, recorded_by, row_version, recorded_in)
  values (${caller.identity}, 'who asks', ${caller.party}, ${recorded('0', '1')}, 0, 1, pg_current_xact_id())`;

const ofAreas = `with zone as (
    insert into bidding_zone (id, business_id, code, name, recorded_at, recorded_by, row_version, recorded_in)
    select n, 'zone ' || n, 'NO' || n, 'Zone ' || n, ${recorded('0', 'n')}, 0, n, pg_current_xact_id()
    from generate_series(1, 5) as n
  )
  insert into metering_grid_area (id, business_id, name, bidding_zone_id, system_operator_id, recorded_at, recorded_by, row_version, recorded_in)
  select n, 'area ' || n, 'Area ' || n, 1 + n % 5, 5 + n * 5 % ${parties}, ${recorded('0', 'n')}, 0, n, pg_current_xact_id()
  from generate_series(1, 100) as n`;

// Of points and units, three versions each: two of them are history.
const ofPoints = (from: number, to: number, codes: number) => `insert into accounting_point
    (id, business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id,
    balance_responsible_party_id, street_address, postal_code, city, recorded_at, recorded_by, row_version, recorded_in)
  select n, '7070575' || lpad(n::text, 11, '0'), 1 + n % 100, 1 + n % 5, 5 + n * 5 % ${parties}, 2 + n * 5 % ${parties - 5},
    4 + n * 5 % ${parties - 5}, 3 + n * 5 % ${parties - 5}, 'Storgata ' || n, lpad((n * 7 % ${codes})::text, 4, '0'), 'Solbyen',
    ${recorded('2', 'n')}, 1 + n % 50, 3 * n, pg_current_xact_id()
  from generate_series(${from}, ${to}) as n`;

const ofUnits = (from: number, to: number) => `insert into controllable_unit
    (id, business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration,
    recovery_duration, ramp_rate, accounting_point_id, grid_validation_status, validated_at, recorded_at, recorded_by, row_version, recorded_in)
  select n, gen_random_uuid(), 'Varmepumpe, Storgata ' || n, (array['new', 'active', 'inactive', 'terminated'])[1 + n % 4],
    date '2024-03-01' + n % 365, (array['up', 'down', 'both'])[1 + n % 3], (n % 5000)::numeric / 10, 900, 14400, 3600, 5, n,
    'validated', timestamptz '2024-02-20 09:30Z', ${recorded('2', 'n')}, 1 + n % 50, 3 * n, pg_current_xact_id()
  from generate_series(${from}, ${to}) as n`;

const ofResources = (from: number, to: number) => `insert into technical_resource
    (id, controllable_unit_id, name, category, technology, maximum_active_power, make, model, recorded_at, recorded_by, row_version, recorded_in)
  select n, n, 'Varmepumpe ' || n, 'consumption', 'heat_pump', (n % 5000)::numeric / 10, 'Nordvarme', 'NV 20',
    ${recorded('0', 'n')}, 1 + n % 50, n, pg_current_xact_id()
  from generate_series(${from}, ${to}) as n`;

const entryId = `${entriesOfUnit} * (n - 1) + place`;
const provider = `1 + (n * 5 + place * 5) % ${parties}`;
const bounds = `make_timestamptz(2020 + place, 1, 1, 0, 0, 0, 'UTC'),
    case when place < ${entriesOfUnit} then make_timestamptz(2021 + place, 1, 1, 0, 0, 0, 'UTC') end`;

const ofEntries = (from: number, to: number) => `insert into controllable_unit_service_provider
    (id, controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to, recorded_at, recorded_by, row_version, recorded_in)
  select ${entryId}, n, ${provider}, 'FLEX-' || ${entryId}, ${bounds},
    ${recorded('2', 'n')}, 1 + n % 50, 3 * (${entryId}), pg_current_xact_id()
  from generate_series(${from}, ${to}) as n, generate_series(1, ${entriesOfUnit}) as place`;

const ofNotifications = (from: number, to: number) => `insert into notification
    (id, acknowledged, event_id, party_id, recorded_at, recorded_by, row_version, recorded_in)
  select n, false, n, ${caller.party}, ${recorded('0', 'n')}, 0, n, pg_current_xact_id()
  from generate_series(${from}, ${to}) as n`;

/** Earlier versions of rows: their columns are those of the row, but for the ones that keep the record. */
function versionsOf(table: string, columns: string, from: number, to: number, versions: string): string {
  return `insert into ${table}_history (id, ${table}_id, ${columns}, recorded_at, recorded_by, replaced_at, replaced_by)
  select row_version - 2 + version, id, ${columns}, recorded_at - (2 - version) * interval '180 days', recorded_by,
    recorded_at - (1 - version) * interval '180 days', recorded_by
  from ${table}, generate_series(0, 1) as version where ${table}.id between ${from} and ${to} and ${versions}`;
}

const ofPointVersions = (from: number, to: number) =>
  versionsOf(
    'accounting_point',
    'business_id, metering_grid_area_id, bidding_zone_id, system_operator_id, end_user_id, energy_supplier_id, balance_responsible_party_id, street_address, postal_code, city',
    from,
    to,
    'true',
  );

const ofUnitVersions = (from: number, to: number) =>
  versionsOf(
    'controllable_unit',
    'business_id, name, status, start_date, regulation_direction, maximum_active_power, minimum_duration, maximum_duration, recovery_duration, ramp_rate, accounting_point_id, grid_validation_status, validated_at',
    from,
    to,
    'true',
  );

// One or two earlier versions: with the current ones, ten to a unit.
const ofEntryVersions = (from: number, to: number) =>
  versionsOf(
    'controllable_unit_service_provider',
    'controllable_unit_id, service_provider_id, contract_reference, valid_from, valid_to',
    entriesOfUnit * (from - 1) + 1,
    entriesOfUnit * to,
    '(version = 1 or controllable_unit_service_provider.id % 2 = 0)',
  );

export async function rows(query: Query, text: string, values: readonly (string | null)[] = []) {
  const outcome = await query({ text, values });
  if (!outcome.ok) throw new Error(`${outcome.error.message} in ${text.slice(0, 200)}`);
  return outcome.rows;
}

export async function script(url: string, text: string): Promise<void> {
  const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
  try {
    await database.script(text);
  } finally {
    await database.close();
  }
}

/** The URL of another database of a server. */
export function urlOf(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
