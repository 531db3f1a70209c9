import type { Form } from '../contract/media_type.ts';
import { runWrite } from './actions/preferred/preferred_run.ts';
import type { RouteContext } from './context.ts';
import type { Streamed } from './handler.ts';
import type { ActionRequest } from './request/action_request.ts';
import type { Answer } from './response/send.ts';
import { withoutNulls } from './response/without_nulls.ts';
import { inZone, type Run } from './run.ts';

/** A request, what runs its statements, and the operation that it is for. */
interface Asked {
  readonly request: ActionRequest;
  readonly run: Run;
  /** In messages. */
  readonly name: string;
  /** Whether the operation keeps its answer under an Idempotency-Key. */
  readonly keepsAnswers: boolean;
}

/**
 * Answers any request as it prefers: without nulls, with datetimes of another zone, and for a write with its effects, or as a
 * trial.
 */
export async function asPreferred<Given extends Answer | Streamed>(
  { request, run, name, keepsAnswers }: Asked,
  answer: (run: Run) => Promise<Given>,
  context: RouteContext,
): Promise<Answer | Given> {
  const { preferred, headers, form } = request;
  const answerInForm = async (within: Run): Promise<Answer | Given> => {
    const { timezone } = preferred;
    const answered = await answer(timezone === undefined ? within : inZone(within, timezone));
    return 'stream' in answered ? answered : withZone(inForm(answered, form), timezone);
  };
  // Only writes know these preferences.
  if (preferred.return !== 'effects' && preferred.tx === undefined) return answerInForm(run);
  const hasKey = keepsAnswers && headers['idempotency-key'] !== undefined;
  return runWrite(request, context, { preferred, hasKey, run }, async (within) => {
    const answered = await answerInForm(within);
    if ('stream' in answered) throw new Error(`the answer to ${name} is a stream`);
    return { ...answered, body: answered.body?.toString() ?? null };
  });
}

function inForm(answer: Answer, form: Form): Answer {
  const isStripped = form === 'stripped' || form === 'stripped_object';
  return isStripped && typeof answer.body === 'string' ? { ...answer, body: withoutNulls(answer.body) } : answer;
}

/** Says in Preference-Applied that the zone counted, where the action does not and there is something to show. */
function withZone(answer: Answer, zone: string | undefined): Answer {
  const { 'preference-applied': applied } = answer.headers;
  if (zone === undefined || answer.body === null || applied?.includes('timezone=')) return answer;
  const all = [...(applied === undefined ? [] : [applied]), `timezone=${zone}`];
  return { ...answer, headers: { ...answer.headers, 'preference-applied': all.join(', ') } };
}
