import { aggregateWords, conditionWords, operandText } from './condition/words.ts';
import type { Computed, Made, ValueStep } from './field.ts';

/** What a computed field is, as in "true where `power` is less than `50`", or "the number of `device` that the reader may read". */
export function computedWords(computed: Computed): string {
  if (computed.kind === 'condition') return `true where ${conditionWords(computed.condition)}`;
  const { made, text } = computed;
  return made === null ? `\`${text}\`` : `${madeWords(made)}, of the related rows that the reader may read`;
}

function madeWords(made: Made): string {
  switch (made.by) {
    case 'rule':
      return `true where ${conditionWords(made.condition)}`;
    case 'aggregate':
      return aggregateWords(made.aggregate);
    case 'way':
      return `\`${operandText(made.operand)}\` of ${made.steps.map(stepWords).reverse().join(' of ')}`;
  }
}

function stepWords({ relation, link, condition, order }: ValueStep): string {
  const asked = [
    ...(condition === null ? [] : [conditionWords(condition)]),
    ...(link === null ? [] : [`by a link of which ${conditionWords(link)}`]),
  ];
  const where = asked.length === 0 ? '' : ` (where ${asked.join(', ')})`;
  if (order.length === 0) return `the \`${relation.alias}\`${where}`;
  const keys = order.map(({ operand, descending }) => `\`${operandText(operand)}\`${descending ? ' descending' : ''}`);
  return `the first \`${relation.alias}\`${where} by ${keys.join(', then ')}`;
}
