import type { Row } from '../../../db/statement.ts';
import type { RelatedRead } from '../../access/authorise.ts';
import { Problem } from '../../contract/problem.ts';
import { readOnPrimary } from '../../model/read_on_primary.ts';
import type { AnyInstant } from '../../query/plan/instant.ts';
import type { OrderPlan } from '../../query/plan/rows_plan.ts';
import { type AnyRowsPlan, relatedReads } from '../../query/plan/rows_plan.ts';
import { permit } from '../request/permit.ts';
import type { View } from '../request/view.ts';
import type { Run } from '../run.ts';

/** What is read: rows, perhaps in an order, perhaps as of an instant. */
interface Reading {
  readonly rows: AnyRowsPlan;
  readonly order: readonly OrderPlan[];
  readonly asOf: AnyInstant | null;
}

/**
 * What is embedded, filtered or ordered by needs the scope to read it, and a role that may read some of it. As of an
 * instant, or around a version, it needs the scope to read its history too.
 * @throws Problem for the first check that fails.
 */
export function requireReads(view: View, { rows, order, asOf }: Reading): void {
  const { principal, action, model, whole } = view;
  const { resource } = rows;
  const related = known.get(rows) ?? relatedReads(rows, order, model);
  known.set(rows, related);
  const past = asOf !== null || resource.kind === 'history';
  if (related.length === 0 && asOf === null) return;
  const permitted = past ? permittedPast : permittedNow;
  const views = permitted.get(rows) ?? new WeakSet<View>();
  if (views.has(view)) return;
  permit(principal, action, { resource, related, past }, whole);
  permitted.set(rows, views.add(view));
}

/** Views that may read the rows of a plan, and views that may read the past of these rows. A view is kept with its token. */
const permittedNow = new WeakMap<AnyRowsPlan, WeakSet<View>>();
const permittedPast = new WeakMap<AnyRowsPlan, WeakSet<View>>();

/** Reads on the primary, if anything that is read is of a resource that is read there alone. */
export function placeReads(
  { usePrimary }: Pick<Run, 'usePrimary'>,
  { model, whole }: View,
  { rows, order }: Reading,
): void {
  if (usePrimary === undefined) return;
  const names = readOnPrimary(whole);
  if (names.size === 0) return;
  const related = known.get(rows) ?? relatedReads(rows, order, model);
  if ([rows, ...related].some(({ resource }) => names.has(resource.name))) usePrimary();
}

/** By the rows of a plan, which is used again and again. */
const known = new WeakMap<AnyRowsPlan, readonly RelatedRead[]>();

/** @throws Problem when the row says that the instant of `as_of` is still to come. */
export function refuseFuture(row: Row): void {
  if (row.future !== 't') return;
  const detail = 'as_of is an instant that is still to come';
  throw new Problem('invalid_parameter', detail, { errors: [{ parameter: 'as_of', detail }] });
}
