import type { Restrictions } from '../../../access/restriction.ts';
import { recordFields } from '../../../model/common_field.ts';
import type { Table } from '../../../model/model.ts';
import { columnOf, join, publicTable, raw, sql, textConstant } from '../../../sql/fragment.ts';
import { accessCondition } from '../condition/row.ts';
import { itemOf } from '../condition/row_place.ts';
import { shownCondition } from '../condition/source.ts';
import { type Sql, type Statement, statementOf } from '../condition/statement.ts';
import { formerRow, notedSource } from './former_source.ts';
import { allOf, trueOrAll, whereOf } from './rule/fence.ts';
import { boundedSum } from './shown/answer_bytes.ts';
import { renderFieldsOf } from './shown/columns.ts';

/**
 * The rows of a resource that this transaction has changed, as `body`: JSON objects in the order of ids, with commas between.
 * Each has the row before and now; null at a time when the principal may not read it. A row that they may read at neither time
 * is left out. So is a row that has its former values again. `changed` names the resources that have changed rows. It fails
 * if the rows have more bytes than an answer may have.
 */
export function renderEffects(table: Table, changed: ReadonlySet<string>, restrictions: Restrictions): Statement {
  const { model } = restrictions;
  const own = model.resources.get(table.name) ?? table;
  const sideOf = (alias: string, former: ReadonlySet<string> | null) => {
    const row = { ...itemOf(table, restrictions, null, alias), former };
    const may: readonly Sql[] = [sql`${columnOf(alias, 'id')} is not null`, ...accessCondition(table, 'read', row)];
    return sql`
      (
        select row_to_json(shown.*)::text as body
        from (select ${renderFieldsOf(own, row)}) as shown${whereOf(may)}
      )`;
  };
  const columns = contentOf(table);
  const rowOf = (alias: string) =>
    sql`row(${join(
      columns.map((name) => columnOf(alias, name)),
      ', ',
    )})`;
  const isChanged = [
    sql`former.id is null`,
    sql`item.id is null`,
    ...(columns.length === 0 ? [] : [sql`${rowOf('former')} is distinct from ${rowOf('item')}`]),
  ];
  const shownNow: readonly Sql[] = shownCondition(table, 'item', null);
  const shownBefore: readonly Sql[] = shownCondition(table, 'former', null);
  const change = sql`case when former.id is null then 'create' when item.id is null then 'delete' else 'update' end`;
  const lines = sql`
    select
      noted.row_id as id,
      '{"resource":' || ${textConstant(JSON.stringify(table.name))} || ',"id":' || noted.row_id
        || ',"change":"' || ${change}
        || '","before":' || coalesce(before.body, 'null')
        || ',"after":' || coalesce(after.body, 'null') || '}' as body
    from ${notedSource(table)} as noted
    left join lateral ${formerRow(table, raw('noted.former'))} as former on ${trueOrAll(shownBefore)}
    left join ${publicTable(table.name)} as item on ${allOf([sql`item.id = noted.row_id`, ...shownNow])}
    left join lateral ${sideOf('former', changed)} as before on true
    left join lateral ${sideOf('item', null)} as after on true
    where (${join(isChanged, ' or ')}) and (before.body is not null or after.body is not null)
    offset 0`;
  return statementOf(sql`
    select coalesce(string_agg(line.body, ',' order by line.id), '') as body
    from (${lines}) as line
    having ${boundedSum(raw('line.body'), model.service.limits.responseBytes)}`);
}

/** The names of the columns whose change is a change of the row. */
function contentOf({ fields }: Table): readonly string[] {
  const record = new Set(['id', ...recordFields.map(({ name }) => name)]);
  return [...fields.values()]
    .filter(({ name, computed }) => computed === null && !record.has(name))
    .map(({ name }) => name);
}
