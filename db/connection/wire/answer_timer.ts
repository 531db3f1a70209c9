/** Watches that the rounds of a connection are answered in time, with one timer for all of them. */
export interface AnswerTimer {
  /** A round is sent, whose answer may take so long; 0 for any time. */
  sent(milliseconds: number): void;
  /** The first of them is answered. */
  answered(): void;
  stop(): void;
}

/** `late` is told when an answer has not come in time. */
export function createAnswerTimer(late: () => void): AnswerTimer {
  /** Of the rounds in flight, in their order. */
  const deadlines: number[] = [];
  let timer: NodeJS.Timeout | null = null;
  let due = 0;

  // It goes on when a round is answered, and looks then what is still in flight: to set a timer for each round costs more.
  const look = (): void => {
    timer = null;
    const next = Math.min(...deadlines);
    if (next <= performance.now()) late();
    else watch(next);
  };

  const watch = (deadline: number): void => {
    if (deadline === Number.POSITIVE_INFINITY || (timer !== null && due <= deadline)) return;
    if (timer !== null) clearTimeout(timer);
    due = deadline;
    timer = setTimeout(look, Math.max(1, deadline - performance.now())).unref();
  };

  return {
    sent: (milliseconds) => {
      const deadline = milliseconds === 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
      deadlines.push(deadline);
      watch(deadline);
    },
    answered: () => {
      deadlines.shift();
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      deadlines.length = 0;
    },
  };
}
