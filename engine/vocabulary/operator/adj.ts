import type { OperatorWord } from './operator_word.ts';

export const adj: OperatorWord = {
  requires: 'bounded',
  takes: 'value',
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '-|-',
  holds: 'touches the period',
  words: ['touches', 'does not touch'],
  synonyms: [],
};
