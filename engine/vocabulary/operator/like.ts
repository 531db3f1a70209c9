import { pattern } from '../operand/pattern.ts';
import type { OperatorWord } from './operator_word.ts';

export const like: OperatorWord = {
  requires: 'textual',
  operand: pattern,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: 'like',
  holds: 'matches the pattern, in which `*` or `%` stands for any text and `_` for any character',
  words: ['is like', 'is not like'],
  synonyms: ['contains'],
};
