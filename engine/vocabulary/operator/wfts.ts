import { searchQuery, textSearch } from '../operand/text_search.ts';
import type { OperatorWord } from './operator_word.ts';

export const wfts: OperatorWord = {
  ...textSearch('websearch_to_tsquery'),
  operand: searchQuery,
  holds: 'is found by the words as search engines read them: quotes, `or`, `-`',
  words: ['is found by', 'is not found by'],
  synonyms: [],
};
