import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const neq: OperatorWord = {
  requires: 'equal',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '<>',
  holds: 'is not equal',
  words: ['is not', 'is'],
  isDenial: true,
  synonyms: ['ne', 'not_equals'],
};
