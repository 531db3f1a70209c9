import type { Database } from '../../../db/database.ts';
import { rows } from '../data.ts';

const megabyte = 2 ** 20;

/** What the largest tables and their indexes take on the disk. */
export async function sizesOf({ query }: Pick<Database, 'query'>): Promise<{
  readonly tables: readonly object[];
  readonly indexes: readonly object[];
}> {
  const tables = await rows(
    query,
    `select relname as name, reltuples::bigint as rows, pg_table_size(oid) as bytes, pg_indexes_size(oid) as of_indexes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > ${8 * megabyte}
    order by pg_total_relation_size(oid) desc`,
  );
  const indexes = await rows(
    query,
    `select c.relname as name, reltuples::bigint as rows, pg_relation_size(c.oid) as bytes
    from pg_class as c
    where relkind = 'i' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > ${8 * megabyte}
    order by pg_relation_size(oid) desc`,
  );
  return {
    tables: tables.map(({ name, rows: count, bytes, of_indexes: ofIndexes }) => ({
      table: name,
      rows: count,
      MiB: rounded(bytes),
      'of indexes': rounded(ofIndexes),
      'bytes a row': Math.round((Number(bytes) + Number(ofIndexes)) / Number(count)),
    })),
    indexes: indexes.map(({ name, rows: count, bytes }) => ({
      index: name,
      MiB: rounded(bytes),
      'bytes a row': (Number(bytes) / Number(count)).toFixed(1),
    })),
  };
}

function rounded(bytes: string | null | undefined): number {
  return Math.round(Number(bytes) / megabyte);
}
