import { nearest } from '../../language/nearest.ts';
import type { Finding } from '../file/report.ts';
import { isSure, knownFunctions, knownTypes, sureOperators, unsureOperators } from './known_function.ts';

/** A part of a parsed statement, as the parser gives it. */
export type Tree = Readonly<Record<string, unknown>>;

/** What a walk through a statement finds. */
export interface Found {
  /** The names of tables, without the names of its own WITH. */
  readonly tables: Set<string>;
  /** The names of columns; and whether an asterisk or a row as a whole stands for all. */
  readonly columns: Set<string>;
  /** The names that rows have in it: each with its table, or with null for rows that it makes itself. */
  readonly rows: Map<string, string | null>;
  /** Columns with the name of their rows, and where they stand. */
  readonly qualified: { readonly row: string; readonly column: string; readonly at: number }[];
  takesAll: boolean;
  /** Where it names the present instant. */
  readonly instants: number[];
  /** The first place of what may fail for some rows, and its words. */
  mayFail: { readonly at: number; readonly what: string } | null;
}

/** Where a fault is, in bytes. */
export type ReportAt = (at: number, finding: Finding) => void;

interface Walk {
  readonly found: Found;
  readonly tables: ReadonlySet<string>;
  /** Words for a name that is not one of the tables; null for one that no resource has. */
  readonly refusal: (name: string) => string | null;
  readonly report: ReportAt;
}

/** What surrounds a part. */
interface Around {
  /** The names of WITH that are known there. */
  readonly scope: ReadonlySet<string>;
  readonly at: number;
}

/** Goes through a SELECT, and reports all that a view may not do. It refuses what it does not know. */
export function walkSelect(select: Tree, walk: Walk): void {
  visit('SelectStmt', select, { scope: new Set(), at: 0 }, walk);
}

/** Kinds of parts that need no look of their own. */
const plain = new Set(
  'ResTarget A_Star String A_Const BoolExpr NullTest BooleanTest CaseWhen CaseExpr CoalesceExpr MinMaxExpr SortBy WindowDef CommonTableExpr WithClause List A_ArrayExpr RowExpr A_Indices GroupingSet GroupingFunc NamedArgExpr Integer Float Boolean BitString Alias'.split(
    ' ',
  ),
);

/** Parts that stand without their kind. */
const bare: Readonly<Record<string, string>> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  withClause: 'WithClause',
  typeName: 'TypeName',
  over: 'WindowDef',
  alias: 'Alias',
  join_using_alias: 'Alias',
};

const refusals: Readonly<Record<string, string>> = {
  IntoClause: 'INTO makes a table',
  LockingClause: 'a view locks no rows',
  InsertStmt: 'a view writes nothing',
  UpdateStmt: 'a view writes nothing',
  DeleteStmt: 'a view writes nothing',
  MergeStmt: 'a view writes nothing',
  ParamRef: 'a view has no parameters',
  RangeTableSample: 'a sample is another one each time',
};

function visit(kind: string, part: Tree, around: Around, walk: Walk): void {
  const location = typeof part.location === 'number' && part.location >= 0 ? part.location : around.at;
  const here = { ...around, at: location };
  const known = looks[kind];
  if (known !== undefined) known(part, here, walk);
  else if (plain.has(kind)) visitParts(part, here, walk);
  else {
    const message = refusals[kind] ?? `${kind} is not possible in a view`;
    walk.report(location, { message, expected: 'a SELECT over resources' });
  }
}

/** The parts of a part, whichever their kind. */
function visitParts(part: Tree, around: Around, walk: Walk, without: readonly string[] = []): void {
  for (const [key, value] of Object.entries(part)) {
    if (without.includes(key) || typeof value !== 'object' || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) visitOne(key, each as Tree, around, walk);
  }
}

function visitOne(key: string, part: Tree, around: Around, walk: Walk): void {
  const [first] = Object.keys(part);
  if (first === undefined) return;
  if (/^[A-Z]/.test(first)) visit(first, part[first] as Tree, around, walk);
  else if (key === 'intoClause') visit('IntoClause', part, around, walk);
  // The value of a constant.
  else if (!['ival', 'fval', 'sval', 'boolval', 'bsval'].includes(key)) visit(bare[key] ?? key, part, around, walk);
}

const looks: Readonly<Record<string, (part: Tree, around: Around, walk: Walk) => void>> = {
  SelectStmt: (part, around, walk) => {
    const scope = new Set(around.scope);
    const { ctes = [], recursive = false } = (part.withClause ?? {}) as {
      ctes?: readonly { CommonTableExpr: Tree }[];
      recursive?: boolean;
    };
    const names = ctes.map(({ CommonTableExpr: { ctename } }) => String(ctename));
    if (recursive) for (const name of names) scope.add(name);
    for (const [index, { CommonTableExpr: each }] of ctes.entries()) {
      visit('CommonTableExpr', each, { ...around, scope: new Set(scope) }, walk);
      scope.add(names[index] ?? '');
    }
    for (const name of names) nameRows(walk, name, null);
    visitParts(part, { ...around, scope }, walk, ['withClause']);
  },
  CommonTableExpr: (part, around, walk) => {
    const { at } = around;
    if (part.search_clause !== undefined || part.cycle_clause !== undefined)
      walk.report(at, { message: 'SEARCH and CYCLE are not possible in a view', expected: 'a plain WITH RECURSIVE' });
    visitParts(part, around, walk, ['search_clause', 'cycle_clause', 'aliascolnames']);
  },
  RangeVar: (part, { scope, at }, walk) => {
    const { found, tables, refusal, report } = walk;
    const name = String(part.relname);
    const alias = part.alias as { aliasname?: string } | undefined;
    if (part.schemaname !== undefined) {
      const message = `${part.schemaname}.${name} names a schema: what a caller may see has no schema`;
      return report(at, { message, expected: tables.has(name) ? name : 'the name of a resource' });
    }
    if (part.inh !== true) report(at, { message: 'ONLY is not possible in a view', expected: name });
    const named = alias?.aliasname ?? name;
    if (scope.has(name)) return nameRows(walk, named, null);
    nameRows(walk, named, name);
    found.tables.add(name);
    if (tables.has(name)) return;
    const message = refusal(name) ?? `there is no resource ${name}`;
    report(at, { message, expected: 'the name of a resource with rows of its own', nearest: nearest(name, tables) });
  },
  RangeFunction: (part, around, walk) => {
    const alias = part.alias as { aliasname?: string } | undefined;
    if (alias?.aliasname !== undefined) nameRows(walk, alias.aliasname, null);
    visitParts(part, around, walk);
  },
  RangeSubselect: (part, around, walk) => {
    const alias = part.alias as { aliasname?: string } | undefined;
    if (alias?.aliasname !== undefined) nameRows(walk, alias.aliasname, null);
    visitParts(part, around, walk);
  },
  JoinExpr: (part, around, walk) => {
    if (part.isNatural === true) {
      const message = 'NATURAL joins by every column of the same name, also by one that comes later';
      walk.report(around.at, { message, expected: 'ON or USING' });
    }
    for (const each of namesIn(part.usingClause)) walk.found.columns.add(each);
    for (const alias of [part.alias, part.join_using_alias] as ({ aliasname?: string } | undefined)[])
      if (alias?.aliasname !== undefined) nameRows(walk, alias.aliasname, null);
    for (const side of ['larg', 'rarg', 'quals', 'alias']) {
      const value = part[side] as Tree | undefined;
      // Here both sides have their kinds.
      if (value !== undefined) visitOne(side, value, around, walk);
    }
  },
  ColumnRef: (part, { at }, { found, report }) => {
    const fields = part.fields as readonly Tree[];
    const names = namesIn(fields);
    if (fields.some((each) => 'A_Star' in each)) found.takesAll = true;
    if (fields.length > 2) {
      report(at, { message: `${names.join('.')} names a schema`, expected: names.slice(-2).join('.') });
    }
    const last = names.at(-1) ?? '';
    if (systemColumns.has(last))
      report(at, { message: `${last} is a column of PostgreSQL's own`, expected: 'a field of a resource' });
    found.columns.add(last);
    const [row = ''] = names;
    if (names.length === 2) found.qualified.push({ row, column: last, at });
  },
  FuncCall: (part, around, walk) => {
    lookAtFunction(part, around, walk);
    visitParts(part, around, walk, ['funcname']);
  },
  SQLValueFunction: (part, { at }, { found, report }) => {
    if (part.op === 'SVFOP_CURRENT_TIMESTAMP') found.instants.push(at);
    else report(at, { message: 'a view knows no user, and no clock but now()', expected: 'now()' });
  },
  A_Expr: (part, around, walk) => {
    const [name = ''] = namesIn(part.name).slice(-1);
    const schema = namesIn(part.name).slice(0, -1);
    const isKnown = sureOperators.has(name) || unsureOperators.has(name) || part.kind !== 'AEXPR_OP';
    if (!isKnown || schema.some((each) => each !== 'pg_catalog'))
      walk.report(around.at, { message: `the operator ${[...schema, name].join('.')} is not possible in a view` });
    const isSureKind = ['AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN', 'AEXPR_BETWEEN_SYM', 'AEXPR_NOT_BETWEEN_SYM'];
    const isConstantPattern = /^AEXPR_I?LIKE$/.test(String(part.kind)) && isConstant(part.rexpr);
    if (!isSureKind.includes(String(part.kind)) && !sureOperators.has(name) && !isConstantPattern)
      mayFail(walk, around.at, `the operator ${name}`);
    visitParts(part, around, walk, ['name']);
  },
  TypeCast: (part, around, walk) => {
    const names = namesIn((part.typeName as Tree).names);
    if (!isConstant(part.arg) && names.at(-1) !== 'text') mayFail(walk, around.at, `a conversion to ${names.at(-1)}`);
    visitParts(part, around, walk);
  },
  A_Indirection: (part, around, walk) => {
    // PostgreSQL takes a name behind a value for a function, too.
    const [name] = namesIn(part.indirection);
    if (name !== undefined)
      walk.report(around.at, { message: `.${name} behind a value is not possible in a view`, expected: 'a column' });
    visitParts(part, around, walk);
  },
  TypeName: (part, { at }, { report }) => {
    const names = namesIn(part.names);
    const name = names.at(-1) ?? '';
    const isOther = names.slice(0, -1).some((each) => each !== 'pg_catalog') || part.pct_type === true;
    if (!isOther && knownTypes.has(name)) return;
    const message = `the type ${names.join('.')} is not possible in a view`;
    report(at, { message, expected: 'a type of values, such as text, integer or timestamptz' });
  },
  SubLink: (part, around, walk) => {
    if (part.subLinkType === 'EXPR_SUBLINK' && !isOneRow(part.subselect as Tree))
      mayFail(walk, around.at, 'a SELECT as a value');
    visitParts(part, around, walk, ['operName']);
  },
};

function lookAtFunction(part: Tree, { at }: Around, walk: Walk): void {
  const names = namesIn(part.funcname);
  const name = names.at(-1) ?? '';
  const args = (part.args ?? []) as readonly Tree[];
  if (names.slice(0, -1).some((each) => each !== 'pg_catalog') || !knownFunctions.has(name)) {
    const message = `the function ${names.join('.')} is not possible in a view`;
    const expected = 'a function that depends on its arguments alone; docs/views.md lists them';
    walk.report(at, { message, expected, nearest: nearest(name, knownFunctions) });
    return;
  }
  if (name === 'now' && args.length === 0) walk.found.instants.push(at);
  if (!isSure(name)) mayFail(walk, at, `${name}()`);
}

function nameRows({ found }: Walk, name: string, table: string | null): void {
  const known = found.rows.get(name);
  found.rows.set(name, known === undefined || known === table ? table : null);
}

function mayFail({ found }: Walk, at: number, what: string): void {
  found.mayFail ??= { at, what };
}

/** Whether a SELECT has one row at most, since it is an aggregate of all. */
function isOneRow({ SelectStmt: select }: { readonly SelectStmt?: Tree }): boolean {
  if (select === undefined || select.op !== 'SETOP_NONE' || select.groupClause !== undefined) return false;
  const [only, other] = (select.targetList ?? []) as readonly { readonly ResTarget?: Tree }[];
  const call = (only?.ResTarget?.val as { readonly FuncCall?: Tree } | undefined)?.FuncCall;
  return other === undefined && call?.over === undefined && aggregates.has(namesIn(call?.funcname).at(-1) ?? '');
}

const aggregates = new Set('count sum avg min max bool_and bool_or every string_agg json_agg jsonb_agg'.split(' '));

function isConstant(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'A_Const' in part;
}

/** The texts of a list of names. */
export function namesIn(parts: unknown): readonly string[] {
  const list = (parts ?? []) as readonly { readonly String?: { readonly sval?: string } }[];
  return list.flatMap((each) => (each.String === undefined ? [] : [each.String.sval ?? '']));
}

const systemColumns = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid']);
