import type { Condition } from '../../language/syntax.ts';
import { bindConditions } from '../../model/condition/bind.ts';
import { type Reached, relatedBy } from '../../model/condition/reached.ts';
import { allOf, type BoundCondition } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { askedOfRelated } from '../../model/related_filter.ts';
import type { AnyRelation } from '../../model/relation.ts';
import { filterFault } from './filter.ts';
import { faultsOf, type Parameter, type QueryFault, type Result, unlessFaulty } from './query_string.ts';
import type { ColumnPlan, EmbedPlan, GroupKey, OrderPlan, RowsPlan } from './rows_plan.ts';

/** Rows that are being planned: parameters about relations reach them before their conditions can be bound. */
export interface Draft {
  readonly resource: Resource;
  readonly columns: DraftColumn[];
  /** What the columns are called in the row. A set, because a request may name many columns. */
  readonly names: Set<string>;
  readonly filters: Filter[];
  /** Filters that are bound already. */
  readonly conditions: BoundCondition[];
  /** The keys by which groups of the rows are ordered, if there are groups. */
  groupOrder: readonly GroupKey[];
}

export type DraftColumn =
  | Extract<ColumnPlan, { readonly kind: 'field' | 'aggregate' | 'links' }>
  | { readonly kind: 'embed'; readonly name: string; readonly embed: DraftEmbed };

export interface DraftEmbed {
  readonly relation: AnyRelation;
  /** The links that count, where the relation goes through links; null for any other relation. */
  readonly link: Draft | null;
  readonly inner: boolean;
  /** Whether its columns are put beside the columns of the row. */
  readonly spread: boolean;
  readonly draft: Draft;
  order: readonly OrderPlan[];
  limit: number | null;
  offset: number;
}

interface Filter {
  readonly parameter: Parameter;
  readonly condition: Condition;
}

export function emptyDraft(resource: Resource): Draft {
  return { resource, columns: [], names: new Set(), filters: [], conditions: [], groupOrder: [] };
}

/** Whether the rows are shown in groups: they show an aggregate, or a row that is put beside does. */
export function isGrouped({ columns }: Draft): boolean {
  return columns.some(
    (column) =>
      column.kind === 'aggregate' || (column.kind === 'embed' && isBeside(column) && isGrouped(column.embed.draft)),
  );
}

/** Whether a relation to one puts its columns beside the columns of the row. */
export function isBeside({ embed }: DraftColumn & { readonly kind: 'embed' }): boolean {
  return embed.spread && embed.relation.cardinality === 'one';
}

/** The links of a relation that goes through links; null for any other relation. */
export function linkDraft(relation: AnyRelation, { resources }: Model): Draft | null {
  if (!('steps' in relation)) return null;
  const [{ target, alias }] = relation.steps;
  const link = resources.get(target);
  if (link === undefined) throw new Error(`the relation ${alias} leads to no resource of the model`);
  return emptyDraft(link);
}

/** The embed under this name in the answer. */
export function embedNamed(draft: Draft, name: string): DraftEmbed | null {
  for (const column of draft.columns) if (column.kind === 'embed' && column.name === name) return column.embed;
  return null;
}

/** Binds the filters of the rows and of everything that is embedded in them. */
export function finish(draft: Draft, model: Model): Result<RowsPlan> {
  const { resource } = draft;
  const columns: ColumnPlan[] = [];
  const conditions = [...draft.conditions];
  const faults: QueryFault[] = [];
  const embedded = new Map<string, Reached>();
  for (const column of draft.columns) {
    if (column.kind !== 'embed') {
      columns.push(column);
      continue;
    }
    const { relation, inner, spread, draft: below, order, limit, offset } = column.embed;
    const rows = finish(below, model);
    const link = column.embed.link === null ? noLink : finish(column.embed.link, model);
    if (!rows.ok || !link.ok) {
      faults.push(...faultsOf([rows, link]));
      continue;
    }
    // Aggregates of a row that is put beside are of the groups of this row.
    const own = isBeside(column) ? { ...rows.value, groups: null } : rows.value;
    const embed: EmbedPlan = { relation, link: link.value, rows: own, order, limit, offset };
    // PostgREST's `relation()`: it is there to be filtered by, and shows nothing.
    if (rows.value.columns.length > 0) {
      columns.push(spread ? { kind: 'spread', embed } : { kind: 'embed', name: column.name, embed });
    }
    const reached = {
      relation,
      link: allOf(link.value?.conditions ?? []),
      condition: allOf(rows.value.conditions),
    };
    embedded.set(column.name, reached);
    if (inner) conditions.push(relatedBy(reached));
  }
  const bound = bindConditions(
    draft.filters.map(({ condition }) => condition),
    { row: resource, rows: model.resources, embedded },
    draft.filters.map(({ parameter }) => parameter.index),
  );
  if (!bound.ok) {
    const ofFilters = bound.faults.map((fault) => filterFault(fault, draft.filters[fault.index]?.parameter.name ?? ''));
    return { ok: false, faults: [...faults, ...ofFilters] };
  }
  const groups = isGrouped(draft) ? draft.groupOrder : null;
  return unlessFaulty(faults, {
    resource,
    columns,
    conditions: [...conditions, ...bound.value.map(askedOfRelated)],
    groups,
  });
}

const noLink: Result<null> = { ok: true, value: null };
