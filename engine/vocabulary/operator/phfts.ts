import { searchWords, textSearch } from '../operand/text_search.ts';
import type { OperatorWord } from './operator_word.ts';

export const phfts: OperatorWord = {
  ...textSearch('phraseto_tsquery'),
  operand: searchWords,
  holds: 'is found by the words, one after the other',
  words: ['has the phrase', 'does not have the phrase'],
  synonyms: [],
};
