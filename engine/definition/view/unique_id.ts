import { columnName, outputsOf } from './output.ts';
import { namesIn, type Tree } from './walk.ts';

/**
 * Whether the text of a SELECT alone says that no two of its rows have the same id:
 *
 * - it groups by the id, and by nothing else; or
 * - the id is that of a table, and each join finds one row at most, because it is by the id of what it joins.
 */
export function hasUniqueId(select: Tree, tables: ReadonlySet<string>): boolean {
  if (select.op !== 'SETOP_NONE' || select.valuesLists !== undefined) return false;
  const outputs = outputsOf(select);
  const id = outputs.find(({ name }) => name === 'id')?.value;
  if (id === undefined || outputs.some(({ value }) => makesRows(value))) return false;
  const groups = (select.groupClause ?? []) as readonly Tree[];
  if (groups.length > 0) return groups.length === 1 && groups[0] !== undefined && isSame(groups[0], id);
  const [first, ...others] = (select.fromClause ?? []) as readonly Tree[];
  if (first === undefined || others.length > 0 || hasAggregate(select)) return false;
  const row = rowOfId(id);
  const start = startOf(first, tables, namesOfWith(select));
  return start !== null && columnName(id) === 'id' && (row === null ? isAlone(first) : row === start);
}

/** The name of the rows with which FROM begins, if each join finds one row at most for each of them. */
function startOf(item: Tree, tables: ReadonlySet<string>, own: ReadonlySet<string>): string | null {
  const join = item.JoinExpr as Tree | undefined;
  if (join === undefined) return nameOfTable(item, tables, own);
  if (join.jointype !== 'JOIN_LEFT' && join.jointype !== 'JOIN_INNER') return null;
  const joined = nameOfTable(join.rarg as Tree, tables, own);
  if (joined === null || !isById(join.quals as Tree | undefined, joined)) return null;
  return startOf(join.larg as Tree, tables, own);
}

/** Null for anything but a table. */
function nameOfTable(item: Tree, tables: ReadonlySet<string>, own: ReadonlySet<string>): string | null {
  const range = item.RangeVar as Tree | undefined;
  const name = range === undefined ? null : String(range.relname);
  if (range === undefined || name === null || !tables.has(name) || own.has(name)) return null;
  return (range.alias as { aliasname?: string } | undefined)?.aliasname ?? name;
}

/** Whether a condition asks for one id of some rows: by itself, or with others that hold as well. */
function isById(condition: Tree | undefined, row: string): boolean {
  if (condition === undefined) return false;
  const all = condition.BoolExpr as Tree | undefined;
  if (all?.boolop === 'AND_EXPR') return (all.args as readonly Tree[]).some((each) => isById(each, row));
  const compared = condition.A_Expr as Tree | undefined;
  if (compared?.kind !== 'AEXPR_OP' || namesIn(compared.name).join('.') !== '=') return false;
  const [left, right] = [compared.lexpr, compared.rexpr] as readonly Tree[];
  const isId = (side: Tree | undefined) => side !== undefined && columnName(side) === 'id' && rowOfId(side) === row;
  const isOther = (side: Tree | undefined) => side !== undefined && 'ColumnRef' in side && rowOfId(side) !== row;
  return (isId(left) && isOther(right)) || (isId(right) && isOther(left));
}

/** The name of the rows that a column is of; null without one. */
function rowOfId(value: Tree): string | null {
  const names = namesIn((value.ColumnRef as Tree | undefined)?.fields);
  return names.length === 2 ? (names[0] ?? null) : null;
}

function isAlone(item: Tree): boolean {
  return 'RangeVar' in item;
}

function namesOfWith(select: Tree): ReadonlySet<string> {
  const { ctes = [] } = (select.withClause ?? {}) as { ctes?: readonly { CommonTableExpr: Tree }[] };
  return new Set(ctes.map(({ CommonTableExpr: { ctename } }) => String(ctename)));
}

/** Whether a value may be several rows: any function at its top is taken for one that is. */
function makesRows(value: unknown): boolean {
  return /"FuncCall":\{"funcname":\[(\{"String":\{"sval":"pg_catalog"\}\},)?\{"String":\{"sval":"(unnest|generate_\w+|jsonb?_\w*(each|elements|keys)\w*|regexp_matches|regexp_split_to_table|string_to_table)"/.test(
    JSON.stringify(value),
  );
}

/** Without groups, an aggregate makes one row of all, and HAVING too. */
function hasAggregate({ havingClause }: Tree): boolean {
  return havingClause !== undefined;
}

/** Whether two parts say the same, wherever they stand. */
function isSame(a: Tree, b: Tree): boolean {
  const text = (part: Tree) => JSON.stringify(part, (key, value) => (key === 'location' ? undefined : value));
  return text(a) === text(b);
}
