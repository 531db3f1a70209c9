import type { OperatorWord } from './operator_word.ts';

export const isdistinct: OperatorWord = {
  requires: 'equal',
  takes: 'value',
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: 'is distinct from',
  holds: 'is not equal, where null is a value like others',
  words: ['is, with null as a value, not', 'is, with null as a value,'],
  synonyms: [],
};
