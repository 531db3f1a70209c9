import fc from 'fast-check';
import type { Field } from '../../engine/model/field.ts';
import type { Model, Resource } from '../../engine/model/model.ts';
import { type AnyRelation, isDirect, type Relation } from '../../engine/model/relation.ts';
import { type FieldType, hasTrait } from '../../engine/vocabulary/field_type.ts';
import { operationOn, operationOnJson } from './operand_arbitrary.ts';
import {
  type Column,
  type Condition,
  type Embedding,
  isGrouped,
  type Key,
  type Level,
  nameOf,
  type Question,
  type Step,
  shownName,
  shows,
  type Taken,
  type Target,
} from './question.ts';
import { keys, type Rows } from './rows.ts';

/** Questions of every kind to every resource of a model, with relations two deep. */
export function questionsOf(model: Model, rows: Rows): fc.Arbitrary<Question> {
  const levels = [...model.resources.values()].map((resource) => levelOf(resource, { model, rows }, 2));
  return fc
    .record({
      level: fc.oneof(...levels),
      spelling: fc.constantFrom('embed' as const, 'select' as const),
      counted: fc.nat(3).map((draw) => draw === 0),
      range: orNull(fc.tuple(fc.nat(5), fc.nat(20)), 3),
      // A page may begin before the first row, and end there too.
      before: fc.record({ limit: fc.constantFrom(0, 0, 0, 0, 0, 1, 3), offset: fc.constantFrom(0, 0, 0, 1, 4) }),
    })
    .map(({ range, before, ...question }) => {
      const { level } = question;
      const isPaged = range === null || level.limit !== null || level.offset !== null;
      return {
        ...question,
        level: {
          ...level,
          limit: level.limit === null ? null : level.limit - before.limit,
          offset: level.offset === null ? null : level.offset - before.offset,
        },
        range: isPaged ? null : ([range[0], range[0] + range[1]] as const),
      };
    });
}

interface Context {
  readonly model: Model;
  readonly rows: Rows;
}

function levelOf(resource: Resource, context: Context, depth: number): fc.Arbitrary<Level> {
  const relations = [...resource.relations.values()];
  const embeds =
    depth === 0 ? fc.constant([]) : few(fc.oneof(...relations.map((each) => embeddingOf(each, context, depth - 1))), 2);
  const columns = fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 5, arbitrary: fc.array(columnOf(resource), { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  const level = fc
    .record({
      columns,
      embeds,
      conditions: few(conditionOf(resource, context, 2), 3),
      order: few(keyOf(resource, context), 3),
      limit: orNull(fc.oneof(fc.nat(4), fc.nat(20)), 2),
      offset: orNull(fc.nat(3), 4),
    })
    .map((drawn) => consistent({ resource, ...drawn }));
  return fc.oneof({ weight: 6, arbitrary: level }, { weight: 1, arbitrary: groupsOf(resource, level) });
}

/** Groups of the rows of a level. PostgREST 12 orders them by fields alone, and embeds nothing of which nothing shows. */
function groupsOf(resource: Resource, level: fc.Arbitrary<Level>): fc.Arbitrary<Level> {
  const fields = [...resource.fields.values()];
  const common = fc.constantFrom(...fields).chain((field) =>
    fc.record({
      field: fc.constant(field),
      steps: fc.constant([]),
      rename: orNull(fc.constantFrom('y', 'shown'), 3),
      cast: fc.constant(null),
      taken: fc.constant(null),
    }),
  );
  const key = fc.record({
    direction: fc.constantFrom(null, 'asc' as const, 'desc' as const),
    nulls: fc.constantFrom(null, 'nullsfirst' as const, 'nullslast' as const),
  });
  return fc
    .record({
      level,
      common: few(common, 2),
      taken: fc.array(takenOf(fields), { minLength: 1, maxLength: 3 }),
      keys: fc.array(key, { maxLength: 2 }),
    })
    .map(({ level: { conditions, limit, offset }, common: shared, taken, keys: directions }) => {
      const columns = [...shared, ...taken];
      const order = directions.flatMap((each, at) => {
        const column = shared[at];
        return column === undefined ? [] : [{ ...each, field: column.field, steps: [], relation: null, shownAs: null }];
      });
      return consistent({ resource, columns, embeds: [], conditions: conditions.filter(isOwn), order, limit, offset });
    });
}

function takenOf(fields: readonly Field[]): fc.Arbitrary<Column> {
  return fc.oneof(...fields.map(targetOf)).chain((target) =>
    orNull(fc.constantFrom(...castsOf(target)), 3).chain((cast) =>
      fc.record({
        field: fc.constant(target.field),
        steps: fc.constant(target.steps),
        rename: orNull(fc.constantFrom('z', 'total'), 1),
        cast: fc.constant(cast),
        taken: fc.record({
          aggregate: fc.constantFrom(...aggregatesOf(target, cast)),
          cast: orNull(fc.constant('text'), 4),
        }),
      }),
    ),
  );
}

/** What PostgreSQL takes of values of a type. */
function aggregatesOf({ field: { type }, steps }: Target, cast: string | null): readonly Taken['aggregate'][] {
  const isOwn = cast === null && steps.length === 0;
  const isText = steps.at(-1)?.arrow === '->>' || !/^(integer|bigint|numeric|int8)$/i.test(cast ?? 'numeric');
  const isSummed = isOwn ? hasTrait(type, 'summed') : !isText && cast !== null;
  const isRanked = isOwn ? hasTrait(type, 'ranked') : isText || cast !== null;
  const ends = isRanked ? (['min', 'max'] as const) : [];
  return ['rows', 'count', ...ends, ...(isSummed ? (['sum', 'avg'] as const) : [])];
}

function embeddingOf(relation: AnyRelation, context: Context, depth: number): fc.Arbitrary<Embedding> {
  const isOne = relation.cardinality === 'one';
  return fc
    .record({
      rename: orNull(fc.constantFrom('x', 'other', 'someName'), 3),
      naming: fc.constantFrom(...namingsOf(relation)),
      join: fc.constantFrom(null, null, 'inner' as const, 'left' as const),
      spread: fc.nat(4).map((draw) => isOne && draw === 0),
      level: levelOf(resourceOf(relation, context), context, depth),
    })
    .map(({ level, rename, naming, ...drawn }) => {
      // A spread would make groups of the rows that it is put beside.
      const embedding = { ...drawn, spread: drawn.spread && !isGrouped(level) };
      return {
        ...embedding,
        relation,
        rename: embedding.spread ? null : rename,
        naming: embedding.spread ? ('alias' as const) : naming,
        level: closed(embedding.spread ? plain(level) : level),
      };
    });
}

/** A table's relation to itself is that to many under the name of the table: the field alone names the other. */
function namingsOf(relation: AnyRelation): readonly Embedding['naming'][] {
  if (!isDirect(relation) || relation.to !== 'id') return ['alias', 'resource'];
  return relation.from === 'parent_id' ? ['alias', 'field'] : ['alias', 'field', 'resource'];
}

/**
 * PostgREST 12 takes no index of an array before a closing parenthesis, and shows an empty object for rows of which
 * nothing shows when others are embedded in them.
 */
function closed(level: Level): Level {
  const columns = level.columns?.filter(({ steps }) => typeof steps.at(-1)?.key !== 'number') ?? null;
  const embeds = columns?.length === 0 && !level.embeds.some(shows) ? [] : level.embeds;
  return {
    ...level,
    columns,
    embeds,
    ...(embeds.length < level.embeds.length && {
      conditions: level.conditions.filter(isOwn),
      // The names that they showed under went with them.
      order: level.order.filter(({ relation, shownAs }) => relation === null || shownAs === null),
    }),
  };
}

/** PostgREST 12 spreads no relation below which there is another of which nothing shows, and finds no page of it. */
function plain(level: Level): Level {
  const conditions = level.conditions.filter(isOwn);
  return { ...level, order: [], limit: null, offset: null, embeds: [], conditions };
}

function isOwn(condition: Condition): boolean {
  if (condition.kind === 'presence' || condition.relations.length > 0) return false;
  return condition.kind === 'comparison' || condition.operands.every(isOwn);
}

function resourceOf({ target }: AnyRelation, { model }: Context): Resource {
  const resource = model.resources.get(target);
  if (resource === undefined) throw new Error(`there is no resource ${target}`);
  return resource;
}

function columnOf(resource: Resource): fc.Arbitrary<Column> {
  return fc.oneof(...[...resource.fields.values()].map(targetOf)).chain((target) =>
    fc.record({
      field: fc.constant(target.field),
      steps: fc.constant(target.steps),
      rename: orNull(fc.constantFrom('y', 'shown', 'anotherName'), 3),
      cast: orNull(fc.constantFrom(...castsOf(target)), 4),
      taken: fc.constant(null),
    }),
  );
}

function targetOf(field: Field): fc.Arbitrary<Target> {
  const own = fc.constant<Target>({ field, steps: [] });
  if (field.type.kind !== 'json') return own;
  return fc.oneof(
    own,
    paths.map((steps) => ({ field, steps })),
  );
}

const jsonKey = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...keys) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -1) },
);
const paths: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.array(jsonKey, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([names, isText]) => names.map((key, at) => ({ key, arrow: isText && at === names.length - 1 ? '->>' : '->' })));

/** Casts that no value refuses. */
function castsOf({ field: { type }, steps }: Target): readonly string[] {
  if (steps.length > 0) return ['text'];
  const casts: Partial<Record<FieldType['kind'], readonly string[]>> = {
    integer: ['text', 'bigint', 'numeric', 'integer', 'INT8'],
    array: ['text', '_text', '_VARCHAR'],
    bigint: ['text', 'numeric'],
    reference: ['text', 'numeric'],
    decimal: ['text', 'numeric'],
    date: ['text', 'timestamp'],
    datetime: ['text', 'date'],
    time: ['text', 'time', 'time without time zone'],
    boolean: ['text', 'integer'],
    json: ['text'],
  };
  return casts[type.kind] ?? ['text'];
}

/** Conditions on the row and, where depth is left, on rows related to it and in trees. */
function conditionOf(resource: Resource, context: Context, depth: number): fc.Arbitrary<Condition> {
  const own = comparisonOf(resource, context, []);
  if (depth === 0) return own;
  const relations = [...resource.relations.values()];
  const related = relations.flatMap((relation) => {
    const target = resourceOf(relation, context);
    const below = [...target.relations.values()].map((next) =>
      comparisonOf(resourceOf(next, context), context, [relation, next]),
    );
    return [comparisonOf(target, context, [relation]), comparisonOf(target, context, [relation]), ...below];
  });
  const presence = fc
    .tuple(fc.constantFrom(...relations), fc.boolean())
    .map(([relation, negated]): Condition => ({ kind: 'presence', of: { relation }, negated }));
  return fc.oneof(
    { weight: 8, arbitrary: own },
    { weight: 3, arbitrary: fc.oneof(...related) },
    { weight: 1, arbitrary: presence },
    { weight: 3, arbitrary: treeOf(conditionOf(resource, context, depth - 1), []) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        ...relations.map((relation) => treeOf(comparisonOf(resourceOf(relation, context), context, []), [relation])),
      ),
    },
  );
}

function treeOf(operand: fc.Arbitrary<Condition>, relations: readonly AnyRelation[]): fc.Arbitrary<Condition> {
  return fc
    .tuple(
      fc.constantFrom('and', 'or'),
      fc.nat(3),
      fc.array(operand.filter(standsInTree), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, draw, operands]) => ({ kind: 'logic', relations, operator, negated: draw === 0, operands }));
}

/** A tree below a relation is a parameter of its own. */
function standsInTree(condition: Condition): boolean {
  return condition.kind !== 'logic' || condition.relations.length === 0;
}

function comparisonOf(
  resource: Resource,
  { rows }: Context,
  relations: readonly AnyRelation[],
): fc.Arbitrary<Condition> {
  const stored = rows.get(resource.name) ?? [];
  return fc.oneof(
    ...[...resource.fields.values()].map((field) =>
      targetOf(field).chain((target) => {
        const last = target.steps.at(-1);
        const operation = last === undefined ? operationOn(field, stored) : operationOnJson(last.arrow === '->>');
        return operation.map((drawn): Condition => ({ kind: 'comparison', relations, ...target, ...drawn }));
      }),
    ),
  );
}

function keyOf(resource: Resource, context: Context): fc.Arbitrary<Key> {
  const own = [...resource.fields.values()].map((field) =>
    targetOf(field).map((target) => ({ ...target, relation: null as Relation | null })),
  );
  const toOne = [...resource.relations.values()].filter(isDirect).filter(({ cardinality }) => cardinality === 'one');
  const related = toOne.flatMap((relation) =>
    [...resourceOf(relation, context).fields.values()].map((field) => fc.constant({ field, steps: [], relation })),
  );
  const target = fc.oneof(
    { weight: 4, arbitrary: fc.oneof(...own) },
    ...(related.length === 0 ? [] : [{ weight: 1, arbitrary: fc.oneof(...related) }]),
  );
  return fc
    .tuple(target, fc.constantFrom(null, 'asc', 'desc'), fc.constantFrom(null, null, 'nullsfirst', 'nullslast'))
    .map(([drawn, direction, nulls]) => ({ ...drawn, shownAs: null, direction, nulls }) as Key);
}

/** Null so many times to one that is drawn. */
function orNull<T>(drawn: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | null> {
  return fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: drawn });
}

/** Often none. */
function few<T>(items: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<readonly T[]> {
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(items, { minLength: 1, maxLength }) },
  );
}

/**
 * The level without what would mean two things: each name shows once, and a relation that is embedded is referred to
 * by the name under which it shows.
 */
function consistent(level: Level): Level {
  const taken = new Set(level.columns === null ? level.resource.fields.keys() : []);
  const columns = level.columns?.filter((column) => take(taken, [shownName(column)])) ?? null;
  const shown = level.embeds.filter(
    (embed) => !(embed.spread && embed.level.columns?.length === 0) && take(taken, shownBy(embed)),
  );
  // PostgREST 12 knows a spread embed by its table alone.
  const embeds = shown.filter(
    (embed) => !embed.spread || shown.every((each) => each === embed || each.relation.target !== embed.relation.target),
  );
  const names = new Set(embeds.map(nameOf));
  const spread = new Set(embeds.flatMap((embed) => (embed.spread ? embed.relation.target : [])));
  const isFree = ({ alias, target }: AnyRelation) =>
    !embeds.some(({ relation }) => relation.alias === alias) && !names.has(alias) && !spread.has(target);
  const conditions = level.conditions
    .map((condition) => named(condition, embeds))
    .filter((condition) => relationsIn(condition).every(isFree))
    .filter((condition) => !asksForGroups(condition, embeds));
  const groups = isGrouped({ ...level, columns });
  const order = level.order.flatMap((key) => {
    const { relation } = key;
    if (groups && !columns?.some(({ field, taken }) => taken === null && field === key.field)) return [];
    if (relation === null) return [{ ...key, shownAs: shownNameOf(key, { ...level, columns }) }];
    if (isFree(relation)) return [key];
    const embed = embeds.find((each) => each.relation === relation && !each.spread);
    // A column of the related row goes before its field.
    const hides = embed?.level.columns?.some((column) => shownName(column) === key.field.name && !showsAsItIs(column));
    return embed === undefined || hides ? [] : [{ ...key, shownAs: nameOf(embed) }];
  });
  return { ...level, columns, embeds, conditions, order };
}

/** The name of the column that shows what a key is, unless it is that of a field. */
function shownNameOf({ field, steps }: Key, { columns, resource }: Level): string | null {
  const column = columns?.find(
    (each) =>
      each.field === field &&
      each.taken === null &&
      each.cast === null &&
      JSON.stringify(each.steps) === JSON.stringify(steps),
  );
  if (column === undefined) return null;
  const name = shownName(column);
  return resource.fields.has(name) || !/^[a-z]\w*$/i.test(name) ? null : name;
}

function showsAsItIs({ rename, cast, steps }: Column): boolean {
  return rename === null && cast === null && steps.length === 0;
}

/** Names that show in a row by an embedding: its own, or, when it is spread, those of its columns and embeds. */
function shownBy(embed: Embedding): readonly string[] {
  const { level } = embed;
  if (!embed.spread) return [nameOf(embed)];
  const columns = level.columns === null ? [...level.resource.fields.keys()] : level.columns.map(shownName);
  return [...columns, ...level.embeds.flatMap(shownBy)];
}

function take(taken: Set<string>, names: readonly string[]): boolean {
  if (names.some((name) => taken.has(name))) return false;
  for (const name of names) taken.add(name);
  return true;
}

/** A presence of a relation that is embedded is one of what shows. */
function named(condition: Condition, embeds: readonly Embedding[]): Condition {
  if (condition.kind === 'logic')
    return { ...condition, operands: condition.operands.map((each) => named(each, embeds)) };
  if (condition.kind === 'comparison' || 'name' in condition.of) return condition;
  const { relation } = condition.of;
  const embed = embeds.find((each) => each.relation === relation && !each.spread);
  return embed === undefined ? condition : { ...condition, of: { name: nameOf(embed) } };
}

/** Whether a condition asks if there are rows that are shown in groups. */
function asksForGroups(condition: Condition, embeds: readonly Embedding[]): boolean {
  if (condition.kind === 'logic') return condition.operands.some((each) => asksForGroups(each, embeds));
  if (condition.kind === 'comparison' || !('name' in condition.of)) return false;
  const { name } = condition.of;
  return embeds.some((embed) => nameOf(embed) === name && isGrouped(embed.level));
}

/** The relations of the level that are not embedded, and that a condition refers to. */
function relationsIn(condition: Condition): readonly AnyRelation[] {
  if (condition.kind === 'presence') return 'name' in condition.of ? [] : [condition.of.relation];
  const [first] = condition.relations;
  if (first !== undefined) return [first];
  return condition.kind === 'logic' ? condition.operands.flatMap(relationsIn) : [];
}
