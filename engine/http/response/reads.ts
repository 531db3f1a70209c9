import type { FastifyRequest } from 'fastify';
import type { Row } from '../../../db/statement.ts';
import { scopeOf } from '../../access/scope.ts';
import { Problem } from '../../contract/problem.ts';
import type { AnyInstant } from '../../query/plan/instant.ts';
import type { OrderPlan } from '../../query/plan/order_plan.ts';
import { type AnyRowsPlan, type RelatedRead, relatedReads } from '../../query/plan/rows_plan.ts';
import { requireScope } from '../request/guard.ts';
import { requireAccess, type View } from '../request/view.ts';

/** What is read: rows, perhaps in an order, perhaps as of an instant. */
interface Reading {
  readonly rows: AnyRowsPlan;
  readonly order: readonly OrderPlan[];
  readonly asOf: AnyInstant | null;
}

/**
 * The caller needs the scope to read each resource that the request embeds, filters or orders by. The
 * role must be allowed to read some of its rows. As of an instant, or around a version, the scope to read its history is needed too.
 * @throws Problem that names the first missing scope and what needs it; with all scopes, the first resource that the
 * role may not read.
 */
export function requireReads({ caller }: FastifyRequest, view: View, reading: Reading): void {
  const { model, resource, viewer } = view;
  const { rows, order, asOf } = reading;
  const related = known.get(rows) ?? relatedReads(rows, order, model);
  known.set(rows, related);
  for (const { resource: read, path } of [{ resource, path: [] }, ...related]) {
    const need = path.length === 0 ? 'as_of' : `the relation ${path.join('.')}`;
    requireScope(caller, scopeOf('read', read.name), need);
    if ((asOf === null && resource.kind !== 'history') || read.kind === 'history' || read.history === null) continue;
    requireScope(caller, scopeOf('read', read.history), path.length === 0 ? need : `${need} as it was`);
  }
  for (const { resource: read } of related) requireAccess({ viewer, resource: read }, 'read');
}

/** By the rows of a plan, which is used again and again. */
const known = new WeakMap<AnyRowsPlan, readonly RelatedRead[]>();

/** @throws Problem when the row says that the instant of `as_of` is still to come. */
export function refuseFuture(row: Row): void {
  if (row.future !== 't') return;
  const detail = 'as_of is an instant that is still to come';
  throw new Problem('invalid_parameter', detail, { errors: [{ parameter: 'as_of', detail }] });
}
