import type { OperatorWord } from './operator_word.ts';

export const sl: OperatorWord = {
  requires: 'bounded',
  takes: 'value',
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '<<',
  holds: 'lies before the period',
  words: ['lies before', 'does not lie before'],
  synonyms: [],
};
