import { ProblemError } from '../../contract/typescript/client/problem.ts';
import { useWords } from '../words/use_words.ts';

interface RefusalProps {
  readonly error: unknown;
  readonly retry?: () => unknown;
}

/** What the service refused, in its own words: what happened, where, and what to do. */
export function Refusal({ error, retry }: RefusalProps) {
  const words = useWords();
  const problem = error instanceof ProblemError ? error : null;
  return (
    <div className="refusal" role="alert">
      <p>{words('common.refused', { detail: error instanceof Error ? error.message : String(error) })}</p>
      {problem?.hint && <p>{problem.hint}</p>}
      {problem?.requestId && <p className="faint">{words('common.requestId', { id: problem.requestId })}</p>}
      {retry !== undefined && (
        <button type="button" onClick={() => retry()}>
          {words('common.retry')}
        </button>
      )}
    </div>
  );
}
