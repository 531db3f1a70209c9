import type { OperatorWord } from './operator_word.ts';

export const wfts: OperatorWord = {
  requires: 'textual',
  takes: 'search_query',
  modifier: 'language',
  // Of the size that a document to search in may have.
  mayFail: true,
  takesClaimOfArray: false,
  sql: 'websearch_to_tsquery',
  holds: 'is found by the words as search engines read them: quotes, `or`, `-`',
  words: ['is found by', 'is not found by'],
  synonyms: [],
};
