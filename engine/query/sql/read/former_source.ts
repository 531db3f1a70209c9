import type { Table } from '../../../model/model.ts';
import { type Fragment, publicTable, raw, sql, textConstant } from '../../../sql/fragment.ts';
import { effectsSetting, effectTable } from '../write/effect.ts';

/** The rows of a resource that this transaction has changed, in FROM: `row_id`, and `former`, the row before as text. */
export function notedSource({ name }: Pick<Table, 'name'>): Fragment {
  return sql`
    (
      select noted.row_id, noted.former
      from ${raw(effectTable)} as noted
      where noted.request = current_setting('${raw(effectsSetting)}', true) and noted.resource = ${textConstant(name)}
    )`;
}

/** A row of the table that was noted as text, in FROM; none for null. */
export function formerRow({ name }: Pick<Table, 'name'>, former: Fragment): Fragment {
  // The fence keeps PostgreSQL from reading the text once for each column.
  return sql`
    (
      select (was.whole).*
      from (select ${former}::${publicTable(name)} as whole where ${former} is not null offset 0) as was
    )`;
}

/** The rows of a table as they were before this transaction changed them, in FROM. */
export function formerSource(table: Pick<Table, 'name'>): Fragment {
  return sql`
    (
      select kept.*
      from ${publicTable(table.name)} as kept
      where not exists (select from ${notedSource(table)} as changed where changed.row_id = kept.id)
      union all
      select former.*
      from ${notedSource(table)} as changed, lateral ${formerRow(table, raw('changed.former'))} as former
    )`;
}
