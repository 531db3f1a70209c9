import { isRoomLimited } from '../../../../access/write_rule.ts';
import { empty, publicTable, sql } from '../../../../sql/fragment.ts';
import { type Statement, statementOf } from '../../condition/statement.ts';
import { asksForRoom } from '../room/room.ts';
import { clashOf, intendedMany, renderRoomOfMany } from '../room/room_many.ts';
import { callerExpression, keeping, setting } from '../write.ts';
import { chooseRows, latestOf, type WriteOfMany } from './chosen.ts';

/**
 * Changes all rows that a plan chooses and that the writer may see and change. It returns their number in `count`, and
 * the first of their ids as an array in `ids`, up to `most`; all of them for null. A row that already has the values
 * counts, and keeps its version. Where two of the rows would be valid at once on one timeline, it changes none, and
 * `clash` has their ids. If a version or a value is not held, it changes none either (see Chosen).
 */
export function renderUpdateMany(write: WriteOfMany, most: number | null): Statement {
  const { table, assignments, writer } = write;
  const { found, ifHeld, held, having, first } = chooseRows(write);
  const moves = table.temporal !== null && asksForRoom(table, assignments);
  const isLimited = moves && isRoomLimited(table, writer);
  const intended = moves ? sql`, ${intendedMany(table, assignments, writer)}, ${clashOf(table)}` : empty;
  const room = isLimited ? sql`, ${renderRoomOfMany(table, 'updated', writer)}` : empty;
  const from = isLimited ? sql`caller, latest, room, found` : sql`caller, latest, found`;
  const unlessClash = moves ? sql` and not exists (select from clash)` : empty;
  const ids = sql`(array_agg(written.id order by written.id))`;
  const shown = most === null ? ids : sql`${ids}[1:${most}]`;
  const clash = moves ? sql`, (select clash.ids from clash limit 1) as clash` : empty;
  const statement = statementOf(sql`
    ${callerExpression(writer)}, ${found}, ${latestOf(table)}${intended}${room},
    written as (
      update ${publicTable(table.name)} as item
      set ${setting(assignments, writer)}
      from ${from}
      where item.id = found.id${ifHeld}${unlessClash}
      returning item.*
    )
    select count(*) as count, ${shown} as ids${clash}${held}
    from written${keeping(table, 'updated', writer)}${having}`);
  return { ...statement, first };
}
