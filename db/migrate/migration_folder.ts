import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, readFiles } from '../../engine/definition/file/read.ts';
import type { Recorded } from '../../engine/schema/migration/engine.ts';
import { readFormerRecord } from '../../engine/schema/migration/file/former_record.ts';
import { type Origin, originOf } from '../../engine/schema/migration/file/origin.ts';
import { type FileStep, readMigration } from '../../engine/schema/migration/file/read.ts';
import { readRecord } from '../../engine/sql/record.ts';

/** A migration as it lies in the folder. */
export interface Migration {
  /** `<time>_<name>`. */
  readonly name: string;
  readonly checksum: string;
  readonly text: string;
  readonly steps: readonly FileStep[];
}

/** All migrations of a project in their order, and the definitions that the last of them leads to. */
export interface Migrations {
  readonly list: readonly Migration[];
  readonly definitions: Files;
}

/** Beside the migrations: the definition files as they were when the last one was made. */
const definitionFolder = 'definitions';
const schemaFile = 'schema.json';
const formerFile = 'schema.sql';

/**
 * Reads a folder of migrations; a missing folder counts as empty.
 * @throws Error for a file that is not a migration; the message names it.
 */
export async function readMigrations(folder: string): Promise<Migrations> {
  const files = await fileNames(folder);
  const list = await Promise.all(files.map((file) => readFileAsMigration(folder, file)));
  return {
    list,
    definitions: await readDefinitions(join(folder, definitionFolder)),
  };
}

/** The migrations of a folder, which are not looked into. */
export interface MigrationChecksums {
  /** By their names. */
  readonly checksums: ReadonlyMap<string, string>;
  /** What the last one was made of. */
  readonly origin: Origin | null;
  /** As the last one left them. */
  readonly definitions: Files;
  /** Checksum of the record of their objects; null where it is missing. */
  readonly record: string | null;
}

/** Reads the checksums of a folder's migrations; a missing folder counts as empty. */
export async function migrationChecksums(folder: string): Promise<MigrationChecksums> {
  const files = await fileNames(folder);
  const place = join(folder, definitionFolder);
  const last = files.at(-1);
  return {
    checksums: new Map(files.map((file) => [nameOf(file), checksumOfFile(join(folder, file))])),
    origin: last === undefined ? null : originOf(headOf(join(folder, last))),
    definitions: await readDefinitions(place),
    record: await absentAs(null, () => checksumOfFile(join(place, schemaFile))),
  };
}

/** The beginning of a migration, where its origin stands. */
function headOf(place: string): string {
  return inPieces(place, ([head]) => head?.toString('utf8', 0, headBytes) ?? '');
}

const headBytes = 2000;

function checksumOfFile(place: string): string {
  return inPieces(place, (pieces) => {
    const hash = createHash('sha256');
    for (const piece of pieces) hash.update(piece);
    return hash.digest('hex');
  });
}

/**
 * Reads a file through one small buffer, each piece of which is gone with the next one. Of a thousand resources, the record has
 * 29 MB: memory for all of it would cost more than all else about it.
 */
function inPieces<T>(place: string, read: (pieces: Iterable<Buffer>) => T): T {
  const file = openSync(place, 'r');
  const buffer = Buffer.allocUnsafe(pieceBytes);
  function* pieces() {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
      yield buffer.subarray(0, length);
  }
  try {
    return read(pieces());
  } finally {
    closeSync(file);
  }
}

const pieceBytes = 128 * 1024;

async function fileNames(folder: string): Promise<readonly string[]> {
  const entries = await absentAs([], () => readdir(folder));
  return entries.filter((name) => name.endsWith(ending)).sort();
}

const ending = '.sql';

function nameOf(file: string): string {
  return file.slice(0, -ending.length);
}

/**
 * What the last migration of a folder led to; null where that is missing. Earlier versions wrote it as text.
 * @throws Error for a file that Almanac has not written so; the message names it.
 */
export async function readRecorded(folder: string): Promise<Recorded | null> {
  const place = join(folder, definitionFolder);
  return (
    (await readFileAs(join(place, schemaFile), (text) => ({ objects: readRecord(text), isSure: true }))) ??
    (await readFileAs(join(place, formerFile), (text) => ({ objects: readFormerRecord(text), isSure: false })))
  );
}

function readDefinitions(place: string): Promise<Files> {
  return absentAs<Files>(new Map(), () => readFiles(place));
}

async function readFileAs(place: string, read: (text: string) => Recorded): Promise<Recorded | null> {
  const text = await absentAs(null, () => readFile(place, 'utf8'));
  if (text === null) return null;
  try {
    return read(text);
  } catch (error) {
    throw new Error(`${place} is not what Almanac wrote: ${(error as Error).message}; restore it as it was committed`);
  }
}

async function readFileAsMigration(folder: string, file: string): Promise<Migration> {
  const place = join(folder, file);
  if (!/^\d{14}_[a-z0-9_]+\.sql$/.test(file)) {
    throw new Error(`${place} is not named like a migration; expected <time>_<name>.sql, the time as 20260131120000`);
  }
  const text = await readFile(place, 'utf8');
  try {
    return { name: nameOf(file), checksum: checksumOf(text), text, steps: readMigration(text) };
  } catch (error) {
    throw new Error(`${place} is not a migration: ${(error as Error).message}`);
  }
}

/** What a migration leads to. */
interface Target {
  readonly definitions: Files;
  /** The text of the objects that the definitions give: see recordText. */
  readonly record: string;
}

/** Writes a migration, the definitions that it leads to, and the objects that they give. Gives its file. */
export async function writeMigration(
  folder: string,
  name: string,
  text: string,
  { definitions, record }: Target,
): Promise<string> {
  const place = join(folder, definitionFolder);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await Promise.all([...definitions].map(([file, bytes]) => writeFile(join(place, file), bytes)));
  await writeFile(join(place, schemaFile), record);
  const migration = join(folder, `${name}.sql`);
  await writeFile(migration, text, { flag: 'wx' });
  return migration;
}

/** A name for a new migration. It sorts after all existing ones, for any time of the clock. */
export function migrationName(words: string, now: Date, last: string | undefined): string {
  const time = (date: Date) => date.toISOString().replace(/\D/g, '').slice(0, 14);
  const after = last === undefined ? now : new Date(Math.max(now.getTime(), timeOf(last) + 1000));
  return `${time(after)}_${words}`;
}

function timeOf(name: string): number {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(name) ?? [];
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** What a migration that a build makes says of its origin. */
export function originOfBuild(build: string, { definitions, record }: Target): Origin {
  return { build, definitions: checksumOfFiles(definitions), record: checksumOf(record) };
}

/** Tells definition files from others to the byte. */
export function checksumOfFiles(files: Files): string {
  return checksumOf([...files].map(([file, bytes]) => `${file}\0${checksumOf(bytes)}`).join('\n'));
}

function checksumOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function absentAs<T>(value: T, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value;
    throw error;
  }
}
