import type { Failure, Query } from '../../../../db/statement.ts';
import { invalidBody, mostErrors, Problem, type ProblemError } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import { someRows } from '../../../query/sql/write/many/new_rows.ts';
import { renderFound, renderFoundMerged } from '../../../query/sql/write/many/upsert.ts';
import type { Assignment, Writer } from '../../../query/sql/write/writer.ts';
import { readArrayText } from '../../../vocabulary/value/array_text.ts';
import { inWrites } from '../../request/assignment.ts';
import { refusalProblem } from '../../request/permit.ts';
import { isRow, placedError, placeOf, type SentRow } from '../../request/rows/sent_rows.ts';
import { changedMembers, createdMembers, isMasked, type UpsertRows } from '../../request/rows/upsert_rows.ts';
import { faultsOfChanged } from '../../request/sent_back.ts';
import type { Validate } from '../../request/validator.ts';
import { requireFields } from '../../request/view.ts';
import { type RowFault, rowsProblem } from '../../response/rows_problem.ts';
import type { ManyCreates } from './insert_rows.ts';

/** Rows of a body that change existing rows, or are inserted. */
export interface Upsert {
  /** What is needed where a row is inserted. */
  readonly creates: ManyCreates;
  readonly sent: UpsertRows;
  /** Whether an existing row is changed; otherwise it stays as it is. */
  readonly isMerge: boolean;
  /** The check of a row that changes another one is null where that of its values has said all. */
  readonly validate: { readonly create: Validate; readonly update: Validate | null };
}

/** What becomes of each row of a body, by places. */
export interface Matches {
  /** The rows that are inserted, in the order of their keys. */
  readonly inserted: readonly number[];
  /** The rows that change an existing row. */
  readonly changed: readonly number[];
  /** The ids and versions of the existing rows. */
  readonly ids: ReadonlyMap<number, string>;
  readonly versions: ReadonlyMap<number, string>;
  /** How many of them were changed at once. */
  readonly merged: number;
}

/** A row that was looked for. */
interface Match {
  readonly place: number;
  readonly id: string | null;
  readonly version: string | null;
  readonly may: boolean;
  readonly differs: boolean;
  readonly changed: readonly string[];
  readonly twin: number | null;
  readonly overlap: number | null;
}

/**
 * Whether the statement that finds the rows can change them too: it then has to know all that may speak against it. What is
 * wrong with rows that are inserted undoes it.
 */
export function mergesAtOnce({ creates: { table }, sent, isMerge, validate }: Upsert): boolean {
  return (
    isMerge &&
    table.temporal === null &&
    validate.update === null &&
    sent.sets.length > 0 &&
    !sent.sets.some(({ writeOnly }) => writeOnly) &&
    sent.faults.every((faults) => faults.length === 0)
  );
}

/**
 * Finds the existing rows, and locks the rows that may be changed. With `merges`, it changes them too.
 * @throws Problem with everything that is wrong with the rows, each for what is to become of it.
 */
export async function matchRows(query: Query, upsert: Upsert, merges = false): Promise<Matches | Failure> {
  const { sent, isMerge } = upsert;
  const places = sent.faults.flatMap((faults, place) => (faults.length === 0 ? [place] : []));
  const answer = await findRows(query, upsert, places, merges);
  if ('ok' in answer) return answer;
  const { found, merged } = answer;
  const faults = [
    ...sent.faults.flatMap((errors, place) => faultOf(place, invalidBody(errors))),
    ...found.flatMap((match) => faultOf(match.place, problemOf(match, upsert))),
  ];
  if (faults.length > 0) throw refusalOf(faults, upsert);
  const inserted = found.filter(({ id }) => id === null);
  const changed = isMerge ? found.filter((match) => needsChange(match, upsert)) : [];
  return {
    inserted: inserted.map(({ place }) => place),
    changed: changed.map(({ place }) => place).sort((one, other) => one - other),
    ids: new Map(found.flatMap(({ place, id }) => (id === null ? [] : [[place, id]]))),
    versions: new Map(found.flatMap(({ place, version }) => (version === null ? [] : [[place, version]]))),
    merged,
  };
}

async function findRows(
  query: Query,
  { sent, isMerge, creates: { table, writer } }: Upsert,
  places: readonly number[],
  merges: boolean,
): Promise<{ readonly found: readonly Match[]; readonly merged: number } | Failure> {
  if (places.length === 0) return { found: [], merged: 0 };
  const { rows, key, own, sets } = sent;
  const isAll = places.length === rows.count;
  const sought = {
    rows: isAll ? rows : someRows(rows, places),
    key,
    own,
    sets: sets.filter(({ writeOnly }) => !writeOnly),
  };
  const given = merges ? mergedGiven(table, writer, sent) : [];
  const outcome = await query(
    merges ? renderFoundMerged(table, sought, given, writer) : renderFound(table, sought, writer, isMerge),
  );
  if (!outcome.ok) return outcome;
  const placeAt = (text: string | null | undefined) => (text ? (places[Number(text) - 1] ?? null) : null);
  const found = outcome.rows.map(({ place, id = null, version = null, may, differs, changed, twin, overlap }) => ({
    place: placeAt(place) ?? 0,
    id,
    version,
    may: may === 't',
    differs: differs === 't',
    changed: (readArrayText(changed ?? '{}') ?? []).map(String),
    twin: placeAt(twin),
    overlap: placeAt(overlap),
  }));
  return { found, merged: Number(outcome.rows[0]?.merged ?? 0) };
}

/** What the service gives to rows that are changed. */
export function mergedGiven(
  table: Table,
  writer: Writer,
  { rows, sets }: Pick<UpsertRows, 'rows' | 'sets'>,
): readonly Assignment[] {
  const given = inWrites.of(table.madeBy)?.(table, writer, 'update') ?? [];
  return [...given, ...rows.given.filter(({ field }) => sets.includes(field))];
}

/** Whether the existing row gets another value. A value that is never shown counts as another one. */
function needsChange({ place, id, differs }: Match, { sent, creates }: Upsert): boolean {
  if (id === null) return false;
  const row = rowAt(creates, place);
  const { fields } = creates.view.resource;
  return differs || sent.sets.some((field) => field.writeOnly && !isMasked(fields.get(field.name), row[field.name]));
}

/** What is wrong with a row, once it is known what becomes of it. */
function problemOf(match: Match, upsert: Upsert): Problem | null {
  const { creates, sent, isMerge } = upsert;
  const { table, writer } = creates;
  const { place, id, twin, overlap, may } = match;
  if (twin !== null) {
    const detail = `has the same ${sent.key.join(' and ')} as ${placeOf(twin, creates.sent)}`;
    return invalidBody([{ pointer: `/${sent.key[0]}`, detail }]);
  }
  if (overlap !== null && (isMerge || id === null)) {
    const detail = `overlaps ${placeOf(overlap, creates.sent)} on the same timeline`;
    return invalidBody([{ pointer: '/valid_from', detail }]);
  }
  if (id === null) return refusedAs(() => faultsOfInserted(place, upsert));
  if (!isMerge) return null;
  const problem = refusedAs(() => faultsOfFound(match, upsert));
  if (problem !== null || may || !needsChange(match, upsert)) return problem;
  return refusalProblem({ check: 'role', resource: table.name, action: 'update' }, writer.principal);
}

function faultsOfInserted(place: number, { creates, sent, validate }: Upsert): readonly ProblemError[] {
  const { table, view } = creates;
  const { id, ...others } = createdMembers(rowAt(creates, place)) as { readonly id?: unknown };
  if (id !== undefined && sent.key.includes('id')) {
    const detail = `there is no ${table.name} ${String(id).slice(0, 80)}`;
    return [{ pointer: '/id', detail, hint: 'leave the id out, and the row is inserted under a new one' }];
  }
  const row = id === undefined ? others : { id, ...others };
  requireFields(row, table, { ...view, action: 'create' });
  return validate.create(row);
}

function faultsOfFound({ place, changed }: Match, { creates, sent, validate }: Upsert): readonly ProblemError[] {
  const { table, view } = creates;
  const others = changed.length === 0 ? [] : faultsOfChanged(changed, table, { ...view, action: 'update' });
  if (validate.update === null) return others;
  return [...validate.update(changedMembers(rowAt(creates, place), sent, view.resource)), ...others];
}

function refusedAs(faultsOf: () => readonly ProblemError[]): Problem | null {
  try {
    return invalidBody(faultsOf());
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown;
    throw thrown;
  }
}

function faultOf(place: number, problem: Problem | null): readonly RowFault[] {
  return problem === null ? [] : [{ place, problem }];
}

/** Faults of the body are told as a create of many tells them. */
function refusalOf(faults: readonly RowFault[], { creates: { sent } }: Upsert): Problem {
  const inOrder = [...faults].sort((one, other) => one.place - other.place);
  if (inOrder.some(({ problem }) => problem.code !== 'invalid_body')) return rowsProblem(inOrder, sent);
  const errors = inOrder.flatMap(({ place, problem }) =>
    problem.errors.map((error) => placedError(error, place, sent)),
  );
  return invalidBody(errors.slice(0, mostErrors)) ?? rowsProblem(inOrder, sent);
}

function rowAt({ sent }: Pick<ManyCreates, 'sent'>, place: number): SentRow {
  const row = sent.rows[place];
  return isRow(row) ? row : {};
}
