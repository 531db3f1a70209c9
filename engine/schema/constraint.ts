import { looksAtRelations } from '../definition/looks.ts';
import type { Check, Model, Table } from '../model/model.ts';
import type { FieldCheck } from '../vocabulary/field_check.ts';
import { declaredFields } from './column.ts';
import { fieldChecks } from './field_check.ts';
import { nameGiver, objectName } from './name.ts';

/** What a constraint in the database stands for in the definitions. */
export type Constraint =
  | { readonly kind: 'primary_key'; readonly resource: string }
  | { readonly kind: 'unique'; readonly resource: string; readonly fields: readonly string[] }
  /** Broken from either end: by a row of `resource` that refers to nothing, by the removal of a row of `to` still referred to. */
  | { readonly kind: 'reference'; readonly resource: string; readonly field: string; readonly to: string }
  | { readonly kind: 'check'; readonly resource: string; readonly check: Check }
  | { readonly kind: 'field'; readonly resource: string; readonly field: string; readonly what: FieldCheck['what'] }
  /** Kept by the stamp trigger, which raises it under this name: a constraint sees no old row. */
  | { readonly kind: 'transition'; readonly resource: string; readonly field: string }
  /** valid_from is before valid_to, and given where valid_to is. */
  | { readonly kind: 'validity'; readonly resource: string }
  | { readonly kind: 'overlap'; readonly resource: string; readonly timeline: readonly string[] }
  /** The bound is the beginning of a day in the zone. */
  | {
      readonly kind: 'align';
      readonly resource: string;
      readonly bound: 'valid_from' | 'valid_to';
      readonly zone: string;
    }
  /** Kept by triggers, which raise them under these names, as they depend on now. */
  | { readonly kind: 'freeze'; readonly resource: string }
  | { readonly kind: 'start_window'; readonly resource: string };

export type NamedConstraint = readonly [name: string, constraint: Constraint];

/**
 * Every constraint of the model's tables by its name in the database, in the order of the tables.
 * Not null is not among them: PostgreSQL's error for it has the column itself.
 */
export function constraints(model: Model): ReadonlyMap<string, Constraint> {
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const give = nameGiver(relationNames(model));
  return new Map(tables.flatMap((table) => constraintsOf(table, give)));
}

/** Names of the model's tables and their sequences: indexes share a namespace with them. */
export function relationNames(model: Model): readonly string[] {
  return [...model.resources.values()].flatMap((resource) =>
    resource.kind === 'history'
      ? [resource.name]
      : [resource.name, objectName([resource.name, 'id', 'seq']), versionSequence(resource)],
  );
}

/** Name of the sequence that numbers the versions of a table's rows. */
export function versionSequence(table: Table): string {
  return objectName([table.name, 'row_version', 'seq']);
}

function constraintsOf(table: Table, give: ReturnType<typeof nameGiver>): readonly NamedConstraint[] {
  const resource = table.name;
  const named: NamedConstraint[] = [[give([resource, 'pkey']), { kind: 'primary_key', resource }]];
  for (const fields of table.unique) {
    named.push([give([resource, ...fields, 'key']), { kind: 'unique', resource, fields }]);
  }
  for (const field of declaredFields(table)) {
    const { name, type } = field;
    if (type.kind === 'reference') {
      named.push([give([resource, name, 'fkey']), { kind: 'reference', resource, field: name, to: type.to }]);
    }
    if (type.kind === 'enum' && type.transitions !== null) {
      named.push([give([resource, name, 'transition', 'check']), { kind: 'transition', resource, field: name }]);
    }
    for (const { what } of fieldChecks(field)) {
      named.push([give([resource, name, what, 'check']), { kind: 'field', resource, field: name, what }]);
    }
  }
  for (const check of table.checks) {
    // What looks at other rows is part of the write: no constraint can.
    if (looksAtRelations(check.that)) continue;
    named.push([give(check.name.split('_')), { kind: 'check', resource, check }]);
  }
  if (table.temporal !== null) {
    const { timeline, align, freeze, startWindow } = table.temporal;
    named.push([give([resource, 'validity', 'check']), { kind: 'validity', resource }]);
    named.push([give([resource, ...timeline, 'excl']), { kind: 'overlap', resource, timeline }]);
    if (align !== null) {
      for (const bound of ['valid_from', 'valid_to'] as const) {
        named.push([give([resource, bound, 'align', 'check']), { kind: 'align', resource, bound, zone: align }]);
      }
    }
    if (freeze !== null) named.push([give([resource, 'freeze', 'check']), { kind: 'freeze', resource }]);
    if (startWindow !== null) {
      named.push([give([resource, 'start_window', 'check']), { kind: 'start_window', resource }]);
    }
  }
  if (table.history !== null) {
    named.push([give([table.history, 'pkey']), { kind: 'primary_key', resource: table.history }]);
  }
  return named;
}
