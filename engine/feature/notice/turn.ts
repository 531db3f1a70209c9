import { tablesOf } from '../../model/condition/look.ts';
import type { Model } from '../../model/model.ts';
import { renderMoment } from '../../query/sql/condition/moment.ts';
import { asOwner, variableFirst } from '../../schema/plpgsql.ts';
import { singleRow } from '../../schema/single_row.ts';
import { commentOn } from '../../sql/comment.ts';
import { raw } from '../../sql/fragment.ts';
import { databaseFunction } from '../../sql/function.ts';
import { quote } from '../../sql/identifier.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { FunctionObject, SchemaObject } from '../../sql/object.ts';
import { textOf } from '../../sql/render.ts';
import { engineTable } from '../../sql/table.ts';
import { type NoticeFunction, noticeFunction } from './function.ts';
import { type Key, keysOf, lookAgain } from './look_again.ts';
import { noticeResource, over, standing } from './resource.ts';
import { noticeRules } from './rule.ts';
import type { Time } from './time.ts';
import { type TimedConcern, watches } from './watch.ts';

const changes = engineTable('almanac.notice_change', {
  id: 'bigint generated always as identity constraint notice_change_pkey primary key',
  resource: 'text not null',
  field: 'text not null',
  value: 'bigint not null',
});

const passed = engineTable('almanac.notice_clock', { passed: 'timestamptz not null', ...singleRow('notice_clock') });

const rules = engineTable('almanac.notice_rules', {
  resource: 'text constraint notice_rules_pkey primary key',
  rules: 'text not null',
  last_id: 'bigint',
});

/**
 * The tables of notices. They have changes whose rows need another look, how far time has been looked at, and the rules
 * of the last look at each resource.
 */
export const noticeObjects: readonly SchemaObject[] = [
  changes,
  commentOn(changes, 'Rows whose notices need another look: the rows of the resource whose field has the value.'),
  passed,
  commentOn(passed, 'Until when every validity that began or ended is among the changes.'),
  rules,
  commentOn(
    rules,
    'By which rules the rows of a resource were looked at, and up to which row; null when at all of them.',
  ),
];

/** What the service calls. */
export const computeNotices = 'almanac.compute_notices(integer)';

/** The functions by which notices are computed; none for a model without notices. */
export function noticeFunctions(model: Model): readonly FunctionObject[] {
  if (!model.resources.has(noticeResource)) return [];
  const functions = tablesOf(model)
    .filter((table) => noticeRules.of(table).length > 0)
    .map((table) => noticeFunction(table, model));
  return [...functions.map(({ made }) => made), turn(functions, model)];
}

/**
 * The lock of a process that computes. It holds it to the end of the transaction, so an older look at a row never comes
 * after a later one.
 */
const lock = `hashtext('almanac.notice')`;

// Each statement sees what was committed before it: what is taken first is seen by all that follow.
function turn(functions: readonly NoticeFunction[], model: Model): FunctionObject {
  const timed = timedRows(model);
  const keys = keysOf(functions, model);
  return databaseFunction(
    computeNotices,
    'almanac.compute_notices(most integer) returns bigint',
    `language plpgsql
${asOwner}
set plan_cache_mode = force_custom_plan
as $$
${variableFirst}
declare
  instant timestamptz;
  since timestamptz;
  found_rows bigint;
  taken bigint;
  more boolean := false;
  next_id bigint;
  concerned bigint[];
${keys.map(({ variable }) => `  ${variable} bigint[];`).join('\n')}
begin
  if not pg_try_advisory_xact_lock(${lock}) then
    return 0;
  end if;
  -- Before an id of a change is taken: who looks tells by it which ids may still be unseen.
  perform pg_current_xact_id();
${rulesThatChanged(functions)}
  select max(clock.passed) into since from almanac.notice_clock as clock;
  instant := greatest(since, almanac.clock());
${timed.length === 0 ? '' : timePassed(timed)}
  with next as (
    delete from almanac.notice_change
    where id = any (array(select waiting.id from almanac.notice_change as waiting order by waiting.id limit most))
    returning resource, field, value
  )
  select
    count(*)${keys.map(valuesOf).join('')}
  into taken${keys.map(({ variable }) => `, ${variable}`).join('')}
  from next;
${functions.map((each) => lookAgain(each, keys, model)).join('\n')}
${functions.map(lookAtAll).join('\n')}
${formerResources(functions)}
  if more then
    return most;
  end if;
  return taken;
end
$$`,
  );
}

/** The values that changed of a key, one more column. */
function valuesOf({ resource, field }: Key): string {
  return `,
    array_agg(distinct value) filter (where resource = ${textLiteral(resource)} and field = ${textLiteral(field)})`;
}

function rulesThatChanged(functions: readonly NoticeFunction[]): string {
  const rows = functions.map(({ table, rules }) => `(${textLiteral(table.name)}, ${textLiteral(rules)}, 0)`);
  if (rows.length === 0) return '';
  return `  -- Rules that are new here: all rows of their resource are looked at, from the first one.
  insert into almanac.notice_rules (resource, rules, last_id)
  select now.resource, now.rules, now.last_id
  from (values ${rows.join(', ')}) as now (resource, rules, last_id)
  where not exists (
    select from almanac.notice_rules as known where known.resource = now.resource and known.rules = now.rules
  )
  on conflict (resource) do update set rules = excluded.rules, last_id = excluded.last_id;`;
}

/** Tables, and what a row of each concerns whose time comes. */
function timedRows(model: Model): readonly (TimedConcern & { readonly table: string })[] {
  return [...watches(model)].flatMap(([table, { timed }]) => timed.map((concern) => ({ ...concern, table })));
}

function timePassed(timed: readonly (TimedConcern & { readonly table: string })[]): string {
  const entries = timed.map(
    ({
      table,
      resource,
      field,
      column,
      time,
    }) => `  select ${textLiteral(resource)}, ${textLiteral(field)}, item.${quote(column)}
  from public.${quote(table)} as item
  where ${isReached(time, 'since', 'instant')}`,
  );
  return `  -- A row whose time comes has changed.
  insert into almanac.notice_change (resource, field, value)
${entries.join('\n  union\n')};
  get diagnostics found_rows = row_count;
  if since is null then
    insert into almanac.notice_clock (passed) values (instant);
  elsif found_rows > 0 then
    update almanac.notice_clock set passed = instant;
  end if;`;
}

/** That the time of `item` has come since an instant, which is an SQL expression, until another. */
function isReached({ column, bound, type, moment }: Time, since: string, until: string): string {
  const value = bound === null ? `item.${quote(column)}` : `${bound}(item.${quote(column)})`;
  if (moment.from === 'now' && moment.offset === null && type === 'datetime')
    return `${value} > ${since} and ${value} <= ${until}`;
  const at = (instant: string) => textOf(renderMoment(moment, { kind: type }, raw(instant)));
  // By the clocks of a zone, an hour may come twice.
  const [first, last] = [at(since), at(until)];
  return `${first} <> ${last}
    and ${value} between least(${first}, ${last}) and greatest(${first}, ${last})`;
}

/** Conditions of which one holds where a turn has something to do beside the changes that wait. */
export function noticesDue(model: Model): readonly string[] {
  const timed = timedRows(model);
  const lookedAt = '(select max(clock.passed) from almanac.notice_clock as clock)';
  const reached = timed.map(
    ({ table, time }) => `exists (
      select from public.${quote(table)} as item
      where ${isReached(time, lookedAt, '(select almanac.clock())')}
    )`,
  );
  const ruled = tablesOf(model).filter((table) => noticeRules.of(table).length > 0);
  const names = ruled.map(({ name }) => textLiteral(name)).join(', ');
  return [
    `exists (
      select from almanac.notice_rules as known
      where known.last_id is not null or known.resource <> all (array[${names}]::text[])
    )`,
    ...(timed.length === 0 ? [] : ['not exists (select from almanac.notice_clock)']),
    ...new Set(reached),
  ];
}

function lookAtAll({ table, name }: NoticeFunction): string {
  return `
  select known.last_id into next_id from almanac.notice_rules as known where known.resource = ${textLiteral(table.name)};
  if next_id is not null then
    select array_agg(next.id), max(next.id) into concerned, next_id
    from (select item.id from public.${quote(table.name)} as item where item.id > next_id order by item.id limit most) as next;
    if concerned is not null then
      perform ${name}(concerned, instant);
    end if;
    update almanac.notice_rules set last_id = next_id where resource = ${textLiteral(table.name)};
    more := true;
  end if;`;
}

function formerResources(functions: readonly NoticeFunction[]): string {
  const names = `array[${functions.map(({ table }) => textLiteral(table.name)).join(', ')}]::text[]`;
  return `
  -- Resources without rules any more.
  if exists (select from almanac.notice_rules as known where known.resource <> all (${names})) then
    update public.${quote(noticeResource)}
    set status = ${textLiteral(over)}
    where id = any (array(
      select notice.id
      from public.${quote(noticeResource)} as notice
      where notice.status = ${textLiteral(standing)} and split_part(notice.source, '/', 2) <> all (${names})
      limit most
    ));
    get diagnostics found_rows = row_count;
    if found_rows = 0 then
      delete from almanac.notice_rules where resource <> all (${names});
    end if;
    more := true;
  end if;`;
}
