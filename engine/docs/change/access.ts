import { conditionWords } from '../../model/condition/words.ts';
import type { Access, AccessRule, Table } from '../../model/model.ts';
import { noRow } from '../../model/whole_access.ts';
import { accessRights } from '../../vocabulary/action/actions.ts';

/** The roles whose access rules changed. */
export function accessChanges(was: Table, now: Table): readonly string[] {
  if (was.access === null && now.access === null) return fieldAccess(was, now);
  if (now.access === null) return ['roles no longer matter'];
  if (was.access === null) return ['access depends on the role'];
  const before = was.access;
  const roles = [...new Set([...before.keys(), ...now.access.keys()])];
  const changed = roles.filter((role) => shown(before.get(role)) !== shown(now.access?.get(role)));
  return [
    ...(changed.length === 0 ? [] : [`the rights of ${changed.map((role) => `\`${role}\``).join(', ')} changed`]),
    ...fieldAccess(was, now),
  ];
}

function fieldAccess(was: Table, now: Table): readonly string[] {
  return [...now.fields.values()].flatMap(({ name, access }) => {
    const before = was.fields.get(name);
    const words = (of: typeof access) => JSON.stringify(of === null ? null : [...of].sort());
    if (before === undefined || words(before.access) === words(access)) return [];
    return [`other roles may read or write \`${name}\``];
  });
}

function shown(access: Access | undefined): string {
  const { past, ...own } = access ?? noRow;
  const rules = [...accessRights.map((right) => own[right]), past.version, past.present];
  return rules.map(ruleText).join('; ');
}

function ruleText(rule: AccessRule): string {
  return rule.kind === 'rule' ? conditionWords(rule.condition) : rule.kind;
}
