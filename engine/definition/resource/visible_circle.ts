import { askedWhole } from '../../model/condition/looks.ts';
import type { Access } from '../../model/model.ts';

/** A role for which it cannot be said whether it reads a row: its read rules ask each other. */
interface VisibleCircle {
  readonly role: string;
  /** The resources on the way round; the first one is the last one too. */
  readonly way: readonly string[];
}

/** The circles of read rules that ask `visible`, once each. */
export function visibleCircles(
  resources: readonly { readonly name: string; readonly access: ReadonlyMap<string, Access> | null }[],
): readonly VisibleCircle[] {
  const asked = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const { name, access } of resources) {
    for (const [role, { read, past }] of access ?? []) {
      const rules = [read, past.version, past.present];
      const others = rules.flatMap((rule) => (rule.kind === 'rule' ? askedWhole(rule.condition) : []));
      const names = others.flatMap((each) => (each.kind === 'visible' ? [each.resource] : []));
      if (names.length > 0) asked.set(role, new Map([...(asked.get(role) ?? []), [name, names]]));
    }
  }
  return [...asked].flatMap(([role, reads]) => {
    const found: VisibleCircle[] = [];
    const visit = (way: readonly string[]): void => {
      for (const next of reads.get(way.at(-1) ?? '') ?? []) {
        const start = way.indexOf(next);
        if (start < 0) visit([...way, next]);
        else if (!found.some((each) => each.way.includes(next))) found.push({ role, way: [...way.slice(start), next] });
      }
    };
    for (const name of reads.keys()) visit([name]);
    return found;
  });
}

/** "unit if it reads party, and party if it reads unit". */
export function visibleWords(way: readonly string[]): string {
  return way
    .slice(1)
    .map((next, index) => `${way[index]} if it reads ${next}`)
    .join(', and ');
}
