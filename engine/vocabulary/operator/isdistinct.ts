import { sql } from '../../sql/fragment.ts';
import { ownValue } from '../operand/operand_form.ts';
import type { OperatorWord } from './operator_word.ts';

export const isdistinct: OperatorWord = {
  requires: 'equal',
  operand: ownValue,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: 'is distinct from',
  answersNull: true,
  render: ({ left, value, isClaim }) => {
    const compared = sql`${left} is distinct from ${value}`;
    // Of all operators this one alone answers for null: a claim that is not there stays unknown.
    return isClaim ? sql`case when ${value} is not null then ${compared} end` : compared;
  },
  holds: 'is not equal, where null is a value like others',
  words: ['is, with null as a value, not', 'is, with null as a value,'],
  synonyms: [],
};
