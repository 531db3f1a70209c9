import type { Concern, Look } from '../model/condition/look.ts';
import { relatedTo } from '../query/sql/condition/related_to.ts';
import { quote } from '../sql/identifier.ts';
import { textOf } from '../sql/render.ts';

/** Whether the changes of a concern name the rows themselves at the beginning of the path. */
export function isRowItself({ path }: Pick<Look, 'path'>, { field }: Pick<Concern, 'field'>): boolean {
  return path.length < 2 && field === 'id';
}

/** That a value, or an element of an array, is among the ids in a variable. */
export function isAmong(value: string, variable: string, isArray: boolean): string {
  return isArray ? `${value} && ${variable}` : `${value} = any (${variable})`;
}

/** The rows of a resource from which a path leads to changed rows, as what follows SELECT. */
export function changedRows(
  resource: string,
  { path }: Pick<Look, 'path'>,
  { field, inArray }: Pick<Concern, 'field' | 'inArray'>,
  variable: string,
): string {
  const before = path.slice(0, -1);
  const joins = before.map((relation, depth) => {
    const above = depth === 0 ? 'item' : `item_${depth}`;
    const alias = `item_${depth + 1}`;
    const joined = textOf(relatedTo(relation, above, alias, 'above'));
    return `\n    join public.${quote(relation.target)} as ${alias} on ${joined}`;
  });
  const last = before.length === 0 ? 'item' : `item_${before.length}`;
  return `from public.${quote(resource)} as item${joins.join('')}
    where ${isAmong(`${last}.${quote(field)}`, variable, inArray === 'field')}`;
}
