import type { Check } from '../model/model.ts';
import type { RowType } from './bind_condition.ts';
import type { ResourceDefinition } from './definition.ts';
import type { Report } from './report.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';
import type { Source } from './source.ts';

/** The rules that every row of a resource keeps; they may look at the rows that it is related to. */
export function buildChecks(
  { checks = [] }: ResourceDefinition,
  row: RowType,
  rows: ReadonlyMap<string, RowType>,
  source: Source,
  report: Report,
): readonly Check[] {
  return checks.flatMap(({ that, message }, index) => {
    const rule = { text: that, path: ['checks', index, 'that'] };
    const parsed = parseRuleAt(rule, source, report);
    const bound = parsed === null ? null : bindRuleAt(parsed, rule, { row, rows }, source, report);
    const name = `${row.name}_rule_${index + 1}_check`;
    return bound === null ? [] : [{ name, that: bound, message: message.trim() }];
  });
}
