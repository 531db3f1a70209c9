import type { OperatorWord } from './operator_word.ts';

export const is: OperatorWord = {
  requires: 'nullable',
  takes: 'truth',
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: 'is',
  holds: 'is `null`, `not_null`, or, of a boolean, `true`, `false` or `unknown`',
  words: ['is', 'is not'],
  synonyms: ['null'],
};
