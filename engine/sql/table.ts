import type { Column, SchemaObject, TableObject } from './object.ts';

/** A table of the engine: columns with a name and a definition, and constraints. */
export function engineTable(
  name: string,
  columns: Readonly<Record<string, string>>,
  {
    rules = [],
    isLogged = true,
    isKept = false,
    dependsOn = [],
  }: {
    readonly rules?: readonly string[];
    readonly isLogged?: boolean;
    /** Whether an existing one is kept. */
    readonly isKept?: boolean;
    readonly dependsOn?: readonly string[];
  } = {},
): TableObject {
  const list = Object.entries(columns).map(([column, definition]): Column => ({ name: column, definition }));
  const lines = [...list.map((column) => `${column.name} ${column.definition}`), ...rules];
  const words = `create ${isLogged ? '' : 'unlogged '}table ${isKept ? 'if not exists ' : ''}${name}`;
  return {
    kind: 'table',
    name,
    on: null,
    columns: list,
    rules,
    isLogged,
    create: `${words} ${inParentheses(lines)}`,
    drop: `drop table ${name}`,
    dependsOn,
  };
}

/** A table of the definitions, with one column or constraint on a line. `ending` follows the parentheses. */
export function dataTable(name: string, lines: readonly string[], ending = ''): TableObject {
  return tableObject(name, `create table ${name} ${inParentheses(lines)}${ending}`, []);
}

/** A partition of a table; `rows` says for which rows. */
export function partition(name: string, of: string, rows: string): TableObject {
  return tableObject(name, `create table ${name} partition of ${of}${rows}`, [`table ${of}`]);
}

function tableObject(name: string, create: string, dependsOn: readonly string[]): TableObject {
  return {
    kind: 'table',
    name,
    on: null,
    columns: null,
    rules: [],
    isLogged: true,
    create,
    drop: `drop table ${name}`,
    dependsOn,
  };
}

/** A sequence; with a column that it is owned by, it goes with that column's table. */
export function sequence(
  name: string,
  owner: { readonly table: string; readonly column: string } | null,
): SchemaObject {
  return {
    kind: 'sequence',
    name,
    on: null,
    create: `create sequence ${name}${owner === null ? '' : ` owned by ${owner.table}.${owner.column}`}`,
    drop: `drop sequence ${name}`,
    dependsOn: owner === null ? [] : [`table ${owner.table}`],
  };
}

function inParentheses(lines: readonly string[]): string {
  return `(\n${lines.map((line) => `  ${line}`).join(',\n')}\n)`;
}
