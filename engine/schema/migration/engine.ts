import type { Model } from '../../definition/model.ts';
import { schemaStatements, scriptOf } from '../schema.ts';
import { catalogOnly, exclusively, inTransaction, type Step } from './step.ts';

/** What a later version of the engine does otherwise with the same model, or what stands against it. */
export type EngineChange =
  | { readonly ok: true; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly refusals: readonly string[] };

/**
 * Compares the SQL that a model gave when its last migration was made with what it gives now: functions, triggers and
 * words are written again, and what the engine keeps beside the data is added. That tables are made otherwise is for
 * the notes of the version to explain.
 */
export function engineChange(recorded: string, model: Model): EngineChange {
  const now = schemaStatements(model);
  if (recorded === scriptOf(now)) return { ok: true, steps: [] };
  const known = new Set(recorded.split(/;\n+/).map(withoutSpace));
  const come = now.filter((statement) => !statement.split(/;\n+/).every((part) => known.has(withoutSpace(part))));
  const there = new Set(
    [...recorded.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\S+) \($/gm)].map(([, name]) => name),
  );
  const refusals = come.flatMap((statement) => {
    const [, name = ''] = /^create (?:unlogged )?table (?:if not exists )?(\S+) \(/.exec(statement) ?? [];
    const isRule = /^alter table/.test(statement);
    if (!there.has(name) && !isRule) return [];
    const what = isRule ? `a rule (${statement.split('\n')[1]?.trim()})` : `the table ${name}`;
    return `this version of Almanac makes ${what} otherwise than the last migration: see the notes of the version`;
  });
  if (refusals.length > 0) return { ok: false, refusals };
  const gone = goneObjects(recorded, now);
  if (come.length === 0 && gone.length === 0) return { ok: true, steps: [] };
  const statements = [...gone.map((name) => `drop ${name}`), ...come];
  const step: Step = {
    title: 'the triggers and functions are those of this version of Almanac',
    runs: inTransaction,
    statements,
    locks: exclusively('the tables whose triggers change'),
    work: catalogOnly,
    loses: null,
    lost: [],
    asks: [],
    undo: undoOf(recorded, now, come),
  };
  return { ok: true, steps: [step] };
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
  return [kind === 'index' ? `index public.${name}` : `${kind} ${name}`];
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
  const functions = [...script.matchAll(/^create or replace function (almanac\.\S+\(\)) returns trigger$/gm)];
  return [
    ...triggers.map(([, name, table]) => `trigger ${name} on ${table}`),
    ...functions.map(([, name]) => `function ${name}`),
  ];
}

function withoutSpace(text: string): string {
  return text.trim().replace(/;$/, '');
}
