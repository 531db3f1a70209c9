import { type RowContext, ruleContext } from '../../model/condition/bind.ts';
import { farthestLook } from '../../model/condition/look.ts';
import { looksAtNow } from '../../model/condition/looks.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Check } from '../../model/model.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

/** The rules that every row of a resource keeps. They may look at related rows. Rows may break rules with `otherwise`. */
export function buildChecks(
  { checks = [] }: ResourceDefinition,
  context: RowContext,
  file: DefinitionFile,
): readonly Check[] {
  return checks.flatMap((check, index) => {
    if (check.otherwise !== undefined) return [];
    const that = bindCheck(check, index, context, file);
    if (that === null) return [];
    const way = farthestLook(that);
    if (way.length > 1) {
      const names = way.map(({ alias }) => alias).join('.');
      file.report(['checks', index, 'that'], {
        message: `the rule looks at ${names}, and no write there would be refused`,
        expected: 'a rule about the row and rows one relation away, or "otherwise: { notice: <type>, to: <relation> }"',
      });
    }
    return [{ name: `${context.row.name}_rule_${index + 1}_check`, that, message: check.message.trim() }];
  });
}

/** The rule of a check. Null after a fault, which is reported. */
export function bindCheck(
  { that }: { readonly that: string },
  index: number,
  context: RowContext,
  file: DefinitionFile,
): BoundCondition | null {
  const rule = { text: that, path: ['checks', index, 'that'] };
  const parsed = parseRuleAt(rule, file);
  if (parsed === null) return null;
  const bound = bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone: null }), file);
  if (bound === null || !looksAtNow(bound)) return bound;
  const message = 'the rule looks at a computed field that changes as time passes, and no write would break it';
  file.report(rule.path, { message, expected: 'a rule over other fields, or a notice' });
  return null;
}
