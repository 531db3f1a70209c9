import type { Relation } from './relation.ts';

// No relation of the definitions has an alias that begins so.
const sign = '*';

/** What leads to all rows of a resource from any row, as the beginning of a path. */
export function everyRowOf(resource: string): Relation {
  return { alias: `${sign}${resource}`, was: null, target: resource, cardinality: 'many', from: 'id', to: 'id' };
}

/** The resource with all whose rows a path begins, and the rest of the path. Null for a path that begins with one row. */
export function fromEveryRow([first, ...path]: readonly Relation[]): {
  readonly all: string;
  readonly path: readonly Relation[];
} | null {
  return first?.alias.startsWith(sign) ? { all: first.target, path } : null;
}
