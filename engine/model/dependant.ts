import { targetOf } from '../vocabulary/field_type.ts';
import type { Model, Table } from './model.ts';
import type { OnDelete } from './on_delete.ts';
import { oncePerModel } from './once.ts';

/** A reference, or an array of them, whose rows go, or lose it, when the row that they refer to is deleted. */
export interface Dependant extends OnDelete {
  /** The table of the rows. */
  readonly table: Table;
  readonly field: string;
  readonly to: string;
  /** Whether the elements of an array refer. */
  readonly isArray: boolean;
}

/**
 * The references by which the deletion of a row of a table can reach other rows. Rows that refer to it come first, then
 * rows that refer to these. Entries of timelines stay when they are deleted, and what refers to them stays as it is.
 */
export function dependantsOf(table: Table, model: Model): readonly Dependant[] {
  if (table.temporal !== null) return [];
  const byTarget = dependantsByTarget(model);
  const found = new Set<Dependant>();
  const visit = (target: string): void => {
    for (const dependant of byTarget.get(target) ?? []) {
      if (found.has(dependant)) continue;
      found.add(dependant);
      if (dependant.action === 'cascade') visit(dependant.table.name);
    }
  };
  visit(table.name);
  return [...found];
}

const dependantsByTarget = oncePerModel((model) => Map.groupBy(dependantsIn(model), ({ to }) => to));

function dependantsIn({ resources }: Model): readonly Dependant[] {
  const tables = [...resources.values()].filter((resource) => resource.kind === 'table');
  return tables.flatMap((table) =>
    [...table.fields.values()].flatMap(({ name, type, onDelete }) => {
      const to = targetOf(type);
      return to === null || onDelete === null
        ? []
        : [{ ...onDelete, table, field: name, to, isArray: type.kind === 'array' }];
    }),
  );
}
