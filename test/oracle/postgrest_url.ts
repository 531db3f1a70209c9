import type { Model, Resource } from '../../engine/model/model.ts';
import { type AnyRelation, withoutTree } from '../../engine/model/relation.ts';
import { constraints } from '../../engine/schema/constraint/constraints.ts';
import {
  type Condition,
  type Embedding,
  isGrouped,
  type Key,
  type Level,
  nameOf,
  type Question,
  shows,
} from './question.ts';
import { selectUrl } from './url.ts';

/** A question as PostgREST takes it. */
export interface PeerQuestion {
  readonly path: string;
  /** The names under which we show what it shows under names of its own; empty for what we do not show. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the fields of its rows come in the order that was asked for: they do where nothing is embedded. */
  readonly isOrdered: boolean;
}

/**
 * A function that writes questions for PostgREST. What our dialect has beyond its own becomes what it has:
 * - a relation is an embed of a table, found by its constraint. It has a name that nothing else has: PostgREST 12
 *   takes the name of a parameter for that of a table first, and meets the wrong one of two embeds of a table;
 * - rows that only decide which parents there are, and in which order, are embedded without a column;
 * - a page of embedded rows is apart from the question whether there are any;
 * - every order ends in the id, as all of ours do;
 * - `is.not_null` is `not.is.null`.
 */
export function postgrestQuestions(model: Model): (question: Question) => PeerQuestion {
  const constraintNames = new Map(
    [...constraints(model)].flatMap(([name, constraint]) =>
      constraint.kind === 'reference' ? [[`${constraint.resource}.${constraint.field}`, name] as const] : [],
    ),
  );
  const placeOf = ({ relation, level }: Embedding) => place(relation, level.resource, model, constraintNames);
  return ({ level }) => {
    const names = new Map<string, string>();
    const path = selectUrl(translate(level, model, names), {
      head: (embed) => headOf(embed, placeOf(embed)),
      segment: (embed) => (embed.spread ? placeOf(embed).target : nameOf(embed)),
    });
    return { path, names, isOrdered: level.embeds.length === 0 };
  };
}

interface Place {
  readonly target: string;
  /** Tells relations to one table apart. */
  readonly hint: string | null;
}

/** PostgREST's name for what is behind a relation. Of a table's relation to itself, the column tells the direction. */
function place(
  relation: AnyRelation,
  resource: Resource,
  model: Model,
  constraintNames: ReadonlyMap<string, string>,
): Place {
  // The table of the links tells it from the other relations between the two.
  if ('steps' in relation) return { target: relation.target, hint: relation.steps[0].target };
  const { cardinality, from, to, target, alias } = withoutTree(relation);
  const owner = [...model.resources.values()].find(({ relations }) => relations.get(alias) === relation);
  if (owner === undefined) throw new Error(`no resource has the relation ${alias}`);
  if (owner === resource) return cardinality === 'one' ? { target: from, hint: null } : { target, hint: to };
  const column = cardinality === 'one' ? `${owner.name}.${from}` : `${target}.${to}`;
  return { target, hint: constraintNames.get(column) ?? null };
}

function headOf(embed: Embedding, { target, hint }: Place): string {
  const name = embed.spread ? '...' : `${nameOf(embed)}:`;
  return `${name}${target}${hint === null ? '' : `!${hint}`}${embed.join === null ? '' : `!${embed.join}`}`;
}

function translate(level: Level, model: Model, names: Map<string, string>): Level {
  const hidden: Embedding[] = [];
  const newName = (shown: string): string => {
    const name = `embed_${names.size + 1}`;
    names.set(name, shown);
    return name;
  };
  const hide = (embed: Embedding): string => {
    const rename = newName('');
    hidden.push({ ...embed, rename });
    return rename;
  };
  // A spread embed has no name of its own: it is the first that its table's name meets.
  const sorted = level.embeds.toSorted((one, other) => Number(other.spread) - Number(one.spread));
  const paged = sorted.filter(({ level: { limit, offset } }) => limit !== null || offset !== null);
  const embeds = sorted.map((embed) => ({
    ...embed,
    rename: embed.spread ? null : newName(shows(embed) ? nameOf(embed) : ''),
    join: paged.includes(embed) ? ('left' as const) : embed.join,
  }));
  const renamed = new Map(embeds.map(({ rename }, at) => [nameOf(sorted[at] as Embedding), rename ?? '']));
  // A page of related rows does not decide whether there are any.
  for (const embed of paged) if (embed.join === 'inner') hide(withoutColumns(embed));
  const presentName = (name: string): string => {
    const embed = paged.find((each) => nameOf(each) === name);
    return embed === undefined ? (renamed.get(name) ?? '') : hide({ ...withoutColumns(embed), join: 'left' });
  };
  /** In a tree, and of absence: whether there is such a row. */
  const whetherThereIs = (condition: Condition): Condition => {
    if (condition.kind === 'logic') return { ...condition, operands: condition.operands.map(whetherThereIs) };
    if (condition.kind === 'presence') {
      const { of } = condition;
      const name = 'name' in of ? presentName(of.name) : hide(hiddenEmbedding(of.relation, 'left', [], model));
      return { ...condition, of: { name } };
    }
    const [first, ...rest] = condition.relations;
    if (first === undefined) return withoutNotNull(condition);
    const embed = hiddenEmbedding(first, 'left', [{ ...condition, relations: rest }], model);
    return { kind: 'presence', of: { name: hide(embed) }, negated: true };
  };
  const own: Condition[] = [];
  const related = new Map<AnyRelation, Condition[]>();
  for (const condition of level.conditions) {
    const [first, ...rest] = condition.kind === 'presence' ? [] : condition.relations;
    if (first === undefined) own.push(whetherThereIs(condition));
    else related.set(first, [...(related.get(first) ?? []), { ...condition, relations: rest } as Condition]);
  }
  // All conditions on one relation hold for the same row.
  for (const [relation, conditions] of related) hide(hiddenEmbedding(relation, 'inner', conditions, model));
  const order = level.order.map((key): Key => {
    const { relation } = key;
    if (relation === null) return { ...key, shownAs: null };
    const alias = hide(hiddenEmbedding(relation, 'left', [], model));
    return { ...key, relation: { ...relation, alias }, shownAs: null };
  });
  return {
    ...level,
    conditions: own,
    embeds: [...embeds, ...hidden].map((embed) => ({ ...embed, level: translate(embed.level, model, names) })),
    order: [...order, ...lastKeys(level)],
  };
}

/** The id, or what groups are of. */
function lastKeys(level: Level): readonly Key[] {
  const { resource, columns } = level;
  const id = resource.fields.get('id');
  if (id === undefined) throw new Error(`${resource.name} has no id`);
  const common = columns?.filter(({ taken }) => taken === null).map(({ field }) => field) ?? [];
  const last = isGrouped(level) ? common : [id];
  return last.map((field) => ({ field, steps: [], relation: null, shownAs: null, direction: 'asc', nulls: null }));
}

function withoutNotNull<T extends Condition>(condition: T): T {
  if (condition.kind !== 'comparison' || condition.operator !== 'is') return condition;
  const { operand, negated } = condition;
  if (operand.kind !== 'text' || operand.text !== 'not_null') return condition;
  return { ...condition, negated: !negated, operand: { ...operand, text: 'null' } };
}

/** Rows of a relation of which nothing shows. */
function hiddenEmbedding(
  relation: AnyRelation,
  join: 'left' | 'inner',
  conditions: readonly Condition[],
  model: Model,
): Embedding {
  const resource = model.resources.get(relation.target);
  if (resource === undefined) throw new Error(`there is no resource ${relation.target}`);
  const level = { resource, columns: [], embeds: [], conditions, order: [], limit: null, offset: null };
  return { relation, rename: null, naming: 'alias', join, spread: false, level };
}

/** All of the rows, of which nothing shows. */
function withoutColumns({ relation, rename, join, level }: Embedding): Embedding {
  const embeds = level.embeds.map(withoutColumns);
  return {
    relation,
    rename,
    naming: 'alias',
    join,
    spread: false,
    level: { ...level, columns: [], embeds, limit: null, offset: null },
  };
}
