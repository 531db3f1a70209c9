import type { OperatorWord } from './operator_word.ts';

export const match: OperatorWord = {
  requires: 'textual',
  takes: 'regular_expression',
  modifier: 'quantifier',
  // PostgreSQL may run out of memory.
  mayFail: true,
  takesClaimOfArray: false,
  sql: '~',
  holds: 'matches the regular expression',
  words: ['matches', 'does not match'],
  synonyms: ['regex'],
};
