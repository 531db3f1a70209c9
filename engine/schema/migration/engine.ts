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
  const step: Step = {
    title: 'the triggers and functions are those of this version of Almanac',
    runs: inTransaction,
    statements: [...gone.map((name) => `drop ${name}`), ...come],
    locks: exclusively('the tables whose triggers change'),
    work: catalogOnly,
    loses: null,
    undo: 'a migration by the earlier version writes them as they were',
  };
  return { ok: true, steps: [step] };
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
