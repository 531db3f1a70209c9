import type { Table } from './model.ts';

/** The unique combinations of a table whose fields are all there, in every row: a role may see fewer than its table has. */
export function seenCombinations({ fields, unique }: Pick<Table, 'fields' | 'unique'>): readonly (readonly string[])[] {
  return unique.filter((names) => names.every((name) => fields.get(name)?.shownWhere === null));
}
