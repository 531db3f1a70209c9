import type { AggregateCall, Comparison, Condition, Name } from '../../language/syntax.ts';
import type { Model, Resource } from '../../model/model.ts';
import { stepsOf } from '../../model/relation.ts';

/** Where a rule looks at entries of a timeline, and does not say when they are valid. */
export interface Undated {
  /** Aliases from the row of the rule to the timeline. */
  readonly way: string;
  /** Of the alias in the text of the rule. */
  readonly offset: number;
  /** Whether the rule asks that there is no entry. */
  readonly isAbsence: boolean;
  /** What to write instead. */
  readonly remedy: string;
}

type Resources = Pick<Model, 'resources'>;

/** Where in the text a condition stands: behind these aliases, and perhaps within `and(...)` or `or(...)`. */
interface Position {
  readonly way: readonly string[];
  readonly isNested: boolean;
}

/** The looks of a parsed rule at entries of all times. A reference leads to one entry, and needs no time. */
export function undatedLooks(conditions: readonly Condition[], row: Resource, model: Resources): readonly Undated[] {
  return [...looks(conditions, row, { way: [], isNested: false }, model), ...ownValues(conditions, row, model)];
}

function looks(conditions: readonly Condition[], row: Resource, at: Position, model: Resources): readonly Undated[] {
  const own = conditions.flatMap((each) =>
    each.kind === 'logic' && each.path.length === 0
      ? each.operands.flatMap((operand) => looks([operand], row, { ...at, isNested: true }, model))
      : each.kind === 'comparison' && each.path.length === 1
        ? each.aggregate === undefined
          ? presence(each, row, at, model)
          : counted(each.aggregate, row, at, model)
        : [],
  );
  const related = Map.groupBy(conditions.filter(isRelated), ({ path }) => path[0]?.text ?? '');
  const below = [...related].flatMap(([alias, group]) => {
    const target = timelineOrRow(alias, row, model);
    if (target === null) return [];
    const about = group.map((each): Condition => ({ ...each, path: each.path.slice(1) }));
    const position = { way: [...at.way, alias], isNested: at.isNested };
    const further = looks(about, target.resource, position, model);
    if (!target.isTimeline || saysWhen(about)) return further;
    return [{ ...undatedAt(position.way, group[0]?.path[0]), remedy: dated(position) }, ...further];
  });
  return [...own, ...below];
}

function isRelated({ kind, path }: Condition): boolean {
  return path.length > (kind === 'logic' ? 0 : 1);
}

/** The resource of a relation, and whether the relation leads to several entries of a timeline, or by them; null for no relation. */
function timelineOrRow(alias: string, row: Resource, { resources }: Resources) {
  const relation = row.relations.get(alias);
  const resource = resources.get(relation?.target ?? '');
  if (relation === undefined || resource === undefined) return null;
  const isTimeline = stepsOf(relation).some(({ target, to }) => {
    const entered = resources.get(target);
    return to !== 'id' && entered?.kind === 'table' && entered.temporal !== null;
  });
  return { resource, isTimeline };
}

const whenNames: ReadonlySet<string> = new Set(['valid_at', 'validity', 'valid_from', 'valid_to']);

function saysWhen(conditions: readonly Condition[]): boolean {
  return conditions.some((each) =>
    each.kind === 'logic'
      ? each.path.length === 0 && saysWhen(each.operands)
      : each.path.length === 1 && whenNames.has(each.path[0]?.text ?? ''),
  );
}

/** `count(relation)` counts entries of all times, and so do other aggregates. */
function counted(
  { relation, filter }: AggregateCall,
  row: Resource,
  { way }: Position,
  model: Resources,
): readonly Undated[] {
  const target = timelineOrRow(relation.text, row, model);
  if (target === null) return [];
  const position = { way: [...way, relation.text], isNested: false };
  const further = looks(filter, target.resource, position, model);
  if (!target.isTimeline || saysWhen(filter)) return further;
  const remedy = `write ${relation.text}(valid_at=now) within the parentheses, or ${relation.text}(valid_from=not.is.null) if you mean all times`;
  return [{ ...undatedAt(position.way, relation), remedy }, ...further];
}

/** `relation=is.null` asks for entries of all times too. */
function presence(
  { path, operator, negated, value }: Comparison,
  row: Resource,
  { way, isNested }: Position,
  model: Resources,
): readonly Undated[] {
  const [name] = path;
  if (name === undefined || operator !== 'is' || value.kind === 'list') return [];
  if (timelineOrRow(name.text, row, model)?.isTimeline !== true) return [];
  const full = [...way, name.text];
  const isAbsence = (value.text === 'null') !== negated;
  const absence = `not.and${isNested ? '' : '='}(${full.join('.')}.valid_at.eq.now)`;
  const present = `${full.join('.')}.valid_at${isNested ? '.eq.' : '='}now`;
  return [{ ...undatedAt(full, name), isAbsence, remedy: `write ${isAbsence ? absence : present}` }];
}

/** `$relation.field` has the values of entries of all times, and no place for an instant. */
function ownValues(conditions: readonly Condition[], row: Resource, model: Resources): readonly Undated[] {
  return conditions.flatMap((each) => {
    if (each.kind === 'logic') return ownValues(each.operands, row, model);
    const { value } = each;
    if (value.kind === 'list' || value.isQuoted || !value.text.startsWith('$')) return [];
    const way: string[] = [];
    let at: Resource = row;
    for (const alias of value.text.slice(1).split('.').slice(0, -1)) {
      const next = timelineOrRow(alias, at, model);
      if (next === null) return [];
      way.push(alias);
      if (next.isTimeline) {
        const remedy = `compare through the relation, with ${way.join('.')}.valid_at=now beside it`;
        return [{ ...undatedAt(way, value), remedy }];
      }
      at = next.resource;
    }
    return [];
  });
}

function undatedAt(way: readonly string[], place: Pick<Name, 'offset'> | undefined): Omit<Undated, 'remedy'> {
  return { way: way.join('.'), offset: place?.offset ?? 0, isAbsence: false };
}

/** In a list of alternatives, conditions about one and the same entry stand in parentheses behind the relation. */
function dated({ way, isNested }: Position): string {
  const name = way.join('.');
  return isNested
    ? `write ${name}.and(...,valid_at.eq.now), or valid_from.not.is.null there if you mean all times`
    : `add ${name}.valid_at=now, or ${name}.valid_from=not.is.null if you mean all times`;
}
