import type { Query } from '../../../db/statement.ts';
import { Problem } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import { type KeyedRows, renderKeyed } from '../../query/sql/write/many/key.ts';
import { allRows, someRows } from '../../query/sql/write/many/new_rows.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import { keyedRows, readAskedRows } from '../request/rows/asked_rows.ts';
import { withMembers } from '../request/rows/members.ts';
import { oneRow } from '../request/rows/sent_rows.ts';
import { readUpsertRows } from '../request/rows/upsert_rows.ts';
import { parametersOf } from '../request/url.ts';
import { runQuery } from '../response/run.ts';
import type { Chosen } from './names.ts';
import type { Part } from './part.ts';
import { hasReference } from './result.ts';

/** The rows that an upsert of a batch finds before any of its requests has run. */
interface Found extends Chosen {
  readonly part: Part;
}

/** The rows that the upserts of a batch find and may change. One statement looks for all that have the same key. */
export async function foundRows(parts: readonly Part[], writer: Writer, query: Query): Promise<readonly Found[]> {
  const sought = parts.map(soughtBy).filter((each) => each !== null);
  const found: Found[] = [];
  for (const group of Map.groupBy(sought, ({ table, key }) => `${table.name} ${key}`).values()) {
    const [{ table, key, part }] = group as [Sought];
    const rows = allRows(group.map((each) => each.rows));
    const outcome = await runQuery(part, { read: query }, renderKeyed(table, { rows, key }, writer));
    const [{ ids = null, places = null } = {}] = outcome.rows;
    const numbers = (readArrayText(places ?? '{}') ?? []).map(Number);
    const all = (readArrayText(ids ?? '{}') ?? []).map(String);
    const partAt = group.flatMap((each) => Array.from({ length: each.rows.count }, () => each.part));
    const byPart = Map.groupBy(all.keys(), (at) => partAt[(numbers[at] ?? 0) - 1]);
    for (const each of group) {
      const own = byPart.get(each.part) ?? [];
      found.push({ part: each.part, ids: own.map((at) => all[at] ?? ''), key });
    }
  }
  return found;
}

/** What an upsert looks for. */
interface Sought extends KeyedRows {
  readonly part: Part;
  readonly table: Table;
}

/** Null for a request that merges nothing, and for one to be refused in its turn. */
function soughtBy(part: Part): Sought | null {
  try {
    return part.action === 'create' && !hasReference(part.url) ? keysOf(part) : null;
  } catch (thrown) {
    if (thrown instanceof Problem) return null;
    throw thrown;
  }
}

/** A row whose key refers to an earlier answer is found in its turn. */
function keysOf(part: Part): Sought | null {
  const { table, body, view, preferred } = part;
  const { resource } = view;
  if (preferred.resolution !== 'merge-duplicates' || table === null || resource.kind !== 'table') return null;
  const sent = Array.isArray(body) ? { rows: body, lines: null } : oneRow(body);
  const { even, key } = keyedRows(sent, readAskedRows(parametersOf(part), preferred, resource), resource);
  const rows = even.rows.map((row) => withMembers(row, { columns: key, defaults: true }));
  const read = readUpsertRows({ ...even, rows, names: key }, key, table, resource);
  const places = read.faults.flatMap((faults, place) => (faults.length === 0 ? [place] : []));
  return places.length === 0 ? null : { part, table, key, rows: someRows(read.rows, places) };
}
