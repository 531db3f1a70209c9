import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const cs: OperatorWord = {
  requires: 'containing',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: true,
  sql: '@>',
  holds: 'contains all of the value',
  words: ['contains', 'does not contain'],
  synonyms: [],
};
