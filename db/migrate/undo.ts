import { readRun } from '../../engine/schema/migration/run.ts';
import { statementsIn } from '../../engine/sql/script.ts';
import type { Database } from '../database.ts';
import type { Failure, Success } from '../statement.ts';
import { asMigrator, type Observer, type Stopped } from './migrate.ts';
import { type Applied, appliedMigrations, forgetMigration, noteUndone, type StepNote } from './migration_account.ts';
import type { Migrations } from './migration_folder.ts';
import type { StepObserver, Worker } from './migration_step.ts';
import { oneByOne, patiently } from './patience.ts';

/** What came of an attempt to undo a migration that has stopped. */
export type Undone =
  /** The tables are as they were before it. */
  | { readonly kind: 'undone'; readonly migration: string; readonly steps: number }
  /** No migration has stopped. */
  | { readonly kind: 'nothing'; readonly last: string | null }
  /** Nothing was tried: a step has lost something, or nobody knows how it is taken back. */
  | { readonly kind: 'impossible'; readonly migration: string; readonly step: string | null }
  /** The steps behind the one that failed are taken back; the next attempt begins with it. */
  | Stopped
  | Failure;

/** Takes back the steps of a migration that has stopped, the last one first. */
export async function undo(database: Database, migrations: Migrations, observer: Observer): Promise<Undone> {
  return asMigrator(database, observer, async (worker): Promise<Undone> => {
    const applied = await appliedMigrations(worker.session.query);
    if (!applied.ok) return applied;
    const begun = applied.list.find(({ finishedAt }) => finishedAt === null);
    if (begun === undefined) return { kind: 'nothing', last: applied.list.at(-1)?.name ?? null };
    return undoMigration(worker, begun, waysBack(begun, migrations), observer);
  });
}

/** A step that was done or begun, with how it is taken back. */
type WayBack = StepNote;

/** What the file says of how a step is undone may be better than when it was done; of another step it says nothing. */
function waysBack({ name, steps }: Applied, { list }: Migrations): readonly WayBack[] {
  const file = list.find((migration) => migration.name === name);
  return steps.map((note) => {
    const step = file?.steps[note.number - 1];
    return step?.checksum === note.checksum ? { ...note, undo: step.undo } : note;
  });
}

async function undoMigration(
  { session, isHeld }: Worker,
  { name, stepsDone }: Applied,
  notes: readonly WayBack[],
  observer: Observer,
): Promise<Undone> {
  const done = notes.filter(({ number }) => number <= stepsDone);
  if (done.length < stepsDone) return { kind: 'impossible', migration: name, step: null };
  const impossible = done.findLast(({ undo }) => undo === null);
  if (impossible !== undefined) return { kind: 'impossible', migration: name, step: impossible.title };
  // What was begun outside of one transaction may be there in part.
  const begun = notes.filter(
    ({ number, runs, doneAt }) => number === stepsDone + 1 && doneAt === null && readRun(runs)?.kind !== 'transaction',
  );
  for (const note of [...begun, ...done.toReversed()]) {
    const held = await isHeld();
    if (!held.ok) return held;
    observer.undo(name, note.number, note.title);
    const undone = await undoStep({ session, isHeld }, name, note, observer);
    if (undone.ok) continue;
    if (undone.error.unavailable) return undone;
    return { kind: 'failed', migration: name, step: note.title, error: undone.error, findings: [] };
  }
  const forgotten = await session.transaction((query) => forgetMigration(query, name));
  return forgotten.ok ? { kind: 'undone', migration: name, steps: done.length } : forgotten;
}

/** Takes back a step and notes it: in one transaction where the step ran in one. */
async function undoStep(
  { session }: Worker,
  name: string,
  { number, runs, undo, doneAt }: WayBack,
  observer: StepObserver,
): Promise<Success | Failure> {
  const text = undo ?? '';
  if (text === '') return noteUndone(session.query, name, number);
  if (!isAlone(runs)) {
    return patiently(session, observer.waiting, async (query) => {
      const undone = await query({ text, values: [] });
      return undone.ok && doneAt !== null ? noteUndone(query, name, number) : undone;
    });
  }
  const undone = await oneByOne(session.query, statementsIn(text));
  return undone.ok && doneAt !== null ? noteUndone(session.query, name, number) : undone;
}

function isAlone(runs: string): boolean {
  return readRun(runs)?.kind === 'alone';
}
