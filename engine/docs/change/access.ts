import type { Access, AccessRule, Table } from '../../model/model.ts';
import { accessActions } from '../../vocabulary/action/actions.ts';
import { conditionWords } from '../condition_words.ts';

/** For which roles the rules of access are others. */
export function accessChanges(was: Table, now: Table): readonly string[] {
  if (was.access === null && now.access === null) return fieldAccess(was, now);
  if (now.access === null) return ['roles do not count any more'];
  if (was.access === null) return ['what may be done depends on the role'];
  const before = was.access;
  const roles = [...new Set([...before.keys(), ...now.access.keys()])];
  const changed = roles.filter((role) => shown(before.get(role)) !== shown(now.access?.get(role)));
  return [
    ...(changed.length === 0 ? [] : [`${changed.map((role) => `\`${role}\``).join(', ')} may do something else`]),
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
  return accessActions.map((action) => ruleText(access?.[action] ?? { kind: 'nothing' })).join('; ');
}

function ruleText(rule: AccessRule): string {
  return rule.kind === 'rule' ? conditionWords(rule.condition) : rule.kind;
}
