import { readFile } from 'node:fs/promises';
import type { Database } from '../../db/database.ts';
import { databaseError } from '../../db/database_error.ts';
import { CommandError } from '../option/settings.ts';

/**
 * Runs a file of SQL.
 * @throws CommandError when PostgreSQL refuses it, with the place where it says so.
 */
export async function runDemoScript(database: Database, file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  try {
    await database.script(text);
  } catch (thrown) {
    const error = databaseError(thrown);
    if (error === null) throw thrown;
    const place = error.position === null ? file : `${file}:${lineAndColumn(text, error.position)}`;
    const detail = error.detail === null ? '' : `: ${error.detail}`;
    throw new CommandError(`${place}: the demo data does not fit the definitions: ${error.message}${detail}`);
  }
}

/** PostgreSQL counts characters, from 1. */
function lineAndColumn(text: string, position: number): string {
  const before = [...text].slice(0, position - 1).join('');
  const lines = before.split('\n');
  return `${lines.length}:${[...(lines.at(-1) ?? '')].length + 1}`;
}
