import { identityResource, isAddressed, partyField, partyResource } from '../../definition/recipient.ts';
import { type ExtensionPoint, extensionPoint } from '../../model/feature.ts';
import type { BoundCondition, BoundRelated, OperandType, Relation } from '../../model/field.ts';
import type { Model, Resource } from '../../model/model.ts';
import { quote } from '../../sql/identifier.ts';
import type { AccessAction } from '../../vocabulary/action/action_word.ts';
import { arrayText } from '../../vocabulary/array_text.ts';
import { wordOf } from '../../vocabulary/field_type.ts';
import { type Reading, relatedReads } from '../plan/rows_plan.ts';
import { operandType } from './column_type.ts';
import { renderConjunct, type Terms } from './condition.ts';
import { type Filter, filterOf, renderFilter } from './fence.ts';
import { historySource, recordedCondition, versionSource } from './history_source.ts';
import { type ClaimSlot, Values } from './statement.ts';
import { claimText, isLookedUp, ruleFor, type Viewer } from './viewer.ts';

/** The row that a part of a statement is about, and what surrounds it. */
export interface Row {
  readonly model: Model;
  readonly values: Values;
  /** Of the row's table in the statement. */
  readonly alias: string;
  /** Relations between it and the row that the request is about. */
  readonly depth: number;
  /** The instant at which the rows around it are shown, as an SQL expression; null for now. */
  readonly instant: string | null;
  /** The instant at which related entries of timelines are valid, likewise; null for entries whenever they are. */
  readonly validAt: string | null;
  readonly viewer: Viewer;
  /** Whether other rows than those that the viewer may see are left out; a rule looks at all of them. */
  readonly limited: boolean;
  /** Whether the statement has something of the caller's that may fail, and there are rows that the viewer does not see. */
  readonly guarded: boolean;
}

/** What rows ask of a feature. */
interface RowPart {
  /** The condition that leaves the rows of its resource which the viewer may see, beside the rules of access. */
  readonly seen: (row: Row) => readonly string[];
  /** When a row is seen, in words. */
  readonly words: string;
}

export const inRows: ExtensionPoint<RowPart> = extensionPoint();

/** The row that a request is about: a version shows what surrounds it as it stood in its last moment. */
export function itemOf(
  resource: Resource,
  model: Model,
  values: Values,
  instant: string | null,
  viewer: Viewer,
  alias = 'item',
): Row {
  const around = graphInstant(resource, alias, instant);
  return { model, values, alias, depth: 0, instant: around, validAt: null, viewer, limited: true, guarded: false };
}

/** How a row's fields, and what is asked of them, stand in a statement. */
export function termsOf(row: Row): Terms {
  const { alias, values } = row;
  return {
    column: (field) => `${alias}.${quote(field.name)}`,
    value: (text, type, slot) => `${values.add(text, slot)}::${operandType(type)}`,
    list: (texts, type, slot) => `${values.add(arrayText(texts), slot)}::${operandType(type)}[]`,
    claim: (claim, type) => claimOf(row, { claim, type }),
    // As the result of a subselect it is unknown to the planner, which would try it on the statistics of hidden rows.
    once: (sql, type) => (row.guarded && row.limited ? `(select ${sql})::${type}` : sql),
    related: (condition) => renderRelated(condition, row),
  };
}

/**
 * The condition that leaves the rows which the viewer may see, or do something with; none where that is all of them. What
 * the rule itself looks at is not limited: it is the service that looks.
 */
export function accessCondition(resource: Resource, action: AccessAction, row: Row): readonly string[] {
  if (!row.limited) return [];
  const own = action === 'read' && isAddressed(resource) ? [addressedTo(row)] : [];
  const rule = ruleFor(row.viewer, resource, action);
  if (rule.kind === 'nothing') return ['false'];
  return [
    ...own,
    ...(rule.kind === 'all' ? [] : [renderConjunct(rule.condition, termsOf({ ...row, limited: false }))]),
    ...(resource.kind === 'table' ? (inRows.of(resource.madeBy)?.seen(row) ?? []) : []),
  ];
}

/** Whether there may be rows that the viewer does not see, among those that are read or those that they are chosen by. */
export function hidesRows({ rows, order }: Reading, model: Model, viewer: Viewer): boolean {
  const read = [rows.resource, ...relatedReads(rows, order, model).map(({ resource }) => resource)];
  return read.some((resource) => {
    const row = itemOf(resource, model, new Values(), null, viewer);
    return accessCondition(resource, 'read', row).length > 0;
  });
}

/** That the row is there for the party of the viewer. */
function addressedTo(row: Row): string {
  return `${row.alias}.${partyField} = ${claimOf(row, { claim: partyField, type: { kind: 'reference', to: partyResource } })}`;
}

/** A claim of the viewer, or what the row of their identity says instead (see isLookedUp). */
function claimOf({ model, values, viewer }: Row, slot: ClaimSlot): string {
  const cast = castOfId(slot.type);
  if (cast === undefined || !isLookedUp(slot.claim, viewer, model))
    return `${values.add(claimText(viewer, slot), slot)}::${operandType(slot.type)}`;
  const column = slot.claim === partyField ? partyField : 'id';
  const own =
    viewer.subject === null
      ? `viewer.id = ${values.add(viewer.identity, 'identity')}::bigint`
      : `viewer.subject = ${values.add(viewer.subject, 'subject')}::text`;
  return `(select viewer.${column}${cast} from public.${identityResource} as viewer where ${own})`;
}

/** What makes an id a value of the type that it is compared with; undefined where nothing does. */
function castOfId(type: OperandType): string | undefined {
  if (type.kind === 'text') return '::text';
  return type.kind === 'period' || wordOf(type).number === undefined ? undefined : '';
}

/** The row that related rows make, where they come from, and which they are; no condition has an alias of its own in the text. */
export function relatedRows(
  relation: Relation,
  conditions: readonly BoundCondition[],
  row: Row,
): { readonly row: Row; readonly source: string; readonly filter: Filter } {
  const resource = row.model.resources.get(relation.target);
  if (resource === undefined) throw new Error(`the relation ${relation.alias} leads to no resource of the model`);
  const below = rowBelow(row);
  const { alias } = below;
  const there = [
    `${alias}.${quote(relation.to)} = ${row.alias}.${quote(relation.from)}`,
    ...shownCondition(resource, alias, row.instant),
    ...validCondition(resource, alias, row.validAt),
  ];
  const rule = accessCondition(resource, 'read', below);
  const filter = filterOf([...there, ...rule], conditions, termsOf(below), rule.length > 0);
  return { row: below, source: sourceOf(resource, row.instant, row.model), filter };
}

/** The row that a relation leads to from another. */
export function rowBelow(row: Row): Row {
  return { ...row, alias: `item_${row.depth + 1}`, depth: row.depth + 1 };
}

/** What stands in FROM for a resource: its rows or, where an instant is asked for, every version that it keeps of them. */
export function sourceOf(resource: Resource, instant: string | null, { resources }: Model): string {
  if (resource.kind === 'history') return historySource(resource);
  const history = instant === null || resource.history === null ? undefined : resources.get(resource.history);
  return history?.kind === 'history' ? versionSource(history.of, history.name) : `public.${quote(resource.name)}`;
}

/**
 * The conditions that leave of them what is there, now or at an instant, which is an SQL expression. A resource without
 * history shows its current rows. A soft-deleted entry of a timeline is in its history alone.
 */
export function shownCondition(resource: Resource, alias: string, instant: string | null): readonly string[] {
  if (resource.kind === 'history') return [];
  return [
    ...(resource.temporal === null ? [] : [`${alias}.valid_from is not null`]),
    ...(instant === null || resource.history === null ? [] : [recordedCondition(alias, instant)]),
  ];
}

/** The condition that leaves the entries of a timeline which are valid at an instant (specification 4.3). */
export function validCondition(resource: Resource, alias: string, instant: string | null): readonly string[] {
  if (instant === null || !resource.fields.has('valid_from')) return [];
  return [`${alias}.valid_from <= ${instant}`, `(${alias}.valid_to > ${instant} or ${alias}.valid_to is null)`];
}

function renderRelated({ relation, negated, condition }: BoundRelated, row: Row): string {
  const { row: below, source, filter } = relatedRows(relation, condition === null ? [] : [condition], row);
  // Not behind a fence: as a join, PostgreSQL may begin with the related rows.
  const exists = `${negated ? 'not ' : ''}exists (select from ${source} as ${below.alias} where ${renderFilter(filter)})`;
  // At one instant for each row, versions are looked up by it: as a join, PostgreSQL would read all of them.
  return row.validAt === null ? exists : `(${exists}) is true`;
}

/** For the current version the graph is that of now; for another, that of the moment before it was replaced. */
function graphInstant(resource: Resource, alias: string, asOf: string | null): string | null {
  if (resource.kind !== 'history') return asOf;
  return `coalesce(${alias}.replaced_at - interval '1 microsecond', 'infinity')`;
}
