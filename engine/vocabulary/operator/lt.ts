import type { OperatorWord } from './operator_word.ts';

export const lt: OperatorWord = {
  requires: 'ordered',
  takes: 'value',
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '<',
  holds: 'is less',
  words: ['is less than', 'is not less than'],
  synonyms: ['less', 'less_than'],
};
