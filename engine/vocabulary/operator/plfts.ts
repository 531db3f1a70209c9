import type { OperatorWord } from './operator_word.ts';

export const plfts: OperatorWord = {
  requires: 'textual',
  takes: 'search_words',
  modifier: 'language',
  // Of the size that a document to search in may have.
  mayFail: true,
  takesClaimOfArray: false,
  sql: 'plainto_tsquery',
  holds: 'is found by all of the words',
  words: ['has all of the words', 'does not have all of the words'],
  synonyms: [],
};
