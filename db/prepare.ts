import type { Model } from '../engine/definition/model.ts';
import type { Files } from '../engine/definition/read.ts';
import { textLiteral } from '../engine/query/literal.ts';
import type { SchemaChange } from '../engine/schema/change.ts';
import { schemaText } from '../engine/schema/schema.ts';
import type { Database } from './database.ts';

/** The files behind the tables of a database; null when there are no tables yet, or not all of them. */
export async function storedDefinitions(database: Database): Promise<Files | null> {
  const there = await rowsOf(database, "select to_regclass('almanac.definition') is not null as there");
  if (there[0]?.there !== 't') return null;
  const rows = await rowsOf(database, 'select file, content from almanac.definition order by file');
  return rows.length === 0 ? null : new Map(rows.map(({ file, content }) => [file ?? '', Buffer.from(content ?? '')]));
}

/** Makes the tables of a model in a database that has none, all or nothing. */
export async function createTables(database: Database, model: Model, files: Files): Promise<void> {
  await database.script(`begin;\n${schemaText(model)}${storeText(files)}commit;\n`);
}

/** Applies a change that was planned from the stored definitions to these, all or nothing. */
export async function changeTables(
  database: Database,
  change: SchemaChange & { readonly ok: true },
  files: Files,
): Promise<void> {
  const statements = change.statements.map((statement) => `${statement};\n`).join('');
  await database.script(
    `begin;\nset local lock_timeout = '5s';\n${statements}delete from almanac.definition;\n${storeText(files)}commit;\n`,
  );
}

/** Removes every table, the data in them, and what the engine keeps beside them. For the embedded database. */
export async function removeTables(database: Database): Promise<void> {
  await database.script(
    'begin;\ndrop schema if exists almanac cascade;\ndrop schema public cascade;\ncreate schema public;\ncommit;\n',
  );
}

function storeText(files: Files): string {
  if (files.size === 0) return '';
  const rows = [...files].map(
    ([file, content]) => `(${textLiteral(file)}, ${textLiteral(Buffer.from(content).toString())})`,
  );
  return `insert into almanac.definition (file, content) values\n${rows.join(',\n')};\n`;
}

async function rowsOf(database: Database, text: string): Promise<readonly Readonly<Record<string, string | null>>[]> {
  const outcome = await database.query({ text, values: [] });
  if (outcome.ok) return outcome.rows;
  throw new Error(`the database does not answer: ${outcome.error.message}`);
}
