import type { Database } from '../../db/database.ts';
import { keepDatabase, keptName, type RowLoss } from '../../db/migrate/keep.ts';
import { type Losing, prepareTables, storedDefinitions } from '../../db/migrate/prepare.ts';
import type { BuiltModel } from '../../engine/definition/load.ts';
import { tellOfLock } from '../migrate/progress.ts';
import { CommandError, type Settings } from '../option/settings.ts';
import { type Preparation, preparation, rebuildDatabase, refusal } from './prepare.ts';

/** Prints a text and asks whether to go on; null without a terminal. */
export type Consent = ((said: string, question: string) => Promise<boolean>) | null;

/**
 * Brings the embedded database to the model, as a migration would, and keeps all rows. If rows would lose something or
 * break the change, it asks first, and keeps the tables in a schema of their own.
 * @throws CommandError when the user refuses, or the demo data has a fault.
 */
export async function developDatabase(
  database: Database,
  built: BuiltModel,
  settings: Settings,
  consent: Consent,
): Promise<Preparation> {
  const stored = await storedDefinitions(database.query);
  if (!stored.ok) throw new CommandError(refusal(stored.error));
  if (stored.files === null) return rebuildDatabase(database, built, settings);
  const prepare = (losing: Losing) => prepareTables(database, built, { waiting: tellOfLock, losing });
  let prepared = await prepare('tell');
  if (prepared.kind === 'losing') {
    const said = `the change would lose what rows have:${listed(prepared.losses.map(lossText))}${prepared.hints.map((hint) => `\n${hint}`).join('')}`;
    await agree(consent, said, 'Lose it? The tables are kept as they are in another schema.');
    prepared = await prepare('keep');
  }
  switch (prepared.kind) {
    case 'kept':
      return `changed the tables to the new definitions; ${keptText(prepared.schema)}`;
    case 'losing':
      throw new Error('it was agreed to');
    case 'unalterable': {
      const said = `the tables cannot be changed to these definitions without losing data:${listed(prepared.reasons)}`;
      await agree(
        consent,
        said,
        'Rebuild the database from the demo data? The tables are kept as they are in a schema beside.',
      );
      const schema = keptName(new Date());
      await keepDatabase(database, schema);
      return `${await rebuildDatabase(database, built, settings)}; ${keptText(schema)}`;
    }
    default:
      return preparation(prepared);
  }
}

/** @throws CommandError when nobody agrees. */
async function agree(consent: Consent, said: string, question: string): Promise<void> {
  if (consent === null) {
    throw new CommandError(
      `${said}\nNothing was changed. Take that back in the definitions, or run almanac dev on a terminal and agree, or with --reset.`,
    );
  }
  if (!(await consent(said, question))) throw new CommandError('nothing was changed');
}

function keptText(schema: string): string {
  return `what was there is kept in the schema ${schema}, as tables of the same names (get rows back with insert into public.<table> select ... from ${schema}.<table>; when you need it no longer: drop schema ${schema} cascade)`;
}

function lossText({ what, rows }: RowLoss): string {
  return `${what} (${rows} ${rows === 1 ? 'row' : 'rows'})`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `\n  - ${line}`).join('');
}
