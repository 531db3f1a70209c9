import { statementsIn } from '../../sql/script.ts';
import { tokensOf } from '../../sql/token.ts';
import { batchStatement, type IdRange } from './file/batch_statement.ts';

/**
 * How a step runs. In a transaction; alone, because PostgreSQL requires it, with statements that may be repeated; or in
 * batches. A batch is one statement with the placeholders :first and :last for a range of ids, in its own transaction.
 */
export type Run = Transaction | Alone | Batches;

interface Transaction {
  readonly kind: 'transaction';
}

interface Alone {
  readonly kind: 'alone';
}

interface Batches {
  readonly kind: 'batches';
  readonly table: string;
}

/** How a step of a migration file runs, and what it runs. */
export type FileRun =
  | (Transaction & { readonly script: string })
  | (Alone & {
      readonly statements: readonly string[];
      /** What takes it back at once where it fails: an index that was not made to its end would slow writes down. */
      readonly onFailure: readonly string[];
    })
  | (Batches & { readonly statement: (range: IdRange) => string });

/** All that a migration file has to do with one kind. */
interface RunKind<Own extends Run> {
  /** How a file says it: the checksum of a step has these words in it. */
  words(run: Own): string;
  /** The expected line, for an error. */
  readonly form: string;
  read(words: string): Own | null;
  /** What is run, by the SQL of the step and the SQL that takes it back. */
  fileRun(run: Own, sql: string, undo: string): FileRun;
}

const transaction: RunKind<Transaction> = {
  words: () => 'in a transaction',
  form: 'in a transaction',
  read: (words) => (words === 'in a transaction' ? { kind: 'transaction' } : null),
  fileRun: (run, script) => ({ ...run, script }),
};

const alone: RunKind<Alone> = {
  words: () => 'alone, each statement on a line of its own',
  form: 'alone',
  read: (words) => (/^alone\b/.test(words) ? { kind: 'alone' } : null),
  fileRun: (run, sql, undo) => {
    const back = statementsIn(undo);
    return { ...run, statements: statementsIn(sql), onFailure: back.every(isIndexDrop) ? back : [] };
  },
};

const batches: RunKind<Batches> = {
  words: ({ table }) => `in batches of ids of ${table}`,
  form: 'in batches of ids of <table>',
  read: (words) => {
    const [, table] = /^in batches of ids of ([a-z][a-z0-9_]*)$/.exec(words) ?? [];
    return table === undefined ? null : { kind: 'batches', table };
  },
  fileRun: (run, sql) => ({ ...run, statement: batchStatement(sql) }),
};

const kinds = { transaction, alone, batches } satisfies {
  readonly [Kind in Run['kind']]: RunKind<Extract<Run, { readonly kind: Kind }>>;
};

/** How steps may run, as an error says it. */
export const runForms: readonly string[] = Object.values(kinds).map(({ form }) => form);

/** How a step runs, in words. */
export function runText(run: Run): string {
  return kindOf(run).words(run);
}

/** How a step runs; null for words that do not say so. */
export function readRun(words: string): Run | null {
  return Object.values(kinds).reduce<Run | null>((found, { read }) => found ?? read(words), null);
}

/** How a step runs, with what it runs. */
export function fileRun(run: Run, sql: string, undo: string): FileRun {
  return kindOf(run).fileRun(run, sql, undo);
}

function kindOf({ kind }: Run): RunKind<Run> {
  return kinds[kind];
}

function isIndexDrop(statement: string): boolean {
  const words = tokensOf(statement).map(({ text }) => text);
  return ['drop', 'index', 'concurrently'].every((word, at) => words[at] === word);
}
