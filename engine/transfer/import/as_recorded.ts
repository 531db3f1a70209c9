import { type CopySession, openCopySession } from '../../../db/connection/copy_session.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import { type Halving, isOfRow, writeByHalves } from '../../http/actions/rows/halving.ts';
import { writeProblem } from '../../http/response/database_problem.ts';
import type { Model, Resource } from '../../model/model.ts';
import { columnType } from '../../query/sql/condition/column_type.ts';
import { type Sql, type Statement, statementOf } from '../../query/sql/condition/statement.ts';
import type { Constraint } from '../../schema/constraint/constraints.ts';
import { constraints, deletedSequence, versionSequence } from '../../schema/constraint/constraints.ts';
import { findEnds } from '../../schema/former/keep.ts';
import { numberFields, recount } from '../../schema/number/number.ts';
import { columnOf, identifier, join, publicTable, sql, textConstant } from '../../sql/fragment.ts';
import { quote } from '../../sql/identifier.ts';
import { readJsonText } from '../../vocabulary/value/json_text.ts';
import { stagingCopy } from './copy.ts';
import { renderIdSequence } from './create_rows.ts';
import type { Fault } from './fault.ts';
import { mostFaults } from './fault.ts';
import { inMove } from './feature.ts';
import { type ImportFile, readPieces } from './file_pieces.ts';
import type { Imported } from './import.ts';
import {
  checksAmongRows,
  checksOfRows,
  indexesOfRecorded,
  locksOfElements,
  type RecordedCheck,
  rowIdOf,
} from './recorded_checks.ts';
import { recordedColumns, recordedFields, recordedValidator, tableOf } from './recorded_columns.ts';
import { faultsOfProblem } from './row.ts';
import { placeIn, type Range, stagingTable } from './staging.ts';
import { ImportRefused, settled } from './writing.ts';

/** Rows, or versions of rows, that are taken as they were recorded. */
export interface RecordedImport extends ImportFile {
  readonly model: Model;
  /** A resource, for its current rows; or its history, for all versions. */
  readonly resource: Resource;
  readonly isTrial: boolean;
}

/** Takes the rows of a file on a session of its own. */
export async function importRecorded(url: string, order: RecordedImport): Promise<Imported> {
  const session = await openCopySession(url);
  try {
    return await importRecordedIn(session, order);
  } finally {
    await session.close();
  }
}

/**
 * Takes the rows of a file with their ids, instants and identities, all or none. In its one transaction, the triggers of the
 * table are off. PostgreSQL lets its owner alone do that, and its lock keeps all other writers out.
 */
export async function importRecordedIn(session: CopySession, order: RecordedImport): Promise<Imported> {
  let isKept = false;
  try {
    await settled(session.script('begin'));
    const { faults, rows } = await take(session, order);
    if (faults.length > 0) return { kind: 'faulty', faults: faults.slice(0, mostFaults), rows: 0, inside: 0 };
    isKept = !order.isTrial;
    if (isKept) await settled(session.script('commit'));
    return { kind: 'done', rows, made: rows, changed: 0 };
  } catch (error) {
    if (error instanceof ImportRefused) return { kind: 'refused', error: error.error };
    throw error;
  } finally {
    if (!isKept) await session.script('rollback');
  }
}

interface Taken {
  readonly faults: readonly Fault[];
  readonly rows: number;
}

async function take(session: CopySession, order: RecordedImport): Promise<Taken> {
  const { resource, model } = order;
  const table = tableOf(resource);
  const names = [table.name, ...(table.history === null ? [] : [table.history])].map((name) => `public.${quote(name)}`);
  await settled(session.script(`lock table ${names.join(', ')} in share row exclusive mode`));
  await settled(session.script(`alter table ${names[0]} disable trigger user`));
  const copied = await copyAll(session, order);
  if (copied.faults.length > 0) return copied;
  for (const text of [...indexesOfRecorded(resource), 'analyze pg_temp.almanac_import'])
    await settled(session.script(text));
  for (const lock of locksOfElements(resource)) await settled(session.query(lock));
  for (const checks of [checksOfRows(resource, model), checksAmongRows(resource)]) {
    const faults = await ask(session, checks);
    if (faults.length > 0) return { faults, rows: 0 };
  }
  if (table.history !== null && resource.kind === 'history') await settled(session.query(renderFormer(resource)));
  const faults = await insert({ session, model, resource, constraints: constraints(model) }, copied.rows);
  if (faults.length > 0) return { faults, rows: 0 };
  // No rollback would lower them again.
  if (!order.isTrial) await raiseSequences(session, resource);
  for (const field of numberFields(tableOf(resource))) await settled(session.script(recount(tableOf(resource), field)));
  for (const text of findEnds(tableOf(resource), model)) await settled(session.script(text));
  for (const text of inMove.all(model).flatMap((texts) => texts(model))) await settled(session.script(text));
  await settled(session.script(`alter table ${names[0]} enable trigger user`));
  return copied;
}

/** Copies all rows of the file to a temporary table. */
async function copyAll(session: CopySession, order: RecordedImport): Promise<Taken> {
  const { resource } = order;
  const columns = recordedFields(resource).map(({ name, type }) => `${quote(name)} ${columnType(type)}`);
  const lines = ['_place bigint not null', '_line bigint not null', ...columns];
  await settled(session.script(`create temporary table almanac_import (\n  ${lines.join(',\n  ')}\n) on commit drop`));
  const faults: Fault[] = [];
  let rows = 0;
  const form = {
    validate: recordedValidator(resource),
    columnsOf: (names: readonly string[]) => recordedColumns(names, resource),
  };
  for await (const piece of readPieces(order, form, null)) {
    faults.push(...piece.faults);
    if (piece.rows.length > 0) {
      const copy = await stagingCopy({ columns: piece.columns, partial: new Set() }, piece.rows, rows);
      await settled(session.copy(copy.text, copy.bytes));
    }
    rows += piece.rows.length;
    order.progress(piece.to);
    if (faults.length >= mostFaults) break;
  }
  return { faults, rows };
}

async function ask(session: CopySession, checks: readonly RecordedCheck[]): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  for (const { statement, column, words } of checks) {
    const found = await settled(session.query(statement));
    for (const { _line, other } of found.rows) faults.push({ line: Number(_line), column, detail: words(other ?? '') });
  }
  return faults.toSorted((one, other) => one.line - other.line);
}

/** The replaced versions. */
function renderFormer(resource: Resource): Statement {
  const columns = recordedFields(resource).map(({ name }) => name);
  return statementOf(sql`
    insert into ${publicTable(resource.name)} (${join(columns.map(identifier), ', ')})
    select ${join(
      columns.map((name) => columnOf('v', name)),
      ', ',
    )}
    from ${stagingTable} as v
    where v.replaced_at is not null`);
}

/** The current rows of a range. */
function renderCurrent(resource: Resource, range: Range): Statement {
  const table = tableOf(resource);
  const isHistory = resource.kind === 'history';
  const ofVersions = new Set(['id', rowIdOf(resource), 'replaced_at', 'replaced_by']);
  const names = recordedFields(resource).flatMap(({ name }) => (ofVersions.has(name) ? [] : [name]));
  const sequence = sql`nextval(${textConstant(`public.${versionSequence(table)}`)})`;
  const version: Sql = isHistory ? sql`v.id` : sequence;
  const condition = isHistory ? sql`v.replaced_at is null and ${placeIn(range, 'v')}` : placeIn(range, 'v');
  const values = names.map((name) => columnOf('v', name));
  return statementOf(sql`
    insert into ${publicTable(table.name)} (${join(['id', ...names, 'row_version', 'recorded_in'].map(identifier), ', ')})
    select ${join([columnOf('v', rowIdOf(resource)), ...values, version, sql`pg_current_xact_id()`], ', ')}
    from ${stagingTable} as v
    where ${condition}
    order by ${columnOf('v', rowIdOf(resource))}`);
}

interface Inserting {
  readonly session: CopySession;
  readonly model: Model;
  readonly resource: Resource;
  readonly constraints: ReadonlyMap<string, Constraint>;
}

/** Inserts the current rows of the file, and tells which of them the database refuses. */
async function insert(
  { session, model, resource, constraints: all }: Inserting,
  rows: number,
): Promise<readonly Fault[]> {
  const refused: { readonly place: number; readonly error: DatabaseError }[] = [];
  const halving: Halving<object> = {
    query: session.query,
    write: async (places) => {
      const done = await session.query(renderCurrent(resource, { first: places[0] ?? 0, last: places.at(-1) ?? -1 }));
      return done.ok ? {} : done;
    },
    taken: () => {},
    // A row that refers to a later one of the file fails by itself alone. That all are there has been asked before.
    refused: (place, error) => error.sqlstate !== foreignKey && refused.push({ place, error }),
    isOfRow,
    isEnough: () => refused.length >= mostFaults,
  };
  const ended = await writeByHalves(halving, [...Array(rows).keys()]);
  if (ended !== null) throw new ImportRefused(ended);
  const faults: Fault[] = [];
  for (const { place, error } of refused) {
    const found = await settled(session.query(renderRow(place)));
    const { line = null, body = null } = found.rows[0] ?? {};
    const sight = { reads: () => true, shows: () => true, showsAll: () => true };
    const write = {
      table: tableOf(resource),
      model,
      body: readJsonText(body ?? '{}') as Readonly<Record<string, unknown>>,
      sight,
    };
    faults.push(...faultsOfProblem(Number(line), writeProblem(error, write, all)));
  }
  return faults;
}

const foreignKey = '23503';

function renderRow(place: number): Statement {
  return statementOf(sql`
    select v._line as line, to_jsonb(v) as body
    from ${stagingTable} as v
    where ${placeIn({ first: place, last: place }, 'v')}`);
}

/** Later rows and versions get ids behind all that there are. Some of the rows may be deleted ones. */
async function raiseSequences(session: CopySession, resource: Resource): Promise<void> {
  const table = tableOf(resource);
  const found = await settled(session.query(renderIdSequence(table)));
  const raised = [[found.rows[0]?.name ?? '', rowIdOf(resource)] as const];
  if (resource.kind === 'history') raised.push([`public.${versionSequence(table)}`, 'id']);
  for (const [name, column] of raised) {
    const statement = statementOf(sql`
      select setval(${textConstant(name)}, greatest(max(${columnOf('v', column)}), (
        select coalesce(pg_sequence_last_value(${textConstant(name)}::regclass), 0)
      )))
      from ${stagingTable} as v
      having max(${columnOf('v', column)}) is not null`);
    await settled(session.query(statement));
  }
  if (resource.kind !== 'history') return;
  const highest = textConstant(`public.${deletedSequence(resource.name)}`);
  await settled(
    session.query(
      statementOf(
        sql`select almanac.raise_deleted(${highest}, max(${columnOf('v', rowIdOf(resource))})) from ${stagingTable} as v`,
      ),
    ),
  );
}
