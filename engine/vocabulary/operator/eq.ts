import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const eq: OperatorWord = {
  requires: 'equal',
  operand: ownValue,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '=',
  holds: 'is equal',
  words: ['is', 'is not'],
  synonyms: ['equal', 'equals'],
};
