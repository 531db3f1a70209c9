import type { Model } from '../../definition/model.ts';
import { schemaStatements, scriptOf } from '../schema.ts';
import { additions, type TableMade, tableMade } from './engine_table.ts';
import { catalogOnly, exclusively, inTransaction, type Step } from './step.ts';

/** What a later version of the engine does otherwise with the same model, or what stands against it. */
export type EngineChange =
  | { readonly ok: true; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly refusals: readonly string[] };

/**
 * Compares the SQL that a model gave when its last migration was made with what it gives now: functions, triggers and
 * words are written again, and what the engine keeps beside the data is added, columns
 * of its tables too. That tables are made otherwise is for the notes of the version to explain.
 */
export function engineChange(recorded: string, model: Model): EngineChange {
  const now = schemaStatements(model);
  if (recorded === scriptOf(now)) return { ok: true, steps: [] };
  const known = new Set(recorded.split(/;\n+/).map(withoutSpace));
  const come = now.filter((statement) => !statement.split(/;\n+/).every((part) => known.has(withoutSpace(part))));
  const there = new Map(
    statementsOf(recorded).flatMap((statement) => {
      const made = tableMade(statement);
      return made === null ? [] : [[made.name, made] as const];
    }),
  );
  const changes = come.map((statement) => changeOf(statement, there));
  const refusals = changes.flatMap(({ refused }) =>
    refused === null
      ? []
      : [`this version of Almanac makes ${refused} otherwise than the last migration: see the notes of the version`],
  );
  if (refusals.length > 0) return { ok: false, refusals };
  const gone = goneObjects(recorded, now);
  if (come.length === 0 && gone.length === 0) return { ok: true, steps: [] };
  const statements = [...gone.map((name) => `drop ${name}`), ...changes.flatMap((change) => change.statements)];
  const step: Step = {
    title: 'the triggers and functions are those of this version of Almanac',
    runs: inTransaction,
    statements,
    locks: exclusively('the tables whose triggers change'),
    work: catalogOnly,
    loses: null,
    lost: [],
    asks: [],
    undo: [...undoOf(recorded, now, come), ...changes.flatMap(({ undo }) => undo)],
  };
  return { ok: true, steps: [step] };
}

interface Change {
  readonly statements: readonly string[];
  readonly undo: readonly string[];
  /** What it is that cannot be changed. */
  readonly refused: string | null;
}

/** What brings a statement about in a database that has these tables. */
function changeOf(statement: string, there: ReadonlyMap<string, TableMade>): Change {
  const none = { statements: [], undo: [], refused: null };
  if (/^alter table/.test(statement)) return { ...none, refused: `a rule (${statement.split('\n')[1]?.trim()})` };
  const made = tableMade(statement);
  const before = there.get(made?.name ?? '');
  if (made === null || before === undefined) return { ...none, statements: [statement] };
  const added = additions(before, made);
  return added === null ? { ...none, refused: `the table ${made.name}` } : { ...none, ...added };
}

/** What was made for the first time goes; what was written again, or went, is written as it was. */
function undoOf(recorded: string, now: readonly string[], come: readonly string[]): readonly string[] {
  const before = statementsOf(recorded);
  const after = new Set(statementsOf(scriptOf(now)));
  const made = new Set(before.flatMap(namesMade));
  return [
    ...come
      .flatMap(statementsOf)
      .flatMap(namesMade)
      .filter((name) => !made.has(name))
      .reverse()
      .map((name) => `drop ${name}`),
    ...before.filter((statement) => /^(create or replace|comment on)/.test(statement) && !after.has(statement)),
  ];
}

/** What a statement makes, as `drop` names it: nothing for words, and for tables that are kept where they are. */
function namesMade(statement: string): readonly string[] {
  const [, kind, name, ending = ''] =
    /^create (?:or replace )?(?:unique )?(table|index|function|trigger|sequence) ([\w."]+(?:\([^)]*\))?)([\s\S]*)/.exec(
      statement,
    ) ?? [];
  if (kind === undefined || name === undefined) return [];
  if (kind === 'trigger') return [`trigger ${name} on ${/\bon (\S+)/.exec(ending)?.[1]}`];
  return [kind === 'index' ? `index public.${name}` : `${kind} ${withoutDefaults(name)}`];
}

/** The statements of a script, without their semicolons: those within texts and functions part nothing. */
function statementsOf(script: string): readonly string[] {
  return [...script.matchAll(/(?:\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|[^;])+/g)]
    .map(([statement]) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The triggers and then the functions, as `drop` names them, that were made and are no longer. */
function goneObjects(recorded: string, now: readonly string[]): readonly string[] {
  const made = new Set(objectsOf(scriptOf(now)));
  return objectsOf(recorded).filter((name) => !made.has(name));
}

function objectsOf(script: string): readonly string[] {
  const triggers = [...script.matchAll(/^create or replace trigger (\S+)\s+(?:before|after) [^;]*?\bon (\S+)$/gm)];
  const functions = [...script.matchAll(/^create or replace function (almanac\.[^\s(]+\([^)]*\))/gm)];
  return [
    ...triggers.map(([, name, table]) => `trigger ${name} on ${table}`),
    ...functions.map(([, name = '']) => `function ${withoutDefaults(name)}`),
  ];
}

/** As `drop` names a function: with its parameters, and without their defaults. */
function withoutDefaults(name: string): string {
  return name.replace(/ default [^,)]+/g, '').replace(/\s+/g, ' ');
}

function withoutSpace(text: string): string {
  return text.trim().replace(/;$/, '');
}
