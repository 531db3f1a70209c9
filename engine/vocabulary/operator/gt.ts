import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const gt: OperatorWord = {
  requires: 'ordered',
  operand: ownValue,
  modifier: 'quantifier',
  mayFail: false,
  takesClaimOfArray: false,
  sql: '>',
  holds: 'is greater',
  words: ['is more than', 'is not more than'],
  synonyms: ['greater', 'greater_than'],
};
