import type { RelatedRead } from '../../access/authorise.ts';
import type { ColumnAggregate } from '../../language/aggregate_name.ts';
import type { OrderKey } from '../../language/syntax.ts';
import { atomsOfMade } from '../../model/computed.ts';
import { atomsOf, comparisonsIn } from '../../model/condition/atom.ts';
import { searchesOf } from '../../model/condition/search.ts';
import type { AnyComparison, AnyCondition, BoundComparison, BoundCondition, Operand } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { type AnyRelation, type Relation, type SteppedRelation, stepsOf } from '../../model/relation.ts';
import type { AnyInstant } from './instant.ts';

/** Rows of a resource: which rows, and their representation. */
export interface RowsPlan<Comparison = BoundComparison> {
  readonly resource: Resource;
  readonly columns: readonly ColumnPlan<Comparison>[];
  /** All of them hold for a row. An inner embed is among them: it asks for a related row. */
  readonly conditions: readonly BoundCondition<Comparison>[];
  /**
   * The keys by which groups of the rows are ordered, if aggregates are among the columns. The other columns say which rows
   * are of one group, and are the last keys. Null for the rows themselves.
   */
  readonly groups: readonly GroupKey[] | null;
}

/** A key to order groups by: one of their columns, by its name. */
export interface GroupKey extends Pick<OrderKey, 'descending' | 'nulls'> {
  readonly column: string;
}

export type ColumnPlan<Comparison = BoundComparison> =
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly operand: Operand;
      /** The PostgreSQL type that the value is converted to. */
      readonly cast: string | null;
    }
  | AggregateColumn
  /** Related rows: an object or null for one, an array for many. */
  | { readonly kind: 'embed'; readonly name: string; readonly embed: EmbedPlan<Comparison> }
  /**
   * The columns of a related row, put beside the columns of the row itself; of several related rows an array for each
   * column. If aggregates are among them, the rows that they are put beside make the groups.
   */
  | { readonly kind: 'spread'; readonly embed: EmbedPlan<Comparison> }
  /** Where the row's neighbours are. */
  | { readonly kind: 'links' };

/** What the rows of a group have together. */
export interface AggregateColumn {
  readonly kind: 'aggregate';
  readonly name: string;
  readonly aggregate: ColumnAggregate;
  /** What is taken of each row, and the type that it is converted to first; null for the number of rows. */
  readonly of: { readonly operand: Operand; readonly cast: string | null } | null;
  /** The PostgreSQL type that the result is converted to. */
  readonly cast: string | null;
}

/** Related rows that are fetched along with each row. */
export interface EmbedPlan<Comparison = BoundComparison> {
  readonly relation: AnyRelation;
  /** The links that count, where the relation goes through links; null for any other relation. */
  readonly link: RowsPlan<Comparison> | null;
  readonly rows: RowsPlan<Comparison>;
  readonly order: readonly OrderPlan[];
  /** Null for all of them. */
  readonly limit: number | null;
  readonly offset: number;
}

/** A key to order rows by. */
export interface OrderPlan extends Pick<OrderKey, 'descending' | 'nulls'> {
  /** The relation to one whose row the operand is of; null for the row itself. */
  readonly relation: Relation | null;
  readonly operand: Operand;
  /** The PostgreSQL type that the value is converted to, if the key is a column that shows it so. */
  readonly cast: string | null;
}

/** The searches that order rows for which no order is asked: rows that fit well come first. */
export function rankedBy<Comparison extends AnyComparison>(
  { conditions }: RowsPlan<Comparison>,
  order: readonly OrderPlan[],
): readonly AnyComparison[] {
  return order.length > 0 ? [] : searchesOf(conditions);
}

/** Rows, whether the values of their conditions are there or come with each request. */
export type AnyRowsPlan = RowsPlan<AnyComparison>;

/** What a statement reads: rows in an order, as of an instant if there is one. */
export interface Reading {
  readonly rows: AnyRowsPlan;
  readonly order: readonly OrderPlan[];
  readonly asOf?: AnyInstant | null;
}

/** Every other resource that rows are read from or chosen by, at every depth. */
export function relatedReads(
  rows: AnyRowsPlan,
  order: readonly OrderPlan[],
  model: Model,
  above: readonly string[] = [],
): readonly RelatedRead[] {
  return [
    ...readsOfView(rows.resource, model, above),
    ...rows.columns.flatMap((column) => {
      if (column.kind === 'field') return readsOfValue(column.operand, model, above);
      if (column.kind === 'aggregate') return column.of === null ? [] : readsOfValue(column.of.operand, model, above);
      if (column.kind === 'links') return [];
      const { relation, link, rows: below, order: keys } = column.embed;
      const path = [...above, relation.alias];
      const linked = link === null ? [] : readsOfLink(relation, link, model, above);
      return [...linked, { resource: below.resource, path }, ...relatedReads(below, keys, model, path)];
    }),
    ...rows.conditions.flatMap((condition) => readsOfCondition(condition, model, above)),
    ...order.flatMap(({ relation, operand }) =>
      relation === null
        ? readsOfValue(operand, model, above)
        : [...readOf(relation, model, above), ...readsOfValue(operand, model, [...above, relation.alias])],
    ),
  ];
}

function readsOfLink(
  relation: AnyRelation,
  link: AnyRowsPlan,
  model: Model,
  above: readonly string[],
): readonly RelatedRead[] {
  const [links] = stepsOf(relation);
  const path = [...above, links?.alias ?? ''];
  return [{ resource: link.resource, path }, ...relatedReads(link, [], model, path)];
}

function readsOfCondition(condition: AnyCondition, model: Model, above: readonly string[]): readonly RelatedRead[] {
  return atomsOf(condition).flatMap((atom) => {
    const path = [...above, ...atom.path.map(({ alias }) => alias)];
    if (atom.kind === 'related') return readOf(atom.related.relation, model, path);
    const operand = atom.kind === 'comparison' ? atom.comparison.operand : null;
    return operand !== null && 'field' in operand ? readsOfValue(operand, model, path) : [];
  });
}

/** The rows of which a computed field is made. */
export function readsOfValue(
  { field: { computed } }: Pick<Operand, 'field'>,
  model: Model,
  above: readonly string[],
): readonly RelatedRead[] {
  if (computed?.kind !== 'value' || computed.made === null) return [];
  return atomsOfMade(computed.made).flatMap((atom) => {
    if (atom.kind !== 'related') return [];
    return readOf(atom.related.relation, model, [...above, ...atom.path.map(({ alias }) => alias)]);
  });
}

/** The rows that a relation leads to, and the rows beneath a view. */
export function readOf(
  { alias, target }: SteppedRelation,
  model: Model,
  above: readonly string[],
): readonly RelatedRead[] {
  const resource = model.resources.get(target);
  if (resource === undefined) return [];
  const path = [...above, alias];
  return [{ resource, path }, ...readsOfView(resource, model, path)];
}

/** The tables beneath a view. */
function readsOfView(resource: Resource, model: Model, above: readonly string[]): readonly RelatedRead[] {
  if (resource.kind !== 'view') return [];
  return [...resource.statement.reads.keys()].flatMap((name) => {
    const table = model.resources.get(name);
    return table === undefined ? [] : [{ resource: table, path: above, view: resource.name }];
  });
}

/** The operands of the conditions on rows, and on embedded rows at every depth. */
export function comparisonsOf<Comparison extends AnyComparison>({
  conditions,
  columns,
}: RowsPlan<Comparison>): readonly Comparison[] {
  const embedded = columns.flatMap((column) =>
    column.kind === 'embed' || column.kind === 'spread'
      ? [column.embed.rows, ...(column.embed.link === null ? [] : [column.embed.link])].flatMap(comparisonsOf)
      : [],
  );
  // What an inner embed asks for is asked of its own rows as well.
  return [...new Set([...conditions.flatMap(comparisonsIn), ...embedded])];
}
