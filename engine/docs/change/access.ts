import { conditionWords } from '../../model/condition/words.ts';
import type { Access, AccessRule, Table } from '../../model/model.ts';
import { noRole } from '../../model/own_rows.ts';
import { allRows, noRow } from '../../model/whole_access.ts';
import { accessRights } from '../../vocabulary/action/actions.ts';

/** The roles whose access rules changed, and whether they have more rights or fewer. */
export function accessChanges(was: Table, now: Table): readonly string[] {
  return [...roleChanges(was, now), ...fieldAccess(was, now)];
}

function roleChanges(was: Table, now: Table): readonly string[] {
  if (was.access === null && now.access === null) return [];
  // The rows that a feature makes always have rules, written or not.
  const isMade = now.madeBy !== null;
  if (now.access === null && !isMade) return ['roles no longer matter'];
  if (was.access === null && !isMade) return ['access depends on the role'];
  const roles = [...new Set([...(was.access?.keys() ?? []), ...(now.access?.keys() ?? [])])];
  const changed = Map.groupBy(
    roles.filter((role) => role !== noRole),
    (role) => changeOf(accessOf(was, role), accessOf(now, role), now),
  );
  return changeKinds.flatMap((kind) => {
    const names = changed.get(kind)?.map((role) => `\`${role}\``) ?? [];
    return names.length === 0 ? [] : [changeWords[kind](names.join(', '), names.length > 1)];
  });
}

const changeKinds = ['wider', 'narrower', 'other'] as const;

const changeWords: Readonly<Record<(typeof changeKinds)[number], (roles: string, several: boolean) => string>> = {
  wider: (roles, several) => `${roles} ${several ? 'have' : 'has'} more rights`,
  narrower: (roles, several) => `${roles} ${several ? 'have' : 'has'} fewer rights`,
  other: (roles) => `the rights of ${roles} changed`,
};

/** A role that a made resource does not know yet has what every role has by default. */
function accessOf({ access, madeBy }: Table, role: string): Access {
  if (access === null) return allRows;
  return access.get(role) ?? (madeBy === null ? noRow : (access.get(noRole) ?? allRows));
}

type ChangeKind = (typeof changeKinds)[number] | 'none';

function changeOf(was: Access, now: Access, table: Table): ChangeKind {
  const [before, after] = [was, now].map((access) => rulesOf(access, table));
  const steps = new Set((after ?? []).map((rule, index) => stepOf(before?.[index] ?? rule, rule)));
  steps.delete('none');
  return steps.size > 1 ? 'other' : ([...steps][0] ?? 'none');
}

function stepOf(was: ShownRule, now: ShownRule): ChangeKind {
  if (was.text === now.text) return 'none';
  if (was.width === now.width) return 'other';
  return was.width < now.width ? 'wider' : 'narrower';
}

/** A rule in words, and how much it allows: nothing, some rows or all. */
interface ShownRule {
  readonly text: string;
  readonly width: 0 | 1 | 2;
}

function rulesOf(access: Access, { madeBy, actions }: Table): readonly ShownRule[] {
  const { past, former, replacesDefault = false } = access;
  const offered = accessRights.filter(
    (right) => madeBy === null || right === 'read' || actions.has(right === 'updated' ? 'update' : right),
  );
  // By default, a role reads those made rows that are for it.
  const isDefault = madeBy !== null && !replacesDefault && access.read.kind === 'all';
  const rights = offered.map((right) => (right === 'read' && isDefault ? byDefault : shown(access[right])));
  const lastState: ShownRule = { text: former ?? '', width: former === undefined ? 0 : 1 };
  return [...rights, ...(madeBy === null ? [shown(past.version), shown(past.present), lastState] : [])];
}

const byDefault: ShownRule = { text: 'default', width: 1 };

function shown(rule: AccessRule): ShownRule {
  if (rule.kind === 'rule') return { text: conditionWords(rule.condition), width: 1 };
  return { text: rule.kind, width: rule.kind === 'all' ? 2 : 0 };
}

function fieldAccess(was: Table, now: Table): readonly string[] {
  return [...now.fields.values()].flatMap(({ name, access }) => {
    const before = was.fields.get(name);
    const words = (of: typeof access) => JSON.stringify(of === null ? null : [...of].sort());
    if (before === undefined || words(before.access) === words(access)) return [];
    return [`other roles may read or write \`${name}\``];
  });
}
