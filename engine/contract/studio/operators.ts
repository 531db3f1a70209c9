import { type Operator, operatorNames, operatorWord } from '../../vocabulary/operator/operators.ts';
import type { StudioOperator } from './studio_model.ts';

/** Every operator of filters. */
export const studioOperators: readonly StudioOperator[] = operatorNames.map((name) => {
  const { words, modifier } = operatorWord(name);
  return { name, words, operand: operandOf(name), modifier };
});

function operandOf(name: Operator): StudioOperator['operand'] {
  const { isList, isKeyword, type } = operatorWord(name).operand;
  if (isKeyword) return 'keyword';
  if (isList) return 'values';
  return type === null ? 'value' : 'text';
}
