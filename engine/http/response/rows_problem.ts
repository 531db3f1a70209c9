import { mostErrors, Problem } from '../../contract/problem.ts';
import { placedError, type SentRows } from '../request/rows/sent_rows.ts';

/** What is wrong with a row, by its place in the body. */
export interface RowFault {
  readonly place: number;
  readonly problem: Problem;
}

/** The refusal of many rows: of the first one that is refused, with the faults of all. */
export function rowsProblem(faults: readonly RowFault[], sent: Pick<SentRows, 'lines' | 'isOne'>): Problem {
  const inOrder = [...faults].sort((one, other) => one.place - other.place);
  const [first] = inOrder;
  if (first === undefined) throw new Error('no row is refused');
  const errors = inOrder.flatMap(({ place, problem }) => {
    const own = problem.errors.length === 0 ? [{ detail: problem.message }] : problem.errors;
    return own.map((error) => placedError(error, place, sent));
  });
  const { code, message, hint, headers } = first.problem;
  const line = sent.lines?.[first.place];
  const where = sent.isOne ? '' : `${line === undefined ? '' : `line ${line}, `}/${first.place}: `;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return new Problem(code, `${where}${message}${more}`, { hint, headers, errors: errors.slice(0, mostErrors) });
}
