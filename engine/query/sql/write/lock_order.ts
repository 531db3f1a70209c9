import type { Field } from '../../../model/field.ts';
import type { Model, Table } from '../../../model/model.ts';

/**
 * The tables of a model in the order in which a batch locks their rows. It is the order of single writes, so neither waits
 * for the other in a circle. Owners of timelines come before entries. Among tables of one depth, a table comes before the
 * tables that it refers to. A single write locks its row before the rows that it refers to.
 */
export function lockOrder(model: Model): readonly Table[] {
  const known = orders.get(model) ?? orderOf(model);
  orders.set(model, known);
  return known;
}

const orders = new WeakMap<Model, readonly Table[]>();

/** The field whose row is what writers of a timeline queue on, and the resource of that row. */
export function ownerOf({ temporal, fields }: Table): { readonly field: Field; readonly to: string } | null {
  const field = fields.get(temporal?.timeline[0] ?? '');
  return field?.type.kind === 'reference' ? { field, to: field.type.to } : null;
}

function orderOf(model: Model): readonly Table[] {
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const referring = Map.groupBy(tables.flatMap(referencesOf), ({ to }) => to);
  const depths = new Map(tables.map((table) => [table, depthOf(table, model)]));
  const ordered = new Set<Table>();
  const visited = new Set<Table>();
  const visit = (table: Table): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const { from } of referring.get(table.name) ?? []) if (depths.get(from) === depths.get(table)) visit(from);
    ordered.add(table);
  };
  const byDepth = tables.toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0));
  for (const table of byDepth) visit(table);
  return [...ordered];
}

function referencesOf(from: Table): readonly { readonly from: Table; readonly to: string }[] {
  const owner = ownerOf(from)?.field;
  return [...from.fields.values()].flatMap((field) =>
    field.type.kind === 'reference' && field !== owner ? [{ from, to: field.type.to }] : [],
  );
}

/** How many timelines lie above the rows of a table. A circle of owners ends where it began. */
function depthOf(table: Table, model: Model): number {
  const above = new Set<Table>();
  for (let each: Table | null = table; each !== null && !above.has(each); ) {
    above.add(each);
    const owner = ownerOf(each);
    each = owner === null ? null : tableOf(model, owner.to);
  }
  return above.size;
}

export function tableOf({ resources }: Model, name: string): Table | null {
  const resource = resources.get(name);
  return resource?.kind === 'table' ? resource : null;
}
