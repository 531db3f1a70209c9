import { namesIn, type Tree } from './walk.ts';

/** A column that a SELECT gives. */
export interface Output {
  /** Null for a column without a name of its own, or for an asterisk. */
  readonly name: string | null;
  readonly at: number;
  readonly value: Tree;
}

/** The columns of a SELECT in order. Of several that UNION joins, the first one names them. */
export function outputsOf(select: Tree): readonly Output[] {
  const first = select.larg as Tree | undefined;
  if (first !== undefined) return outputsOf(first);
  const targets = (select.targetList ?? []) as readonly { readonly ResTarget: Tree }[];
  return targets.map(({ ResTarget: target }) => {
    const value = target.val as Tree;
    const given = target.name as string | undefined;
    return { name: given ?? columnName(value), at: typeof target.location === 'number' ? target.location : 0, value };
  });
}

/** The last name of a column; null for anything else. */
export function columnName(value: Tree): string | null {
  const fields = (value.ColumnRef as Tree | undefined)?.fields as readonly Tree[] | undefined;
  if (fields === undefined || fields.some((each) => 'A_Star' in each)) return null;
  return namesIn(fields).at(-1) ?? null;
}
