import type { OperatorWord } from './operator_word.ts';

export const gte: OperatorWord = {
  requires: 'ordered',
  takes: 'value',
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '>=',
  holds: 'is greater or equal',
  words: ['is at least', 'is less than'],
  synonyms: ['ge'],
};
