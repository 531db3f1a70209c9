import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const ov: OperatorWord = {
  requires: 'overlapping',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: true,
  sql: '&&',
  holds: 'has an element or an instant in common with the value',
  words: ['overlaps', 'does not overlap'],
  synonyms: ['overlaps'],
};
