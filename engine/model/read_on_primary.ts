import { atomsOfMade } from './computed.ts';
import { type Atom, atomsOf } from './condition/atom.ts';
import { type AnyComparison, type BoundCondition, type CallerValue, type Field, isOfCaller } from './field.ts';
import type { Access, AccessRule, Model, Resource } from './model.ts';
import { oncePerModel } from './once.ts';
import { stepsOf } from './relation.ts';

/**
 * The resources that are read on the primary alone. They say so, or their rows are made of rows that are read there, or a rule
 * that shows them looks at those. Rows that a feature makes may be about any resource.
 */
export const readOnPrimary = oncePerModel(({ resources }): ReadonlySet<string> => {
  const found = new Set(
    [...resources.values()].flatMap(({ name, readsFrom }) => (readsFrom === 'primary' ? name : [])),
  );
  if (found.size === 0) return found;
  const looks = [...resources.values()].map((resource) => ({ name: resource.name, at: looksOf(resource) }));
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { name, at } of looks) if (at === 'any' || at.some((other) => found.has(other))) found.add(name);
  }
  return found;
});

/** Whether what a token claims of its caller is looked up on the primary. */
export function identifiesOnPrimary(model: Model): boolean {
  const asked = ['identity', model.service.actsFor?.through ?? 'identity'];
  return asked.some((name) => readOnPrimary(model).has(name));
}

/** The other resources that a read of a resource looks at, besides what a request adds. */
function looksOf(resource: Resource): readonly string[] | 'any' {
  const rules = [...(resource.access?.values() ?? [])].flatMap(rulesOfAccess);
  const fields = [...resource.fields.values()].flatMap(looksOfField);
  const named = [...rules.flatMap(looksOfCondition), ...fields];
  switch (resource.kind) {
    case 'table':
      return resource.madeBy === null ? named : 'any';
    case 'history':
      return [resource.of.name, ...named];
    case 'view':
      return [...resource.statement.reads.keys(), ...named];
  }
}

function rulesOfAccess({ read, past }: Access): readonly BoundCondition[] {
  const rules: readonly AccessRule[] = [read, past.version, past.present, past.event];
  return rules.flatMap((rule) => (rule.kind === 'rule' ? rule.condition : []));
}

function looksOfField({ computed, access }: Field): readonly string[] {
  const rules = [...(access?.values() ?? [])].flatMap(({ where }) => where?.condition ?? []);
  const made = computed?.kind === 'value' && computed.made !== null ? atomsOfMade(computed.made) : [];
  return [...rules.flatMap(looksOfCondition), ...made.flatMap(looksOfAtom)];
}

function looksOfCondition(condition: BoundCondition): readonly string[] {
  return atomsOf(condition).flatMap(looksOfAtom);
}

function looksOfAtom(atom: Atom): readonly string[] {
  const behind = atom.path.map(({ target }) => target);
  switch (atom.kind) {
    case 'related':
      return [...behind, ...stepsOf(atom.related.relation).map(({ target }) => target)];
    case 'comparison':
      return [...behind, ...looksOfCaller(atom.comparison)];
    default:
      return behind;
  }
}

function looksOfCaller({ operand, comparand }: Pick<AnyComparison, 'operand' | 'comparand'>): readonly string[] {
  const values: readonly CallerValue[] = [
    ...('caller' in operand ? [operand.caller] : []),
    ...(isOfCaller(comparand) ? [comparand] : []),
  ];
  return values.flatMap((value) =>
    value.kind === 'claim' ? [] : ['identity', ...value.relations.map(({ target }) => target)],
  );
}
