import type { Form } from '../contract/media_type.ts';
import type { Action } from '../vocabulary/action/actions.ts';
import type { Served } from './handler.ts';
import { readPreferences } from './request/prefer.ts';
import type { Answer } from './response/send.ts';
import { withoutNulls } from './response/without_nulls.ts';
import { inZone } from './run.ts';

/** Answers any action in the form that a request prefers: without nulls, and with datetimes of another zone. */
export function asPreferred(action: Action, answer: Served['answer']): Served['answer'] {
  return async (request, view, head, run) => {
    const { form, headers } = request;
    const zone = headers.prefer?.includes('timezone') ? readPreferences(request, action).timezone : undefined;
    const answered = await answer(request, view, head, zone === undefined ? run : inZone(run, zone));
    if ('stream' in answered) return answered;
    return withZone(inForm(answered, form), zone);
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
