import type { BoundCondition } from '../field.ts';
import type { Model } from '../model.ts';
import { isTree, type Relation } from '../relation.ts';

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
      const { relation, negated } = condition;
      const below = condition.condition === null ? null : shortened(condition.condition, model);
      const passed = below !== null && !negated && !isTree(relation) && isReference(relation, model);
      return (passed ? fromReference(below, relation) : null) ?? { ...condition, condition: below };
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
    case 'related': {
      const { relation, negated } = condition;
      if (negated || isTree(relation) || relation.from !== 'id') return null;
      const { alias, from } = reference;
      return { ...condition, relation: { ...relation, alias: `${alias}.${relation.alias}`, from } };
    }
    case 'logic': {
      if (condition.negated) return null;
      const operands = condition.operands.map((operand) => fromReference(operand, reference));
      return operands.every((each) => each !== null) ? { ...condition, operands } : null;
    }
  }
}
