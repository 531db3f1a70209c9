import type { Query } from '../../../db/statement.ts';
import { Problem } from '../../contract/problem.ts';
import { planWriteMany } from '../../query/plan/write_many_plan.ts';
import type { Statement } from '../../query/sql/condition/statement.ts';
import { renderChoice } from '../../query/sql/write/chosen.ts';
import { renderKeyed } from '../../query/sql/write/key.ts';
import { someRows } from '../../query/sql/write/new_rows.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import { readPreferences } from '../request/prefer.ts';
import { keyedRows, readAskedRows } from '../request/rows/asked_rows.ts';
import { isRow, oneRow } from '../request/rows/sent_rows.ts';
import { readUpsertRows } from '../request/rows/upsert_rows.ts';
import { parametersOf } from '../request/url.ts';
import { requireReads } from '../response/reads.ts';
import { runQuery } from '../response/run.ts';
import { ofRequest, type Part } from './part.ts';
import { hasReference } from './result.ts';

/** The rows that a write of many is about, without naming them by their ids in its path. */
export interface Chosen {
  readonly ids: readonly string[];
  /** The fields by which an upsert finds them; none for filters. It does not change their values. */
  readonly key: readonly string[];
}

/**
 * The rows that the filters of a batch choose, and that its upserts find, before any of its requests has run, by request. They
 * are locked with the rows that the batch names. Its requests may make other rows chosen.
 */
export async function chosenRows(
  parts: readonly Part[],
  writer: Writer,
  query: Query,
): Promise<ReadonlyMap<Part, Chosen>> {
  const chosen = new Map<Part, Chosen>();
  for (const part of parts) {
    const choice = choiceOf(part, writer);
    if (choice === null) continue;
    const outcome = await runQuery(part, { read: query }, choice.statement).catch((thrown: unknown) =>
      ofRequest(part.id, () => {
        throw thrown;
      }),
    );
    const ids = (readArrayText(outcome.rows[0]?.ids ?? '{}') ?? []).filter((id) => id !== null);
    chosen.set(part, { ids, key: choice.key });
  }
  return chosen;
}

interface Choice extends Pick<Chosen, 'key'> {
  readonly statement: Statement;
}

/** The statement that chooses the rows of a request; null for one that chooses none, and for one to be refused in its turn. */
function choiceOf(part: Part, writer: Writer): Choice | null {
  if (hasReference(part.url)) return null;
  try {
    return part.action === 'create' ? choiceOfKeys(part, writer) : choiceOfFilters(part, writer);
  } catch (thrown) {
    if (thrown instanceof Problem) return null;
    throw thrown;
  }
}

function choiceOfFilters(part: Part, writer: Writer): Choice | null {
  const { action, table, view } = part;
  if ((action !== 'update_many' && action !== 'delete_many') || table === null) return null;
  const planned = planWriteMany(view.resource, parametersOf(part), view.model);
  if (!planned.ok) return null;
  requireReads(view, { ...planned.value, asOf: null });
  const write = { action: action === 'update_many' ? 'update' : 'delete', table, plan: planned.value, writer } as const;
  return { statement: renderChoice(write), key: [] };
}

/** A row whose key refers to an earlier answer is found in its turn. */
function choiceOfKeys(part: Part, writer: Writer): Choice | null {
  const { table, body, view } = part;
  const { resource } = view;
  const preferred = readPreferences(part, 'create');
  if (preferred.resolution !== 'merge-duplicates' || table === null || resource.kind !== 'table') return null;
  const sent = Array.isArray(body) ? { rows: body, lines: null } : oneRow(body);
  const { even, key } = keyedRows(sent, readAskedRows(parametersOf(part), preferred, resource), resource);
  const rows = even.rows.map((row) =>
    isRow(row) ? Object.fromEntries(key.flatMap((name) => (Object.hasOwn(row, name) ? [[name, row[name]]] : []))) : row,
  );
  const keys = readUpsertRows({ ...even, rows, names: key }, key, table, resource);
  const places = keys.faults.flatMap((faults, place) => (faults.length === 0 ? [place] : []));
  if (places.length === 0) return null;
  return { statement: renderKeyed(table, { rows: someRows(keys.rows, places), key }, writer), key };
}
