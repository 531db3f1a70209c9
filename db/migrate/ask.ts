import type { Question } from '../../engine/schema/migration/step.ts';
import type { Failure, Query } from '../statement.ts';

/** Rows that break a migration. */
export interface Finding {
  /** What the rows are, in words that come before their number. */
  readonly rows: string;
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
}

/** How many ids of rows are told. */
const shown = 5;

/** Asks for the rows that break steps: before the first step, or when it is the turn of the step that asks. */
export async function ask(
  query: Query,
  questions: readonly Question[],
  when: 'before' | 'later',
): Promise<{ readonly ok: true; readonly findings: readonly Finding[] } | Failure> {
  const findings: Finding[] = [];
  for (const question of questions) {
    const found = await query({
      text: `with refused (id) as (${question[when]})
        select (select count(*) from refused) as count,
          (select json_agg(id::text) from (select distinct id from refused order by id limit ${shown}) as first) as ids`,
      values: [],
    });
    if (!found.ok) return found;
    const [{ count, ids } = {}] = found.rows;
    if (Number(count) > 0) findings.push({ rows: question.rows, count: Number(count), ids: JSON.parse(ids ?? '[]') });
  }
  return { ok: true, findings };
}

/** A finding in words, as "rows of book without pages, which is required: 3 (ids 1, 2, 3)". */
export function findingText({ rows, count, ids }: Finding): string {
  const list = `${ids.join(', ')}${count > ids.length ? ', ...' : ''}`;
  return `${rows}: ${count} (${count === 1 ? 'id' : 'ids'} ${list})`;
}
