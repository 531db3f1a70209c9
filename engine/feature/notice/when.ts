import type { Path } from '../../definition/file/place.ts';
import type { DefinitionFile, Report } from '../../definition/file/report.ts';
import { bindRuleAt, parseRuleAt, type Rule } from '../../definition/resource/rule.ts';
import { atomsOf } from '../../model/condition/atom.ts';
import { type RowContext, ruleContext } from '../../model/condition/bind.ts';
import type { BoundCondition } from '../../model/field.ts';
import { noticeResource } from './resource.ts';

/** Reads the rule of a notice. Null after a fault, which is reported at its place. */
export function readWhen(rule: Rule, context: RowContext, zone: string, file: DefinitionFile): BoundCondition | null {
  const parsed = parseRuleAt(rule, file);
  if (parsed === null) return null;
  const when = bindRuleAt(parsed, rule, ruleContext(context, { claims: null, zone }), file);
  if (when === null) return null;
  if (context.row.name === noticeResource || looksAtNotices(when)) {
    reportNotices(rule.path, file.report);
    return null;
  }
  return when;
}

/** Whether a rule looks at notices through relations. */
export function looksAtNotices(rule: BoundCondition): boolean {
  return atomsOf(rule).some((atom) => atom.kind === 'related' && atom.related.relation.target === noticeResource);
}

export function reportNotices(path: Path, report: Report): void {
  report(path, { message: 'a notice cannot depend on notices', expected: 'a rule over other resources' });
}
