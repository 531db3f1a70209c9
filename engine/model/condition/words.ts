import { Duration } from 'luxon';
import type { AggregateName } from '../../language/aggregate_name.ts';
import { operatorWord } from '../../vocabulary/operator/operators.ts';
import type { GivenValue } from '../consequence.ts';
import type {
  Aggregate,
  BoundComparison,
  BoundCondition,
  BoundLogic,
  BoundRelated,
  CallerValue,
  Moment,
  Operand,
  OwnValue,
} from '../field.ts';
import { identityClaim } from '../own_rows.ts';
import { wayText } from '../relation.ts';
import { behindLinks } from './reached.ts';
import { searchName } from './search_name.ts';

/** A rule as an English clause, as in "`status` is not `active`, or `start_date` is not null". */
export function conditionWords(condition: BoundCondition): string {
  switch (condition.kind) {
    case 'comparison':
      return comparisonWords(condition);
    case 'related':
      return relatedWords(condition);
    case 'rule':
      return conditionWords(condition.condition);
    case 'visible':
      return `the caller may${condition.negated ? ' not' : ''} read it`;
    case 'covered': {
      const way = wayText(condition.relations);
      const among = condition.condition === null ? '' : ` of which ${conditionWords(condition.condition)}`;
      return `the whole \`validity\` lies within that of the \`${way}\`${among}`;
    }
    case 'logic':
      return logicWords(condition);
  }
}

function relatedWords(related: BoundRelated): string {
  const through = behindLinks(related);
  const { relation, condition } = through?.end ?? related;
  const link = through?.link ?? null;
  const by = link === null ? '' : `, by a link of which ${conditionWords(link)}`;
  if (related.isBroken && related.negated && condition !== null)
    return `of each \`${relation.alias}\` ${conditionWords(condition)}`;
  const there = `${related.negated ? 'there is no' : 'there is a'} \`${relation.alias}\``;
  if (condition === null) return `${there}${by}`;
  if (condition.kind === 'visible') return `${there} that the caller may${condition.negated ? ' not' : ''} read${by}`;
  return `${there} of which ${conditionWords(condition)}${by}`;
}

/** Reads "not A or B" as "if A, then B". */
function logicWords({ operator, negated, operands }: BoundLogic): string {
  const [first, ...others] = operands;
  const given = !negated && operator === 'or' && first !== undefined ? impliedBy(first) : null;
  if (given !== null && others.length > 0) return `if ${conditionWords(given)}, then ${joined(others, 'or')}`;
  const words = joined(operands, operator);
  return negated ? `it is not true that ${words}` : words;
}

function joined(operands: readonly BoundCondition[], operator: 'and' | 'or'): string {
  const parts = operands.map((operand) =>
    operand.kind === 'logic' && operands.length > 1 ? `(${conditionWords(operand)})` : conditionWords(operand),
  );
  return parts.join(operator === 'or' ? ', or ' : ' and ');
}

/** The opposite of a comparison, if the opposite is exact: the field must never be null. */
function impliedBy(condition: BoundCondition): BoundComparison | null {
  if (condition.kind !== 'comparison' || !('field' in condition.operand) || condition.operand.field.nullable)
    return null;
  const { isDenial = false, operand } = operatorWord(condition.operator);
  if (operand.isKeyword || !(condition.negated || isDenial)) return null;
  return { ...condition, negated: !condition.negated };
}

function comparisonWords(comparison: BoundComparison): string {
  const { operator, negated, operand, comparand } = comparison;
  const { says, words } = operatorWord(operator);
  return `${subjectWords(operand)} ${says?.(comparand.kind === 'values' ? comparand.values : [], negated) ?? `${words[negated ? 1 : 0]} ${valueWords(comparison)}`}`;
}

function subjectWords(operand: BoundComparison['operand']): string {
  if ('caller' in operand) return callerWords(operand.caller);
  if ('document' in operand) return `\`${searchName}\``;
  return 'aggregate' in operand ? aggregateWords(operand.aggregate) : `\`${operandText(operand)}\``;
}

/** "the sum of `part` of all `share` (where `status` is `valid`)". */
export function aggregateWords({ name, relation, link, condition, operand }: Aggregate): string {
  const asked = [
    ...(condition === null ? [] : [conditionWords(condition)]),
    ...(link === null ? [] : [`by a link of which ${conditionWords(link)}`]),
  ];
  const rows = `\`${relation.alias}\`${asked.length === 0 ? '' : ` (where ${asked.join(', ')})`}`;
  return operand === null ? `the number of ${rows}` : `${wordsOf[name]} \`${operandText(operand)}\` of all ${rows}`;
}

const wordsOf: Readonly<Record<AggregateName, string>> = {
  count: 'the number of',
  sum: 'the sum of',
  min: 'the least',
  max: 'the greatest',
};

export function operandText({ field, steps, type }: Operand): string {
  if (type.kind === 'period') return type.end === 'valid_to' ? 'validity' : 'recorded';
  return [field.name, ...steps.map(({ key, asText }) => `${asText ? '->>' : '->'}${key}`)].join('');
}

function valueWords({ operator, quantifier, comparand }: BoundComparison): string {
  switch (comparand.kind) {
    case 'claim':
    case 'identity':
      return callerWords(comparand);
    case 'moment':
      return momentWords(comparand);
    case 'own':
      return `the row's \`${pathText(comparand)}\``;
    case 'values':
      break;
  }
  const { shown: shownText = String } = operatorWord(operator).operand;
  const shown = comparand.values.map((value) =>
    value === '' ? 'the empty text' : value === null ? 'null' : `\`${shownText(value)}\``,
  );
  const all = shown.join(', ');
  return quantifier === null ? all : `${quantifier} of ${all}`;
}

function callerWords(value: CallerValue): string {
  return `the caller's \`${value.kind === 'claim' ? value.claim : `${identityClaim}.${pathText(value)}`}\``;
}

function pathText({ relations, operand }: Pick<OwnValue, 'relations' | 'operand'>): string {
  return [...(relations.length === 0 ? [] : [wayText(relations)]), operandText(operand)].join('.');
}

/** What consequences give to a field, as in "the row's `name`". */
export function givenWords(value: GivenValue): string {
  switch (value.kind) {
    case 'value':
      return value.value === null ? 'null' : `\`${JSON.stringify(value.value)}\``;
    case 'caller':
      return `the ${value.of} of the caller`;
    case 'moment':
      return momentWords(value);
    case 'own':
      return `the row's \`${pathText(value)}\``;
  }
}

/** "now", or "the beginning of the day 14 days ago". */
function momentWords({ from, offset }: Moment): string {
  const start = from === 'now' ? 'now' : 'the beginning of today';
  if (offset === null) return start;
  const isPast = offset.startsWith('-');
  return `${Duration.fromISO(isPast ? offset.slice(1) : offset).toHuman()} ${isPast ? 'before' : 'after'} ${start}`;
}
