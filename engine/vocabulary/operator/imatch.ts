import { sql } from '../../sql/fragment.ts';
import { regularExpression } from '../operand/regular_expression.ts';
import type { OperatorWord } from './operator_word.ts';

export const imatch: OperatorWord = {
  requires: 'textual',
  operand: regularExpression,
  modifier: 'quantifier',
  // PostgreSQL may run out of memory.
  mayFail: true,
  trial: (operand) => sql`'' ~* ${operand}`,
  takesClaimOfArray: false,
  sql: '~*',
  holds: 'the same, letter case aside',
  words: ['matches, letter case aside,', 'does not match, letter case aside,'],
  synonyms: [],
};
