import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const sr: OperatorWord = {
  requires: 'bounded',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '>>',
  holds: 'lies after the period',
  words: ['lies after', 'does not lie after'],
  synonyms: [],
};
