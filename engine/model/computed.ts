import type { Aggregate, BoundCondition, Field } from './field.ts';

/** The rule of a computed field over the row itself; null for any other field. */
export function ownRule({ computed }: Pick<Field, 'computed'>): BoundCondition | null {
  return computed?.kind === 'condition' ? computed.condition : null;
}

/** The rules by which a computed field gets its value; none for any other field. */
export function rulesOf(field: Field): readonly BoundCondition[] {
  const { computed } = field;
  if (computed === null) return [];
  if (computed.kind === 'condition') return [computed.condition];
  const { made } = computed;
  if (made === null) return [];
  switch (made.by) {
    case 'rule':
      return [made.condition];
    case 'aggregate':
      return rulesOfRows(made.aggregate);
    case 'way':
      return [
        ...made.steps.flatMap((step) => [
          ...rulesOfRows(step),
          ...step.order.flatMap(({ operand }) => rulesOf(operand.field)),
        ]),
        ...rulesOf(made.operand.field),
      ];
  }
}

function rulesOfRows({ link, condition }: Pick<Aggregate, 'link' | 'condition'>): readonly BoundCondition[] {
  return [link, condition].filter((each) => each !== null);
}
