import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const ov: OperatorWord = {
  requires: 'overlapping',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: true,
  sql: '&&',
  holds: 'has something in common with what is given',
  words: ['overlaps', 'does not overlap'],
  synonyms: ['overlaps'],
};
