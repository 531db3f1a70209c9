import type { Form } from '../contract/media_type.ts';
import { type Action, actionWord } from '../vocabulary/action/actions.ts';
import { runWrite } from './actions/preferred/preferred_run.ts';
import type { RouteContext } from './context.ts';
import type { Served } from './handler.ts';
import type { Answer } from './response/send.ts';
import { withoutNulls } from './response/without_nulls.ts';
import { inZone } from './run.ts';

/**
 * Answers any action as a request prefers: without nulls, with datetimes of another zone, and for a write with its effects, or
 * as a trial.
 */
export function asPreferred(action: Action, answer: Served['answer'], context: RouteContext): Served['answer'] {
  const keepsAnswers = actionWord(action).parameters.includes('Idempotency-Key');
  const answerInForm: Served['answer'] = async (request, view, head, run) => {
    const { form } = request;
    const { timezone } = request.preferred;
    const answered = await answer(request, view, head, timezone === undefined ? run : inZone(run, timezone));
    return 'stream' in answered ? answered : withZone(inForm(answered, form), timezone);
  };
  return async (request, view, head, run) => {
    const { preferred, headers } = request;
    // Only writes know these preferences.
    if (preferred.return !== 'effects' && preferred.tx === undefined) return answerInForm(request, view, head, run);
    const hasKey = keepsAnswers && headers['idempotency-key'] !== undefined;
    return runWrite(request, context, { preferred, hasKey, run }, async (within) => {
      const answered = await answerInForm(request, view, head, within);
      if ('stream' in answered) throw new Error(`the answer to ${action} is a stream`);
      return { ...answered, body: answered.body?.toString() ?? null };
    });
  };
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
