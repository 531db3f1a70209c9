import { sql } from '../../sql/fragment.ts';
import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const inList: OperatorWord = {
  requires: 'listed',
  operand: { ...ownValue, isList: true },
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: '= any',
  render: ({ left, value }) => sql`${left} = any (${value})`,
  holds: 'is one of the values',
  words: ['is one of', 'is none of'],
  synonyms: [],
};
