import { type Restrictions, rowRule } from '../../../../access/restriction.ts';
import type { CallerKey } from '../../../../model/condition/caller_key.ts';
import { keysOf } from '../../../../model/condition/former_right.ts';
import type { Resource, Table } from '../../../../model/model.ts';
import { cast, columnOf, type Fragment, join, publicTable, raw, sql, textConstant } from '../../../../sql/fragment.ts';
import { claimOf } from '../../condition/claim.ts';
import { lastStateCondition, ruleCondition } from '../../condition/row.ts';
import { itemOf, type Row } from '../../condition/row_place.ts';
import { presentCondition, shownCondition } from '../../condition/source.ts';
import { parameter, type Sql, type Statement, statementOf } from '../../condition/statement.ts';
import { storedNames, versionSource } from './history_source.ts';

/**
 * Where it is kept whose right to read a row may have ended, and when. A reader asks the rule again, of the graph of then and of
 * now: a wrong entry shows nothing.
 */
export const formerRightTable = 'almanac.former_right';

/** The column of a last state with the instant that it shows: the last moment of the right. */
// No field has a name that begins with an underscore.
export const lastMoment = '_last_moment';

/** The values of claims by which callers are told apart, as one hash: an index takes no text of any length. */
export function callersOf<Value>(
  keys: readonly CallerKey[],
  value: (key: CallerKey) => Fragment<Value>,
): Fragment<Value> {
  const texts = keys.map((key) => cast(value(key), 'text'));
  return sql`sha256(convert_to(array[${join(texts, ', ')}]::text, 'UTF8'))`;
}

/** The row of a list or a read, where it is a last state: what surrounds it is shown as of its last moment. */
export function lastStateRow(resource: Table, row: Row): Row {
  return { ...itemOf(resource, row, columnOf(row.alias, lastMoment), row.alias), guarded: row.guarded };
}

/**
 * The rows that the principal may no longer read, each as it was in the last moment of their right. It is in parentheses and
 * without alias; null where their role finds no last states. A deleted row is not among them.
 */
export function lastStates(resource: Resource, row: Row): Sql | null {
  if (resource.kind !== 'table' || row.instant !== null) return null;
  const read = rowRule(row, resource, 'read');
  const former = row.rows.get(resource.name)?.former;
  if (former === undefined || read.kind !== 'rule') return null;
  const instant = raw('ended._last_moment');
  const was = itemOf(resource, row, instant, 'was');
  const present = itemOf(resource, row, null, 'present');
  const callers = callersOf(keysOf(read.condition), ({ claim, type }) => claimOf(row, { claim, type }));
  const table = wholeTable(resource, row);
  const columns = columnNames(table).map((name) => columnOf('was', name));
  // Behind DISTINCT ON, a filter is asked of the last state alone.
  return sql`(
    select distinct on (was.id) ${join(columns, ', ')}, ${instant}
    from (
      select own.row_id, own.ended_at - interval '1 microsecond' as _last_moment
      from ${raw(formerRightTable)} as own
      where own.resource = ${textConstant(resource.name)}
        and own.role = ${textConstant(row.principal.role ?? '')}
        and own.callers = ${callers}
        and own.ended_at <= (select almanac.clock())
    ) as ended
    join ${versionSource(table, table.history ?? '')} as was on was.id = ended.row_id
    where ${join(
      [
        ...shownCondition(resource, 'was', instant),
        // As a join, PostgreSQL would read all versions of all rows.
        ...ruleCondition(read, was).map((holds) => sql`(${holds}) is true`),
        ...lastStateCondition(resource, was),
        sql`exists (select from ${publicTable(resource.name)} as present where ${join(
          [
            sql`present.id = was.id`,
            ...presentCondition(resource, 'present'),
            ...ruleCondition(read, present).map((holds) => sql`(${holds}) is not true`),
          ],
          ' and ',
        )})`,
      ],
      ' and ',
    )}
    order by was.id, ${instant} desc
  )`;
}

/** The `instant` of the last state of a row for the principal; no row without one. Null where their role finds none. */
export function renderLastState(resource: Table, id: string, restrictions: Restrictions): Statement | null {
  const source = lastStates(resource, itemOf(resource, restrictions, null));
  if (source === null) return null;
  const instant = sql`to_jsonb(${columnOf('item', lastMoment)}) #>> '{}'`;
  return statementOf(sql`select ${instant} as instant from ${source} as item where item.id = ${parameter(id)}::bigint`);
}

/** The table with all its fields: a rule may look at fields that the role does not read. */
function wholeTable(resource: Table, { model }: Row): Table {
  const history = model.resources.get(resource.history ?? '');
  if (history?.kind !== 'history') throw new Error(`${resource.name} keeps no history`);
  return history.of;
}

/** The columns of a last state. */
export function lastStateColumns(resource: Table, row: Row): Fragment {
  return join(
    [...columnNames(wholeTable(resource, row)), lastMoment].map((name) => columnOf('item', name)),
    ', ',
  );
}

/** The columns of a current row in the same order, with a null for the moment. */
export function currentColumns(resource: Table, row: Row): Fragment {
  const names = columnNames(wholeTable(resource, row)).map((name) => columnOf('item', name));
  return sql`${join(names, ', ')}, null::timestamptz as ${raw(lastMoment)}`;
}

function columnNames(resource: Table): readonly string[] {
  return [...storedNames(resource), 'row_version'];
}
