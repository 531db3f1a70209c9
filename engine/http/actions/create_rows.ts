import type { Failure, Query } from '../../../db/statement.ts';
import { mostErrors } from '../../contract/problem.ts';
import { looksAtRelations } from '../../model/condition/looks.ts';
import type { Check } from '../../model/model.ts';
import { renderBrokenRules } from '../../query/sql/write/create_many.ts';
import type { RouteContext } from '../context.ts';
import type { ActionRequest } from '../request/action_request.ts';
import { ruleProblem } from '../response/database_problem.ts';
import { rowsProblem } from '../response/rows_problem.ts';
import { attemptOn, type Run } from '../run.ts';
import { isOfRow } from './halving.ts';
import { insertRows, type MadeRows, type ManyCreates, turnsOfRows } from './insert_rows.ts';
import { attemptOf, createPart, findFaults } from './row_faults.ts';
import { showRows } from './show_rows.ts';
import { refusedWrite } from './write.ts';

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
  const rules = table.checks.filter(({ that }) => looksAtRelations(that));
  // One statement is a transaction by itself, and one round trip.
  if (turns.length === 1 && isShown && rules.length === 0 && run.isWithin !== true)
    return insertRows(run.query, creates, turns, shows);
  return attemptOn(run)(async (query) => {
    const made = await insertRows(query, creates, turns, shows);
    if ('ok' in made) return made;
    const failed = await checkRules(query, rules, creates, placesById(made.ids));
    if (failed !== null || isShown) return failed ?? made;
    return showRows(request, query, { made, plan: shown, view });
  }, `create many ${table.name}`);
}

function placesById(ids: readonly string[]): ReadonlyMap<string, number> {
  return new Map(ids.map((id, place) => [id, place]));
}

/**
 * Checks rows that were written, by their ids, with their places in the body.
 * @throws Problem, which undoes all rows, if some of them break a rule about other rows.
 */
export async function checkRules(
  query: Query,
  rules: readonly Check[],
  creates: ManyCreates,
  places: ReadonlyMap<string, number>,
): Promise<Failure | null> {
  if (rules.length === 0) return null;
  const { table, sent, writer } = creates;
  const asked = { rules: rules.map(({ that }) => that), ids: [...places.keys()], most: mostErrors };
  const checked = await query(renderBrokenRules(table, asked, writer));
  if (!checked.ok) return checked;
  if (checked.rows.length === 0) return null;
  const faults = checked.rows.flatMap((row) => {
    const place = places.get(row.id ?? '') ?? 0;
    const attempted = attemptOf(creates, sent.rows[place]);
    return rules.flatMap((rule, at) =>
      row[`rule_${at}`] === 't' ? [] : [{ place, problem: ruleProblem(rule, attempted) }],
    );
  });
  throw rowsProblem(faults, sent);
}
