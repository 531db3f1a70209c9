import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const cd: OperatorWord = {
  requires: 'containing',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: true,
  sql: '<@',
  holds: 'is contained in the value',
  words: ['is contained in', 'is not contained in'],
  synonyms: [],
};
