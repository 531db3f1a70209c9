import type { BoundCondition, BoundRelated } from '../field.ts';
import type { Model } from '../model.ts';
import type { Relation } from '../relation.ts';

/**
 * A condition without the rows that it only passes through. If a reference leads to a row, and the condition looks only at the
 * id there, the next relation begins at the reference. A reference always has its row.
 */
export function shortened(condition: BoundCondition, model: Pick<Model, 'resources'>): BoundCondition {
  switch (condition.kind) {
    case 'comparison':
    case 'visible':
    case 'covered':
      return condition;
    case 'rule':
      return { ...condition, condition: shortened(condition.condition, model) };
    case 'logic':
      return { ...condition, operands: condition.operands.map((operand) => shortened(operand, model)) };
    case 'related': {
      const below = condition.condition === null ? null : shortened(condition.condition, model);
      const passed = below !== null && !condition.negated && isReference(condition.relation, model);
      return (passed ? fromReference(below, condition.relation) : null) ?? { ...condition, condition: below };
    }
  }
}

/** Whether the row is always there where the reference is not null. A timeline's row may have been deleted, and is still referred to. */
function isReference({ cardinality, to, target }: Relation, { resources }: Pick<Model, 'resources'>): boolean {
  const resource = resources.get(target);
  return (
    cardinality === 'one' &&
    to === 'id' &&
    resource?.kind === 'table' &&
    resource.madeBy === null &&
    resource.temporal === null
  );
}

/** The condition as the referring row has it; null if it looks at anything else of the row than its id. */
function fromReference(condition: BoundCondition, reference: Relation): BoundCondition | null {
  switch (condition.kind) {
    case 'comparison':
    case 'rule':
    case 'visible':
    case 'covered':
      return null;
    case 'related':
      return condition.negated || condition.relation.from !== 'id' ? null : joined(condition, reference);
    case 'logic': {
      if (condition.negated) return null;
      const operands = condition.operands.map((operand) => fromReference(operand, reference));
      return operands.every((each) => each !== null) ? { ...condition, operands } : null;
    }
  }
}

function joined(condition: BoundRelated, { alias, from }: Relation): BoundRelated {
  return { ...condition, relation: { ...condition.relation, alias: `${alias}.${condition.relation.alias}`, from } };
}
