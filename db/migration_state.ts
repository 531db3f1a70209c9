import { migrationAccount } from '../engine/schema/record_time.ts';
import type { Failure, Query } from './database.ts';
import type { Migration } from './migration_folder.ts';

/** A migration that a database knows. */
export interface Applied {
  readonly name: string;
  readonly checksum: string;
  readonly stepsDone: number;
  /** When its last step was done; null before. */
  readonly finishedAt: string | null;
  /** Checksum of the definitions that the tables were then of; null where further migrations followed at once. */
  readonly definitions: string | null;
}

/** How a database stands to a migration. */
export type MigrationState =
  | { readonly name: string; readonly state: 'applied'; readonly at: string }
  | { readonly name: string; readonly state: 'begun'; readonly stepsDone: number; readonly steps: number }
  | { readonly name: string; readonly state: 'pending' }
  /** The file is not what was applied. */
  | { readonly name: string; readonly state: 'changed' }
  /** Applied, and not in the folder. */
  | { readonly name: string; readonly state: 'unknown' }
  /** Not applied, though a later one is. */
  | { readonly name: string; readonly state: 'late' };

/** The migrations that a database knows; none where it has never seen one. */
export async function appliedMigrations(
  query: Query,
): Promise<{ readonly ok: true; readonly list: readonly Applied[] } | Failure> {
  const table = await query({ text: "select to_regclass('almanac.migration') as name", values: [] });
  if (!table.ok) return table;
  if (table.rows[0]?.name === null) return { ok: true, list: [] };
  const found = await query({
    text: "select name, checksum, steps_done, to_json(finished_at) #>> '{}' as finished_at, definitions from almanac.migration order by name",
    values: [],
  });
  if (!found.ok) return found;
  return {
    ok: true,
    list: found.rows.map((row) => ({
      name: row.name ?? '',
      checksum: row.checksum ?? '',
      stepsDone: Number(row.steps_done),
      finishedAt: row.finished_at ?? null,
      definitions: row.definitions ?? null,
    })),
  };
}

/** How a database stands to each migration of the folder and each that it knows itself, in their order. */
export function migrationStates(list: readonly Migration[], applied: readonly Applied[]): readonly MigrationState[] {
  const known = new Map(applied.map((each) => [each.name, each]));
  const last = applied.filter(({ finishedAt }) => finishedAt !== null).at(-1)?.name ?? '';
  const inFolder = list.map((migration): MigrationState => {
    const { name, steps } = migration;
    const found = known.get(name);
    if (found === undefined) return { name, state: name < last ? 'late' : 'pending' };
    if (found.checksum !== migration.checksum) return { name, state: 'changed' };
    if (found.finishedAt !== null) return { name, state: 'applied', at: found.finishedAt };
    return { name, state: 'begun', stepsDone: found.stepsDone, steps: steps.length };
  });
  const names = new Set(list.map(({ name }) => name));
  const unknown = applied
    .filter(({ name }) => !names.has(name))
    .map(({ name }): MigrationState => ({ name, state: 'unknown' }));
  return [...inFolder, ...unknown].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Those that are still to be done, whole or in part. */
export function pendingMigrations(list: readonly Migration[], states: readonly MigrationState[]): readonly Migration[] {
  const pending = new Set(
    states.filter(({ state }) => state === 'pending' || state === 'begun').map(({ name }) => name),
  );
  return list.filter(({ name }) => pending.has(name));
}

/** What stands against applying any migration, in words; null for nothing. */
export function obstacle(states: readonly MigrationState[]): string | null {
  for (const { name, state } of states) {
    switch (state) {
      case 'changed':
        return `${name} is not what was applied under this name; take the change back, and make a migration of its own for it`;
      case 'unknown':
        return `the database has ${name}, which is not in the folder; use the folder of the version that was here last`;
      case 'late':
        return `${name} comes before one that is applied; rename it to a time of now`;
    }
  }
  return null;
}

/** Makes sure that there is a place to keep account of migrations. */
export async function openAccount(query: Query): Promise<Failure | null> {
  for (const text of migrationAccount) {
    const made = await query({ text, values: [] });
    if (!made.ok) return made;
  }
  return null;
}

/** Notes migrations as applied whose effect the tables have already. */
export async function noteApplied(
  query: Query,
  list: readonly Migration[],
  definitions: string,
): Promise<Failure | null> {
  for (const { name, checksum, steps } of list) {
    const noted = await query({
      text: `insert into almanac.migration (name, checksum, steps_done, finished_at, definitions)
        values ($1, $2, $3, now(), $4)
        on conflict (name) do update
        set checksum = excluded.checksum, steps_done = excluded.steps_done, finished_at = now(), definitions = excluded.definitions`,
      values: [name, checksum, String(steps.length), definitions],
    });
    if (!noted.ok) return noted;
  }
  return null;
}

/**
 * Notes that tables, which a change of the definitions left as they were, are of other definitions now: where the last
 * migration led to those before, they still are what it made.
 */
export async function noteDefinitions(query: Query, before: string, now: string): Promise<Failure | null> {
  const applied = await appliedMigrations(query);
  if (!applied.ok) return applied;
  const last = applied.list.at(-1);
  if (last === undefined || last.definitions !== before) return null;
  const noted = await query({
    text: 'update almanac.migration set definitions = $2 where name = $1',
    values: [last.name, now],
  });
  return noted.ok ? null : noted;
}
