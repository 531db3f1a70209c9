import type { FileStep } from '../../engine/schema/migration/file/read.ts';
import type { Applied, StepNote } from './migration_account.ts';
import type { Migration } from './migration_folder.ts';

/** How a database stands to a migration. */
export type MigrationState =
  | { readonly name: string; readonly state: 'applied'; readonly at: string }
  | Begun
  | { readonly name: string; readonly state: 'pending' }
  /**
   * The file differs from what was applied. `step` is the step that was done differently, null if all of it was
   * applied.
   */
  | { readonly name: string; readonly state: 'changed'; readonly step: string | null }
  /** Applied, and its file is gone. */
  | { readonly name: string; readonly state: 'unknown'; readonly at: string }
  /** Not applied, though a later one is. */
  | { readonly name: string; readonly state: 'late' };

/** A migration that is neither finished nor undone: it is at work, or has stopped. */
interface Begun {
  readonly name: string;
  readonly state: 'begun';
  readonly stepsDone: number;
  /** Null where its file is gone. */
  readonly steps: number | null;
  /** The step that is to come; null where nobody knows it. */
  readonly step: string | null;
  /** What refused that step; null where nothing did. */
  readonly refusal: string | null;
  readonly isBeingUndone: boolean;
}

/** How a database stands to each migration of the folder and each that it knows itself, in their order. */
export function migrationStates(list: readonly Migration[], applied: readonly Applied[]): readonly MigrationState[] {
  const known = new Map(applied.map((each) => [each.name, each]));
  const last = applied.filter(({ finishedAt }) => finishedAt !== null).at(-1)?.name ?? '';
  const inFolder = list.map((migration): MigrationState => {
    const { name, steps } = migration;
    const found = known.get(name);
    if (found === undefined) return { name, state: name < last ? 'late' : 'pending' };
    const changed = changedStep(migration, found);
    if (changed !== undefined) return { name, state: 'changed', step: changed };
    if (found.finishedAt !== null) return { name, state: 'applied', at: found.finishedAt };
    return begun(found, steps);
  });
  const names = new Set(list.map(({ name }) => name));
  const gone = applied
    .filter(({ name }) => !names.has(name))
    .map((found): MigrationState => {
      const { name, finishedAt } = found;
      return finishedAt === null ? begun(found, null) : { name, state: 'unknown', at: finishedAt };
    });
  return [...inFolder, ...gone].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The done step that differs in the file, null for the file as a whole; undefined for no difference. */
function changedStep({ checksum, steps }: Migration, found: Applied): string | null | undefined {
  if (found.checksum === checksum) return undefined;
  // An earlier Almanac has noted no steps.
  if (found.finishedAt !== null || found.steps.length === 0) return found.stepsDone === 0 ? undefined : null;
  const other = found.steps.find(
    ({ number, doneAt, checksum: done }) => doneAt !== null && steps[number - 1]?.checksum !== done,
  );
  return other?.title;
}

function begun({ name, stepsDone, steps: notes }: Applied, steps: readonly FileStep[] | null): Begun {
  const next = notes.find(({ number }) => number === stepsDone + 1);
  return {
    name,
    state: 'begun',
    stepsDone,
    steps: steps?.length ?? null,
    step: steps?.[stepsDone]?.title ?? next?.title ?? null,
    refusal: next?.refusal ?? null,
    isBeingUndone: isBeingUndone(stepsDone, notes),
  };
}

/** Whether steps that were done have been taken back: the others are to follow. */
function isBeingUndone(stepsDone: number, notes: readonly StepNote[]): boolean {
  return notes.some(({ number, doneAt }) => number > stepsDone && doneAt !== null);
}

/** The migrations that are not applied, or not completely. */
export function pendingMigrations(list: readonly Migration[], states: readonly MigrationState[]): readonly Migration[] {
  const pending = new Set(
    states.filter(({ state }) => state === 'pending' || state === 'begun').map(({ name }) => name),
  );
  return list.filter(({ name }) => pending.has(name));
}

/** What prevents any migration, in words; null for nothing. */
export function obstacle(states: readonly MigrationState[]): string | null {
  for (const each of states) {
    const { name } = each;
    switch (each.state) {
      case 'changed':
        return each.step === null
          ? `${name} is not what was applied under this name; take the change back, and make a migration of its own for it`
          : `${name} has stopped, and its step "${each.step}" is not what was done; take that change back, or run almanac migrate --undo`;
      case 'unknown':
        return `the database has ${name}, which is not in the folder; use the folder of the version that was here last`;
      case 'late':
        return `${name} comes before one that is applied; rename it to a time of now`;
      case 'begun':
        if (each.isBeingUndone) return `${name} is being undone; run almanac migrate --undo, which goes on with it`;
        if (each.steps === null) {
          return `${name} has stopped, and its file is gone; restore the file, or run almanac migrate --undo`;
        }
    }
  }
  return null;
}
