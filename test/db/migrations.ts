import { createHash } from 'node:crypto';
import type { Observer } from '../../db/migrate/migrate.ts';
import type { Migration, Migrations } from '../../db/migrate/migration_folder.ts';
import type { Model } from '../../engine/model/model.ts';
import { migrationText } from '../../engine/schema/migration/file/file.ts';
import { readMigration } from '../../engine/schema/migration/file/read.ts';
import { firstPlan, migrationPlan } from '../../engine/schema/migration/plan.ts';
import type { FileRun } from '../../engine/schema/migration/run.ts';

/** A migration of this text, as if it lay in a folder. */
export function migrationOf(name: string, text: string): Migration {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex'), steps: readMigration(text) };
}

/** The migration from one model to another, or from nothing, through its text. */
export function migrationBetween(name: string, from: Model | null, to: Model): Migration {
  const plan = from === null ? firstPlan(to) : migrationPlan(from, to);
  if (!plan.ok) throw new Error(plan.refusals.join('; '));
  return migrationOf(name, migrationText(name, plan.steps));
}

/** These migrations, and definitions that nobody looks into. */
export function migrationsOf(...list: readonly Migration[]): Migrations {
  return { list, definitions: new Map([['service.yaml', Buffer.from('service: Test\n')]]) };
}

/** Notes the steps, each as `<migration> <number>`, and how often one had to wait for a lock. */
export function notingObserver(): Observer & { readonly steps: string[]; readonly undone: string[]; waits: number } {
  const observer = {
    steps: [] as string[],
    waits: 0,
    step: ({ name }: Migration, at: number) => {
      observer.steps.push(`${name} ${at + 1}`);
    },
    undone: [] as string[],
    undo: (name: string, number: number) => {
      observer.undone.push(`${name} ${number}`);
    },
    locked: () => {},
    progress: () => {},
    waiting: () => {
      observer.waits += 1;
    },
  };
  return observer;
}

const failing = {
  transaction: 'select 1 / 0;',
  alone: 'create index concurrently never on public.never (id)',
} as const;

/** The migration with another step in the place of one: to stop there. */
export function stoppingAt(migration: Migration, at: number): Migration {
  const steps = migration.steps.map((step, index) =>
    index === at ? { ...step, runs: failingRun(step.runs), checksum: 'stops' } : step,
  );
  return { ...migration, checksum: `stops at ${at}`, steps };
}

function failingRun(runs: FileRun): FileRun {
  return runs.kind === 'alone'
    ? { ...runs, statements: [failing.alone] }
    : { kind: 'transaction', script: failing.transaction };
}
