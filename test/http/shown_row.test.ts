import { test } from 'tap';
import { restrictionsOf } from '../../engine/access/restriction.ts';
import { Problem } from '../../engine/contract/problem.ts';
import { shownRow } from '../../engine/http/actions/shown_row.ts';
import type { View } from '../../engine/http/request/view.ts';
import type { Model, Table } from '../../engine/model/model.ts';
import { createPlanCache } from '../../engine/query/cache/plan_cache.ts';
import { type Parameter, readQueryString } from '../../engine/query/plan/query_string.ts';
import { planAnswer } from '../../engine/query/plan/read_plan.ts';
import type { Statement } from '../../engine/query/sql/condition/statement.ts';
import { renderAnswer } from '../../engine/query/sql/read/read.ts';
import { modelOf } from '../query/planned.ts';
import { anyone } from '../query/writer.ts';

// The answer to a write takes the statement of an earlier one only where both have one text; its values are its own.

for (const folder of ['test/register', 'test/access', 'test/hidden'])
  test(`a kept answer to a write is the one that would be rendered: ${folder}`, async (t) => {
    const model = await modelOf(folder);
    const plans = createPlanCache(100_000_000);
    const tables = [...model.resources.values()].filter((each) => each.kind === 'table');
    for (const role of [null, ...model.service.roles]) {
      const pairs = tables.flatMap((table) => [...answersOf(table, role, model, plans)]);
      t.strictSame(
        pairs.map(([kept]) => plain(kept)),
        pairs.map(([, rendered]) => plain(rendered)),
        String(role),
      );
    }
    t.ok(plans.hits > plans.misses);
  });

/** What is kept for the answers to several callers, one after the other, beside what is rendered. */
function* answersOf(table: Table, role: string | null, model: Model, plans: ReturnType<typeof createPlanCache>) {
  const scopes = new Set(['manage:data']);
  const first = { ...anyone, role, scopes, identity: '7', claims: new Map([['party_id', '3']]) };
  const callers = [first, { ...first, identity: '8', claims: new Map([['party_id', '9']]) }];
  const [relation = 'none'] = table.relations.keys();
  const queries = ['', 'select=id', `select=id,${relation}(id)`, `embed=${relation}`, `embed=${relation}&select=id`];
  for (const query of queries)
    for (const principal of [...callers, { ...first, subject: 'one', identity: null }])
      for (const id of [null, '1', '2']) {
        const restrictions = restrictionsOf(principal, model);
        const resource = restrictions.model.resources.get(table.name);
        if (resource?.kind !== 'table') continue;
        const view: View<Table> = { ...restrictions, action: 'create', whole: model, resource };
        const writer = restrictionsOf({ ...principal, identity: principal.identity ?? '9', subject: null }, model);
        const parameters = parametersOf(query);
        const planned = planAnswer(resource, parameters, restrictions.model);
        const shown = shownUnlessRefused(parameters, view, { plans }, id);
        if (!planned.ok || shown === null) continue;
        yield [shown.statementFor(view, id), renderAnswer(planned.value, id, view)] as const;
        yield [shown.statementFor(writer, '5'), renderAnswer(planned.value, '5', writer)] as const;
      }
}

/** Null where the caller may not read what is asked for. */
function shownUnlessRefused(...asked: Parameters<typeof shownRow>) {
  try {
    return shownRow(...asked);
  } catch (thrown) {
    if (thrown instanceof Problem) return null;
    throw thrown;
  }
}

function parametersOf(query: string): readonly Parameter[] {
  const parameters = readQueryString(query);
  if (!parameters.ok) throw new Error(query);
  return parameters.value;
}

/** What PostgreSQL gets. */
function plain({ text, name, values }: Statement): object {
  return { text, name, values };
}
