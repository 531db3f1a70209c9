import type { DatabaseError } from '../../../../db/database_error.ts';
import { type Failure, isFailure, type Outcome, type Query } from '../../../../db/statement.ts';
import { Problem } from '../../../contract/problem.ts';
import { renderMerge, takesRoom } from '../../../query/sql/write/many/merge.ts';
import { someRows } from '../../../query/sql/write/many/new_rows.ts';
import { renderBeginPlaces, renderHidden, renderKeyLock, settlePlaces } from '../../../query/sql/write/many/upsert.ts';
import { asksForRoom } from '../../../query/sql/write/room/room.ts';
import type { RouteContext } from '../../context.ts';
import { isMasked } from '../../request/rows/upsert_rows.ts';
import { rowsProblem } from '../../response/rows_problem.ts';
import { attemptOn, type Run } from '../../run.ts';
import { refusedWrite } from '../write.ts';
import { isOfRow } from './halving.ts';
import { insertRows, turnsOfRows } from './insert_rows.ts';
import { type Matches, matchRows, mergedGiven, mergesAtOnce, type Upsert } from './match_rows.ts';
import { attemptOf, findFaults } from './row_faults.ts';

/** So often the rows are tried where other writers come between. */
const mostAttempts = 20;
/** So often the database may refuse the rows together that it takes one by one. */
const mostRefusals = 3;

/** The rows of a body in its order, by their ids, and which of them were inserted. */
export interface UpsertedRows {
  readonly ids: readonly string[];
  readonly inserted: readonly string[];
}

/**
 * Inserts new rows and changes existing rows, or does nothing. `show` reads what the answer shows.
 * @throws Problem with the faults that the rows, the database or a rule have, each with the place of its row.
 */
export async function upsertRows<Shown extends object>(
  context: RouteContext,
  upsert: Upsert,
  run: Run,
  show: (query: Query, rows: UpsertedRows) => Promise<Shown | Failure>,
): Promise<Shown> {
  for (let attempts = 1; attempts <= mostAttempts; attempts += 1) {
    try {
      const outcome = await attempt(upsert, run, show);
      if (!isFailure(outcome)) return outcome;
      await refuse({ context, upsert, run }, outcome.error, attempts);
    } catch (thrown) {
      if (!(thrown instanceof Overtaken)) throw thrown;
    }
  }
  throw new Problem('concurrent_change', 'the same rows were changed at the same time');
}

/** Another writer came between. */
class Overtaken extends Error {}

function attempt<Shown extends object>(
  upsert: Upsert,
  run: Run,
  show: (query: Query, rows: UpsertedRows) => Promise<Shown | Failure>,
): Promise<Shown | Failure> {
  const { creates } = upsert;
  const { table } = creates;
  return attemptOn(run)(async (query): Promise<Shown | Failure> => {
    const isAtOnce = mergesAtOnce(upsert);
    const matches = await matchRows(query, upsert, isAtOnce);
    if (isFailure(matches)) return matches;
    const { inserted, changed, ids } = matches;
    if (isAtOnce) requireAll(changed, matches.merged);
    const settle = await beginPlaces(query, upsert, matches);
    if (isFailure(settle)) return settle;
    const merged = await mergeRows(query, upsert, matches, isAtOnce ? [] : changed);
    if (isFailure(merged)) return merged;
    // In one round trip: the rows are only inserted behind the locks.
    const [locked, made] = await Promise.all([
      lockKeys(query, upsert, inserted),
      insertRows(query, creates, turnsIn(upsert, inserted), 'ids'),
    ]);
    if (!locked.ok) return locked;
    if (isFailure(made)) return made;
    const settled = await settle.end();
    if (!settled.ok) return settled;
    const idAt = (place: number) => ids.get(place) ?? made.ids[place] ?? '';
    return show(query, {
      ids: creates.sent.rows.map((_, place) => idAt(place)),
      inserted: inserted.map(idAt),
    });
  }, `upsert ${table.name}`);
}

const done: Outcome = { ok: true, rows: [], rowCount: 0 };

/** Lets entries of a timeline change places until the end that it returns. */
async function beginPlaces(
  query: Query,
  { creates: { table }, sent: { sets } }: Upsert,
  { changed, ids }: Matches,
): Promise<{ readonly end: () => Promise<Outcome> } | Failure> {
  if (
    changed.length < 2 ||
    !asksForRoom(
      table,
      sets.map((field) => ({ field })),
    )
  )
    return { end: async () => done };
  const begun = await query(
    renderBeginPlaces(
      table,
      changed.map((place) => ids.get(place) ?? ''),
    ),
  );
  if (!begun.ok) return begun;
  const isWithin = begun.rows[0]?.is_within === 't';
  return { end: async () => (isWithin ? done : query(settlePlaces)) };
}

/** Waits for upserts that insert the same keys. */
async function lockKeys(
  query: Query,
  { creates: { table }, sent: { rows, key } }: Upsert,
  inserted: readonly number[],
): Promise<Outcome> {
  if (inserted.length === 0 || key.includes('id')) return done;
  return query(renderKeyLock(table, { rows: someRows(rows, inserted), key }));
}

/** The rows that are inserted by one statement; none for no rows. */
function turnsIn({ creates }: Upsert, inserted: readonly number[]): readonly (readonly number[])[] {
  if (inserted.length === 0) return [];
  // Writers of counted numbers queue on their counter: the order of the keys prevents nothing more, and numbers follow the body.
  const isCounted = [...creates.table.fields.values()].some((field) => field.default?.kind === 'number');
  return turnsOfRows(creates, isCounted ? inserted.toSorted((one, other) => one - other) : inserted);
}

/** Changes existing rows: all that get the same fields in one statement. */
async function mergeRows(
  query: Query,
  {
    creates: {
      table,
      writer,
      view,
      sent: { rows: bodies },
    },
    sent: { rows, sets },
  }: Upsert,
  { ids, versions }: Pick<Matches, 'ids' | 'versions'>,
  places: readonly number[],
): Promise<Failure | { readonly count: number }> {
  const setsOf = (place: number) =>
    sets.filter(
      ({ name }) => !isMasked(view.resource.fields.get(name), (bodies[place] as Record<string, unknown>)[name]),
    );
  const isAlone = takesRoom(table, sets, writer);
  const groups = Map.groupBy(places, (place) => {
    const names = setsOf(place).map(({ name }) => name);
    return isAlone ? `${place} ${names}` : String(names);
  });
  for (const group of groups.values()) {
    const fields = setsOf(group[0] ?? 0);
    const columns = rows.columns.filter(({ field }) => fields.includes(field));
    const given = mergedGiven(table, writer, { rows, sets: fields });
    const merge = {
      rows: someRows({ ...rows, columns, given }, group),
      ids: group.map((place) => ids.get(place) ?? ''),
      versions: group.map((place) => versions.get(place) ?? ''),
    };
    const written = await query(renderMerge(table, merge, fields, writer));
    if (!written.ok) return written;
    requireAll(group, Number(written.rows[0]?.count));
  }
  return { count: places.length };
}

/** @throws Overtaken where some of the rows are no longer as they were found. */
function requireAll({ length }: readonly number[], written: number): void {
  if (written !== length) throw new Overtaken();
}

/** An upsert and what runs it. */
interface Upserting {
  readonly context: RouteContext;
  readonly upsert: Upsert;
  readonly run: Run;
}

/** @throws Problem for a failure that is not of another writer who came between. */
async function refuse({ context, upsert, run }: Upserting, error: DatabaseError, attempts: number): Promise<void> {
  const { creates } = upsert;
  const { sent } = creates;
  if (isOfKey(error, context, upsert)) {
    const hidden = await hiddenPlaces(run, upsert);
    if (hidden.length === 0) return;
    const faults = hidden.map((place) => {
      const attempted = attemptOf(creates, sent.rows[place]);
      return { place, problem: refusedWrite(error, attempted, 'create', context.constraints) };
    });
    throw rowsProblem(faults, sent);
  }
  if (!isOfRow(error)) throw refusedWrite(error, attemptOf(creates, {}), 'update', context.constraints);
  const faults = await findFaults(context, creates, run, async (query) => {
    const matches = await matchRows(query, upsert);
    if (isFailure(matches)) return matches;
    return [
      { action: 'update', places: matches.changed, write: (part, places) => mergeRows(part, upsert, matches, places) },
      {
        action: 'create',
        places: matches.inserted,
        write: (part, places) => insertRows(part, creates, turnsIn(upsert, places), 'ids'),
      },
    ];
  });
  if (faults.length > 0) throw rowsProblem(faults, sent);
  if (attempts >= mostRefusals) throw refusedWrite(error, attemptOf(creates, {}), 'update', context.constraints);
}

/** Whether a row that is inserted has the key of an existing row. */
function isOfKey(
  { constraint: name }: DatabaseError,
  { constraints }: RouteContext,
  { sent: { key } }: Upsert,
): boolean {
  const constraint = name === null ? undefined : constraints.get(name);
  return constraint?.kind === 'unique' && constraint.among === null && constraint.fields.join() === key.join();
}

/** The rows whose keys belong to rows that the writer does not see. */
async function hiddenPlaces(
  { read }: Run,
  { creates: { table, writer }, sent: { rows, key } }: Upsert,
): Promise<readonly number[]> {
  const statement = renderHidden(table, { rows, key }, writer);
  const hidden = statement === null ? null : await read(statement);
  return hidden?.ok ? hidden.rows.map(({ place }) => Number(place) - 1) : [];
}
