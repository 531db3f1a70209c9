import type { Table } from '../../../../model/model.ts';
import { columnOf, join, publicTable, sql, textConstant } from '../../../../sql/fragment.ts';
import { accessCondition } from '../../condition/row.ts';
import { itemOf } from '../../condition/row_place.ts';
import type { Sql } from '../../condition/statement.ts';
import { allOf, whereOf } from '../../read/rule/fence.ts';
import type { Assignment, Writer } from '../writer.ts';
import { assigned, entryGives, intendedColumns, overlappingIntended, roomSetting } from './room.ts';

/** A CTE `intended` with the rows in `found` as the write will leave them. */
export function intendedMany(table: Table, assignments: readonly Assignment[], writer: Writer): Sql {
  return sql`
    intended as materialized (
      select ${intendedColumns(table, assigned(assignments, writer), writer, 'item')}
      from ${publicTable(table.name)} as item, found
      where item.id = found.id
    )`;
}

/**
 * A CTE `clash` with the ids of two rows under `intended` that would be valid at once on one timeline, as an array. The
 * statement would change one of them twice, and it would depend on their order what becomes of them.
 */
export function clashOf({ temporal }: Table): Sql {
  const timeline = (temporal?.timeline ?? []).map((field) => columnOf('intended', field));
  return sql`
    clash as materialized (
      select array[pair.id, pair.next_id] as ids
      from (
        select
          intended.id,
          intended.valid_to,
          lead(intended.id) over line as next_id,
          lead(intended.valid_from) over line as next_from
        from intended
        window line as (partition by ${join(timeline, ', ')} order by intended.valid_from, intended.id)
      ) as pair
      where pair.next_id is not null and (pair.valid_to is null or pair.next_from < pair.valid_to)
      order by pair.id
      limit 1
    )`;
}

/**
 * A CTE `room`: all rows under `intended` may be written, and only entries that may make room for each of them do. It fails
 * with almanac.forbid(). The locks of the timelines must be held.
 */
export function renderRoomOfMany(table: Table, right: 'create' | 'updated', writer: Writer): Sql {
  const may = accessCondition(table, right, itemOf(table, writer, null, 'intended'));
  const setting = textConstant(roomSetting(table));
  const room = sql`set_config(${setting}, ${givingEntries(table, writer)}, true) is not null`;
  if (may.length === 0) return sql`room as materialized (select ${room} as is_set)`;
  return sql`
    room as materialized (
      select case
        when (select every((${allOf(may)}) is true) from intended) is distinct from false then ${room}
        else almanac.forbid()
      end as is_set
    )`;
}

/** The ids of the entries that overlap rows under `intended`, and may make room for each of them. */
function givingEntries(table: Table, writer: Writer): Sql {
  const giving = entryGives(table, writer);
  if (giving === null) return sql`'{}'`;
  return sql`
    coalesce(
      (
        select array_agg(given.id)
        from (
          select entry.id
          from intended, ${publicTable(table.name)} as entry${whereOf(overlappingIntended(table))}
          group by entry.id
          having every((${giving.once}) is true) and (count(*) = 1 or every((${giving.often}) is true))
        ) as given
      )::text,
      '{}'
    )`;
}
