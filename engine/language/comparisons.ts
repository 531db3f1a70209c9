import type { Comparison, Condition, Name } from './syntax.ts';

/** All comparisons of a condition in order, each with the whole path to its operand. */
export function comparisonsOf(condition: Condition, above: readonly Name[] = []): readonly Comparison[] {
  const path = [...above, ...condition.path];
  if (condition.kind === 'comparison') return [{ ...condition, path }];
  return condition.operands.flatMap((operand) => comparisonsOf(operand, path));
}
