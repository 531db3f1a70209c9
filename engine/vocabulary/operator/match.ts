import { sql } from '../../sql/fragment.ts';
import { regularExpression } from '../operand/regular_expression.ts';
import type { OperatorWord } from './operator_word.ts';

export const match: OperatorWord = {
  requires: 'textual',
  operand: regularExpression,
  modifier: 'quantifier',
  // PostgreSQL may run out of memory.
  mayFail: true,
  trial: (operand) => sql`'' ~ ${operand}`,
  takesClaimOfArray: false,
  sql: '~',
  holds: 'matches the regular expression',
  words: ['matches', 'does not match'],
  synonyms: ['regex'],
};
