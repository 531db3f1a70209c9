import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const lt: OperatorWord = {
  requires: 'ordered',
  operand: ownValue,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '<',
  holds: 'is less',
  words: ['is less than', 'is not less than'],
  synonyms: ['less', 'less_than'],
};
