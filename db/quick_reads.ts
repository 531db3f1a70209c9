import { type Pipeline, pipelinedStatements } from './connection/pipeline.ts';
import { messageTooLong } from './database_error.ts';
import type { Durations } from './duration.ts';
import type { Outcome, Statement } from './statement.ts';

export interface QuickReads {
  /** Whether a statement may be sent this way now. */
  admits(share: string, statement: Statement): boolean;
  /** Null when the statement has to run again on a connection of its own. */
  run(share: string, statement: Statement): Promise<Outcome | null>;
}

/**
 * On the shared connections a statement is ended after so long. The same text can be short for one value and long for
 * another, and those behind it wait.
 */
export const quickMilliseconds = 100;

/** Statements of one share that are in flight at a time: the rest is left to others. */
const mostOfShare = (pipelinedStatements * 3) / 4;

/** So many shares are kept although they have nothing in flight: to forget each at once costs more. */
const fewShares = 1000;

// PostgreSQL, Appendix A.
const ended = '57014';

/** Statements that only read and have been short so far. They share a few connections (see pipeline.ts). */
export function createQuickReads(
  pipeline: Pipeline,
  durations: Durations,
  overran: (share: string) => void,
): QuickReads {
  const inFlight = new Map<string, number>();
  return {
    admits: (share, { name }) =>
      name !== undefined &&
      durations.isQuick(name) &&
      pipeline.inFlight() < pipelinedStatements &&
      (inFlight.get(share) ?? 0) < mostOfShare,
    run: async (share, statement) => {
      inFlight.set(share, (inFlight.get(share) ?? 0) + 1);
      const outcome = await pipeline.query(statement);
      const left = (inFlight.get(share) ?? 0) - 1;
      if (left === 0 && inFlight.size > fewShares) inFlight.delete(share);
      else inFlight.set(share, left);
      if (outcome.ok) return outcome;
      switch (outcome.error.sqlstate) {
        case ended:
          overran(share);
          return null;
        // The connection was lost for the length of one answer: perhaps of another's.
        case messageTooLong:
          return null;
        default:
          return outcome;
      }
    },
  };
}
