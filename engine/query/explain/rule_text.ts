import type { AccessRule } from '../../model/model.ts';

/** A rule as it is written. */
export function ruleText(rule: AccessRule): string {
  return rule.kind === 'rule' ? rule.parts.map(({ text }) => text).join('&') : rule.kind;
}
