import { sameSql } from '../../engine/sql/token.ts';
import type { Failure, Query } from '../statement.ts';

/** An object of a database: a table, a column, a constraint, an index, a function, a trigger or an extension. */
export interface CatalogEntry {
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
}

/** What differs between a database and the one that its definitions give. */
export type Difference =
  | { readonly kind: 'missing' | 'unexpected'; readonly object: string }
  | { readonly kind: 'different'; readonly object: string; readonly is: string; readonly expected: string };

/**
 * The objects in the schemas of the data and of the engine. Rows, the order of columns, the names that PostgreSQL 18
 * gives to not null, and partitions, which change with the rows, are left out.
 */
export async function readCatalog(
  query: Query,
): Promise<{ readonly ok: true; readonly entries: readonly CatalogEntry[] } | Failure> {
  const outcome = await query({ text: everything, values: [] });
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    entries: outcome.rows.map(({ kind, name, definition }) => ({
      kind: kind ?? '',
      name: name ?? '',
      definition: definition ?? '',
    })),
  };
}

/** The differences between the existing and the expected objects, by their names. Another layout does not count. */
export function differences(found: readonly CatalogEntry[], expected: readonly CatalogEntry[]): readonly Difference[] {
  const nameOf = ({ kind, name }: CatalogEntry) => `${kind} ${name}`;
  const there = new Map(found.map((entry) => [nameOf(entry), entry.definition]));
  const wanted = new Map(expected.map((entry) => [nameOf(entry), entry.definition]));
  return [...new Set([...there.keys(), ...wanted.keys()])].sort().flatMap((object): readonly Difference[] => {
    const is = there.get(object);
    const should = wanted.get(object);
    if (is === should || (is !== undefined && should !== undefined && sameSql(is, should))) return [];
    if (is === undefined) return [{ kind: 'missing', object }];
    return should === undefined
      ? [{ kind: 'unexpected', object }]
      : [{ kind: 'different', object, is, expected: should }];
  });
}

const everything = `
  with house as (
    select oid from pg_namespace where nspname in ('public', 'almanac')
  ), partition as (
    select oid from pg_class where relispartition and pg_get_expr(relpartbound, oid) is distinct from 'DEFAULT'
    union all
    select indexrelid from pg_index join pg_class on pg_class.oid = indrelid
    where relispartition and pg_get_expr(relpartbound, pg_class.oid) is distinct from 'DEFAULT'
  )
  select 'table' as kind, oid::regclass::text as name, concat_ws(' -- ', relkind, pg_get_partkeydef(oid),
    pg_get_expr(relpartbound, oid), obj_description(oid, 'pg_class')) as definition
  from pg_class where relnamespace in (table house) and relkind in ('r', 'p', 'S') and oid not in (table partition)
  union all
  select 'column', attrelid::regclass || '.' || attname, concat_ws(' -- ', format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid), attidentity, col_description(attrelid, attnum))
  from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace in (table house) and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    and pg_class.oid not in (table partition)
  union all
  select 'constraint', conrelid::regclass || '.' || conname,
    concat_ws(' -- ', pg_get_constraintdef(oid), obj_description(oid, 'pg_constraint'))
  from pg_constraint where connamespace in (table house) and contype <> 'n' and conrelid not in (table partition)
  union all
  select 'index', indexrelid::regclass::text, concat_ws(' -- ', pg_get_indexdef(indexrelid), indisvalid)
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace in (table house) and indexrelid not in (table partition)
  union all
  select 'function', proname, concat_ws(' -- ', pg_get_functiondef(pg_proc.oid), obj_description(pg_proc.oid, 'pg_proc'))
  from pg_proc join pg_language on pg_language.oid = prolang
  where pronamespace in (table house) and lanname in ('sql', 'plpgsql')
  union all
  select 'trigger', tgrelid::regclass || '.' || tgname, concat_ws(' -- ', pg_get_triggerdef(oid), tgenabled)
  from pg_trigger where not tgisinternal
  union all
  select 'extension', extname, extnamespace::regnamespace::text from pg_extension
  order by 1, 2, 3`;
