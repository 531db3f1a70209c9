import { inDefinition, type RulesPart } from '../../../definition/feature.ts';
import { identityResource } from '../../../definition/recipient.ts';
import { mapCondition } from '../../../model/condition/atom.ts';
import type { Creation, GivenValue } from '../../../model/consequence.ts';
import { everyRowOf } from '../../../model/every_row.ts';
import {
  type BoundComparison,
  type BoundCondition,
  type CallerValue,
  type Comparand,
  type Computed,
  type Field,
  isOfCaller,
  type Operand,
  type OwnValue,
} from '../../../model/field.ts';
import { deriveHistory } from '../../../model/history.ts';
import type { Access, EventRule, Model, Recipient, Table } from '../../../model/model.ts';
import {
  type AnyRelation,
  isTree,
  type Relation,
  stepsOf,
  throughLinks,
  withStep,
  withTarget,
} from '../../../model/relation.ts';
import type { WriteMoment } from '../../../model/write_moment.ts';
import type { FieldType } from '../../../vocabulary/field_type.ts';

/** New names by old ones. */
export type Renames = ReadonlyMap<string, string>;

/** What a later model calls otherwise: resources, and the fields of each by the resource's old name. */
export interface ModelRenames {
  readonly tables: Renames;
  readonly fields: ReadonlyMap<string, Renames>;
}

/**
 * The renames that a later model declares (`was`). A rename counts if the old name exists, and the new one is free or
 * is itself renamed. A rename that was carried out has no effect.
 */
export function declaredRenames(from: Model, to: Model): ModelRenames {
  const old = tablesOf(from);
  const now = tablesOf(to);
  const tables = effective(now, new Set(old.map(({ name }) => name)));
  const fields = new Map<string, Renames>();
  for (const table of old) {
    const later = now.find(({ name }) => name === (tables.get(table.name) ?? table.name));
    const renames = effective([...(later?.fields.values() ?? [])], new Set(table.fields.keys()));
    if (renames.size > 0) fields.set(table.name, renames);
  }
  return { tables, fields };
}

function effective(
  now: readonly { readonly name: string; readonly was: string | null }[],
  old: ReadonlySet<string>,
): Renames {
  const renames = new Map<string, string>();
  for (;;) {
    const taken = new Set(renames.values());
    const isFree = (name: string) => !taken.has(name) && (!old.has(name) || renames.has(name));
    const next = now.find(({ name, was }) => was !== null && old.has(was) && !renames.has(was) && isFree(name));
    if (next === undefined || next.was === null) return renames;
    renames.set(next.was, next.name);
  }
}

/** The model under the names that a later one gives: what is stored is the same, in the same order. */
export function renamedModel(model: Model, renames: ModelRenames): Model {
  const parts = inDefinition.all(model).flatMap(({ rules }) => rules ?? []);
  const resources = tablesOf(model).flatMap((table) => {
    const renamed = renamedTable(table, renames, parts);
    return renamed.history === null ? [renamed] : [renamed, deriveHistory(renamed)];
  });
  return { ...model, resources: new Map(resources.map((resource) => [resource.name, resource])) };
}

function renamedTable(table: Table, renames: ModelRenames, parts: readonly RulesPart[]): Table {
  const { tables, fields: all } = renames;
  const name = tables.get(table.name) ?? table.name;
  const own = all.get(table.name) ?? new Map<string, string>();
  const column = (field: string) => own.get(field) ?? field;
  const columns = (list: readonly string[]) => list.map(column);
  const field = (each: Field): Field => ({
    ...each,
    name: column(each.name),
    type: renamedType(each.type, tables),
    computed: renamedComputed(each, table.name, renames),
  });
  const condition = (each: BoundCondition): BoundCondition => renamedCondition(each, table.name, renames);
  const moment = (each: WriteMoment): WriteMoment => ({
    ...each,
    when: each.when && condition(each.when),
    before: each.before && condition(each.before),
    changes: each.changes && columns(each.changes),
  });
  const recipient = <Of extends Recipient>(each: Of) => renamedRecipient(each, table.name, renames);
  const renamedEvent = ({ type, subject }: EventRule, resource: string): EventRule => ({
    type: `${type.slice(0, -table.name.length)}${resource}`,
    subject: subject && { field: column(subject.field), resource: tables.get(subject.resource) ?? subject.resource },
  });
  return {
    ...table,
    name,
    history: table.history === null ? null : `${name}_history`,
    fields: new Map([...table.fields.values()].map(field).map((each) => [each.name, each])),
    temporal: table.temporal && { ...table.temporal, timeline: columns(table.temporal.timeline) },
    unique: table.unique.map(columns),
    uniqueAmong: table.uniqueAmong.map((each) => ({ fields: columns(each.fields), where: condition(each.where) })),
    indexes: table.indexes.map(columns),
    prefixes: columns(table.prefixes),
    label: columns(table.label),
    search: table.search && { ...table.search, fields: columns(table.search.fields) },
    event: table.event && renamedEvent(table.event, name),
    // Under its alias, which clients name: a later one is a change for them.
    relations: new Map(
      [...table.relations].map(([alias, relation]) => [
        alias,
        { ...renamedAlias(relation, table.name, renames), alias },
      ]),
    ),
    rules: new Map(parts.map(({ renamed }) => renamed(table, { condition, recipient, field }))),
    access: table.access && new Map([...table.access].map(([role, each]) => [role, renamedAccess(each, condition)])),
    checks: table.checks.map((check) => ({
      ...check,
      name: /^_(rule|reference|covered_by)_/.test(check.name.slice(table.name.length))
        ? `${name}${check.name.slice(table.name.length)}`
        : check.name,
      that: condition(check.that),
      moment: check.moment && moment(check.moment),
    })),
    sets: table.sets.map((each) => ({
      moment: moment(each.moment),
      values: renamedValues(each.values, { from: table.name, to: table.name }, renames),
    })),
    creates: table.creates.map((each) =>
      renamedCreation({ ...each, moment: moment(each.moment) }, table.name, renames),
    ),
  };
}

/** The database follows the rules for reading that leave a last state, and no others. */
function renamedAccess(access: Access, condition: (each: BoundCondition) => BoundCondition): Access {
  const { read, former } = access;
  if (former === undefined || read.kind !== 'rule') return access;
  return { ...access, read: { ...read, condition: condition(read.condition) } };
}

/** A recipient of what is about rows of the table that had this name. */
function renamedRecipient<Of extends Recipient>(recipient: Of, table: string, renames: ModelRenames): Of {
  const { all, relations, where } = recipient;
  const about = all === null ? relations : [everyRowOf(all)];
  return {
    ...recipient,
    all: all && (renames.tables.get(all) ?? all),
    relations: renamedWay(relations, all ?? table, renames),
    where: where && renamedCondition(where, table, renames, { path: about, root: [] }),
  };
}

/** What is created when rows of the table that had this name are written. */
function renamedCreation(creation: Creation, table: string, renames: ModelRenames): Creation {
  const { resource, forEach, unless, values } = creation;
  return {
    ...creation,
    resource: renames.tables.get(resource) ?? resource,
    // Under its alias, by which values name it.
    forEach: forEach && { ...renamedAlias(forEach, table, renames), alias: forEach.alias },
    unless: unless && renamedCondition(unless, table, renames, { path: [everyRowOf(resource)], root: [] }),
    values: renamedValues(values, { from: table, to: resource }, renames),
  };
}

/** Values of rows of a table that had a name, from a row of another. */
function renamedValues(
  values: ReadonlyMap<string, GivenValue>,
  { from, to }: { readonly from: string; readonly to: string },
  renames: ModelRenames,
): ReadonlyMap<string, GivenValue> {
  return new Map(
    [...values].map(([name, value]) => [
      renames.fields.get(to)?.get(name) ?? name,
      value.kind === 'own' ? { ...value, ...renamedPath(value, from, renames) } : value,
    ]),
  );
}

/** Where a condition stands: the ways to the row that it is about, and to the row that `$` is about. */
interface Place {
  readonly path: readonly Relation[];
  readonly root: readonly Relation[];
}

/** A condition on rows of the table that had this name, or on rows that a path leads to from there. */
function renamedCondition(
  each: BoundCondition,
  table: string,
  renames: ModelRenames,
  { path: from, root: ofRule }: Place = { path: [], root: [] },
): BoundCondition {
  const tableAt = (path: readonly Relation[]) => path.at(-1)?.target ?? table;
  const compared = (
    operand: BoundComparison['operand'],
    path: readonly Relation[],
    root: readonly Relation[],
  ): BoundComparison['operand'] => {
    if ('caller' in operand) return { ...operand, caller: renamedCaller(operand.caller, renames) };
    if ('field' in operand) return renamedOperand(operand, tableAt(path), renames);
    if ('document' in operand) return operand;
    const { relation, link, condition, operand: taken } = operand.aggregate;
    const steps = stepsOf(relation);
    const aggregate = {
      ...operand.aggregate,
      relation: renamedAlias(relation, tableAt(path), renames),
      link: link && renamedCondition(link, table, renames, { path: [...path, ...steps.slice(0, 1)], root }),
      condition: condition && renamedCondition(condition, table, renames, { path: [...path, ...steps], root }),
      operand: taken && renamedOperand(taken, relation.target, renames),
    };
    return { ...operand, aggregate };
  };
  const change = {
    relation: (relation: Relation, path: readonly Relation[]) => renamedRelation(relation, tableAt(path), renames),
    comparison: (comparison: BoundComparison, path: readonly Relation[], root: readonly Relation[]) => ({
      ...comparison,
      operand: compared(comparison.operand, path, root),
      comparand: renamedComparand(comparison.comparand, tableAt(root), renames),
    }),
  };
  return mapCondition(each, change, from, ofRule);
}

function renamedOperand(operand: Operand, table: string, renames: ModelRenames): Operand {
  const { field } = operand;
  const name = renames.fields.get(table)?.get(field.name) ?? field.name;
  return { ...operand, field: { ...field, name, computed: renamedComputed(field, table, renames) } };
}

/** A value of related rows is in no table. */
function renamedComputed({ computed }: Field, table: string, renames: ModelRenames): Computed | null {
  if (computed?.kind !== 'condition') return computed;
  return { kind: 'condition', condition: renamedCondition(computed.condition, table, renames) };
}

function renamedComparand(comparand: Comparand, table: string, renames: ModelRenames): Comparand {
  if (isOfCaller(comparand)) return renamedCaller(comparand, renames);
  return comparand.kind === 'own' ? { ...comparand, ...renamedPath(comparand, table, renames) } : comparand;
}

function renamedCaller(value: CallerValue, renames: ModelRenames): CallerValue {
  return value.kind === 'claim' ? value : { ...value, ...renamedPath(value, identityResource, renames) };
}

/** Relations from rows of the table that had this name, and the value at their end. */
function renamedPath({ relations, operand }: Omit<OwnValue, 'kind'>, table: string, renames: ModelRenames) {
  return {
    relations: renamedWay(relations, table, renames),
    operand: renamedOperand(operand, relations.at(-1)?.target ?? table, renames),
  };
}

/** The relations that lead, one after the other, from rows of the table that had this name. */
function renamedWay(relations: readonly Relation[], table: string, renames: ModelRenames): readonly Relation[] {
  return relations.map((relation, index) => renamedRelation(relation, relations[index - 1]?.target ?? table, renames));
}

/** A relation under an alias of the table that had this name. */
function renamedAlias(relation: AnyRelation, table: string, renames: ModelRenames): AnyRelation {
  if (isTree(relation)) return withStep(relation, (step) => renamedRelation(step, table, renames));
  if (!('steps' in relation)) return renamedRelation(relation, table, renames);
  const [links, end] = relation.steps;
  const { alias, was } = relation;
  return throughLinks(alias, was, renamedRelation(links, table, renames), renamedRelation(end, links.target, renames));
}

function renamedRelation(relation: Relation, table: string, { tables, fields }: ModelRenames): Relation {
  const { alias, target, from, to } = relation;
  const later = fields.get(table)?.get(from) ?? from;
  const renamed = withTarget(relation, tables.get(target) ?? target);
  const end = relation.inArray === 'from' ? '_ids' : '_id';
  return {
    ...renamed,
    alias: from === `${alias}${end}` ? later.slice(0, -end.length) : renamed.alias,
    from: later,
    to: fields.get(target)?.get(to) ?? to,
  };
}

function renamedType(type: FieldType, tables: Renames): FieldType {
  if (type.kind === 'reference') return { ...type, to: tables.get(type.to) ?? type.to };
  if (type.kind !== 'array' || type.of.kind !== 'reference') return type;
  return { ...type, of: { ...type.of, to: tables.get(type.of.to) ?? type.of.to } };
}

/** The tables of a model, in its order. */
function tablesOf(model: Model): readonly Table[] {
  return [...model.resources.values()].filter((resource) => resource.kind === 'table');
}
