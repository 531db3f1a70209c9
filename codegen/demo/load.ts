import type { CopySession } from '../../db/connection/copy_session.ts';
import type { Database } from '../../db/database.ts';
import type { Model } from '../../engine/model/model.ts';
import { openSource } from '../../engine/transfer/file/source.ts';
import { importRecordedIn } from '../../engine/transfer/import/as_recorded.ts';
import type { Fault } from '../../engine/transfer/import/fault.ts';
import { refusal } from '../migrate/words.ts';
import { CommandError } from '../option/settings.ts';
import { type DemoFile, findDemo } from './files.ts';
import { runDemoScript } from './script.ts';

/**
 * Loads the demo data of a folder of definitions into tables that are empty: first the rows with their past, then the SQL
 * script. Returns whether there is any.
 * @throws CommandError when it does not fit the definitions; each fault is told with its file and line.
 */
export async function loadDemo(database: Database, model: Model, resources: string): Promise<boolean> {
  const { rows, script } = await findDemo(model, resources);
  if (rows.length > 0) {
    const session = await database.copySession();
    try {
      for (const file of rows) await loadRows(session, model, file);
    } finally {
      await session.close();
    }
  }
  if (script !== null) await runDemoScript(database, script);
  return rows.length > 0 || script !== null;
}

async function loadRows(session: CopySession, model: Model, { file, format, resource }: DemoFile): Promise<void> {
  const source = await openSource(file, process.stdin);
  const form = { source, format, ignored: () => {}, progress: () => {} };
  const loaded = await importRecordedIn(session, { ...form, model, resource, isTrial: false });
  if (loaded.kind === 'faulty')
    throw new CommandError(loaded.faults.slice(0, shownFaults).map(lineOf(file)).join('\n'));
  if (loaded.kind === 'refused') throw new CommandError(`${file}: ${refusal(loaded.error)}`);
}

const shownFaults = 10;

function lineOf(file: string): (fault: Fault) => string {
  return ({ line, column, detail }) =>
    `${file}:${line}: the demo data does not fit the definitions: ${column === '' ? '' : `${column}: `}${detail}`;
}
