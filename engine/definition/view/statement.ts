import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Field } from '../../model/field.ts';
import type { Table, ViewStatement } from '../../model/model.ts';
import { outputsOf } from './output.ts';
import { parseSql } from './sql_parser.ts';
import type { SqlSource } from './sql_source.ts';
import { hasUniqueId } from './unique_id.ts';
import { type Found, type ReportAt, type Tree, walkSelect } from './walk.ts';

/** What is known around the statement of a view. */
export interface StatementContext {
  /** The tables that it may read. */
  readonly tables: ReadonlyMap<string, Table>;
  /** Words for a name that stands for something else than a table; null for one that nothing has. */
  readonly refusal: (name: string) => string | null;
  /** The declared fields of the view. */
  readonly fields: readonly string[];
  readonly report: ReportAt;
}

/** What is found in the text of a view. */
export interface ReadStatement extends ViewStatement {
  /** The first place of what may fail for some rows, and its words. */
  readonly failing: { readonly at: number; readonly what: string } | null;
  /** The names of its columns. */
  readonly columns: ReadonlySet<string>;
  /** Those whose expression may fail. */
  readonly unsure: ReadonlySet<string>;
  readonly hasUniqueId: boolean;
}

/** Reads the statement of a view, and reports all that it may not be. Null if it is not a SELECT. */
export function readStatement(source: SqlSource, context: StatementContext): ReadStatement | null {
  const { report, tables } = context;
  const text = source.bytes.toString();
  const parsed = parseSql(text);
  if (!parsed.ok) {
    const at = Buffer.byteLength([...text].slice(0, parsed.character).join(''));
    report(at, { message: `PostgreSQL cannot read this: ${parsed.message}`, expected: 'one SELECT' });
    return null;
  }
  const [only, second] = parsed.statements;
  const start = only?.stmt_location ?? 0;
  const select = (only?.stmt as { readonly SelectStmt?: Tree } | undefined)?.SelectStmt;
  if (select === undefined || second !== undefined) {
    const isNone = only === undefined;
    const message = isNone
      ? 'the file has no statement'
      : second
        ? 'a second statement begins here'
        : 'this is not a SELECT';
    report(second?.stmt_location ?? start, { message, expected: 'one SELECT' });
    return null;
  }
  const found = nothingFound();
  walkSelect(select, { found, tables: new Set(tables.keys()), refusal: context.refusal, report });
  checkQualified(found, context);
  const columns = checkOutputs(select, context);
  const unsure = unsureColumns(select);
  const length = only?.stmt_len ?? 0;
  const end = length === 0 ? source.bytes.length : start + length;
  const takesAll = found.takesAll || [...found.columns].some((name) => found.rows.has(name));
  const read = [...found.tables].sort().flatMap((name) => tables.get(name) ?? []);
  return {
    file: source.file,
    select: { kind: 'text', texts: cutAt(found.instants, source.bytes.subarray(0, end), start, report) },
    reads: new Map(
      read.map(({ name, fields }) => [
        name,
        [...fields.values()]
          .filter((field) => isRead(field) && (takesAll || found.columns.has(field.name)))
          .map((field) => ({ name: field.name, type: field.type })),
      ]),
    ),
    mayFail: found.mayFail !== null,
    failing: found.mayFail,
    hasPast: read.some(({ history }) => history !== null),
    columns,
    unsure,
    hasUniqueId: hasUniqueId(select, new Set(tables.keys())),
  };
}

/** Columns of a table, by its name or by another that the statement gives it. */
function checkQualified({ rows, qualified }: Found, { tables, report }: StatementContext): void {
  for (const { row, column, at } of qualified) {
    const table = tables.get(rows.get(row) ?? '');
    const field = table?.fields.get(column);
    if (table === undefined || (field !== undefined && isRead(field))) continue;
    const message = `there is no field ${column} in ${table.name}`;
    const names = [...table.fields.values()].filter(isRead).map(({ name }) => name);
    report(at, { message, expected: oneOf(names), nearest: nearest(column, names) });
  }
}

/** Whether a view may read a field. A file is more than its column. */
function isRead({ type }: Field): boolean {
  return type.kind !== 'file';
}

/** The names of the columns, of which each has to be a declared field. */
function checkOutputs(select: Tree, { fields, report }: StatementContext): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { name, at } of outputsOf(select)) {
    if (name === null) {
      report(at, { message: 'this column has no name', expected: 'a column, or "as" with the name of a field' });
    } else if (names.has(name)) {
      report(at, { message: `a second column is called ${name}`, expected: 'another name' });
    } else if (!fields.includes(name)) {
      const message = `the view declares no field ${name}`;
      report(at, { message, expected: oneOf(fields), nearest: nearest(name, fields) });
    }
    if (name !== null) names.add(name);
  }
  return names;
}

/**
 * The columns whose expression may fail. Where rows of FROM are made by one that may, all columns: what is asked of a column
 * is asked of them.
 */
function unsureColumns(select: Tree): ReadonlySet<string> {
  const outputs = outputsOf(select).flatMap(({ name, value }) => (name === null ? [] : [{ name, value }]));
  const { fromClause, withClause, larg } = select;
  const isMade = fails({ fromClause, withClause }) || larg !== undefined;
  return new Set(outputs.filter(({ value }) => isMade || fails({ fromClause: [value] })).map(({ name }) => name));
}

function fails(select: Tree): boolean {
  const found = nothingFound();
  walkSelect(select, { found, tables: new Set(), refusal: () => null, report: () => {} });
  return found.mayFail !== null;
}

function nothingFound(): Found {
  return {
    tables: new Set(),
    columns: new Set(),
    rows: new Map(),
    qualified: [],
    takesAll: false,
    instants: [],
    mayFail: null,
  };
}

/** The text without the places that name the present instant, which is another one where the past is read. */
function cutAt(instants: readonly number[], bytes: Buffer, start: number, report: ReportAt): readonly string[] {
  const texts: string[] = [];
  let from = start;
  for (const at of [...new Set(instants)].sort((a, b) => a - b)) {
    const [written] =
      /^((pg_catalog\s*\.\s*)?now\s*\(\s*\)|current_timestamp(?!\s*\())/i.exec(bytes.subarray(at).toString()) ?? [];
    if (written === undefined) {
      report(at, { message: 'the present instant is not written as now()', expected: 'now()' });
      continue;
    }
    texts.push(bytes.subarray(from, at).toString());
    from = at + Buffer.byteLength(written);
  }
  // A comment may be the last line.
  return [...texts, `${bytes.subarray(from).toString()}\n`];
}
