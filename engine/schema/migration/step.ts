import type { Run } from './run.ts';

/** One step of a migration: it is done, or it is not. */
export interface Step {
  /** What it does, in words. */
  readonly title: string;
  readonly runs: Run;
  readonly statements: readonly string[];
  /** The same for a database that nobody else uses: all rows at once, and indexes under a lock. Null where they are the same. */
  readonly atOnce: readonly string[] | null;
  /** What others have to wait for, and how long. */
  readonly locks: string;
  /** What it reads or writes of the tables. */
  readonly work: string;
  /** What is gone for good afterwards; null for nothing. */
  readonly loses: string | null;
  /** Where that is, on the tables as they are before the migration. */
  readonly lost: readonly Loss[];
  /** What the rows may break. */
  readonly asks: readonly Question[];
  /** The statements that take it back, none where nothing is left to take back; null where it cannot be taken back. */
  readonly undo: readonly string[] | null;
}

/** The rows of a table that lose something: all of them, or the rows for which a condition holds. */
export interface Loss {
  readonly table: string;
  readonly where: string;
}

/** Rows that break a step. A migration asks for all of them before its first step. */
export interface Question {
  /** The words before their number: "rows of book without pages". */
  readonly rows: string;
  /** A query of their ids on the tables as they are before the migration. */
  readonly before: string;
  /** The same query on the tables as they are when the step has its turn. */
  readonly later: string;
}

/**
 * The stage of a step. First come names and new tables. Then the old tables are prepared during use, which may take
 * long, and each is switched in a moment. Then new rules are validated for all rows, and leftovers are dropped. Steps
 * that lose rows or values are last: a migration that stops before them can be undone.
 */
export const stages = [
  'name',
  'create',
  'expand',
  'fill',
  'require',
  'index',
  'switch',
  'validate',
  'comment',
  'drop',
  'lose',
  'finish',
] as const;

type Stage = (typeof stages)[number];

/** A step and its place in the plan. */
export interface Planned extends Step {
  readonly stage: Stage;
  /** Steps of one table and one stage that run in a transaction become one: the table is locked once. */
  readonly table: string;
}

/** Of a statement in batches, the condition that leaves it one of them. */
export const batch = ' and id between :first and :last';

export const inTransaction: Run = { kind: 'transaction' };
export const alone: Run = { kind: 'alone' };
export const catalogOnly = 'the catalog alone';

/** The table and the words that a step has in common with most: a transaction that changes the catalog for a moment. */
export function catalogStep(
  step: Pick<Planned, 'stage' | 'table' | 'title' | 'statements' | 'locks' | 'undo'> & Partial<Planned>,
): Planned {
  return { runs: inTransaction, atOnce: null, work: catalogOnly, loses: null, lost: [], asks: [], ...step };
}

/** The lock of most changes of a table: it waits for all who use it, and they then wait for it. */
export function exclusively(...tables: readonly string[]): string {
  return `ACCESS EXCLUSIVE on ${tables.join(' and ')}, for a moment`;
}

/** The lock under which rows are read and written as before. */
export function beside(table: string): string {
  return `SHARE UPDATE EXCLUSIVE on ${table}: reads and writes go on`;
}
