import type { Form } from '../contract/media_type.ts';
import { runWrite } from './actions/preferred/preferred_run.ts';
import type { RouteContext } from './context.ts';
import type { Streamed } from './handler.ts';
import type { ActionRequest } from './request/action_request.ts';
import { hasKey } from './request/idempotency.ts';
import { appliedPreferences, type Preferred } from './request/prefer.ts';
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
export function asPreferred<Given extends Answer | Streamed>(
  asked: Asked,
  answer: (run: Run) => Promise<Given>,
  context: RouteContext,
): Promise<Answer | Given> {
  const { headers, form } = asked.request;
  return headers.prefer === undefined && !isStripped(form)
    ? answer(asked.run)
    : answerPreferred(asked, answer, context);
}

async function answerPreferred<Given extends Answer | Streamed>(
  { request, run, name, keepsAnswers }: Asked,
  answer: (run: Run) => Promise<Given>,
  context: RouteContext,
): Promise<Answer | Given> {
  const { preferred, form } = request;
  const answerInForm = async (within: Run): Promise<Answer | Given> => {
    const { timezone } = preferred;
    const answered = await answer(timezone === undefined ? within : inZone(within, timezone));
    return 'stream' in answered ? answered : withApplied(inForm(answered, form), preferred);
  };
  // Only writes know these preferences.
  if (preferred.return !== 'effects' && preferred.tx === undefined) return answerInForm(run);
  const running = { preferred, hasKey: keepsAnswers && hasKey(request), run };
  return runWrite(request, context, running, async (within) => {
    const answered = await answerInForm(within);
    if ('stream' in answered) throw new Error(`the answer to ${name} is a stream`);
    return { ...answered, body: answered.body?.toString() ?? null };
  });
}

function inForm(answer: Answer, form: Form): Answer {
  return isStripped(form) && typeof answer.body === 'string' ? { ...answer, body: withoutNulls(answer.body) } : answer;
}

function isStripped(form: Form): boolean {
  return form === 'stripped' || form === 'stripped_object';
}

/** Says in Preference-Applied what counted besides, where the action does not and there is something to show. */
function withApplied(answer: Answer, { timezone, consistency }: Preferred): Answer {
  const { 'preference-applied': said } = answer.headers;
  const { 'preference-applied': added = '' } = appliedPreferences({
    ...(timezone !== undefined && !said?.includes('timezone=') && { timezone }),
    ...(consistency !== undefined && !said?.includes('consistency=') && { consistency }),
  });
  if (added === '' || answer.body === null) return answer;
  const all = [...(said === undefined ? [] : [said]), added];
  return { ...answer, headers: { ...answer.headers, 'preference-applied': all.join(', ') } };
}
