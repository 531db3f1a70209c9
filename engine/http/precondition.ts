import type { FastifyRequest } from 'fastify';
import type { Row } from '../../db/database.ts';
import type { Table } from '../definition/model.ts';
import type { Precondition } from '../query/sql/precondition.ts';
import { renderPresence } from '../query/sql/write.ts';
import type { RouteContext } from './context.ts';
import { namesEtag, readTags, refusedHeader, versionsIn } from './etag.ts';
import { Problem } from './problem.ts';
import { runQuery } from './run.ts';
import type { Answer } from './send.ts';
import { type ItemRequest, notFound } from './url.ts';

/**
 * What If-Match demands of the row that a request changes; without it, where the service requires it, only an entry that
 * has no tag to be read may be changed, one that is soft-deleted (RFC 6585, 3).
 * @throws Problem for a header that cannot be read.
 */
export function readPrecondition(request: FastifyRequest, { model }: RouteContext): Precondition {
  refuseIfNoneMatch(request);
  const tags = readTags(request, 'If-Match');
  if (tags === null) return { kind: model.service.requireIfMatch ? 'deleted' : 'none' };
  return tags === '*' ? { kind: 'live' } : { kind: 'versions', versions: versionsIn(tags) };
}

/**
 * The answer to a read, or 304 where the caller has it already (RFC 9110, 13.2.2).
 * @throws Problem when the row is not in a version that If-Match names, or a header cannot be read.
 */
export function answerUnlessKnown(request: FastifyRequest, { version }: Row, answer: Answer): Answer {
  const wanted = readTags(request, 'If-Match');
  if (wanted !== null && wanted !== '*' && !versionsIn(wanted).includes(version ?? ''))
    throw failed('the row is in none of the versions that If-Match names', hintOf(request));
  const known = readTags(request, 'If-None-Match');
  const { etag = '' } = answer.headers;
  return known !== null && namesEtag(known, etag) ? { status: 304, headers: { etag }, body: null } : answer;
}

/** @throws Problem for conditions on a row that is still to be made. */
export function refusePreconditions(request: FastifyRequest): void {
  refuseIfNoneMatch(request);
  if (request.headers['if-match'] === undefined) return;
  throw refusedHeader(
    'If-Match',
    'a row that is still to be made matches no tag',
    'send If-Match with PATCH and DELETE',
  );
}

function refuseIfNoneMatch({ headers }: FastifyRequest): void {
  if (headers['if-none-match'] === undefined) return;
  const hint = 'send If-None-Match with GET, and If-Match with PATCH and DELETE';
  throw refusedHeader('If-None-Match', 'a write takes no If-None-Match', hint);
}

/** Why a write found no row to change. */
export async function unchangedProblem(
  request: ItemRequest,
  table: Table,
  context: RouteContext,
  id: string,
  operation: 'update' | 'restore' | 'delete',
  precondition: Precondition,
): Promise<Problem> {
  const [row] = (await runQuery(request, context, renderPresence(table, id))).rows;
  const isDeleted = row?.deleted === 't';
  // To a delete, a soft-deleted entry is not there.
  if (row === undefined || (isDeleted && operation === 'delete')) return notFound(table, id);
  if (isDeleted && operation === 'update') {
    return new Problem('state_conflict', `${table.name} ${id} is deleted`, {
      hint: 'send valid_from, and it is restored',
    });
  }
  switch (precondition.kind) {
    case 'versions':
      return failed(`${table.name} ${id} is in none of the versions that If-Match names`, hintOf(request));
    case 'live':
      if (isDeleted) return failed(`${table.name} ${id} is deleted`, 'leave If-Match out, and it is restored');
      break;
    case 'deleted':
      if (isDeleted) break;
      return new Problem('precondition_required', `a change of ${table.name} ${id} needs If-Match`, {
        hint: 'read it, and send its ETag as If-Match',
      });
  }
  // It was otherwise when the write looked.
  return new Problem('concurrent_change', 'the same row was changed at the same time');
}

function failed(detail: string, hint: string): Problem {
  return new Problem('precondition_failed', detail, { hint });
}

function hintOf({ headers }: FastifyRequest): string {
  const again = 'read it again, and repeat the change on what it is now';
  return headers['if-match']?.includes('W/') ? `${again}; If-Match takes no weak tags (W/"...")` : again;
}
