import { createHash } from 'node:crypto';
import { statementsIn, uncommented } from '../../sql/script.ts';
import { tokensOf } from '../../sql/token.ts';
import { batchStatement, type IdRange } from './batch_statement.ts';
import { runText, undoMark } from './file.ts';
import type { Question, Run } from './step.ts';

/** A step as a migration file has it. */
export interface FileStep {
  readonly title: string;
  readonly runs: FileRun;
  readonly asks: readonly Question[];
  /** The SQL that takes it back, empty for nothing; null where it cannot be taken back. */
  readonly undo: string | null;
  /** Of how it runs and its SQL: what is said about them may change. */
  readonly checksum: string;
}

/** How a step runs, and what it runs. */
export type FileRun =
  | { readonly kind: 'transaction'; readonly script: string }
  | {
      readonly kind: 'alone';
      readonly statements: readonly string[];
      /** What takes it back at once where it fails: an index that was not made to its end would slow writes down. */
      readonly onFailure: readonly string[];
    }
  | { readonly kind: 'batches'; readonly table: string; readonly statement: (range: IdRange) => string };

/**
 * The steps of a migration file.
 * @throws Error for a file without steps, or a step that does not say how it runs.
 */
export function readMigration(text: string): readonly FileStep[] {
  const parts = text.split(/^-- Step \d+ of \d+: /m).slice(1);
  if (parts.length === 0) throw new Error('it has no line "-- Step 1 of 1: <title>"');
  return parts.map((part) => {
    const [title = ''] = part.split('\n', 1);
    const [forth = '', back = null] = part.split(`\n${undoMark}\n`);
    const [heading = ''] = /^.*(?:\n--.*)*/.exec(forth) ?? [];
    const runs = readRun(/^-- Runs: (.*)$/m.exec(heading)?.[1] ?? '');
    if (runs === null) {
      throw new Error(
        `the step "${title}" does not say how it runs; expected a line "-- Runs: in a transaction", "... alone" or "... in batches of ids of <table>"`,
      );
    }
    const sql = forth.slice(heading.length).trim();
    const isNothing = /^-- Undo: nothing\b/m.test(heading);
    const undo = back === null ? (isNothing ? '' : null) : uncommented(back);
    return {
      title,
      runs: fileRun(runs, sql, undo),
      asks: readQuestions(heading),
      undo,
      checksum: createHash('sha256')
        .update(`${runText(runs)}\n${sql}`)
        .digest('hex'),
    };
  });
}

/** How a step runs; null for words that do not say so. */
export function readRun(words: string): Run | null {
  if (words === 'in a transaction') return { kind: 'transaction' };
  if (/^alone\b/.test(words)) return { kind: 'alone' };
  const [, table] = /^in batches of ids of ([a-z][a-z0-9_]*)$/.exec(words) ?? [];
  return table === undefined ? null : { kind: 'batches', table };
}

function fileRun(run: Run, sql: string, undo: string | null): FileRun {
  switch (run.kind) {
    case 'transaction':
      return { kind: 'transaction', script: sql };
    case 'alone': {
      const back = statementsIn(undo ?? '');
      return { kind: 'alone', statements: statementsIn(sql), onFailure: back.every(isIndexDrop) ? back : [] };
    }
    case 'batches':
      return { ...run, statement: batchStatement(sql) };
  }
}

function isIndexDrop(statement: string): boolean {
  const words = tokensOf(statement).map(({ text }) => text);
  return ['drop', 'index', 'concurrently'].every((word, at) => words[at] === word);
}

function readQuestions(heading: string): readonly Question[] {
  return [...heading.matchAll(/^-- Asks: (.*)((?:\n-- {3}.*)+)/gm)].map(([, rows = '', lines = '']) => {
    const text = lines.replaceAll('\n--   ', '\n');
    const [, before = '', later = before] = /^\nfirst: ([\s\S]*?)(?:\nlater: ([\s\S]*))?$/.exec(text) ?? [];
    return { rows, before, later };
  });
}
