import { pastRules, rowRule } from '../../../access/restriction.ts';
import { identityResource, isAddressed } from '../../../definition/recipient.ts';
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
import { type AnyRelation, isTree, type Relation, stepOf, type Through, type Tree } from '../../../model/relation.ts';
import { cast, columnOf, empty, join, publicTable, raw, sql } from '../../../sql/fragment.ts';
import type { AccessRight } from '../../../vocabulary/action/action_word.ts';
import { arrayText } from '../../../vocabulary/value/array_text.ts';
import { lastVersion } from '../read/past/history_source.ts';
import { filterOf, renderFilter } from '../read/rule/fence.ts';
import { type FormerRows, tablesOf, viewSource } from '../view/view_source.ts';
import { renderAggregate } from './aggregate.ts';
import { addressedTo, claimOf, isViewer } from './claim.ts';
import { operandType } from './column_type.ts';
import { isSeveral, renderCondition, renderConjunct, renderOperand } from './condition.ts';
import { existsInTree, isFoundFirst } from './found_in_tree.ts';
import { joinRelated } from './joined.ts';
import { renderMade } from './made.ts';
import { presentInstant, renderMoment } from './moment.ts';
import { validityOf } from './period.ts';
import { type Place, placeBelow, type RelatedRows, relatedPlace, wheneverAsked } from './related_rows.ts';
import { itemOf, type Row, ruleRow } from './row_place.ts';
import { formerRows, sourceOf } from './source.ts';
import { parameter, type Sql, type StatementTerms } from './statement.ts';
import { isOnWay, treeSource } from './tree.ts';

/** What rows ask of a feature. */
interface RowPart {
  /** The condition that leaves the rows of its resource which the principal may see, beside the rules of access. */
  readonly seen: (row: Row) => readonly Sql[];
  /** When a row is seen, in words. */
  readonly words: string;
}

export const inRows: ExtensionPoint<RowPart> = extensionPoint();

/** How a row's fields, and what is asked of them, stand in a statement. */
export function termsOf(row: Row): StatementTerms {
  return {
    column: ({ name }) => {
      const column = columnOf(row.alias, name);
      // As its column alone, PostgreSQL would look into the exclusion constraint for each row. That takes five times as long.
      const isValidity = row.oneByOne && row.depth > 0 && name === 'valid_from';
      return isValidity || row.unsought.has(name) ? sql`greatest(${column})` : column;
    },
    value: (text, type) => cast(parameter(text), operandType(type)),
    list: (texts, type) => cast(parameter(arrayText(texts)), `${operandType(type)}[]`),
    open: (slot, type, isList) => cast(parameter(null, slot), isList ? `${operandType(type)}[]` : operandType(type)),
    claim: (claim, type) => {
      const value = row.callers?.get(claim) ?? claimOf(row, { claim, type });
      // PostgreSQL is not to plan for the value. That would take longer than what is asked, and again for each request.
      return row.oneByOne ? sql`(select ${value})` : value;
    },
    identity: (value) => identityOf(row, value),
    moment: (moment, type) => renderMoment(moment, type, row.now),
    own: (value) => renderOwn(value, row.own ?? row),
    // As the result of a subselect it is unknown to the planner, which would try it on the statistics of hidden rows.
    once: (fixed, type) => (row.guarded && row.limited ? cast(sql`(select ${fixed})`, type) : fixed),
    aggregate: (aggregate) => aggregateOf(aggregate, row),
    made: (made, most) => renderMade(made, row, { ...around, most }),
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
  // A reference of the past may lead to a row that has no version at the instant.
  const isShortened = row.oneByOne && row.instant === null;
  const condition = isShortened ? shortened(rule.condition, row.model) : rule.condition;
  return [renderConjunct(condition, termsOf(ruleRow(row)))];
}

/** Whether the rows of a resource are shown as they were, beside or around a row. */
function showsPast(resource: Resource, { instant }: Row): boolean {
  return resource.kind === 'history' || (instant !== null && resource.kind === 'table' && resource.history !== null);
}

/** A row without history is shown as it is, around rows of the past too. So its rule is asked at the present. */
function atPresent(resource: Resource, row: Row): Row {
  if (row.instant === null || resource.kind !== 'table') return row;
  return { ...row, instant: null, now: presentInstant };
}

/** That the last state of the row whose past is shown is one for which the rule of the present holds. */
export function lastStateCondition(resource: Resource, row: Row): readonly Sql[] {
  const history = resource.kind === 'table' ? row.model.resources.get(resource.history ?? '') : resource;
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

/** Whether some rows of a resource may be hidden, by its rule or by the rules of the tables that a view reads. */
export function isHidden(resource: Resource, rule: readonly Sql[], row: Row): boolean {
  if (rule.length > 0 || resource.kind !== 'view') return rule.length > 0;
  return tablesOf(resource, row).some((table) => accessCondition(table, 'read', row).length > 0);
}

/**
 * The item in FROM for the rows of a resource around a row, as the principal sees what a view reads. With `former`, a chain of
 * timelines has the entries too that the principal may no longer read, as they were.
 */
export function rowsOf(resource: Resource, row: Row, former: FormerRows | null = null): Sql {
  if (resource.kind !== 'view') return sourceOf(resource, row.instant, row.model);
  return viewSource(resource, row, {
    rule: (table, at) => accessCondition(table, 'read', at),
    terms: termsOf,
    former,
  });
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

/**
 * The row that related rows make, where they come from, and which they are; no condition has an alias of its own in the text.
 * `links` are conditions on the links of a relation through links.
 */
export function relatedRows(
  relation: AnyRelation,
  conditions: readonly AnyCondition[],
  row: Row,
  links: readonly AnyCondition[] = [],
): RelatedRows {
  if (isTree(relation)) return treeRows(relation, conditions, row);
  const place =
    'steps' in relation
      ? linkedPlace(relation, links, row, conditions)
      : relatedPlace(relation, wheneverAsked(conditions, row));
  return rowsAt(place, conditions, row);
}

function rowsAt(place: Place, conditions: readonly AnyCondition[], row: Row): RelatedRows {
  const { resource, there } = place;
  const below = { ...place.below, validAt: row.validAt };
  const rule = accessCondition(resource, 'read', below);
  const hides = place.hides === true || isHidden(resource, rule, below);
  const filter = filterOf([...there, ...rule], conditions, termsOf(below), hides);
  return { row: below, source: formerRows(resource, row.former) ?? rowsOf(resource, below), filter, hides };
}

/** The rows that a tree leads to. The principal may see them, and all rows in between. */
function treeRows(tree: Tree, conditions: readonly AnyCondition[], row: Row): RelatedRows {
  const around = wheneverAsked(conditions, row);
  const { resource, below: end, there } = placeBelow(tree, around);
  const step = placeBelow(tree, around, `step_${row.depth + 1}`);
  const rule = accessCondition(resource, 'read', { ...step.below, validAt: row.validAt });
  const below = { ...end, validAt: row.validAt };
  const source = treeSource(tree, {
    above: row.alias,
    alias: step.below.alias,
    source: formerRows(resource, row.former) ?? rowsOf(resource, step.below),
    conditions: [...step.there, ...rule],
  });
  const hides = rule.length > 0;
  const filter = filterOf([isOnWay(below.alias), ...there], conditions, termsOf(below), hides);
  return { row: below, source, filter, hides };
}

/** Where the links of a row lead to. A link that the principal may not see leads nowhere. Two links to one row lead there once. */
function linkedPlace(
  { steps: [links, end] }: Through,
  ofLinks: readonly AnyCondition[],
  row: Row,
  conditions: readonly AnyCondition[],
): Place {
  const between = relatedPlace(links, wheneverAsked(ofLinks, row), `link_${row.depth + 1}`);
  const { row: link, source, filter, hides } = rowsAt(between, ofLinks, row);
  const ends = sql`select ${columnOf(link.alias, end.from)} from ${source} as ${raw(link.alias)}`;
  const place = placeBelow(end, wheneverAsked(conditions, row));
  const linked = sql`${columnOf(place.below.alias, end.to)} in (${ends} where ${renderFilter(filter)})`;
  return { ...place, there: [linked, ...place.there], hides };
}

function renderRelated({ relation: asked, negated, condition, isBroken }: BoundRelated<AnyComparison>, row: Row): Sql {
  if (isTree(asked) && condition !== null && isFoundFirst(condition, row)) {
    const around = {
      place: (alias: string) => placeBelow(asked, row, alias),
      rows: (place: Place, conditions: readonly AnyCondition[]) => rowsAt(place, conditions, row),
    };
    const found = existsInTree(asked, condition, around, row);
    return negated ? sql`not ${found}` : found;
  }
  // Of a tree, there is any row only if there is a nearest one.
  const relation = condition === null && isTree(asked) ? stepOf(asked) : asked;
  const { row: below, source, filter } = relatedRows(relation, condition === null || isBroken ? [] : [condition], row);
  const broken =
    condition === null || !isBroken ? empty : sql` and (${renderCondition(condition, termsOf(below))}) is not true`;
  // Not behind a fence: as a join, PostgreSQL may begin with the related rows.
  const end = row.oneByOne && row.depth === 0 ? sql` offset 0` : empty;
  const rows = sql`(select from ${source} as ${raw(below.alias)} where ${renderFilter(filter)}${broken}${end})`;
  const exists = negated ? sql`not exists ${rows}` : sql`exists ${rows}`;
  // At one instant for each row, versions are looked up by it: as a join, PostgreSQL would read all of them.
  return row.validAt === null && row.former === null ? exists : sql`(${exists}) is true`;
}

const around = { terms: termsOf, related: aggregatedRows };

/** The rows of which an aggregate is taken, or a value. */
export function aggregatedRows(
  { relation, link, condition }: Pick<Aggregate, 'relation' | 'link' | 'condition'>,
  row: Row,
): RelatedRows {
  return relatedRows(relation, condition === null ? [] : [condition], row, link === null ? [] : [link]);
}

/** What the rows that a relation leads to from a row have together. */
export function aggregateOf(aggregate: Aggregate, row: Row): Sql {
  const { row: below, source, filter } = aggregatedRows(aggregate, row);
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
  const [first, ...others] = relations;
  if (first === undefined) return renderOperand(operand, termsOf(row));
  const known = row.known?.get(first.alias);
  if (known !== undefined) return renderOwn({ ...value, relations: others }, known);
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
