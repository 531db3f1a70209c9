import { pattern } from '../operand/pattern.ts';
import type { OperatorWord } from './operator_word.ts';

export const ilike: OperatorWord = {
  requires: 'textual',
  operand: pattern,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: 'ilike',
  holds: 'the same, letter case aside',
  words: ['is, letter case aside, like', 'is, letter case aside, not like'],
  synonyms: [],
};
