import { holdsScope, scopeOf } from '../../../access/scope.ts';
import { invalidBody, mostErrors } from '../../../contract/problem.ts';
import type { Table } from '../../../model/model.ts';
import { renderReferred } from '../../../query/sql/write/many/referred.ts';
import { refusalProblem } from '../../request/permit.ts';
import { columnsOf } from '../../request/rows/new_rows.ts';
import { type ReferenceKey, readReferenceKeys, withIds } from '../../request/rows/reference_key.ts';
import { oneRow, placedError, type SentRows } from '../../request/rows/sent_rows.ts';
import type { View } from '../../request/view.ts';
import { databaseProblem } from '../../response/database_problem.ts';
import type { Run } from '../../run.ts';

/**
 * The rows of a body with the id of each reference that they give by a unique key. A key that leads to no row, or to one that
 * the caller may not read, is a fault.
 * @throws Problem with all of these faults, and for a resource that the caller may not read.
 */
export function withReferences(sent: SentRows, view: View<Table>, run: Run): SentRows | Promise<SentRows> {
  const found = readReferenceKeys(sent.rows, view);
  return found.isPlain ? sent : withIdsOf(found, sent, view, run);
}

async function withIdsOf(
  { keys, faults }: ReturnType<typeof readReferenceKeys>,
  sent: SentRows,
  view: View<Table>,
  run: Run,
): Promise<SentRows> {
  const errors = faults.map(({ place, error }) => placedError(error, place, sent));
  const ids = new Map<number, Map<string, string>>();
  const alike = Map.groupBy(keys, ({ alias, key }) => [alias, ...Object.keys(key).sort()].join());
  for (const group of alike.values()) {
    const found = await idsOf(group, view, run);
    for (const [index, { place, alias, target }] of group.entries()) {
      const id = found.get(index);
      const known = ids.get(place) ?? new Map<string, string>();
      ids.set(place, known);
      if (id !== undefined) known.set(alias, id);
      else errors.push(placedError({ pointer: `/${alias}`, detail: `refers to no ${target.name}` }, place, sent));
    }
  }
  const problem = invalidBody(errors.slice(0, mostErrors));
  if (problem !== null) throw problem;
  return { ...sent, rows: sent.rows.map((row, place) => withIds(row, ids.get(place) ?? new Map(), view)) };
}

/** Whether a row of a body gives a reference by a key. */
export function refersByKeys({ rows }: SentRows, view: View<Table>): boolean {
  return !readReferenceKeys(rows, view).isPlain;
}

/** The same of a body that is one row. */
export async function withReferencesOfOne(body: unknown, view: View<Table>, run: Run): Promise<unknown> {
  const { rows } = await withReferences(oneRow(body), view, run);
  return rows[0];
}

/** The ids of the rows with keys of one form, by the places of the keys. */
async function idsOf(
  keys: readonly ReferenceKey[],
  view: View<Table>,
  { query }: Run,
): Promise<ReadonlyMap<number, string>> {
  const [first] = keys;
  if (first === undefined) return new Map();
  const { alias, field, target } = first;
  const scope = scopeOf('read', target.name);
  if (!field.unseen && !holdsScope(view.principal, scope))
    throw refusalProblem({ check: 'scope', scope, need: `the key of ${alias}` }, view.principal);
  const names = Object.keys(first.key);
  const sent = { rows: keys.map(({ key }) => key), names, lines: null };
  const rows = { count: keys.length, columns: columnsOf(target, sent), given: [] };
  const found = await query(renderReferred(target, { rows, key: names }, field.unseen ? null : view));
  if (!found.ok) throw databaseProblem(found.error);
  return new Map(found.rows.flatMap(({ place, id }) => (id ? [[Number(place) - 1, id] as const] : [])));
}
