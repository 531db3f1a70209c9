import { askedWhole } from '../../model/condition/looks.ts';
import type { Access, AccessRule } from '../../model/model.ts';

/** A role for which it cannot be said whether it reads a row: its rules ask each other. */
interface VisibleCircle {
  readonly role: string;
  /** The resources on the way round; the first one is the last one too. A rule of the past comes first. */
  readonly way: readonly string[];
  /** The rule of the first resource that asks about the second one. */
  readonly rule: RulePath;
}

type RulePath = readonly ['read'] | readonly ['history', 'then' | 'present'];

/** The rules that ask `visible` of a resource, by its name. The rule for reading stands for the past too. */
type Asked = ReadonlyMap<string, RulePath>;

interface Reader {
  readonly name: string;
  readonly access: ReadonlyMap<string, Access> | null;
}

/** The circles of rules that ask `visible`, once each. */
export function visibleCircles(resources: readonly Reader[]): readonly VisibleCircle[] {
  const asked = new Map<string, ReadonlyMap<string, Asked>>();
  for (const { name, access } of resources) {
    for (const [role, rules] of access ?? []) {
      const names = askedBy(rules);
      if (names.size > 0) asked.set(role, new Map([...(asked.get(role) ?? []), [name, names]]));
    }
  }
  return [...asked].flatMap(([role, reads]) => {
    const found: VisibleCircle[] = [];
    const visit = (way: readonly string[]): void => {
      for (const next of reads.get(way.at(-1) ?? '')?.keys() ?? []) {
        const start = way.indexOf(next);
        if (start < 0) visit([...way, next]);
        else if (!found.some((each) => each.way.includes(next))) found.push(circleOf(role, way.slice(start), reads));
      }
    };
    for (const name of reads.keys()) visit([name]);
    return found;
  });
}

function askedBy({ read, past }: Access): Asked {
  const named = (rule: AccessRule, path: RulePath) =>
    (rule.kind === 'rule' ? askedWhole(rule.condition) : []).flatMap((each) =>
      each.kind === 'visible' ? [[each.resource, path] as const] : [],
    );
  return new Map([
    ...named(past.present, ['history', 'present']),
    ...named(past.version, ['history', 'then']),
    ...named(read, ['read']),
  ]);
}

/** It begins where a rule of the past closes it, which is where it can be opened again. */
function circleOf(role: string, round: readonly string[], reads: ReadonlyMap<string, Asked>): VisibleCircle {
  const ruleAt = (index: number): RulePath =>
    reads.get(round[index] ?? '')?.get(round[(index + 1) % round.length] ?? '') ?? ['read'];
  const ofPast = round.findIndex((_, index) => ruleAt(index)[0] === 'history');
  const start = Math.max(ofPast, 0);
  const way = [...round.slice(start), ...round.slice(0, start)];
  return { role, way: [...way, ...way.slice(0, 1)], rule: ruleAt(start) };
}

/** "own reads unit if it reads party, and party if it reads unit". */
export function visibleWords({ role, way, rule: [kind] }: VisibleCircle): string {
  const reads = way
    .slice(1)
    .map((next, index) => `${way[index]} if it reads ${next}`)
    .join(', and ');
  return `${kind === 'history' ? 'in the past, ' : ''}${role} reads ${reads}`;
}
