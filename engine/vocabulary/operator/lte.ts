import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const lte: OperatorWord = {
  requires: 'ordered',
  operand: ownValue,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '<=',
  holds: 'is less or equal',
  words: ['is at most', 'is more than'],
  synonyms: ['le'],
};
