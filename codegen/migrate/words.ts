import type { DatabaseError } from '../../db/database_error.ts';
import { type Finding, findingText } from '../../db/migrate/ask.ts';
import type { Migrated, Stopped } from '../../db/migrate/migrate.ts';
import type { Migration } from '../../db/migrate/migration_folder.ts';
import type { MigrationState } from '../../db/migrate/migration_state.ts';
import type { Undone } from '../../db/migrate/undo.ts';
import { CommandError } from '../option/settings.ts';

/**
 * The migrations that were applied.
 * @throws CommandError when one was not applied; the message says why and what to do.
 */
export function appliedNames(migrated: Migrated): readonly string[] {
  switch (migrated.kind) {
    case 'done':
      return migrated.applied;
    case 'obstacle':
      throw new CommandError(migrated.reason);
    case 'refused':
      throw new CommandError(refusal(migrated.error));
    case 'unfit':
      throw new CommandError(
        `${migrated.migration} was not begun, because rows break it:${listed(migrated.findings)}\nChange these rows with the API or SQL, and run almanac migrate again.`,
      );
    case 'failed':
      throw new CommandError(
        `${stoppedText(migrated)}\nThe steps before it are done, and the service goes on. Remove the cause and run almanac migrate again: it continues with this step. Or undo the migration: almanac migrate --undo.`,
      );
  }
}

/**
 * The migration that was undone.
 * @throws CommandError when nothing was undone; the message says why and what to do.
 */
export function undoneMigration(undone: Undone): string {
  if ('ok' in undone) throw new CommandError(refusal(undone.error));
  switch (undone.kind) {
    case 'undone':
      return undone.migration;
    case 'nothing':
      throw new CommandError(
        undone.last === null
          ? 'no migration has stopped'
          : `no migration has stopped; ${undone.last} is applied completely. To take it back, change the definitions and make a new migration`,
      );
    case 'impossible':
      throw new CommandError(
        undone.step === null
          ? `${undone.migration} was begun by an earlier Almanac, which did not record how to undo its steps; run almanac migrate to finish it`
          : `the step "${undone.step}" of ${undone.migration} cannot be undone. Nothing was changed. Run almanac migrate to finish it, or restore a backup`,
      );
    case 'failed':
      throw new CommandError(
        `the undoing of ${stoppedText(undone)}\nThe steps behind it are undone, and the service goes on. Remove the cause and run almanac migrate --undo again: it continues with this step.`,
      );
  }
}

function stoppedText({ migration, step, error, findings }: Stopped): string {
  const detail = error.detail === null ? '' : `: ${error.detail}`;
  return `${migration} stopped at the step "${step}": ${error.message}${detail}${listed(findings)}`;
}

function listed(findings: readonly Finding[]): string {
  return findings.map((finding) => `\n  - ${findingText(finding)}`).join('');
}

/** The state of a migration in words. A migration that has stopped also has a line for each step. */
export function statusLines(state: MigrationState, list: readonly Migration[]): readonly string[] {
  const line = `${state.name}  ${stateText(state)}`;
  const steps = list.find(({ name }) => name === state.name)?.steps;
  if (state.state !== 'begun' || steps === undefined) return [line];
  const { stepsDone, refusal } = state;
  const stateOf = (at: number) => {
    if (at < stepsDone) return 'done';
    return at === stepsDone && refusal !== null ? 'stopped' : 'to do';
  };
  return [line, ...steps.map(({ title }, at) => `  ${at + 1}. ${stateOf(at)}: ${title}`)];
}

/** The state of a migration in one line. */
export function stateText(state: MigrationState): string {
  switch (state.state) {
    case 'applied':
      return `applied ${state.at}`;
    case 'begun': {
      const { stepsDone, steps, step, refusal: why, isBeingUndone } = state;
      const done = `${stepsDone} ${steps === null ? `${stepsDone === 1 ? 'step' : 'steps'} done, its file is gone` : `of ${steps} steps done`}`;
      if (isBeingUndone) return `half undone, ${done}`;
      return why === null ? `begun, ${done}` : `stopped, ${done}, at "${step}": ${why}`;
    }
    case 'pending':
      return 'pending';
    case 'changed':
      return state.step === null
        ? 'changed since it was applied'
        : `stopped, and changed in a step that is done: "${state.step}"`;
    case 'unknown':
      return `applied ${state.at}, its file is gone`;
    case 'late':
      return 'pending, though a later one is applied';
  }
}

export function refusal({ message, unavailable }: DatabaseError): string {
  return unavailable ? `the database does not answer: ${message}` : `the database refuses: ${message}`;
}
