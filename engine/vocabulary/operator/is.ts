import type { OperandForm } from '../operand_form.ts';
import { accept, refuse } from '../read_value.ts';
import type { ComparisonSql, OperatorWord } from './operator_word.ts';

const state: OperandForm = {
  type: null,
  isList: false,
  isExpression: false,
  read: (text, { kind, traits }) => {
    const value = text.toLowerCase();
    if (value === 'null' || value === 'not_null' || traits.includes('truth')) return accept(value);
    return refuse(`is.${text} asks whether a boolean holds, and the value is of type ${kind}`, 'null or not_null');
  },
};

export const is: OperatorWord = {
  requires: 'nullable',
  operand: state,
  modifier: null,
  mayFail: false,
  takesClaimOfArray: false,
  sql: 'is',
  render: (comparison) => renderState(comparison, false),
  renderNot: (comparison) => renderState(comparison, true),
  holds: 'is `null`, `not_null`, or, of a boolean, `true`, `false` or `unknown`',
  words: ['is', 'is not'],
  synonyms: ['null'],
};

function renderState({ left, values: [word] }: ComparisonSql, negated: boolean): string {
  const isNotNull = word === 'not_null';
  return `${left} is ${negated !== isNotNull ? 'not ' : ''}${isNotNull ? 'null' : word}`;
}
