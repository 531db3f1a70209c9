import { adj } from './adj.ts';
import { cd } from './cd.ts';
import { cs } from './cs.ts';
import { eq } from './eq.ts';
import { fts } from './fts.ts';
import { gt } from './gt.ts';
import { gte } from './gte.ts';
import { ilike } from './ilike.ts';
import { imatch } from './imatch.ts';
import { inList } from './in.ts';
import { is } from './is.ts';
import { isdistinct } from './isdistinct.ts';
import { like } from './like.ts';
import { lt } from './lt.ts';
import { lte } from './lte.ts';
import { match } from './match.ts';
import { neq } from './neq.ts';
import { nxl } from './nxl.ts';
import { nxr } from './nxr.ts';
import type { OperatorWord } from './operator_word.ts';
import { ov } from './ov.ts';
import { phfts } from './phfts.ts';
import { plfts } from './plfts.ts';
import { sl } from './sl.ts';
import { sr } from './sr.ts';
import { starts } from './starts.ts';
import { wfts } from './wfts.ts';

/** Every operator by its name, in the order of the documentation. */
export const operators = {
  eq,
  neq,
  lt,
  lte,
  gt,
  gte,
  is,
  isdistinct,
  in: inList,
  starts,
  like,
  ilike,
  match,
  imatch,
  fts,
  plfts,
  phfts,
  wfts,
  cs,
  cd,
  ov,
  sl,
  sr,
  nxr,
  nxl,
  adj,
} satisfies Readonly<Record<string, OperatorWord>>;

export type Operator = keyof typeof operators;

export const operatorNames = Object.keys(operators) as readonly Operator[];

export function operatorWord(operator: Operator): OperatorWord {
  return operators[operator];
}

/** The names of the operators for which a condition holds. */
export function operatorsThat(holds: (word: OperatorWord) => boolean): readonly Operator[] {
  return operatorNames.filter((name) => holds(operators[name]));
}
