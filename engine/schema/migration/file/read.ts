import { createHash } from 'node:crypto';
import { uncommented } from '../../../sql/script.ts';
import { type FileRun, fileRun, readRun, runForms, runText } from '../run.ts';
import type { Question } from '../step.ts';
import { undoMark } from './file.ts';

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
      const [first, ...others] = runForms;
      const known = [`"-- Runs: ${first}"`, ...others.map((form) => `"... ${form}"`)];
      throw new Error(
        `the step "${title}" does not say how it runs; expected a line ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`,
      );
    }
    const sql = forth.slice(heading.length).trim();
    const isNothing = /^-- Undo: nothing\b/m.test(heading);
    const undo = back === null ? (isNothing ? '' : null) : uncommented(back);
    return {
      title,
      runs: fileRun(runs, sql, undo ?? ''),
      asks: readQuestions(heading),
      undo,
      checksum: createHash('sha256')
        .update(`${runText(runs)}\n${sql}`)
        .digest('hex'),
    };
  });
}

function readQuestions(heading: string): readonly Question[] {
  return [...heading.matchAll(/^-- Asks: (.*)((?:\n-- {3}.*)+)/gm)].map(([, rows = '', lines = '']) => {
    const text = lines.replaceAll('\n--   ', '\n');
    const [, before = '', later = before] = /^\nfirst: ([\s\S]*?)(?:\nlater: ([\s\S]*))?$/.exec(text) ?? [];
    return { rows, before, later };
  });
}
