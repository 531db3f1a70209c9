import type { Model, Table } from './model.ts';

/** The resources whose rows may follow from a write of a table, however far. */
export function createdFrom(
  table: Pick<Table, 'creates'>,
  { resources }: Pick<Model, 'resources'>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = ({ creates }: Pick<Table, 'creates'>): void => {
    for (const { resource } of creates) {
      if (found.has(resource)) continue;
      found.add(resource);
      const next = resources.get(resource);
      if (next?.kind === 'table') visit(next);
    }
  };
  visit(table);
  return found;
}
