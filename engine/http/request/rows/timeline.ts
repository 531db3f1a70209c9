import { mostErrors, type ProblemError } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import type { NewRows } from '../../../query/sql/write/many/new_rows.ts';
import { placedError, type SentRows } from './sent_rows.ts';

/**
 * The rows of one body that are valid at the same time on one timeline. A later one would cut the earlier one, so that it
 * would depend on the order of the file what is kept.
 */
export function overlapFaults(table: Table, rows: NewRows, sent: Pick<SentRows, 'lines'>): readonly ProblemError[] {
  if (table.temporal === null) return [];
  const from = valuesOf(rows, 'valid_from');
  const to = valuesOf(rows, 'valid_to');
  const errors: ProblemError[] = [];
  for (const places of timelinesOf(table, rows, everyPlace(rows)).values()) {
    // Instants are written alike, so that the order of the texts is theirs.
    const inOrder = places
      .filter((place) => from(place) !== null)
      .sort((one, other) => compare(from(one), from(other)));
    let last: number | null = null;
    for (const place of inOrder) {
      if (last !== null && isBefore(from(place), to(last))) errors.push(...overlap(last, place, sent));
      if (last === null || !isBefore(to(place), to(last))) last = place;
    }
  }
  return errors.slice(0, mostErrors);
}

/**
 * The places by turns, each with one row of a timeline at most. The rows of a timeline keep their order.
 */
export function turnsOf(table: Table, rows: NewRows, places: readonly number[]): readonly (readonly number[])[] {
  if (table.temporal === null) return [places];
  const turns: number[][] = [];
  for (const own of timelinesOf(table, rows, places).values()) {
    for (const [turn, place] of own.entries()) {
      const others = turns[turn] ?? [];
      others.push(place);
      turns[turn] = others;
    }
  }
  return turns.map((turn) => turn.sort((one, other) => one - other));
}

function timelinesOf(
  { temporal }: Table,
  rows: NewRows,
  places: readonly number[],
): ReadonlyMap<string, readonly number[]> {
  const keys = (temporal?.timeline ?? []).map((name) => valuesOf(rows, name));
  return Map.groupBy(places, (place) => JSON.stringify(keys.map((value) => value(place))));
}

function valuesOf({ columns }: NewRows, name: string): (place: number) => string | null {
  const column = columns.find(({ field }) => field.name === name);
  return (place) => column?.values[place] ?? null;
}

function everyPlace({ count }: NewRows): readonly number[] {
  return Array.from({ length: count }, (_, place) => place);
}

function overlap(one: number, other: number, sent: Pick<SentRows, 'lines'>): readonly ProblemError[] {
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const line = sent.lines?.[first];
  const which = `/${first}${line === undefined ? '' : ` (line ${line})`}`;
  const detail = `overlaps ${which} on the same timeline`;
  return [placedError({ pointer: '/valid_from', detail }, second, sent)];
}

function compare(one: string | null, other: string | null): number {
  if (one === other) return 0;
  return isBefore(one, other) ? -1 : 1;
}

/** Null is later than any instant. */
function isBefore(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one !== null;
  return one < other;
}
