import type { Failure } from '../../../../db/statement.ts';
import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { rowsProblem } from '../../response/rows_problem.ts';
import { attemptOn, type Run } from '../../run.ts';
import { refusedWrite } from '../write.ts';
import { isOfRow } from './halving.ts';
import { insertRows, type MadeRows, type ManyCreates, turnsOfRows } from './insert_rows.ts';
import { attemptOf, createPart, findFaults } from './row_faults.ts';
import { showRows } from './show_rows.ts';

/** So often the rows are tried where other writers come between. */
const mostAttempts = 3;

/**
 * Makes all rows, or none.
 * @throws Problem with every fault that the database or a rule finds, each with the place of its row.
 */
export async function createRows(
  request: ActionRequest,
  context: RouteContext,
  creates: ManyCreates,
  run: Run,
): Promise<MadeRows> {
  if (creates.rows.count === 0) return { ids: [], body: creates.shown === null ? null : '[]' };
  for (let attempts = 1; ; attempts += 1) {
    const made = await attempt(request, creates, run);
    if (!('ok' in made)) return made;
    const { error } = made;
    const faults = isOfRow(error) ? await findFaults(context, creates, run, async () => [createPart(creates)]) : [];
    if (faults.length > 0) throw rowsProblem(faults, creates.sent);
    // What stood against a row is gone by now.
    if (attempts < mostAttempts && isOfRow(error)) continue;
    throw refusedWrite(error, attemptOf(creates, {}), 'create', context.constraints);
  }
}

async function attempt(request: ActionRequest, creates: ManyCreates, run: Run): Promise<MadeRows | Failure> {
  const { table, shown, isShownAtOnce, view } = creates;
  const turns = turnsOfRows(creates);
  const shows = shown !== null && isShownAtOnce && turns.length === 1 ? 'rows' : 'ids';
  const isShown = shown === null || shows === 'rows';
  // One statement is a transaction by itself, and one round trip.
  if (turns.length === 1 && isShown && run.isWithin !== true) return insertRows(run.query, creates, turns, shows);
  return attemptOn(run)(async (query) => {
    const made = await insertRows(query, creates, turns, shows);
    if ('ok' in made) return made;
    if (isShown) return made;
    return showRows(request, query, { made, plan: shown, view });
  }, `create many ${table.name}`);
}
