import type { OperatorWord } from './operator_word.ts';

export const inList: OperatorWord = {
  requires: 'listed',
  takes: 'list',
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '= any',
  holds: 'is one of the values',
  words: ['is one of', 'is none of'],
  synonyms: [],
};
