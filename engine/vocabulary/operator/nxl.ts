import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const nxl: OperatorWord = {
  requires: 'bounded',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '&>',
  holds: 'does not begin before the period',
  words: ['does not begin before', 'begins before'],
  synonyms: [],
};
