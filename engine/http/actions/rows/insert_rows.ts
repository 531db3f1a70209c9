import type { Failure, Query } from '../../../../db/statement.ts';
import { isRoomLimited } from '../../../access/write_rule.ts';
import type { Table } from '../../../model/model.ts';
import type { RowsPlan } from '../../../query/plan/rows_plan.ts';
import { renderCreateMany, type ShownRows } from '../../../query/sql/write/many/create_many.ts';
import { type NewRows, someRows } from '../../../query/sql/write/many/new_rows.ts';
import type { Writer } from '../../../query/sql/write/writer.ts';
import type { SentRows } from '../../request/rows/sent_rows.ts';
import { turnsOf } from '../../request/rows/timeline.ts';
import type { View } from '../../request/view.ts';

/** Valid rows to create, all or none, and their representation in the answer. */
export interface ManyCreates {
  readonly table: Table;
  readonly view: View<Table>;
  readonly writer: Writer;
  /** As they were sent. */
  readonly sent: SentRows;
  readonly rows: NewRows;
  /** What the answer shows of the rows; null for nothing. */
  readonly shown: RowsPlan | null;
  /** Whether the statement that makes the rows can show that. */
  readonly isShownAtOnce: boolean;
}

/** The rows that were made: their ids in the order of the body, and the rows that the caller may read, as a JSON array. */
export interface MadeRows {
  readonly ids: readonly string[];
  readonly body: string | null;
}

/**
 * The rows by the statements that insert them, as places in the body: one statement for all of them where that can be. A
 * writer who may not change every entry of a timeline writes its rows one after the other, as single creates would.
 */
export function turnsOfRows(
  { table, writer, rows }: ManyCreates,
  places: readonly number[] = placesOf(rows),
): readonly (readonly number[])[] {
  return isRoomLimited(table, writer) ? turnsOf(table, rows, places) : [places];
}

/** The places of all rows. */
export function placesOf({ count }: NewRows): readonly number[] {
  return Array.from({ length: count }, (_, place) => place);
}

/** Inserts the rows at some places of the body, in as many statements as there are turns. */
export async function insertRows(
  query: Query,
  { table, writer, rows }: ManyCreates,
  turns: readonly (readonly number[])[],
  shows: ShownRows,
): Promise<MadeRows | Failure> {
  const ids: string[] = [];
  let body: string | null = null;
  for (const places of turns) {
    const isAll = places.length === rows.count && places.every((place, at) => place === at);
    const outcome = await query(renderCreateMany(table, isAll ? rows : someRows(rows, places), writer, shows));
    if (!outcome.ok) return outcome;
    const [row] = outcome.rows;
    const made = (row?.ids ?? '{}').slice(1, -1).split(',');
    if (made.length !== places.length) throw new Error(`${places.length} rows of ${table.name} became ${made.length}`);
    for (const [at, place] of places.entries()) ids[place] = made[at] ?? '';
    body = row?.body ?? null;
  }
  return { ids, body };
}
