import { searchQuery, textSearch } from '../operand/text_search.ts';
import type { OperatorWord } from './operator_word.ts';

export const fts: OperatorWord = {
  ...textSearch('to_tsquery'),
  operand: searchQuery,
  holds: 'is found by the words, with `&`, `|` and `!` between them',
  words: ['has the words', 'does not have the words'],
  synonyms: [],
};
