import { pastRules, type Restrictions, rowRule } from '../../../access/restriction.ts';
import { identityResource, isAddressed } from '../../../definition/recipient.ts';
import { asksForValidity } from '../../../model/condition/looks.ts';
import { shortened } from '../../../model/condition/shortened.ts';
import { type ExtensionPoint, extensionPoint } from '../../../model/feature.ts';
import type {
  Aggregate,
  AnyComparison,
  AnyCondition,
  BoundCovered,
  BoundRelated,
  BoundVisible,
  IdentityValue,
  OwnValue,
} from '../../../model/field.ts';
import type { AccessRule, Resource } from '../../../model/model.ts';
import type { Relation } from '../../../model/relation.ts';
import { cast, columnOf, empty, type Fragment, join, publicTable, raw, sql } from '../../../sql/fragment.ts';
import type { AccessRight } from '../../../vocabulary/action/action_word.ts';
import { arrayText } from '../../../vocabulary/value/array_text.ts';
import { type Reading, relatedReads } from '../../plan/rows_plan.ts';
import { type Filter, filterOf, renderFilter } from '../read/fence.ts';
import { formerSource } from '../read/former_source.ts';
import { lastVersion } from '../read/history_source.ts';
import { instantExpression } from '../read/instant.ts';
import { renderAggregate } from './aggregate.ts';
import { addressedTo, claimOf, isViewer } from './claim.ts';
import { operandType } from './column_type.ts';
import { isSeveral, renderCondition, renderConjunct, renderOperand } from './condition.ts';
import { graphInstant, ruleInstant } from './instant.ts';
import { joinRelated } from './joined.ts';
import { presentInstant, renderMoment } from './moment.ts';
import { validityOf } from './period.ts';
import { presentCondition, shownCondition, sourceOf, validCondition } from './source.ts';
import { parameter, type Sql, type StatementTerms } from './statement.ts';

/** The row that a part of a statement is about, and what surrounds it. */
export interface Row extends Restrictions {
  /** Of the row's table in the statement. */
  readonly alias: string;
  /** Relations between it and the row that the request is about. */
  readonly depth: number;
  /** The instant at which the rows around it are shown, as an SQL expression; null for now. */
  readonly instant: Sql | null;
  /** The instant at which rules are asked, as an SQL expression. */
  readonly now: Sql;
  /** The row that the rule is about in which this row stands; null outside of rules. */
  readonly own: Row | null;
  /** The instant at which related entries of timelines are valid, likewise; null for entries whenever they are. */
  readonly validAt: Sql | null;
  /** The claims of callers who are rows of the statement, as SQL expressions; null for the claims of the principal. */
  readonly callers: ReadonlyMap<string, Sql> | null;
  /** The resources whose rows are taken as they were before this transaction changed them; null for none. */
  readonly former: ReadonlySet<string> | null;
  /** Whether rows that the principal may not see are left out; a rule looks at all rows. */
  readonly limited: boolean;
  /** Whether the statement has something of the caller's that may fail, and there are rows that the principal does not see. */
  readonly guarded: boolean;
  /** Whether PostgreSQL looks for related rows of one row after the other, and never reads all that there are. */
  readonly oneByOne: boolean;
}

/** What rows ask of a feature. */
interface RowPart {
  /** The condition that leaves the rows of its resource which the principal may see, beside the rules of access. */
  readonly seen: (row: Row) => readonly Sql[];
  /** When a row is seen, in words. */
  readonly words: string;
}

export const inRows: ExtensionPoint<RowPart> = extensionPoint();

/** The row that a request is about: a version shows what surrounds it as it stood in its last moment. */
export function itemOf(
  resource: Resource,
  { principal, model, rows }: Restrictions,
  instant: Sql | null,
  alias = 'item',
): Row {
  const around = graphInstant(resource, alias, instant);
  return {
    principal,
    model,
    rows,
    alias,
    depth: 0,
    instant: around,
    now: ruleInstant(resource, alias, instant),
    own: null,
    validAt: null,
    callers: null,
    former: null,
    limited: true,
    guarded: false,
    oneByOne: false,
  };
}

/** How a row's fields, and what is asked of them, stand in a statement. */
export function termsOf(row: Row): StatementTerms {
  return {
    column: (field) => columnOf(row.alias, field.name),
    value: (text, type) => cast(parameter(text), operandType(type)),
    list: (texts, type) => cast(parameter(arrayText(texts)), `${operandType(type)}[]`),
    open: (slot, type, isList) => cast(parameter(null, slot), isList ? `${operandType(type)}[]` : operandType(type)),
    claim: (claim, type) => row.callers?.get(claim) ?? claimOf(row, { claim, type }),
    identity: (value) => identityOf(row, value),
    moment: (moment, type) => renderMoment(moment, type, row.now),
    own: (value) => renderOwn(value, row.own ?? row),
    // As the result of a subselect it is unknown to the planner, which would try it on the statistics of hidden rows.
    once: (fixed, type) => (row.guarded && row.limited ? cast(sql`(select ${fixed})`, type) : fixed),
    aggregate: (aggregate) => aggregateOf(aggregate, row),
    related: (condition) => renderRelated(condition, row),
    covered: (condition) => renderCovered(condition, row),
    rule: ({ condition }) => renderCondition(condition, termsOf(ruleRow(row))),
    visible: (condition) => renderVisible(condition, row),
    shown: (rule) => renderCondition(rule, termsOf(ruleRow(row))),
  };
}

/**
 * The condition that leaves the rows which the principal may see, or do something with; none where that is all of them. What
 * the rule itself looks at is not limited: it is the service that looks.
 */
export function accessCondition(resource: Resource, right: AccessRight, row: Row): readonly Sql[] {
  if (!row.limited) return [];
  const isDefault = row.rows.get(resource.name)?.replacesDefault !== true;
  const own = right === 'read' && isDefault && isAddressed(resource) ? [addressedTo(row.alias, row)] : [];
  const isPast = right === 'read' && showsPast(resource, row);
  const rule = isPast ? pastRules(row, resource).version : rowRule(row, resource, right);
  if (rule.kind === 'nothing') return [sql`false`];
  return [
    ...own,
    ...ruleCondition(rule, isPast ? row : atPresent(resource, row)),
    ...(isPast ? lastStateCondition(resource, row) : []),
    ...(isDefault && resource.kind === 'table' ? (inRows.of(resource.madeBy)?.seen(row) ?? []) : []),
  ];
}

/** That a rule holds for a row; nothing where it holds for all. */
export function ruleCondition(rule: AccessRule, row: Row): readonly Sql[] {
  if (rule.kind !== 'rule') return rule.kind === 'all' ? [] : [sql`false`];
  const condition = row.oneByOne ? shortened(rule.condition, row.model) : rule.condition;
  return [renderConjunct(condition, termsOf(ruleRow(row)))];
}

/** Whether the rows of a resource are shown as they were, beside or around a row. */
function showsPast(resource: Resource, { instant }: Row): boolean {
  return resource.kind === 'history' || (instant !== null && resource.history !== null);
}

/** A row without history is shown as it is, around rows of the past too. So its rule is asked at the present. */
function atPresent(resource: Resource, row: Row): Row {
  if (row.instant === null || resource.kind === 'history') return row;
  return { ...row, instant: null, now: presentInstant };
}

/** That the last state of the row whose past is shown is one for which the rule of the present holds. */
export function lastStateCondition(resource: Resource, row: Row): readonly Sql[] {
  const history = resource.kind === 'history' ? resource : row.model.resources.get(resource.history ?? '');
  if (history?.kind !== 'history') return [];
  const { present } = pastRules(row, history);
  if (present.kind === 'all') return [];
  const last = { ...itemOf(history, row, null, 'last'), depth: row.depth };
  const id = columnOf(row.alias, resource.kind === 'history' ? `${history.of.name}_id` : 'id');
  const holds = ruleCondition(present, last);
  return [sql`exists (select from ${lastVersion(history, id)} as last where ${join(holds, ' and ')})`];
}

/** That the principal may read a row that a rule looks at. It is always known: without a claim they may not. */
function renderVisible({ resource: name, negated }: BoundVisible, row: Row): Sql {
  const resource = row.model.resources.get(name);
  if (resource === undefined) throw new Error(`the model has no resource ${name}`);
  const conditions = accessCondition(resource, 'read', { ...row, limited: true });
  if (conditions.length === 0) return negated ? sql`false` : sql`true`;
  const seen = sql`(${join(conditions, ' and ')})`;
  return negated ? sql`${seen} is not true` : seen;
}

/** A row as a rule about it sees it: the service looks, at all rows. */
export function ruleRow(row: Row): Row {
  return { ...row, limited: false, own: row };
}

/** Whether some rows may be hidden from the principal, among the rows that are read or that choose them. */
export function hidesRows({ rows, order, asOf = null }: Reading, restrictions: Restrictions): boolean {
  const row = itemOf(rows.resource, restrictions, asOf && instantExpression(asOf));
  const read = [rows.resource, ...relatedReads(rows, order, restrictions.model).map(({ resource }) => resource)];
  return read.some((resource) => accessCondition(resource, 'read', row).length > 0);
}

/** A value of the principal's identity, or of a row that it leads to, at present. It is the same for all rows of a statement. */
function identityOf(row: Row, { relations, operand }: IdentityValue): Sql {
  const present = { instant: null, now: presentInstant, own: null, validAt: null, former: null, limited: false };
  const viewer = { ...row, ...present, alias: 'viewer' };
  const way = joinedRows(relations, viewer);
  const source = sql`${publicTable(identityResource)} as viewer`;
  const where = join([isViewer(row.principal), ...way.where], ' and ');
  const value = renderOperand(operand, termsOf(way.last));
  return sql`(select ${value} from ${join([source, ...way.from], ', ')} where ${where})`;
}

/** The row that related rows make, where they come from, and which they are; no condition has an alias of its own in the text. */
export function relatedRows(
  relation: Relation,
  conditions: readonly AnyCondition[],
  row: Row,
): { readonly row: Row; readonly source: Fragment; readonly filter: Filter } {
  const isTimed = conditions.some(asksForValidity);
  const place = relatedPlace(relation, isTimed ? { ...row, validAt: null } : row);
  const { resource, there } = place;
  const below = { ...place.below, validAt: row.validAt };
  const rule = accessCondition(resource, 'read', below);
  const filter = filterOf([...there, ...rule], conditions, termsOf(below), rule.length > 0);
  const source =
    resource.kind === 'table' && row.former?.has(resource.name)
      ? formerSource(resource)
      : sourceOf(resource, row.instant, row.model);
  return { row: below, source, filter };
}

/** Where a relation leads to from a row, and the conditions that rows there are the related ones. */
function relatedPlace(relation: Relation, row: Row, alias?: string) {
  const resource = row.model.resources.get(relation.target);
  if (resource === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
  const below = alias === undefined ? rowBelow(row) : { ...rowBelow(row), alias };
  const there = [
    sql`${columnOf(below.alias, relation.to)} = ${columnOf(row.alias, relation.from)}`,
    ...(row.oneByOne ? presentCondition(resource, below.alias) : shownCondition(resource, below.alias, row.instant)),
    ...validCondition(resource, below.alias, row.validAt),
  ];
  return { resource, below, there };
}

/** The row that a relation leads to from another. */
export function rowBelow(row: Row): Row {
  return { ...row, alias: `item_${row.depth + 1}`, depth: row.depth + 1 };
}

function renderRelated({ relation, negated, condition }: BoundRelated<AnyComparison>, row: Row): Sql {
  const { row: below, source, filter } = relatedRows(relation, condition === null ? [] : [condition], row);
  // Not behind a fence: as a join, PostgreSQL may begin with the related rows.
  const end = row.oneByOne && row.depth === 0 ? sql` offset 0` : empty;
  const rows = sql`(select from ${source} as ${raw(below.alias)} where ${renderFilter(filter)}${end})`;
  const exists = negated ? sql`not exists ${rows}` : sql`exists ${rows}`;
  // At one instant for each row, versions are looked up by it: as a join, PostgreSQL would read all of them.
  return row.validAt === null && row.former === null ? exists : sql`(${exists}) is true`;
}

/** What the rows that a relation leads to from a row have together. */
export function aggregateOf(aggregate: Aggregate, row: Row): Sql {
  const { relation, condition } = aggregate;
  const { row: below, source, filter } = relatedRows(relation, condition === null ? [] : [condition], row);
  const rows = sql`${source} as ${raw(below.alias)} where ${renderFilter(filter)}`;
  return renderAggregate(aggregate, rows, termsOf(below));
}

/** That the rows on the way cover the validity of the row. */
function renderCovered({ relations, condition }: BoundCovered<AnyComparison>, row: Row): Sql {
  const { last, from, where } = joinedRows(relations, row);
  const counted = condition === null ? [] : [renderConjunct(condition, termsOf(last))];
  const source = sql`${join(from, ', ')} where ${join([...where, ...counted], ' and ')}`;
  return sql`(select range_agg(${validityOf(last.alias)}) @> ${validityOf(row.alias)} from ${source})`;
}

/** A value of the row that a rule is about, or an array of the values of rows that relations lead to from it. */
function renderOwn(value: OwnValue, row: Row): Sql {
  const { relations, operand } = value;
  const [first] = relations;
  if (first === undefined) return renderOperand(operand, termsOf(row));
  const { last, from, where } = joinedRows(relations, row);
  const rows = sql`(select ${renderOperand(operand, termsOf(last))} from ${join(from, ', ')} where ${join(where, ' and ')})`;
  return isSeveral(value) ? sql`array${rows}` : rows;
}

/** The rows that relations lead to, one after the other, as items of FROM; and the row at the end. */
export function joinedRows(relations: readonly Relation[], row: Row) {
  const related = (relation: Relation, above: string, alias: string) => {
    const { resource, there } = relatedPlace(relation, { ...row, alias: above }, alias);
    return { source: sourceOf(resource, row.instant, row.model), there };
  };
  const { last, ...rows } = joinRelated(relations, row.alias, related);
  return { ...rows, last: { ...row, alias: last, depth: row.depth + relations.length } };
}
