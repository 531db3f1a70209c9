import { searchWords, textSearch } from '../operand/text_search.ts';
import type { OperatorWord } from './operator_word.ts';

export const plfts: OperatorWord = {
  ...textSearch('plainto_tsquery'),
  operand: searchWords,
  holds: 'is found by all of the words',
  words: ['has all of the words', 'does not have all of the words'],
  synonyms: [],
};
