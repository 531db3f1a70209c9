import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSqlParser } from '../view/sql_parser.ts';

/** The bytes of definition files by name, in order of name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** What files have, by name: only the files that have a plainContent. */
export type Contents = ReadonlyMap<string, unknown>;

/**
 * Reads the YAML files of a folder, and the SQL files that they name. A file with another ending than `.yaml` comes along to
 * be reported. Hidden files belong to editors and to version control.
 * @throws the file system's error when the folder or a file in it cannot be read.
 */
export async function readFiles(folder: string): Promise<Files> {
  return withParser(filesIn(folder));
}

/** The same, before anything is loaded that reads the statements of views. */
export function filesIn(folder: string): Files {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const definitions = readEach(folder, names.filter(isDefinition));
  const texts = definitions.map(([, bytes]) => bytes.toString());
  const named = names.filter((name) => name.endsWith('.sql') && texts.some((text) => text.includes(name)));
  return new Map([...definitions, ...readEach(folder, named)]);
}

/** Whether two folders have the same files, to the byte. */
export function sameFiles(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([file, bytes]) => Buffer.compare(bytes, b.get(file) ?? noBytes) === 0);
}

const noBytes = new Uint8Array();

/** Whether a file has YAML. */
export function isDefinition(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** Loads what reads the statements of views, if there are any. */
export async function withParser(files: Files): Promise<Files> {
  if ([...files.keys()].some((name) => !isDefinition(name))) await loadSqlParser();
  return files;
}

/** One after the other: many small files take Node.js several times as long with promises. */
function readEach(folder: string, names: readonly string[]): readonly (readonly [string, Buffer])[] {
  return [...names].sort().map((name) => [name, readFileSync(join(folder, name))]);
}
