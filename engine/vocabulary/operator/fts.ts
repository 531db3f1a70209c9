import type { OperatorWord } from './operator_word.ts';

export const fts: OperatorWord = {
  requires: 'textual',
  takes: 'search_query',
  modifier: 'language',
  // Of the size that a document to search in may have.
  mayFail: true,
  takesClaimOfArray: false,
  sql: 'to_tsquery',
  holds: 'is found by the words, with `&`, `|` and `!` between them',
  words: ['has the words', 'does not have the words'],
  synonyms: [],
};
