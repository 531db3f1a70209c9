import type { Field } from '../../../model/field.ts';
import type { Resource, View, ViewColumn } from '../../../model/model.ts';
import { cast, empty, type Fragment, identifier, join, raw, sql } from '../../../sql/fragment.ts';
import { columnType } from '../condition/column_type.ts';
import { isStored, renderField } from '../condition/condition.ts';
import { type Row, rowBelow } from '../condition/row_place.ts';
import { shownCondition, sourceOf } from '../condition/source.ts';
import type { Sql, StatementTerms } from '../condition/statement.ts';
import { renderChain } from './chain.ts';

/** What is known of the rows of a table. */
interface Asked {
  /** The conditions that leave the rows which the principal may see. */
  readonly rule: (table: Resource, row: Row) => readonly Sql[];
  readonly terms: (row: Row) => StatementTerms;
  /** Where a list shows rows that its reader may no longer read: those rows, as they were. */
  readonly former: FormerRows | null;
}

/** The rows of a table that the principal may no longer read, and the row as which one of them stands; null without any. */
export type FormerRows = (table: Resource, row: Row) => { readonly source: Sql; readonly row: Row } | null;

/**
 * The rows of a view, in parentheses and without alias. The text of its file stands within. Each table that it names is what
 * the principal may see of that table: PostgreSQL takes a name of WITH before a table.
 */
export function viewSource(view: View, row: Row, asked: Asked): Sql {
  const { select } = view.statement;
  const tables = tablesOf(view, row).map((table) => ({ table, rows: visibleRows(view, table, row, asked) }));
  if (select.kind === 'chain') {
    const entries = tables.map(
      ({ table, rows }) => [table.name, { rows, former: formerRows(view, table, row, asked) }] as const,
    );
    return sql`(${renderChain(select.steps, new Map(entries))})`;
  }
  const { texts } = select;
  // The instant may be a column of the row around the view, whose alias the file may use for another row.
  const isLocal = row.instant !== null && texts.length > 1;
  const instant = isLocal ? [sql`${identifier(instantName)} as (select ${row.now} as instant)`] : [];
  const now: Sql = isLocal ? sql`(select instant from ${identifier(instantName)})` : row.now;
  const named = tables.map(({ table, rows }) => sql`${identifier(table.name)} as not materialized (${rows})`);
  const heads: readonly Sql[] = [...instant, ...named];
  const head = heads.length === 0 ? empty : sql`with ${join(heads, ', ')}`;
  const text = texts.flatMap((each, index): Sql[] => (index === 0 ? [raw(each)] : [now, raw(each)]));
  return sql`(${head} select viewed.* from (${join(text, '')}) as viewed)`;
}

/** The tables that a view reads, as the role of the principal knows them. */
export function tablesOf({ name, statement }: View, { model }: Pick<Row, 'model'>): readonly Resource[] {
  return [...statement.reads.keys()].map((each) => {
    const table = model.resources.get(each);
    if (table === undefined) throw new Error(`${name} reads ${each}, which the model does not have`);
    return table;
  });
}

/** No name of a file has a space. */
const instantName = 'the instant';

/**
 * What the principal may see of a table: no row that a rule hides, and null for a field that the role may not read. The fence
 * is an offset: PostgreSQL moves no expression of the file past it, so that none fails because of a hidden row.
 */
function visibleRows({ statement }: View, table: Resource, row: Row, { rule, terms }: Asked): Sql {
  const below = rowOfTable(row);
  const hiding = rule(table, below);
  const columns = statement.reads.get(table.name) ?? [];
  const mayFail = statement.mayFail || columns.some(({ name }) => !isPlain(table.fields.get(name)));
  const fence = hiding.length > 0 && mayFail ? sql` offset 0` : empty;
  const where = [...shownCondition(table, below.alias, below.instant), ...hiding];
  const kept = where.length === 0 ? empty : sql` where ${join(where, ' and ')}`;
  const source = sourceOf(table, below.instant, below.model);
  return sql`select ${listOf(columns, table, terms(below))} from ${source} as ${raw(below.alias)}${kept}${fence}`;
}

/** The rows of a table that the principal may no longer read, with the same columns; null where a list shows none. */
function formerRows({ statement }: View, table: Resource, row: Row, { terms, former }: Asked): Sql | null {
  const found = former?.(table, rowOfTable(row)) ?? null;
  if (found === null) return null;
  const list = listOf(statement.reads.get(table.name) ?? [], table, terms(found.row));
  return sql`select ${list} from ${found.source} as ${raw(found.row.alias)}`;
}

/** A row of a table beneath a view. */
function rowOfTable(row: Row): Row {
  return { ...rowBelow(row), validAt: null, former: null, oneByOne: false };
}

function listOf(columns: readonly ViewColumn[], table: Resource, terms: StatementTerms): Sql {
  const listed = columns.map((column) => {
    const field = table.fields.get(column.name);
    const value = field === undefined ? absent(column) : renderField(field, terms);
    return sql`${value} as ${identifier(column.name)}`;
  });
  return join(listed, ', ');
}

/** Whether a field is the column of its name, or null for the role. */
function isPlain(field: Field | undefined): boolean {
  return field === undefined || isStored(field);
}

function absent({ type }: ViewColumn): Fragment {
  return cast(sql`null`, columnType(type));
}
