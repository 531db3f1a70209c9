import { checkWatch } from '../condition/check_concern.ts';
import { tablesOf } from '../condition/look.ts';
import type { Field } from '../field.ts';
import type { Model, Table } from '../model.ts';
import { oncePerModel } from '../once.ts';

/** A reference by which the rows of a table make trees. */
export interface AcyclicReference {
  readonly table: Table;
  readonly field: Field;
}

/** All of a model, in the order in which a transaction locks their trees. */
export const acyclicReferences = oncePerModel((model) =>
  tablesOf(model)
    .flatMap(acyclicReferencesOf)
    .toSorted((one, other) => (treeName(one) < treeName(other) ? -1 : 1)),
);

/** The acyclic references of a table. */
export function acyclicReferencesOf(table: Table): readonly AcyclicReference[] {
  return [...table.fields.values()].filter(({ acyclic }) => acyclic).map((field) => ({ table, field }));
}

/** The name of the trees that a reference makes. */
export function treeName({ table, field }: AcyclicReference): string {
  return `${table.name}.${field.name}`;
}

/** Whether the end of a transaction may refuse it, because of a check of related rows or of a circle. */
export function isDecidedAtEnd(model: Model): boolean {
  return checkWatch(model).owners.size > 0 || acyclicReferences(model).length > 0;
}
