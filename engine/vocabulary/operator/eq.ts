import type { OperatorWord } from './operator_word.ts';

export const eq: OperatorWord = {
  requires: 'equal',
  takes: 'value',
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '=',
  holds: 'is equal',
  words: ['is', 'is not'],
  synonyms: ['equal', 'equals'],
};
