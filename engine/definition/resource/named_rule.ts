import { comparisonsOf } from '../../language/comparisons.ts';
import { nearest } from '../../language/nearest.ts';
import type { Condition } from '../../language/syntax.ts';
import { ruleContext } from '../../model/condition/bind.ts';
import { askedWhole } from '../../model/condition/looks.ts';
import type { RowType } from '../../model/condition/row_type.ts';
import type { NamedRule } from '../../model/condition/rule_context.ts';
import type { BoundCondition } from '../../model/field.ts';
import { type Definitions, unknownResource } from '../definitions.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { ServiceDefinition } from '../language/definition.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';

export type NamedRules = ReadonlyMap<string, NamedRule>;

type Written = NonNullable<ServiceDefinition['rules']>;

/** What named rules may use: claims, the zone of days, and all rows. */
interface Surroundings {
  readonly claims: readonly string[];
  readonly zone: string;
  readonly rows: ReadonlyMap<string, RowType>;
  readonly definitions: Definitions;
}

/** The rules under `rules` in service.yaml. One may use others, but not itself by a way round. */
export function buildNamedRules(rules: Written, around: Surroundings, file: DefinitionFile): NamedRules {
  const parsed = new Map(
    Object.entries(rules).map(([name, { that }]) => [
      name,
      parseRuleAt({ text: that, path: pathOf(name) }, file) ?? [],
    ]),
  );
  const round = waysRound(parsed);
  const told = new Set<string>();
  for (const [name, way] of round) {
    if (told.has(name)) continue;
    for (const each of way) told.add(each);
    const message = `the rule ${way.join(' asks ')}`;
    file.report(pathOf(name), { message, expected: 'no way round' });
  }
  const built = new Map<string, NamedRule>();
  for (const name of inOrder(parsed)) {
    const { of, that } = rules[name] as Written[string];
    const row = around.rows.get(of);
    if (row === undefined && !around.definitions.names.has(of))
      file.report(['rules', name, 'of'], unknownResource(of, around.definitions));
    const conditions = parsed.get(name) ?? [];
    const isSound = row !== undefined && !round.has(name) && conditions.length > 0;
    const context = isSound ? ruleContext({ row, rows: around.rows, named: built }, around) : null;
    const condition = context && bindRuleAt(conditions, { text: that, path: pathOf(name) }, context, file);
    built.set(name, { of, condition });
  }
  return built;
}

/** Reports the rules that no condition of the model asks, by itself or through another rule. */
export function checkUsed(rules: NamedRules, conditions: readonly BoundCondition[], { report }: DefinitionFile): void {
  const asked = conditions.flatMap(askedWhole);
  const used = new Set(asked.flatMap((each) => (each.kind === 'rule' ? [each.name] : [])));
  for (const [name, { of }] of rules) {
    if (used.has(name)) continue;
    report(['rules', name], {
      message: `no rule uses the rule ${name}`,
      expected: `a relation to ${of} with rule.${name}, or a file without this rule`,
      nearest: nearest(name, used),
      part: 'key',
    });
  }
}

function pathOf(name: string): readonly string[] {
  return ['rules', name, 'that'];
}

type ParsedRules = ReadonlyMap<string, readonly Condition[]>;

function askedBy(name: string, parsed: ParsedRules): readonly string[] {
  return (parsed.get(name) ?? []).flatMap((condition) =>
    comparisonsOf(condition).flatMap(({ operator, value }) =>
      operator === 'rule' && value.kind === 'single' && parsed.has(value.text) ? [value.text] : [],
    ),
  );
}

/** For each rule that asks itself, the names on the way round. */
function waysRound(parsed: ParsedRules): ReadonlyMap<string, readonly string[]> {
  const wayBack = (name: string, way: readonly string[]): readonly string[] | null => {
    for (const next of askedBy(way.at(-1) ?? name, parsed)) {
      if (next === name) return [...way, next];
      const found = way.includes(next) ? null : wayBack(name, [...way, next]);
      if (found !== null) return found;
    }
    return null;
  };
  return new Map(
    [...parsed.keys()].flatMap((name) => {
      const way = wayBack(name, [name]);
      return way === null ? [] : [[name, way] as const];
    }),
  );
}

/** The names, each behind the rules that it asks. */
function inOrder(parsed: ParsedRules): ReadonlySet<string> {
  const ordered = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (ordered.has(name) || above.includes(name)) return;
    for (const next of askedBy(name, parsed)) visit(next, [...above, name]);
    ordered.add(name);
  };
  for (const name of parsed.keys()) visit(name, []);
  return ordered;
}
