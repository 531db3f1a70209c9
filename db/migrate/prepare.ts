import { type Files, sameFiles, withParser } from '../../engine/definition/file/read.ts';
import { type BuiltModel, buildModel } from '../../engine/definition/load.ts';
import type { Model } from '../../engine/model/model.ts';
import { batchFunctions, batchObjects } from '../../engine/schema/batch.ts';
import { type SchemaChange, schemaChange } from '../../engine/schema/change.ts';
import { idempotencyFunctions, idempotencyObjects } from '../../engine/schema/idempotency.ts';
import { importObjects } from '../../engine/schema/import.ts';
import { schemaText } from '../../engine/schema/schema.ts';
import { textLiteral } from '../../engine/sql/literal.ts';
import { statementsOf } from '../../engine/sql/object.ts';
import type { Database } from '../database.ts';
import type { DatabaseError } from '../database_error.ts';
import type { Failure, Outcome, Query } from '../statement.ts';
import { ask, findingText } from './ask.ts';
import { countLosses, keepStatements, keptName, type RowLoss } from './keep.ts';
import { lockTables, type Waiting } from './lock.ts';
import { noteDefinitions } from './migration_account.ts';
import { checksumOfFiles } from './migration_folder.ts';

/** What was done to the tables of a database, or why they are as they were. */
export type Prepared =
  | { readonly kind: 'same' | 'made' | 'changed' }
  /** The tables that lost something are in a schema of their own, as they were. */
  | { readonly kind: 'kept'; readonly schema: string; readonly losses: readonly RowLoss[] }
  /** Nothing was done: rows would lose something. */
  | { readonly kind: 'losing'; readonly losses: readonly RowLoss[]; readonly hints: readonly string[] }
  /** The change would lose or convert data, or the data does not fit it. */
  | { readonly kind: 'unalterable'; readonly reasons: readonly string[] }
  | { readonly kind: 'refused'; readonly error: DatabaseError };

/**
 * What happens with a change that could lose something. Either it is refused. Or it runs if no row loses anything, and
 * is reported otherwise. Or it runs after the tables were copied to another schema.
 */
export type Losing = 'refuse' | 'tell' | 'keep';

/**
 * Brings the tables of a database to a model and its files, all or nothing: makes missing tables, and changes existing
 * ones without losing data. Of several processes, one works, and the others wait and find the work done.
 */
export async function prepareTables(
  database: Database,
  { model, files }: BuiltModel,
  { waiting = () => {}, losing = 'refuse' }: { readonly waiting?: Waiting; readonly losing?: Losing } = {},
): Promise<Prepared> {
  const result = await database.transaction(async (query): Promise<Prepared | Failure> => {
    const unlimited = await run(query, 'set local statement_timeout = 0');
    if (!unlimited.ok) return unlimited;
    const locked = await lockTables(query, waiting);
    if (!locked.ok) return locked;
    const stored = await storedDefinitions(query);
    if (!stored.ok) return stored;
    if (stored.files === null) return done('made', await run(query, `${schemaText(model)}${storeText(files)}`));
    const known = await run(query, hasLaterObjects);
    if (!known.ok) return known;
    // What an earlier Almanac made is without it.
    const own = known.rows[0]?.complete === 't' ? [] : statementsOf(laterObjects);
    if (sameFiles(stored.files, files))
      return own.length === 0 ? { kind: 'same' } : done('changed', await run(query, changeText(own)));
    const change = changeFrom(stored.files, model, losing !== 'refuse');
    if (!change.ok) return { kind: 'unalterable', reasons: change.reasons };
    const asked = await ask(query, change.asks, 'before');
    if (!asked.ok) return asked;
    if (asked.findings.length > 0) return { kind: 'unalterable', reasons: asked.findings.map(findingText) };
    const counted = await countLosses(query, change.losses);
    if (!counted.ok) return counted;
    const { losses } = counted;
    if (losses.length > 0 && losing === 'tell') return { kind: 'losing', losses, hints: change.hints };
    const schema = keptName(new Date());
    const keep = losses.length === 0 ? [] : keepStatements(schema, change.losses);
    if (change.statements.length === 0) {
      const noted = await noteDefinitions(query, checksumOfFiles(stored.files), checksumOfFiles(files));
      if (noted !== null) return noted;
    }
    const statements = [...own, ...keep, ...change.statements];
    const kind = statements.length === 0 ? 'same' : 'changed';
    const outcome = await run(query, `${changeText(statements)}${storeText(files)}`);
    return outcome.ok && losses.length > 0 ? { kind: 'kept', schema, losses } : done(kind, outcome);
  });
  return 'kind' in result ? result : refusal(result.error);
}

/** What the first versions did not make. */
const laterObjects = [...idempotencyObjects, ...batchObjects, ...importObjects];

const hasLaterObjects = `select ${[
  ...laterObjects.flatMap(({ kind, name }) => (kind === 'table' ? `to_regclass('${name}')` : [])),
  ...[...idempotencyFunctions, ...batchFunctions].map((name) => `to_regprocedure('${name}')`),
]
  .map((found) => `${found} is not null`)
  .join(' and ')} as complete`;

/** Makes the tables of a model in an empty database. They count as made when the definitions are stored. */
export async function createTables(database: Database, model: Model): Promise<void> {
  await database.script(`begin;\n${schemaText(model)}commit;\n`);
}

/** Stores the files that the tables were made from. */
export async function storeDefinitions(database: Database, files: Files): Promise<void> {
  await database.script(`begin;\n${storeText(files)}commit;\n`);
}

/** Removes every table, the data in them, and what the engine keeps beside them. For the embedded database. */
export async function removeTables(database: Database): Promise<void> {
  await database.script(
    'begin;\ndrop schema if exists almanac cascade;\ndrop schema public cascade;\ncreate schema public;\ncommit;\n',
  );
}

/** The files behind the tables of a database; null when there are no tables yet, or not all of them. */
export async function storedDefinitions(
  query: Query,
): Promise<{ readonly ok: true; readonly files: Files | null } | Failure> {
  const table = await run(query, "select to_regclass('almanac.definition') as name");
  if (!table.ok) return table;
  if (table.rows[0]?.name === null) return { ok: true, files: null };
  const stored = await run(query, 'select file, content from almanac.definition order by file');
  if (!stored.ok) return stored;
  const files = stored.rows.map(({ file, content }) => [file ?? '', Buffer.from(content ?? '')] as const);
  return { ok: true, files: files.length === 0 ? null : await withParser(new Map(files)) };
}

function changeFrom(stored: Files, model: Model, mayLose: boolean): SchemaChange {
  const loaded = buildModel(stored, '', model.features);
  if (loaded.ok) return schemaChange(loaded.model, model, mayLose);
  return { ok: false, reasons: ['the definitions that the tables were made from are in an older language'] };
}

/** Who waits for a lock on a table makes all others wait behind: better not for long. */
function changeText(statements: readonly string[]): string {
  return ["set local lock_timeout = '5s'", ...statements].map((statement) => `${statement};\n`).join('');
}

/** The SQL that replaces the stored definition files. */
export function storeText(files: Files): string {
  const rows = [...files].map(
    ([file, content]) => `(${textLiteral(file)}, ${textLiteral(Buffer.from(content).toString())})`,
  );
  return `delete from almanac.definition;\ninsert into almanac.definition (file, content) values\n${rows.join(',\n')};\n`;
}

function done(kind: 'same' | 'made' | 'changed', outcome: Outcome): Prepared | Failure {
  return outcome.ok ? { kind } : outcome;
}

/** Only statements that change tables meet rows: a broken constraint is the fault of the data. */
function refusal(error: DatabaseError): Prepared {
  if (!error.sqlstate.startsWith('23')) return { kind: 'refused', error };
  const detail = error.detail === null ? '' : `: ${error.detail}`;
  return { kind: 'unalterable', reasons: [`the data does not fit: ${error.message}${detail}`] };
}

function run(query: Query, text: string): Promise<Outcome> {
  return query({ text, values: [] });
}
