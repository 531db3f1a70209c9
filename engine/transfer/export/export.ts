import type { Database } from '../../../db/database.ts';
import type { DatabaseError } from '../../../db/database_error.ts';
import { unrestricted } from '../../access/unrestricted.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type ListPlan, planList } from '../../query/plan/list_plan.ts';
import type { Parameter, QueryFault } from '../../query/plan/query_string.ts';
import { renderRows } from '../../query/sql/read/list.ts';
import { renderFuture } from '../../query/sql/read/past/instant.ts';
import { type ExportFormat, exportFormats } from './format.ts';

/** What to export, and where to. */
export interface Export {
  readonly resource: Resource;
  readonly format: ExportFormat;
  /** The instant as of which the rows were recorded; null for now. */
  readonly asOf: string | null;
  /** Writes a text, and waits until there is room for more. */
  readonly write: (text: string) => Promise<void>;
}

/** How an export ended. */
export type Exported =
  | { readonly kind: 'done'; readonly rows: number }
  | { readonly kind: 'invalid'; readonly faults: readonly QueryFault[] }
  /** The instant is still to come. */
  | { readonly kind: 'future' }
  | { readonly kind: 'refused'; readonly error: DatabaseError };

/** So long PostgreSQL may sort before its first row, and say nothing. */
const idleMilliseconds = 3_600_000;

/**
 * Writes all rows of a resource in the order of their ids, with every stored field, from one snapshot. The memory does not
 * grow with the rows.
 */
export async function exportRows(
  database: Database,
  model: Model,
  { resource, format, asOf, write }: Export,
): Promise<Exported> {
  const parameters: readonly Parameter[] = asOf === null ? [] : [{ name: 'as_of', value: asOf, index: 0 }];
  const planned = planList(resource, parameters, model, { range: null, unlimited: true });
  if (!planned.ok) return { kind: 'invalid', faults: planned.faults };
  const plan = withStored(planned.value);
  if (plan.asOf !== null) {
    const asked = await database.query(renderFuture(plan.asOf));
    if (!asked.ok) return { kind: 'refused', error: asked.error };
    if (asked.rows[0]?.future === 't') return { kind: 'future' };
  }
  const writer = exportFormats[format](storedFields(resource));
  await write(writer.begin);
  let rows = 0;
  const outcome = await database.stream(
    renderRows(plan, unrestricted(model)),
    async (batch) => {
      await write(writer.rows(batch.map(({ body }) => body ?? '')));
      rows += batch.length;
    },
    { signal: new AbortController().signal, idleMilliseconds },
  );
  if (!outcome.ok) return { kind: 'refused', error: outcome.error };
  await write(writer.end);
  return { kind: 'done', rows };
}

function storedFields({ fields }: Resource) {
  return [...fields.values()].filter(({ computed }) => computed === null);
}

/** An import does not take computed fields. */
function withStored(plan: ListPlan): ListPlan {
  const columns = plan.rows.columns.filter(
    (column) => column.kind === 'field' && column.operand.field.computed === null,
  );
  return { ...plan, rows: { ...plan.rows, columns } };
}
