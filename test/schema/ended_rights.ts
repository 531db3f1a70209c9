import { deepStrictEqual } from 'node:assert/strict';
import type { Query, Row } from '../../db/statement.ts';
import type { Model } from '../../engine/model/model.ts';
import { findAllEnds, formerOwners } from '../../engine/schema/former/keep.ts';
import { rowsOf } from './catalog.ts';

/** When rights to read rows have ended, as the database keeps it. */
export function endedRights(query: Query): Promise<readonly Row[]> {
  return rowsOf(
    query,
    "select resource, role, encode(callers, 'hex') as callers, row_id, ended_at from almanac.former_right order by 1, 2, 3, 4, 5",
  );
}

/** The same, and what is found in the history by the rules of a model. */
export async function keptAndFound(
  query: Query,
  model: Model,
): Promise<readonly [kept: readonly Row[], found: readonly Row[]]> {
  const kept = await endedRights(query);
  const owners = formerOwners(model).map(({ table }) => table);
  const strange = kept.filter(({ resource }) => !owners.some(({ name }) => name === resource));
  deepStrictEqual(strange, []);
  await rowsOf(query, 'delete from almanac.former_right');
  for (const table of owners) await rowsOf(query, findAllEnds(table));
  return [kept, await endedRights(query)];
}

/** The rights of which a database no longer knows that they ended. It may know of others: they show nothing. */
export function missingRights(kept: readonly Row[], rights: readonly Row[]): readonly Row[] {
  const texts = new Set(kept.map((each) => JSON.stringify(each)));
  return rights.filter((each) => !texts.has(JSON.stringify(each)));
}
