import type { FileStep } from '../../engine/schema/migration/file/read.ts';
import { runText } from '../../engine/schema/migration/run.ts';
import { migrationAccount } from '../../engine/schema/record_time.ts';
import type { Failure, Outcome, Query } from '../statement.ts';
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
  /** Of one that is not finished: its steps up to the one that is to come, as they were when they were run. */
  readonly steps: readonly StepNote[];
}

/** What is kept of a step until its migration is finished. */
export interface StepNote {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly runs: string;
  readonly checksum: string;
  /** The SQL that takes it back, empty for nothing; null where it cannot be taken back. */
  readonly undo: string | null;
  /** Null for one that was begun, or refused. */
  readonly doneAt: string | null;
  readonly refusal: string | null;
}

/** Makes sure that there is a place to keep account of migrations. */
export async function openAccount(query: Query): Promise<Failure | null> {
  for (const { create: text } of migrationAccount) {
    const made = await query({ text, values: [] });
    if (!made.ok) return made;
  }
  return null;
}

/** The migrations that a database knows; none where it has never seen one. */
export async function appliedMigrations(
  query: Query,
): Promise<{ readonly ok: true; readonly list: readonly Applied[] } | Failure> {
  const tables = await query({
    text: "select to_regclass('almanac.migration') as migration, to_regclass('almanac.migration_step') as step",
    values: [],
  });
  if (!tables.ok) return tables;
  const [found] = tables.rows;
  if (found?.migration === null) return { ok: true, list: [] };
  // Tables that an earlier Almanac made have no account of steps.
  const steps =
    found?.step === null
      ? 'null'
      : `(select json_agg(json_build_object('number', number, 'title', title, 'runs', runs, 'checksum', step.checksum, 'undo', undo,
          'doneAt', done_at, 'refusal', refusal) order by number) from almanac.migration_step as step where step.migration = migration.name)`;
  const list = await query({
    text: `select name, checksum, steps_done, to_json(finished_at) #>> '{}' as finished_at, definitions, ${steps} as steps
      from almanac.migration order by name`,
    values: [],
  });
  if (!list.ok) return list;
  return {
    ok: true,
    list: list.rows.map((row) => ({
      name: row.name ?? '',
      checksum: row.checksum ?? '',
      stepsDone: Number(row.steps_done),
      finishedAt: row.finished_at ?? null,
      definitions: row.definitions ?? null,
      steps: JSON.parse(row.steps ?? '[]') as readonly StepNote[],
    })),
  };
}

/** Notes that a migration is at work. */
export function noteBegun(query: Query, { name, checksum }: Migration): Promise<Outcome> {
  return query({
    text: 'insert into almanac.migration (name, checksum) values ($1, $2) on conflict (name) do nothing',
    values: [name, checksum],
  });
}

/** A step of a migration. */
export interface NumberedStep {
  readonly migration: Migration;
  /** From 1. */
  readonly number: number;
  readonly step: FileStep;
}

/** Notes a step: that it is begun or was refused, and so not done, or that it is done. */
export async function noteStep(
  query: Query,
  { migration, number, step }: NumberedStep,
  { done, refusal = null }: { readonly done: boolean; readonly refusal?: string | null },
): Promise<Outcome> {
  const noted = await query({
    text: `insert into almanac.migration_step as step (migration, number, title, runs, checksum, undo, done_at, refusal)
      values ($1, $2, $3, $4, $5, $6, case when $7::boolean then clock_timestamp() end, $8)
      on conflict (migration, number) do update
      set title = excluded.title, runs = excluded.runs, checksum = excluded.checksum, undo = excluded.undo,
        done_at = excluded.done_at, refusal = excluded.refusal`,
    values: [
      migration.name,
      String(number),
      step.title,
      runText(step.runs),
      step.checksum,
      step.undo,
      String(done),
      refusal,
    ],
  });
  if (!noted.ok || !done) return noted;
  if (number < migration.steps.length) {
    return query({
      text: 'update almanac.migration set steps_done = $2 where name = $1',
      values: [migration.name, String(number)],
    });
  }
  const finished = await query({
    text: 'update almanac.migration set steps_done = $2, checksum = $3, finished_at = clock_timestamp() where name = $1',
    values: [migration.name, String(number), migration.checksum],
  });
  return finished.ok ? forgetSteps(query, migration.name) : finished;
}

/** Notes that a step is undone. The notes stay until all are: a migration is undone whole. */
export function noteUndone(query: Query, name: string, number: number): Promise<Outcome> {
  return query({
    text: 'update almanac.migration set steps_done = $2 where name = $1',
    values: [name, String(number - 1)],
  });
}

/** Forgets a migration whose steps are all undone. */
export async function forgetMigration(query: Query, name: string): Promise<Outcome> {
  const forgotten = await forgetSteps(query, name);
  return forgotten.ok ? query({ text: 'delete from almanac.migration where name = $1', values: [name] }) : forgotten;
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
    const forgotten = await forgetSteps(query, name);
    if (!forgotten.ok) return forgotten;
  }
  return null;
}

/**
 * Records that unchanged tables belong to other definitions now. If the last migration led to the former definitions,
 * its tables still count as unchanged.
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

function forgetSteps(query: Query, name: string): Promise<Outcome> {
  return query({ text: 'delete from almanac.migration_step where migration = $1', values: [name] });
}
