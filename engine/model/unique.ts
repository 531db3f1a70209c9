import type { Table } from './model.ts';

/** The unique combinations of a table whose fields are all there: a role may see fewer fields than its table has. */
export function seenCombinations({ fields, unique }: Pick<Table, 'fields' | 'unique'>): readonly (readonly string[])[] {
  return unique.filter((names) => names.every((name) => fields.has(name)));
}
