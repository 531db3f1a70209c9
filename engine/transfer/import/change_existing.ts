import type { CopySession } from '../../../db/connection/copy_session.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import type { Fault } from './fault.ts';
import { rowAt } from './row.ts';
import type { Range } from './staging.ts';
import {
  renderChange,
  renderLatest,
  renderMatch,
  renderNewIds,
  renderUnchangeable,
  renderUnknownIds,
  renderUpsertLocks,
  type UpsertShape,
  unchangeableFields,
} from './upsert_rows.ts';
import type { Attempt, Attempted } from './writing.ts';

/**
 * Finds which of the rows of a range exist, locks these in the order of their ids, and changes them if they differ. The others
 * are left to be inserted, with their ids.
 */
export async function changeExisting(
  { session, rows, idSequence }: Pick<Attempt, 'session' | 'rows' | 'idSequence'>,
  shape: UpsertShape,
  range: Range,
): Promise<Attempted | DatabaseError> {
  // What is decided about rows is decided with a snapshot that was taken behind their locks.
  for (const statement of [...renderUpsertLocks(shape, range), renderMatch(shape, range)]) {
    const done = await session.query(statement);
    if (!done.ok) return done.error;
  }
  const faults: Fault[] = [];
  const refuse = async (places: readonly (string | null | undefined)[], own: readonly Fault[]) => {
    faults.push(...own);
    return leaveOut(session, places);
  };
  if (shape.key.includes('id')) {
    const unknown = await session.query(renderUnknownIds(range));
    if (!unknown.ok) return unknown.error;
    const places = unknown.rows.map(({ _place }) => _place);
    const own = places.map((place) => ({
      line: rowAt(rows, place).line,
      column: 'id',
      detail: `${shape.table.name} has no row with this id`,
    }));
    const left = await refuse(places, own);
    if (left !== null) return left;
  }
  const fields = unchangeableFields(shape);
  if (fields.length > 0) {
    const differing = await session.query(renderUnchangeable(shape, range, fields));
    if (!differing.ok) return differing.error;
    const own = differing.rows.flatMap((row) =>
      fields.flatMap(({ name }, at) =>
        row[`field_${at}`] === 't'
          ? [{ line: rowAt(rows, row._place).line, column: name, detail: 'is set on create and cannot be changed' }]
          : [],
      ),
    );
    const left = await refuse(
      differing.rows.map(({ _place }) => _place),
      own,
    );
    if (left !== null) return left;
  }
  const changing = renderChange(shape, range);
  let changed = 0;
  for (const statement of [renderLatest(shape, range), changing, renderNewIds(range, idSequence)]) {
    if (statement === null) continue;
    const done = await session.query(statement);
    if (!done.ok) return done.error;
    if (statement === changing) changed = done.rowCount;
  }
  return { faults, made: 0, changed };
}

/** Takes rows at fault out, so that the others can be tried. */
export async function leaveOut(
  session: CopySession,
  places: readonly (string | null | undefined)[],
): Promise<DatabaseError | null> {
  if (places.length === 0) return null;
  const done = await session.query({
    text: 'delete from pg_temp.almanac_import where _place = any ($1::integer[])',
    values: [`{${places.join()}}`],
  });
  return done.ok ? null : done.error;
}
