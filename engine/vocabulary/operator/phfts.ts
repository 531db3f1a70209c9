import type { OperatorWord } from './operator_word.ts';

export const phfts: OperatorWord = {
  requires: 'textual',
  takes: 'search_words',
  modifier: 'language',
  // Of the size that a document to search in may have.
  mayFail: true,
  takesClaimOfArray: false,
  sql: 'phraseto_tsquery',
  holds: 'is found by the words, one after the other',
  words: ['has the phrase', 'does not have the phrase'],
  synonyms: [],
};
