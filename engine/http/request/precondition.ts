import type { Row } from '../../../db/statement.ts';
import { Problem } from '../../contract/problem.ts';
import type { Precondition } from '../../query/sql/write/precondition.ts';
import type { RouteContext } from '../context.ts';
import { namesEtag, readTags, refusedHeader, type Tags, versionsIn } from '../response/etag.ts';
import type { Answer } from '../response/send.ts';
import type { ActionRequest } from './action_request.ts';

/**
 * The condition of If-Match on the row that a request changes. If the service requires the header, only a soft-deleted
 * entry may be changed without it, since it has no tag to read (RFC 6585, 3).
 * @throws Problem for a header that cannot be read.
 */
export function readPrecondition(request: Pick<ActionRequest, 'headers'>, { model }: RouteContext): Precondition {
  refuseIfNoneMatch(request);
  const tags = readTags(request, 'If-Match');
  if (tags === null) return { kind: model.service.requireIfMatch ? 'deleted' : 'none' };
  return tags === '*' ? { kind: 'live' } : { kind: 'versions', versions: versionsIn(tags) };
}

/** The conditions of a read: the tags of If-Match and of If-None-Match. */
export interface ReadConditions {
  readonly wanted: Tags;
  readonly known: Tags;
}

/** @throws Problem for a header that cannot be read. */
export function readConditions(request: Pick<ActionRequest, 'headers'>): ReadConditions {
  return { wanted: readTags(request, 'If-Match'), known: readTags(request, 'If-None-Match') };
}

/**
 * The answer to a read, or 304 where the caller has it already (RFC 9110, 13.2.2).
 * @throws Problem when the row is not in a version that If-Match names.
 */
export function answerUnlessKnown(
  request: Pick<ActionRequest, 'headers'>,
  { wanted, known }: ReadConditions,
  { version }: Row,
  answer: Answer,
): Answer {
  if (wanted !== null && wanted !== '*' && !versionsIn(wanted).includes(version ?? ''))
    throw failed('the row does not have a version of If-Match', hintOf(request));
  const { etag = '' } = answer.headers;
  return known !== null && namesEtag(known, etag) ? { status: 304, headers: { etag }, body: null } : answer;
}

/** @throws Problem for conditions where there is no one row in a version; the detail says why. */
export function refusePreconditions(request: Pick<ActionRequest, 'headers'>, detail: string): void {
  refuseIfNoneMatch(request);
  if (request.headers['if-match'] === undefined) return;
  throw refusedHeader('If-Match', detail, 'send If-Match with PATCH and DELETE');
}

function refuseIfNoneMatch({ headers }: Pick<ActionRequest, 'headers'>): void {
  if (headers['if-none-match'] === undefined) return;
  const hint = 'send If-None-Match with GET, and If-Match with PATCH and DELETE';
  throw refusedHeader('If-None-Match', 'a write takes no If-None-Match', hint);
}

/** The answer where If-Match does not hold. */
export function failed(detail: string, hint: string): Problem {
  return new Problem('precondition_failed', detail, { hint });
}

/** What to do if the version of a row is not in If-Match. */
export function hintOf({ headers }: Pick<ActionRequest, 'headers'>): string {
  const again = 'read it again, and repeat the change on what it is now';
  return headers['if-match']?.includes('W/') ? `${again}; If-Match takes no weak tags (W/"...")` : again;
}
