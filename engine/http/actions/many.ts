import type { Failure, Query } from '../../../db/statement.ts';
import { type Form, isOne } from '../../contract/media_type.ts';
import { Problem } from '../../contract/problem.ts';
import type { Table } from '../../model/model.ts';
import { isOneOf } from '../../query/plan/one_of.ts';
import { planWriteMany, type WriteManyPlan } from '../../query/plan/write_many_plan.ts';
import { renderList } from '../../query/sql/read/list.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import { readArrayText } from '../../vocabulary/value/array_text.ts';
import type { RouteContext } from '../context.ts';
import type { Headed } from '../handler.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { failed, hintOf, readPrecondition } from '../request/precondition.ts';
import { appliedPreferences, type Preferred, requireMaxAffected } from '../request/prefer.ts';
import { contentRange } from '../request/range.ts';
import { parametersOf, queryProblem } from '../request/url.ts';
import type { View } from '../request/view.ts';
import { requireReads } from '../response/reads.ts';
import type { Answer } from '../response/send.ts';
import { notSingular, pageOf, separators } from './list.ts';

/** How many rows a write was of, how many of them the answer shows, and these as a JSON array; null without a body. */
export interface WrittenRows {
  readonly count: number;
  readonly shown: number;
  readonly body: string | null;
}

/** What the headers of a write by filters ask for. */
export interface HeadOfMany {
  readonly preferred: Preferred;
  readonly precondition: Precondition;
}

/** Reads the headers of a write by filters. */
export function readHeadOfMany(request: Headed, context: RouteContext): HeadOfMany {
  return { preferred: request.preferred, precondition: readPrecondition(request, context) };
}

/**
 * The versions that If-Match names: each row that is written must have one of them. Null for any version.
 * @throws Problem if the service requires the header, and the request lacks it.
 */
export function versionsOf({ name }: Table, precondition: Precondition): readonly string[] | null {
  if (precondition.kind === 'versions') return precondition.versions;
  if (precondition.kind !== 'deleted') return null;
  throw new Problem('precondition_required', `a write of rows of ${name} needs If-Match`, {
    hint: 'send the ETags of the rows, or an asterisk for any version',
  });
}

/** @throws Problem, which undoes the write, for a row that has another version than If-Match names. */
export function requireVersions(request: ActionRequest, { name }: Table, stale: string | null | undefined): void {
  if (stale === null || stale === undefined) return;
  throw failed(`${name} ${stale} does not have a version of If-Match`, hintOf(request));
}

/** What the URL of a write by filters says. @throws Problem if the caller may not read what it is about. */
export function planOfMany(request: ActionRequest, view: View<Table>): WriteManyPlan {
  const planned = planWriteMany(view.resource, parametersOf(request), view.model);
  if (!planned.ok) throw queryProblem(planned.faults);
  const { rows, order } = planned.value;
  requireReads(view, { rows, order, asOf: null });
  return planned.value;
}

/** @throws Problem, which undoes the write, if it is of another number of rows than the request allows. */
export function requireCount({ form }: ActionRequest, preferred: Preferred, count: number): void {
  if (isOne(form) && count !== 1) throw notSingular(count);
  requireMaxAffected(preferred, count);
}

/** Reads the rows of a write that the caller may read, in the form that the plan has. */
export async function showRows(
  query: Query,
  { rows: { resource, columns }, order }: WriteManyPlan,
  ids: readonly (string | null)[],
  { view, form }: { readonly view: View<Table>; readonly form: Form },
): Promise<Omit<WrittenRows, 'count'> | Failure> {
  const rows = { resource, columns, conditions: [isOneOf(resource, ids)], groups: null };
  const limit = view.model.service.limits.pageMaximum;
  const list = { rows, order, limit, offset: 0, after: null, asOf: null };
  const read = await query(renderList(list, view, { total: false, separator: separators[form] }));
  if (!read.ok) return read;
  const [{ body, count } = {}] = read.rows;
  return { shown: Number(count ?? 0), body: body ?? '[]' };
}

/** The ids in an array of a statement's answer. */
export function idsOf(array: string | null | undefined): readonly (string | null)[] {
  return readArrayText(array ?? '{}') ?? [];
}

/**
 * The answer to a write by filters. Content-Range has the number of rows where the request asks for it, or has no
 * preference at all. Rows that are gone have no places: with `places: false` the range itself is an asterisk.
 */
export async function answerOfMany(
  request: ActionRequest,
  { plan, preferred, places }: AskedAnswer,
  { count, shown, body }: WrittenRows,
): Promise<Answer> {
  const isShown = preferred.return !== 'representation' || body !== null;
  const { return: _, ...others } = preferred;
  const total = request.headers.prefer === undefined || preferred.count !== undefined ? count : null;
  const headers = {
    ...appliedPreferences(isShown ? preferred : others),
    'content-range': contentRange(0, places ? shown : 0, total),
  };
  if (body === null) return { status: 204, headers, body };
  const page = await pageOf(request, plan, body);
  return { status: 200, headers: { ...headers, 'content-type': page.type }, body: page.body };
}

/** What a request asks of the answer, and whether its rows still have places. */
interface AskedAnswer {
  readonly plan: WriteManyPlan;
  readonly preferred: Preferred;
  readonly places: boolean;
}

/** The refusal of a change after which two of its rows would be valid at once on one timeline. */
export function clashProblem(table: Table, [one, other]: readonly (string | null)[]): Problem {
  const detail = `${table.name} ${one} and ${other} would be valid at the same time on one timeline`;
  return new Problem('overlap_conflict', detail, { hint: 'change them one by one' });
}
