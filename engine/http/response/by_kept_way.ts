import type { Success } from '../../../db/statement.ts';
import type { Prepared } from '../../query/cache/plan_cache.ts';
import type { WayMemory } from '../../query/cache/way_memory.ts';
import type { ListPlan } from '../../query/plan/list_plan.ts';
import type { Statement, Template } from '../../query/sql/condition/statement.ts';
import type { RecalledWay } from '../../query/sql/read/page/recalled_way.ts';

/**
 * Reads a list by the way that served the caller's last list of the same shape. Where that does not serve, or none is known,
 * its statement tries all ways. The rows are the same either way.
 */
export async function byKeptWay(
  ways: WayMemory,
  { statement, keyOfCaller, variant }: Prepared<ListPlan>,
  render: (recalled: RecalledWay) => Template,
  read: (statement: Statement) => Promise<Success>,
): Promise<Success> {
  const key = keyOfCaller();
  const recalled = ways.recall(key);
  if (recalled !== null) {
    const name = `${recalled.way}${recalled.looksFirst ? ' behind first' : ''}`;
    const found = await read(variant(name, () => render(recalled))).catch((thrown) => {
      // Perhaps it took too long by this way.
      ways.failed(key, recalled);
      throw thrown;
    });
    const taken = wayOf(found);
    if (taken !== null) {
      ways.served(key, taken, recalled);
      return found;
    }
    ways.failed(key, recalled);
  }
  const found = await read(statement);
  const taken = wayOf(found);
  if (taken !== null) ways.served(key, taken, null);
  return found;
}

function wayOf({ rows: [row] }: Success): string | null {
  return row?.way ?? null;
}
