import { operatorWord } from '../vocabulary/operator/operators.ts';
import { comparisonsIn } from './condition/atom.ts';
import { relatedBy } from './condition/reached.ts';
import { allOf, type BoundComparison, type BoundCondition, type Made } from './field.ts';

type Way = Made & { readonly by: 'way' };

/**
 * A filter that asks for related rows in place of the values that are taken of them. Both leave the same rows. But PostgreSQL
 * can begin with the related rows, and finds them by an index.
 */
export function askedOfRelated(condition: BoundCondition): BoundCondition {
  switch (condition.kind) {
    case 'logic':
      // "Not found" is no, and a value that is not there is unknown: under "not", these are not the same.
      return condition.negated ? condition : { ...condition, operands: condition.operands.map(askedOfRelated) };
    case 'related':
      return condition.negated || condition.condition === null
        ? condition
        : { ...condition, condition: askedOfRelated(condition.condition) };
    case 'comparison':
      return askedAtEnd(condition) ?? condition;
    default:
      return condition;
  }
}

function askedAtEnd(comparison: BoundComparison): BoundCondition | null {
  const { operand, operator } = comparison;
  if (!('field' in operand) || operatorWord(operator).answersNull === true) return null;
  const { computed } = operand.field;
  const made = computed?.kind === 'value' ? computed.made : null;
  if (made?.by !== 'way' || !isPlain(made)) return null;
  const { field } = made.operand;
  const atEnd: BoundCondition = { ...comparison, operand: { ...operand, field } };
  return made.steps.reduceRight<BoundCondition>(
    (condition, { relation, link, condition: asked }) =>
      relatedBy({ relation, link, condition: allOf([...(asked === null ? [] : [asked]), condition]) }),
    atEnd,
  );
}

/** Whether a way has no first row among several. `$` in a filter of a request would be about another row than in the value. */
function isPlain({ steps, operand }: Way): boolean {
  return (
    operand.steps.length === 0 &&
    steps.every(({ order, link, condition }) => {
      const rules = [link, condition].filter((each) => each !== null);
      return order.length === 0 && !rules.flatMap((rule) => comparisonsIn(rule)).some(isOwn);
    })
  );
}

function isOwn({ comparand }: BoundComparison): boolean {
  return comparand.kind === 'own';
}
