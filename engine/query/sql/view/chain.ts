import type { ChainStep } from '../../../model/model.ts';
import { columnOf, empty, type Fragment, identifier, join, raw, sql } from '../../../sql/fragment.ts';
import type { Sql } from '../condition/statement.ts';

/** The entries of a timeline that the principal finds. */
interface Entries {
  readonly rows: Sql;
  /** Entries that the principal may no longer read, as they were; null without any. */
  readonly former: Sql | null;
}

/** The pieces of a chain: entries that refer to each other, one of each timeline, for the time in which all of them are valid. */
export function renderChain(steps: readonly ChainStep[], entries: ReadonlyMap<string, Entries>): Sql {
  const shown = steps.flatMap(({ shown }, index) =>
    shown.map(({ field, as }) => sql`${columnOf(aliasOf(index), field)} as ${identifier(as)}`),
  );
  const formers = steps.flatMap(({ timeline }) => {
    const former = entries.get(timeline)?.former ?? null;
    // Once for all: PostgreSQL would find them again for each entry of the step before.
    return former === null ? [] : [sql`${formerOf(timeline)} as materialized (${former})`];
  });
  const from = steps.map((step, index) => renderStep(step, index, steps[index - 1] ?? null, entries));
  const bounds = (name: string) =>
    join(
      steps.map((_step, index) => columnOf(aliasOf(index), name)),
      ', ',
    );
  const begins = sql`greatest(${bounds('valid_from')})`;
  // LEAST takes no null: the end of an entry that is open. It is null where all of them are.
  const ends = sql`least(${bounds('valid_to')})`;
  return sql`
    ${formers.length === 0 ? empty : sql`with ${join(formers, ', ')} `}
    select ${join([...shown, sql`${begins} as valid_from`, sql`${ends} as valid_to`], ', ')}
    from ${join(from, ' ')}
    where (${ends} > ${begins} or ${ends} is null)`;
}

/** The entries of a step in FROM, joined to the entries of the step before. */
function renderStep(
  { timeline, from }: ChainStep,
  index: number,
  before: ChainStep | null,
  entries: ReadonlyMap<string, Entries>,
): Sql {
  const found = entries.get(timeline);
  if (found === undefined || before?.to === null) throw new Error(`no entry leads to ${timeline}`);
  const alias = raw(aliasOf(index));
  const { rows, former } = found;
  if (before === null) {
    if (former === null) return sql`(${rows}) as ${alias}`;
    return sql`((${rows}) union all (table ${formerOf(timeline)})) as ${alias}`;
  }
  const link = columnOf(aliasOf(index - 1), before.to);
  if (former === null) return sql`join (${rows}) as ${alias} on ${columnOf(aliasOf(index), from)} = ${link}`;
  // PostgreSQL takes the condition of a join into no UNION: it would read all entries.
  const linked = sql`as entry where ${columnOf('entry', from)} = ${link}`;
  return sql`cross join lateral (
    select entry.* from (${rows}) ${linked} union all select entry.* from ${formerOf(timeline)} ${linked}
  ) as ${alias}`;
}

function aliasOf(index: number): string {
  return `step_${index + 1}`;
}

/** No table has a space in its name. */
function formerOf(timeline: string): Fragment {
  return identifier(`${timeline} then`);
}
