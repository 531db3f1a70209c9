import type { DatabaseError } from '../../../../db/database_error.ts';
import type { Failure, Query } from '../../../../db/statement.ts';
import { mostErrors, Problem } from '../../../contract/problem.ts';
import { isDecidedAtEnd } from '../../../model/tree/acyclic.ts';
import { decideNow } from '../../../schema/check/decide.ts';
import type { RouteContext } from '../../context.ts';
import { isRow } from '../../request/rows/sent_rows.ts';
import { sightOf } from '../../request/view.ts';
import type { RowFault } from '../../response/rows_problem.ts';
import { attemptOn, type Run } from '../../run.ts';
import type { Body } from '../write.ts';
import { refusedWrite } from '../write.ts';
import { type Halving, isOfRow, writeByHalves } from './halving.ts';
import { insertRows, type ManyCreates, placesOf, turnsOfRows } from './insert_rows.ts';

/** So long the faults of a body are looked for, from one statement to the next. */
const searchMilliseconds = 2000;

/** Rows of a body that are written in one way. */
export interface WritePart {
  readonly action: 'create' | 'update';
  readonly places: readonly number[];
  /** Writes the rows at some places, all or none. */
  readonly write: (query: Query, places: readonly number[]) => Promise<object | Failure>;
}

/** All rows of a body, which are inserted. */
export function createPart(creates: ManyCreates): WritePart {
  return {
    action: 'create',
    places: placesOf(creates.rows),
    write: (query, places) => insertRows(query, creates, turnsOfRows(creates, places), 'ids'),
  };
}

/**
 * Finds the rows that the database refuses, by halving. Rows that it takes stay until the end. So a row that conflicts
 * with an earlier row of the body is found too. Then everything is undone. The search stops after some time, and when an
 * answer can name no more faults.
 */
export async function findFaults(
  context: RouteContext,
  creates: ManyCreates,
  run: Run,
  partsOf: (query: Query) => Promise<readonly WritePart[] | Failure>,
): Promise<readonly RowFault[]> {
  const search: Search = {
    context,
    creates,
    faults: [],
    taken: new Set(),
    end: performance.now() + searchMilliseconds,
  };
  try {
    const failed = await attemptOn(run)(async (query) => {
      const parts = await partsOf(query);
      if ('ok' in parts) return parts;
      for (const part of parts) await look(query, search, part);
      throw new Undo();
    }, `find faults of ${creates.table.name}`);
    throw refusedWrite(failed.error, attemptOf(creates, {}), 'create', context.constraints);
  } catch (thrown) {
    if (thrown instanceof Undo) return search.faults;
    throw thrown;
  }
}

/** Rolls the transaction of a search back. */
class Undo extends Error {}

interface Search {
  readonly context: RouteContext;
  readonly creates: ManyCreates;
  readonly faults: RowFault[];
  /** The places of the rows that the database takes. */
  readonly taken: Set<number>;
  readonly end: number;
}

async function look(query: Query, search: Search, part: WritePart): Promise<void> {
  const { context, creates, faults, taken, end } = search;
  const { action, write, places } = part;
  const halving: Halving<object> = {
    query,
    write: (some) => writeChecked(query, context, () => write(query, some)),
    taken: (some) => {
      for (const place of some) taken.add(place);
    },
    refused: (place, error) => faults.push({ place, problem: problemOfRow(search, place, action, error) }),
    isOfRow,
    isEnough: () => faults.length >= mostErrors || (faults.length > 0 && performance.now() > end),
  };
  const error = await writeByHalves(halving, places);
  if (error !== null) throw refusedWrite(error, attemptOf(creates, {}), action, context.constraints);
}

/** Writes rows, and decides the checks that their commit would decide. */
async function writeChecked(
  query: Query,
  { model }: RouteContext,
  write: () => Promise<object | Failure>,
): Promise<object | Failure> {
  const made = await write();
  if ('ok' in made || !isDecidedAtEnd(model)) return made;
  for (const text of decideNow) {
    const checked = await query({ text, values: [] });
    if (!checked.ok) return checked;
  }
  return made;
}

/** In the words of a single write. */
function problemOfRow(
  { context, creates, taken }: Search,
  place: number,
  action: WritePart['action'],
  error: DatabaseError,
): Problem {
  const problem = refusedWrite(error, attemptOf(creates, creates.sent.rows[place]), action, context.constraints);
  const constraint = error.constraint === null ? undefined : context.constraints.get(error.constraint);
  if (constraint?.kind !== 'unique' || constraint.among !== null) return problem;
  const alike = earlierRow(creates, constraint.fields, place, taken);
  if (alike === null) return problem;
  const line = creates.sent.lines?.[alike];
  const also = `, in /${alike} of this body${line === undefined ? '' : ` (line ${line})`}`;
  const errors = problem.errors.map((each) => ({ ...each, detail: `${each.detail}${also}` }));
  return new Problem(problem.code, `${problem.message}${also}`, { hint: problem.hint, errors });
}

/** The row before it that has the same values, among the rows that the database takes. */
function earlierRow(
  { rows }: ManyCreates,
  fields: readonly string[],
  place: number,
  taken: ReadonlySet<number>,
): number | null {
  const columns = rows.columns.filter(({ field }) => fields.includes(field.name));
  for (const other of taken) {
    if (columns.every(({ values }) => values[other] === values[place])) return other;
  }
  return null;
}

/** The attempt to write a row, for the words of its refusal. */
export function attemptOf({ table, writer }: ManyCreates, row: unknown) {
  return { table, model: writer.model, writer, body: (isRow(row) ? row : {}) as Body, sight: sightOf(writer) };
}
