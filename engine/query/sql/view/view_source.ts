import type { Resource, View, ViewColumn } from '../../../model/model.ts';
import { cast, empty, type Fragment, identifier, join, raw, sql } from '../../../sql/fragment.ts';
import { columnType } from '../condition/column_type.ts';
import { isStored, renderField } from '../condition/condition.ts';
import { type Row, rowBelow } from '../condition/row_place.ts';
import { shownCondition, sourceOf } from '../condition/source.ts';
import type { Sql, StatementTerms } from '../condition/statement.ts';

/** What is known of the rows of a table. */
interface Asked {
  /** The conditions that leave the rows which the principal may see. */
  readonly rule: (table: Resource, row: Row) => readonly Sql[];
  readonly terms: (row: Row) => StatementTerms;
}

/**
 * The rows of a view, in parentheses and without alias. The text of its file stands within. Each table that it names is what
 * the principal may see of that table: PostgreSQL takes a name of WITH before a table.
 */
export function viewSource(view: View, row: Row, asked: Asked): Sql {
  const { texts } = view.statement;
  // The instant may be a column of the row around the view, whose alias the file may use for another row.
  const isLocal = row.instant !== null && texts.length > 1;
  const instant = isLocal ? [sql`${identifier(instantName)} as (select ${row.now} as instant)`] : [];
  const now: Sql = isLocal ? sql`(select instant from ${identifier(instantName)})` : row.now;
  const tables = tablesOf(view, row).map(
    (table) => sql`${identifier(table.name)} as not materialized (${visibleRows(view, table, row, asked)})`,
  );
  const heads: readonly Sql[] = [...instant, ...tables];
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
  const below = { ...rowBelow(row), validAt: null, former: null, oneByOne: false };
  const ofRow = terms(below);
  const hiding = rule(table, below);
  const columns = statement.reads.get(table.name) ?? [];
  const fields = columns.map((column) => table.fields.get(column.name));
  const listed = columns.map((column, index) => {
    const field = fields[index];
    const value = field === undefined ? absent(column) : renderField(field, ofRow);
    return sql`${value} as ${identifier(column.name)}`;
  });
  const mayFail = statement.mayFail || fields.some((field) => field !== undefined && !isStored(field));
  const fence = hiding.length > 0 && mayFail ? sql` offset 0` : empty;
  const where = [...shownCondition(table, below.alias, below.instant), ...hiding];
  const kept = where.length === 0 ? empty : sql` where ${join(where, ' and ')}`;
  const source = sourceOf(table, below.instant, below.model);
  return sql`select ${join(listed, ', ')} from ${source} as ${raw(below.alias)}${kept}${fence}`;
}

function absent({ type }: ViewColumn): Fragment {
  return cast(sql`null`, columnType(type));
}
