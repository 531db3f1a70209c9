import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model, Table } from '../../../engine/model/model.ts';
import { recordedFields } from '../../../engine/transfer/import/recorded_columns.ts';
import { processorTime, processorTimeOf } from '../../processor_time.ts';
import { lookForNotices, script } from '../data.ts';
import { register, registerMigrations } from '../register.ts';

// A data set that is so many times as large: what it has is written to files again and again, each time as other rows, and
// `almanac import --as-recorded` loads them.

interface Ground {
  readonly model: Model;
  readonly url: string;
  /** The folder of PostgreSQL's data. */
  readonly data: string;
  /** How many units there are. */
  readonly units: number;
  readonly times: number;
}

/** The digits behind 7070575, whose own sum is 79, weighed for the check digit: 3, 1, 3 and so on from the last one. */
const digitSum = [3, 1, 3, 1, 3, 1, 3, 1].map((weight, at) => `row_id / ${10 ** at} % 10 * ${weight}`).join(' + ');

/** Tables that grow, each behind those that it refers to, with columns that differ from one copy of a row to the next. */
const grown: Readonly<Record<string, Readonly<Record<string, (units: number) => string>>>> = {
  accounting_point: {
    business_id: () => `'7070575' || lpad(row_id::text, 10, '0') || (10 - (79 + ${digitSum}) % 10) % 10`,
    postal_code: (units) => `lpad((v.postal_code::integer + part * ${units / 100})::text, 4, '0')`,
  },
  controllable_unit: {
    business_id: () => 'md5(part || v.business_id::text)::uuid',
    accounting_point_id: (units) => `v.accounting_point_id + part * ${units}`,
  },
  technical_resource: { controllable_unit_id: (units) => `v.controllable_unit_id + part * ${units}` },
  controllable_unit_service_provider: { controllable_unit_id: (units) => `v.controllable_unit_id + part * ${units}` },
};

/** Makes the data of a database so many times as large, and tells what each import took. */
export async function grow(ground: Ground, progress: (text: string) => void): Promise<readonly object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  chmodSync(folder, 0o777); // PostgreSQL writes the files, and may run as another user.
  try {
    await script(ground.url, makeIdentities);
    const imports: object[] = [];
    for (const name of Object.keys(grown)) {
      const file = join(folder, `${name}.csv`);
      progress(`writing ${file}`);
      await script(ground.url, `copy (${copiesOf(ground, name)}) to '${file}' (format csv, header)`);
      progress(`importing ${file}`);
      imports.push(await load(ground, name, file));
      await rm(file);
    }
    progress('vacuum, and the first look for notices');
    await script(ground.url, 'vacuum analyze');
    await script(ground.url, lookForNotices);
    await script(ground.url, 'checkpoint');
    return imports;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Those who recorded the rows. Without triggers, as the rows themselves were made. */
const makeIdentities = `set session_replication_role = replica;
  insert into identity (id, subject, recorded_at, recorded_by, row_version, recorded_in)
  select n, 'identity ' || n, timestamptz '2024-01-01 00:00Z', 0, 1000 + n, pg_current_xact_id()
  from generate_series(1, 50) as n
  on conflict do nothing`;

/** All versions of all rows of a table, as other rows: by the columns that an import takes. */
function copiesOf({ model, units, times }: Ground, name: string): string {
  const { table, source } = sourceOf(model, name);
  const stored = recordedFields(source);
  const fields = stored.map((field) => field.name);
  const isHistory = source !== table;
  const fixed: Readonly<Record<string, string>> = isHistory
    ? { id: 'row_version', [`${name}_id`]: 'id', replaced_at: 'null::timestamptz', replaced_by: 'null::bigint' }
    : {};
  const current = `select ${fields.map((field) => `${fixed[field] ?? field} as "${field}"`)} from ${name}`;
  const former = `select ${fields.map((field) => `"${field}"`)} from ${table.history}`;
  const row = isHistory ? `v.${name}_id` : 'v.id';
  const shown: Readonly<Record<string, string>> = {
    ...(isHistory && { id: `v.id + part * (select max(row_version) from ${name})`, [`${name}_id`]: 'row_id' }),
    ...(!isHistory && { id: 'row_id' }),
    ...Object.fromEntries(Object.entries(grown[name] ?? {}).map(([field, of]) => [field, of(units)])),
  };
  const written = stored.map(({ name: field, type }) => {
    const value = shown[field] ?? `v."${field}"`;
    return `${type.kind === 'datetime' ? instantText(value) : value} as "${field}"`;
  });
  return `select ${written}
    from (${isHistory ? `${current} union all ${former}` : current}) as v
    cross join generate_series(1, ${times - 1}) as part
    cross join (select max(id) as most from ${name}) as ids
    cross join lateral (select ${row} + part * most as row_id) as moved
    order by part, v.id`;
}

/** As requests and files have it. */
function instantText(value: string): string {
  return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USZ')`;
}

/** A table, and the resource whose rows are all of its versions. */
function sourceOf(model: Model, name: string) {
  const table = model.resources.get(name) as Table;
  const source = table.history === null ? undefined : model.resources.get(table.history);
  return { table, source: source ?? table };
}

async function load({ model, url, data }: Ground, name: string, file: string): Promise<object> {
  const resource = sourceOf(model, name).source.name;
  const [begin, before] = [performance.now(), processorTime(data)];
  const program = spawn(process.execPath, ['codegen/bin.js', 'import', resource, file, '--as-recorded', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: url,
      ALMANAC_RESOURCES: register,
      ALMANAC_MIGRATIONS: registerMigrations,
    },
  });
  let [memory, taken] = [0, 0];
  const watch = setInterval(() => {
    memory = Math.max(memory, peakBytes(program.pid ?? 0));
    taken = Math.max(taken, processorTimeOf(program.pid ?? 0));
  }, 200);
  const pieces: Buffer[] = [];
  program.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  const [code] = await once(program, 'close');
  clearInterval(watch);
  if (code !== 0) throw new Error(`the import of ${resource} ended with ${code}`);
  const seconds = (performance.now() - begin) / 1000;
  const { rows } = JSON.parse(Buffer.concat(pieces).toString()) as { readonly rows: number };
  const each = (milliseconds: number) => ((milliseconds * 1000) / rows).toFixed(0);
  return {
    resource,
    rows,
    'MiB of the file': Math.round(statSync(file).size / 2 ** 20),
    seconds: seconds.toFixed(0),
    'rows a second': Math.round(rows / seconds),
    'µs of a row': `${each(taken)} + ${each(processorTime(data) - before)}`,
    'MiB at most': Math.round(memory / 2 ** 20),
  };
}

/** Of Linux: the most memory that a process has had. */
function peakBytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0; // It has ended meanwhile.
  }
}
