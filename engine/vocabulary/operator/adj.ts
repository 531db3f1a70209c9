import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const adj: OperatorWord = {
  requires: 'bounded',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '-|-',
  holds: 'touches the period',
  words: ['touches', 'does not touch'],
  synonyms: [],
};
