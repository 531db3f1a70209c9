import { operatorGroups } from '../../vocabulary/operator/groups.ts';
import { union } from './type_text.ts';

/** The file engine/contract/typescript/client/operator.ts: the operators by the values that they take, as TypeScript. */
export function operatorText(): string {
  const names = {
    ComparedOperator: operatorGroups.compared,
    QuantifiedOperator: operatorGroups.quantified,
    ContainedOperator: operatorGroups.contained,
    OverlappingOperator: operatorGroups.overlapping,
    BoundedOperator: operatorGroups.bounded,
    TextOperator: operatorGroups.texts,
    QuantifiedTextOperator: operatorGroups.quantifiedTexts,
    SearchOperator: operatorGroups.searches,
    PeriodOperator: operatorGroups.periods,
  };
  const declarations = Object.entries(names).map(([name, operators]) => {
    const head = `export type ${name} =`;
    return `${head}${union(operators, head.length + 1)};\n`;
  });
  return `// The operators by the values that they take.\n\n${declarations.join('\n')}`;
}
