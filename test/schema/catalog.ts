import type { Database, Query, Row } from '../../db/database.ts';

/**
 * What a database has in the schemas of the data and of the engine, all but the rows, the order of columns, and the names
 * that PostgreSQL 18 gives to not null.
 */
export async function catalog(query: Query): Promise<readonly string[]> {
  const rows = await rowsOf(query, everything);
  return rows.map(({ kind, name, definition }) => `${kind} ${name}: ${definition}`);
}

/** Runs a statement, or several without values; throws what the database refuses. */
export async function rowsOf(query: Query, text: string): Promise<readonly Row[]> {
  const outcome = await query({ text, values: [] });
  if (!outcome.ok) throw new Error(`${outcome.error.sqlstate} ${outcome.error.message} in ${text.slice(0, 500)}`);
  return outcome.rows;
}

/** What the work gives, in a transaction that is rolled back: the database is as it was. */
export async function rolledBack<T>(database: Database, work: (query: Query) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const end = new Error('rolled back');
  await database
    .transaction(async (query) => {
      results.push(await work(query));
      throw end;
    })
    .catch((error) => {
      if (error !== end) throw error;
    });
  const [result] = results;
  if (result === undefined) throw new Error('the work gave nothing');
  return result;
}

const everything = `
  with house as (
    select oid from pg_namespace where nspname in ('public', 'almanac')
  )
  select 'table' as kind, oid::regclass::text as name, concat_ws(' -- ', relkind, pg_get_partkeydef(oid), pg_get_expr(relpartbound, oid), obj_description(oid, 'pg_class')) as definition
  from pg_class where relnamespace in (table house) and relkind in ('r', 'p', 'S')
  union all
  select 'column', attrelid::regclass || '.' || attname, concat_ws(' -- ', format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid), attidentity, col_description(attrelid, attnum))
  from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace in (table house) and relkind in ('r', 'p') and attnum > 0 and not attisdropped
  union all
  select 'constraint', conrelid::regclass || '.' || conname,
    concat_ws(' -- ', pg_get_constraintdef(oid), obj_description(oid, 'pg_constraint'))
  from pg_constraint where connamespace in (table house) and contype <> 'n'
  union all
  select 'index', indexrelid::regclass::text, concat_ws(' -- ', pg_get_indexdef(indexrelid), indisvalid)
  from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace in (table house)
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
