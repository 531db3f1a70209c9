import { randomUUID } from 'node:crypto';
import type { Failure, Query, Row, Statement } from '../../../../db/statement.ts';
import { type Restrictions, restrictionsOf, rowRule } from '../../../access/restriction.ts';
import { holdsScope, scopeOf } from '../../../access/scope.ts';
import type { Model, Table } from '../../../model/model.ts';
import { renderEffects } from '../../../query/sql/read/effects.ts';
import { changedResources, forgetEffects, renderNoteEffects } from '../../../query/sql/write/effect.ts';
import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import { answerTooLong, databaseProblem, queryProblemOf } from '../../response/database_problem.ts';
import type { JsonAnswer } from '../../response/send.ts';
import { asPart, type Report } from '../../run.ts';

/**
 * Answers a write with its result and every row that it changed, if the caller may read the row, before or after. The rows
 * are read in the transaction of the write.
 */
export function effectsReport(request: Pick<ActionRequest, 'caller'>, { model }: Pick<RouteContext, 'model'>): Report {
  return {
    of: async (run, write) => {
      const outcome = await run.transaction(async (query): Promise<JsonAnswer | Failure> => {
        const noted = await query(renderNoteEffects(randomUUID()));
        if (!noted.ok) return noted;
        const answer = await asPart(query, write);
        // A refusal that is kept under a key has no effects.
        if ('ok' in answer || answer.status >= 400) return answer;
        const effects = await readEffects(query, restrictionsOf(request.caller, model), model);
        const forgotten = await query(forgetEffects);
        return forgotten.ok ? effectsAnswer(answer, effects, model) : forgotten;
      });
      if ('ok' in outcome) throw databaseProblem(outcome.error);
      return outcome;
    },
    again: (answer) => effectsAnswer(answer, '', model),
  };
}

/** The answer to a write with these effects, which are JSON objects with commas between. */
function effectsAnswer({ status, headers, body }: JsonAnswer, effects: string, model: Model): JsonAnswer {
  const text = `{"result":${body ?? 'null'},"effects":[${effects}]}`;
  if (Buffer.byteLength(text) > model.service.limits.responseBytes) throw answerTooLong();
  return {
    // An answer without a body has one now.
    status: status === 204 ? 200 : status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: text,
  };
}

/** The rows that the transaction has changed and the caller may read, in the order of the model, then by id. */
async function readEffects(query: Query, restrictions: Restrictions, model: Model): Promise<string> {
  const read = async (statement: Statement): Promise<readonly Row[]> => {
    const outcome = await query(statement);
    if (outcome.ok) return outcome.rows;
    throw queryProblemOf(outcome.error, []) ?? databaseProblem(outcome.error);
  };
  const changed = new Set((await read(changedResources)).map(({ resource }) => resource ?? ''));
  const effects: string[] = [];
  for (const table of model.resources.values()) {
    if (table.kind !== 'table' || !changed.has(table.name) || !isRead(table, restrictions)) continue;
    const [{ body = null } = {}] = await read(renderEffects(table, changed, restrictions));
    if (body) effects.push(body);
  }
  return effects.join(',');
}

function isRead(table: Table, restrictions: Restrictions): boolean {
  const { name } = table;
  return (
    holdsScope(restrictions.principal, scopeOf('list', name)) && rowRule(restrictions, table, 'read').kind !== 'nothing'
  );
}
