import { appliedPreferences, type Preferred } from '../request/prefer.ts';
import { contentRange } from '../request/range.ts';
import type { JsonAnswer } from './send.ts';

/** What was created: how many rows, and the path of the one row of a body. */
interface Created {
  readonly count: number;
  readonly location: string | null;
}

/** Whether the answer to a create shows rows. */
export function showsRows({ return: what }: Preferred): boolean {
  return what !== 'minimal' && what !== 'headers-only';
}

/**
 * The answer to a create, with the headers that the request prefers. Content-Range has the number of the rows, which have no
 * places in a list.
 */
export function createdAnswer(preferred: Preferred, shown: JsonAnswer, { count, location }: Created): JsonAnswer {
  const { return: _, ...others } = preferred;
  const isUnread = preferred.return === 'representation' && shown.body === null;
  const headers = {
    ...shown.headers,
    ...(location === null || preferred.return === 'minimal' ? {} : { location }),
    ...(preferred.count === undefined ? {} : { 'content-range': contentRange(0, 0, count) }),
    ...appliedPreferences(isUnread ? others : preferred),
  };
  return { ...shown, status: 201, headers };
}
