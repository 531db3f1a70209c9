import { commented, scriptText } from '../../../sql/script.ts';
import { runText } from '../run.ts';
import type { Question, Step } from '../step.ts';
import { type Origin, originLine } from './origin.ts';

/** What a migration brings to those who use the service. */
export interface FileChange {
  readonly resource: string;
  readonly text: string;
}

/**
 * The text of a migration file. Its SQL says of each step how it affects the users of the tables. First, for the
 * changelog, it says what changes for users of the service. The origin is null where the code of Almanac may change.
 */
export function migrationText(
  name: string,
  steps: readonly Step[],
  changes: readonly FileChange[] = [],
  origin: Origin | null = null,
): string {
  const parts = steps.map((step, at) => `${heading(step, at, steps.length)}\n${body(step)}`);
  const told = changes.map(({ resource, text }) => `-- Change: ${resource}: ${text}\n`).join('');
  const made = origin === null ? '' : originLine(origin);
  return `-- ${name}\n${preface}${made}${told}\n${parts.join('\n')}`;
}

/** The changes that stand in the text of a migration file. */
export function changesInText(text: string): readonly FileChange[] {
  return [...text.matchAll(/^-- Change: ([a-z][a-z0-9_]*): (.+)$/gm)].map(([, resource = '', words = '']) => ({
    resource,
    text: words,
  }));
}

const preface = `-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.
`;

function heading({ title, runs, locks, work, loses, asks, undo }: Step, at: number, count: number): string {
  return [
    `Step ${at + 1} of ${count}: ${title}`,
    `Runs: ${runText(runs)}`,
    `Locks: ${locks}`,
    `Work: ${work}`,
    ...asks.flatMap(question),
    `Loses: ${loses ?? 'nothing'}`,
    `Undo: ${undoText(undo, loses)}`,
  ]
    .map((line) => `-- ${line}`)
    .join('\n');
}

/** What is asked first is asked of the tables as they are then; where that differs, what the step asks stands behind it. */
function question({ rows, before, later }: Question): readonly string[] {
  return [`Asks: ${rows}`, ...indented('first', before), ...(later === before ? [] : indented('later', later))];
}

function indented(word: string, sql: string): readonly string[] {
  return `${word}: ${sql}`.split('\n').map((line) => `  ${line}`);
}

function undoText(undo: Step['undo'], loses: string | null): string {
  if (undo === null) return loses === null ? 'impossible: drop the database' : 'impossible: restore a backup';
  return undo.length === 0 ? 'nothing is left to take back' : 'by the statements behind it';
}

/** The statements, and the statements that undo them as comments. */
function body({ statements, undo }: Step): string {
  if (undo === null || undo.length === 0) return scriptText(statements);
  return `${scriptText(statements).trimEnd()}\n\n${undoMark}\n${commented(scriptText(undo))}\n`;
}

/** The line behind which a step has the statements that take it back. */
export const undoMark = '-- To undo it:';
