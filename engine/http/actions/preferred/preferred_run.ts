import { preferenceNames } from '../../../vocabulary/preference.ts';
import type { RouteContext } from '../../context.ts';
import type { ActionRequest } from '../../request/action_request.ts';
import type { Preferred } from '../../request/prefer.ts';
import { makeIdentity } from '../../request/view.ts';
import type { JsonAnswer } from '../../response/send.ts';
import type { Run } from '../../run.ts';
import { effectsReport } from './effects.ts';
import { tryWrite } from './trial.ts';

/** How a write is run. */
interface Running {
  readonly preferred: Pick<Preferred, 'return' | 'tx'>;
  /** Whether the write keeps its answer under an Idempotency-Key. */
  readonly hasKey: boolean;
  readonly run: Run;
}

/** Runs a write: `return=effects` answers with the rows that it changed, and `tx=rollback` undoes it. */
export async function runWrite(
  request: Pick<ActionRequest, 'caller'>,
  context: RouteContext,
  { preferred, hasKey, run }: Running,
  write: (run: Run) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const { tx } = preferred;
  if (preferred.return !== 'effects' && tx === undefined) return write(run);
  const report = preferred.return === 'effects' ? effectsReport(request, context) : null;
  // Within a transaction, it would wait for another connection.
  if (report !== null && tx !== 'rollback') await makeIdentity(request, context);
  const told = (within: Run) => {
    if (report === null) return write(within);
    return hasKey ? write({ ...within, report }) : report.of(within, write);
  };
  const answer = await (tx === 'rollback' ? tryWrite(request, context, run, told) : told(run));
  return withApplied(answer, [
    ...(report === null ? [] : ['return=effects']),
    ...(tx === undefined ? [] : [`tx=${tx}`]),
  ]);
}

function withApplied(answer: JsonAnswer, applied: readonly string[]): JsonAnswer {
  if (answer.status >= 400) return answer;
  const all = [...(answer.headers['preference-applied']?.split(', ') ?? []), ...applied];
  const inOrder = preferenceNames.flatMap((name) => all.find((each) => each.startsWith(`${name}=`)) ?? []);
  return { ...answer, headers: { ...answer.headers, 'preference-applied': inOrder.join(', ') } };
}
