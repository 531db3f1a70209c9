import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const nxr: OperatorWord = {
  requires: 'bounded',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '&<',
  holds: 'does not end after the period',
  words: ['does not end after', 'ends after'],
  synonyms: [],
};
