import type { Query } from '../../../db/statement.ts';
import { Problem } from '../../contract/problem.ts';
import { planWriteMany } from '../../query/plan/write_many_plan.ts';
import { renderChoice } from '../../query/sql/write/many/chosen.ts';
import type { Writer } from '../../query/sql/write/writer.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import { parametersOf } from '../request/url.ts';
import { requireReads } from '../response/reads.ts';
import { runQuery } from '../response/run.ts';
import { foundRows } from './found.ts';
import type { Chosen } from './names.ts';
import { ofRequest, type Part } from './part.ts';
import { hasReference } from './result.ts';

/**
 * The rows that filters choose and upserts find before any request of a batch has run, by request. They are locked with the
 * rows that the batch names. Its requests may make other rows chosen.
 */
export async function chosenRows(
  parts: readonly Part[],
  writer: Writer,
  query: Query,
): Promise<ReadonlyMap<Part, Chosen>> {
  const chosen = new Map<Part, Chosen>();
  for (const part of parts) {
    const statement = choiceOf(part, writer);
    if (statement === null) continue;
    const outcome = await runQuery(part, { read: query }, statement).catch((thrown: unknown) =>
      ofRequest(part.id, () => {
        throw thrown;
      }),
    );
    const ids = (readArrayText(outcome.rows[0]?.ids ?? '{}') ?? []).filter((id) => id !== null);
    chosen.set(part, { ids, key: [] });
  }
  for (const { part, ids, key } of await foundRows(parts, writer, query)) chosen.set(part, { ids, key });
  return chosen;
}

/** The statement that chooses the rows of a write by filters; null for another request, and for one to be refused in its turn. */
function choiceOf(part: Part, writer: Writer) {
  const { action, table, view, url } = part;
  if ((action !== 'update_many' && action !== 'delete_many') || table === null || hasReference(url)) return null;
  try {
    const planned = planWriteMany(view.resource, parametersOf(part), view.model);
    if (!planned.ok) return null;
    requireReads(view, { ...planned.value, asOf: null });
    return renderChoice({ action: action === 'update_many' ? 'update' : 'delete', table, plan: planned.value, writer });
  } catch (thrown) {
    if (thrown instanceof Problem) return null;
    throw thrown;
  }
}
