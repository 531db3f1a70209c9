import type { Table } from '../../../model/model.ts';
import type { Parameter } from '../../../query/plan/query_string.ts';
import type { Preferred } from '../prefer.ts';
import { evenRows, type Members, readColumns } from './members.ts';
import { keyOf, readOnConflict, refuseOnConflict } from './on_conflict.ts';
import type { SentRows } from './sent_rows.ts';

/** What a create says of its rows beside their body. */
export interface AskedRows {
  readonly members: Members;
  /** The fields that the request names as the key of an upsert; null where it names none. */
  readonly onConflict: readonly string[] | null;
  /** All other parameters, which are about the answer. */
  readonly parameters: readonly Parameter[];
}

/** @throws Problem for a parameter about the rows that is wrong, or that has no meaning in this create. */
export function readAskedRows(
  all: readonly Parameter[],
  { resolution, missing }: Pick<Preferred, 'resolution' | 'missing'>,
  table: Table,
): AskedRows {
  const { onConflict, others } = readOnConflict(all);
  if (resolution === undefined) refuseOnConflict(onConflict);
  const { columns, others: parameters } = readColumns(others, table, resolution === undefined ? 'create' : 'upsert');
  return { members: { columns, defaults: missing === 'default' }, onConflict, parameters };
}

/** The rows of an upsert with the members that count, and the fields by which they find existing rows. */
export function keyedRows(sent: SentRows, { members, onConflict }: Omit<AskedRows, 'parameters'>, table: Table) {
  const even = evenRows(sent, members);
  return { even, key: even.rows.length === 0 ? ['id'] : keyOf(onConflict, even.names, table) };
}
