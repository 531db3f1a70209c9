import type { FromWorker, Thrown } from './message.ts';

/** How a run of a handler ended. */
export type RunEnd =
  | { readonly kind: 'answer'; readonly text: string /** That the handler took. */; readonly milliseconds: number }
  | ({ readonly kind: 'thrown' } & Thrown)
  /** The handler returned before its requests were answered. */
  | { readonly kind: 'unanswered'; readonly requests: number }
  /** It took too long. */
  | { readonly kind: 'late' }
  /** The process ended. For the log: how. */
  | { readonly kind: 'ended'; readonly how: string };

/** How a run ended that a process has told the end of. */
export function endOf(message: Extract<FromWorker, { readonly kind: 'answer' | 'thrown' }>): RunEnd {
  if (message.kind === 'thrown') {
    const { code, message: text, stack } = message;
    return { kind: 'thrown', code, message: text, stack };
  }
  const { unanswered, text, milliseconds } = message;
  return unanswered > 0 ? { kind: 'unanswered', requests: unanswered } : { kind: 'answer', text, milliseconds };
}
