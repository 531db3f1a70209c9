import { type Fragment, raw, sql } from '../../sql/fragment.ts';
import type { OperandForm } from '../operand/operand_form.ts';
import { accept, refuse } from '../value/read_value.ts';
import type { OperatorWord } from './operator_word.ts';

const state: OperandForm = {
  type: null,
  isList: false,
  isKeyword: true,
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
  answersNull: true,
  render: ({ left, values }) => sql`${left} ${stateSql(values, false)}`,
  renderNot: ({ left, values }) => sql`${left} ${stateSql(values, true)}`,
  holds: 'is `null`, `not_null`, or, of a boolean, `true`, `false` or `unknown`',
  words: ['is', 'is not'],
  says: stateOf,
  synonyms: ['null'],
};

/** The same in SQL and in English. */
function stateOf([word = 'null']: readonly (string | null)[], negated: boolean): string {
  const isNotNull = word === 'not_null';
  return `is ${negated !== isNotNull ? 'not ' : ''}${isNotNull ? 'null' : word}`;
}

function stateSql(values: readonly (string | null)[], negated: boolean): Fragment {
  const known = states.get(stateOf(values, negated));
  if (known === undefined) throw new Error(`is.${values[0]} names no state`);
  return known;
}

const states = new Map(
  ['null', 'true', 'false', 'unknown'].flatMap((word) =>
    [`is ${word}`, `is not ${word}`].map((text): [string, Fragment] => [text, raw(text)]),
  ),
);
