import { createHash } from 'node:crypto';
import type { Model, Table } from '../../model/model.ts';
import { variableFirst } from '../../schema/plpgsql.ts';
import { databaseFunction } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject } from '../../sql/object.ts';
import { objectName } from '../../sql/object_name.ts';
import { noticeResource, over, standing } from './resource.ts';
import { wantedNotices } from './rows.ts';
import { noticeRules } from './rule.ts';

/** What makes the notices of a resource what its rules want of some of its rows. */
export interface NoticeFunction {
  readonly table: Table;
  /** As `drop` and a call name it, without parentheses. */
  readonly name: string;
  readonly made: FunctionObject;
  /** Tells one set of rules from another. */
  readonly rules: string;
}

/**
 * A function of the ids of some rows and of the present instant. It adds wanted notices that do not exist, and resolves
 * existing ones that are not wanted. Others stay, with their data updated.
 */
export function noticeFunction(table: Table, model: Model): NoticeFunction {
  const name = `almanac.${objectName([table.name, 'notices'])}`;
  const wanted = noticeRules
    .of(table)
    .flatMap((rule, at) => [...(at === 0 ? [] : ['union all']), ...wantedNotices(rule, table, model)]);
  const source = (id: string) => `${textLiteral(`/${table.name}/`)} || ${id}`;
  const notice = `public.${quote(noticeResource)}`;
  const made = databaseFunction(
    `${name}(bigint[], timestamptz)`,
    `${name}(concerned bigint[], instant timestamptz) returns void`,
    `language plpgsql
set plan_cache_mode = force_custom_plan
as $$
${variableFirst}
begin
  with asked as (
${wanted.map((line) => `    ${line}`).join('\n')}
  ), wanted as (
    select asked.type, ${source('asked.id')} as source, asked.party_id, asked.data
    from asked
  ), standing as (
    select notice.id, notice.type, notice.source, notice.party_id, notice.data
    from ${notice} as notice
    where notice.status = ${textLiteral(standing)}
      and notice.source = any (array(select ${source('row_id')} from unnest(concerned) as row_id))
  ), compared as materialized (
    select
      standing.id,
      standing.data as shown,
      wanted.type,
      wanted.source,
      wanted.party_id,
      wanted.data
    from wanted
    full join standing
      on standing.type = wanted.type and standing.source = wanted.source and standing.party_id = wanted.party_id
  ), resolved as (
    update ${notice} as notice
    set status = ${textLiteral(over)}
    from compared
    where notice.id = compared.id and compared.source is null
  ), changed as (
    update ${notice} as notice
    set data = compared.data
    from compared
    where notice.id = compared.id and compared.data <> compared.shown
  )
  insert into ${notice} (type, source, party_id, data, since)
  select compared.type, compared.source, compared.party_id, compared.data, instant
  from compared
  where compared.id is null;
end
$$`,
  );
  return { table, name, made, rules: createHash('sha256').update(wanted.join('\n')).digest('base64url').slice(0, 22) };
}
