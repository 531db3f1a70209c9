import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const gte: OperatorWord = {
  requires: 'ordered',
  operand: ownValue,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '>=',
  holds: 'is greater or equal',
  words: ['is at least', 'is less than'],
  synonyms: ['ge'],
};
