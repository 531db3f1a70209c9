import type { Run, Step } from './step.ts';

/** A step as a migration file has it. */
export interface FileStep {
  readonly title: string;
  readonly runs: Run;
  /** Its SQL, each statement with its semicolon. */
  readonly text: string;
}

/** What a migration brings to those who use the service. */
export interface FileChange {
  readonly resource: string;
  readonly text: string;
}

/**
 * The text of a migration file: SQL that says of each step what it does to those who use the tables, and first, for the
 * changelog, what changes for those who use the service.
 */
export function migrationText(name: string, steps: readonly Step[], changes: readonly FileChange[] = []): string {
  const parts = steps.map((step, at) => `${heading(step, at, steps.length)}\n${body(step)}`);
  const told = changes.map(({ resource, text }) => `-- Change: ${resource}: ${text}\n`).join('');
  return `-- ${name}\n${preface}${told}\n${parts.join('\n')}`;
}

/** The changes that stand in the text of a migration file. */
export function changesInText(text: string): readonly FileChange[] {
  return [...text.matchAll(/^-- Change: ([a-z][a-z0-9_]*): (.+)$/gm)].map(([, resource = '', words = '']) => ({
    resource,
    text: words,
  }));
}

const preface = `-- Read it, and change it where you know better, until it is applied; afterwards it stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
`;

function heading({ title, runs, locks, work, loses, undo }: Step, at: number, count: number): string {
  return [
    `Step ${at + 1} of ${count}: ${title}`,
    `Runs: ${runText(runs)}`,
    `Locks: ${locks}`,
    `Work: ${work}`,
    `Loses: ${loses ?? 'nothing'}`,
    `Undo: ${undo}`,
  ]
    .map((line) => `-- ${line}`)
    .join('\n');
}

/** Runs of one-line statements stand together. */
function body({ statements }: Step): string {
  return statements
    .map((statement, at) => {
      const next = statements[at + 1];
      return `${statement};\n${next !== undefined && `${statement}${next}`.includes('\n') ? '\n' : ''}`;
    })
    .join('');
}

function runText(runs: Run): string {
  switch (runs.kind) {
    case 'transaction':
      return 'in a transaction';
    case 'alone':
      return 'alone, each statement on a line of its own';
    case 'batches':
      return `in batches of ids of ${runs.table}`;
  }
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
    const runs = readRun(/^-- Runs: (.*)$/m.exec(part)?.[1] ?? '');
    if (runs === null) {
      throw new Error(
        `the step "${title}" does not say how it runs; expected a line "-- Runs: in a transaction", "... alone" or "... in batches of ids of <table>"`,
      );
    }
    return {
      title,
      runs,
      text: part
        .slice(title.length)
        .replace(/^(\n--.*)*\n/, '')
        .trim(),
    };
  });
}

function readRun(words: string): Run | null {
  if (words === 'in a transaction') return { kind: 'transaction' };
  if (/^alone\b/.test(words)) return { kind: 'alone' };
  const [, table] = /^in batches of ids of ([a-z][a-z0-9_]*)$/.exec(words) ?? [];
  return table === undefined ? null : { kind: 'batches', table };
}
