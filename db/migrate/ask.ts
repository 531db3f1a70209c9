import type { Question } from '../../engine/schema/migration/step.ts';
import type { Failure, Query } from '../statement.ts';

/** Rows that stand against a migration. */
export interface Finding {
  /** What they are, as it stands before their number. */
  readonly rows: string;
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
}

/** How many ids of rows are told. */
const shown = 5;

/** Asks for the rows that stand against steps: before the first one, or when the step that asks has its turn. */
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
