import { renderMoment } from '../../query/sql/condition/moment.ts';
import { sql } from '../../sql/fragment.ts';
import { textOf } from '../../sql/render.ts';

/** Now and a duration, with days and months in UTC: the zone of the session must not decide. */
export function fromNow(duration: string): string {
  const moment = { kind: 'moment', from: 'now', offset: duration, zone: 'UTC' } as const;
  return textOf(renderMoment<never>(moment, { kind: 'datetime' }, sql`almanac.clock()`));
}

/** RFC 3339, in the zone of the session. */
export function instantText(instant: string): string {
  return `(to_json(${instant}) #>> '{}')`;
}
