import { type RowContext, ruleContext } from '../../model/condition/bind.ts';
import type { Check } from '../../model/model.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

/** The rules that every row of a resource keeps; they may look at the rows that it is related to. */
export function buildChecks(
  { checks = [] }: ResourceDefinition,
  context: RowContext,
  file: DefinitionFile,
): readonly Check[] {
  return checks.flatMap(({ that, message }, index) => {
    const rule = { text: that, path: ['checks', index, 'that'] };
    const parsed = parseRuleAt(rule, file);
    const bound =
      parsed === null ? null : bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone: null }), file);
    const name = `${context.row.name}_rule_${index + 1}_check`;
    return bound === null ? [] : [{ name, that: bound, message: message.trim() }];
  });
}
