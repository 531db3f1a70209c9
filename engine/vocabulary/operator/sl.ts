import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const sl: OperatorWord = {
  requires: 'bounded',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '<<',
  holds: 'lies before the period',
  words: ['lies before', 'does not lie before'],
  synonyms: [],
};
