import type { Model, Table } from '../../model/model.ts';
import { objectName } from '../../sql/object_name.ts';
import { nameGiver } from '../name.ts';
import { declaredFields } from '../table/column.ts';
import type { ConstraintKind, Unnamed } from './kind.ts';
import { type Constraint, constraintKinds } from './kinds.ts';

export type { Constraint } from './kinds.ts';

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
  return [...model.resources.values()].flatMap((resource) => {
    if (resource.kind === 'view') return [];
    return resource.kind === 'history'
      ? [resource.name, deletedSequence(resource.name)]
      : [resource.name, objectName([resource.name, 'id', 'seq']), versionSequence(resource)];
  });
}

/** Name of the sequence that numbers the versions of a table's rows. */
export function versionSequence(table: Table): string {
  return objectName([table.name, 'row_version', 'seq']);
}

/** Name of the sequence that no deleted row of a history has an id above. */
export function deletedSequence(history: string): string {
  return objectName([history, 'deleted', 'seq']);
}

function constraintsOf(table: Table, give: ReturnType<typeof nameGiver>): readonly NamedConstraint[] {
  const each = (of: (kind: ConstraintKind<Constraint>) => readonly Unnamed<Constraint>[] | undefined) =>
    constraintKinds.flatMap((kind) => of(kind) ?? []);
  const found = [
    ...each(({ declared }) => declared.byKeys?.(table)),
    ...declaredFields(table).flatMap((field) => each(({ declared }) => declared.byField?.(field, table))),
    ...each(({ declared }) => declared.byRows?.(table)),
    ...each(({ declared }) => declared.byHistory?.(table)),
  ];
  return found.map(([parts, constraint]) => [give(parts), constraint]);
}
