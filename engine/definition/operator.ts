import type { Operator } from '../language/syntax.ts';
import { comparisonsIn } from './atom.ts';
import type { BoundCondition } from './condition.ts';

/** What an operator does with the value on its right. */
interface Nature {
  /** As a value; as an expression, in which characters have a meaning; or as plain words. */
  readonly reads: 'value' | 'expression' | 'words';
  /**
   * Whether it fails for some rows and not for others, or for an expression that only PostgreSQL reads. Nothing that may fail
   * looks at a row that its caller may not see.
   */
  readonly mayFail: boolean;
}

const comparing: Nature = { reads: 'value', mayFail: false };
// A pattern that ends in a single backslash would fail. It is refused before PostgreSQL sees it.
const pattern: Nature = { reads: 'expression', mayFail: false };
// PostgreSQL may run out of memory, and of the size that a document to search in may have.
const compiled: Nature = { reads: 'expression', mayFail: true };
const words: Nature = { reads: 'words', mayFail: true };

/** Every operator has to say: one that is not known to be safe would tell of hidden rows. */
export const natures: Readonly<Record<Operator, Nature>> = {
  eq: comparing,
  neq: comparing,
  lt: comparing,
  lte: comparing,
  gt: comparing,
  gte: comparing,
  is: comparing,
  isdistinct: comparing,
  in: comparing,
  like: pattern,
  ilike: pattern,
  match: compiled,
  imatch: compiled,
  fts: compiled,
  wfts: compiled,
  plfts: words,
  phfts: words,
  cs: comparing,
  cd: comparing,
  ov: comparing,
  sl: comparing,
  sr: comparing,
  nxr: comparing,
  nxl: comparing,
  adj: comparing,
};

/** Whether a condition may fail for some rows and not for others. */
export function mayFail(condition: BoundCondition): boolean {
  return comparisonsIn(condition).some(({ operator, operand: { field } }) => {
    return natures[operator].mayFail || (field.computed !== null && mayFail(field.computed));
  });
}
