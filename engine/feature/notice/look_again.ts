import type { Concern } from '../../model/condition/look.ts';
import type { Model, Table } from '../../model/model.ts';
import { changedRows, isRowItself } from '../../schema/changed_rows.ts';
import { textLiteral } from '../../sql/literal.ts';
import type { NoticeFunction } from './function.ts';
import { concernsOf } from './watch.ts';

/** Changes of one resource's rows, or of rows that lead to it, and the array of the function with their values. */
export interface Key extends Pick<Concern, 'resource' | 'field'> {
  readonly variable: string;
}

// Not the name of a field. Says that all rows of the resource have to be looked at.
const everyRow = '*';

/** The kinds of changes that concern the rows of these functions. */
export function keysOf(functions: readonly NoticeFunction[], model: Model): readonly Key[] {
  const keys = functions.flatMap(({ table }) => {
    const all = concernsOf(table, model);
    const hasAll = all.some(({ look }) => look.all !== null);
    return [...all.map(({ concern }) => concern), ...(hasAll ? [{ resource: table.name, field: everyRow }] : [])];
  });
  const distinct = new Map(keys.map(({ resource, field }) => [`${resource}.${field}`, { resource, field }]));
  return [...distinct.values()].map((key, index) => ({ ...key, variable: `changed_${index + 1}` }));
}

/**
 * Looks at the rows that the changes concern. Rows beyond the size of one turn wait as changes of their own. A change that may
 * concern all rows begins a look at them, which takes several turns.
 */
export function lookAgain({ table, name }: NoticeFunction, keys: readonly Key[], model: Model): string {
  const variableOf = ({ resource, field }: Pick<Concern, 'resource' | 'field'>): string => {
    const key = keys.find((each) => each.resource === resource && each.field === field);
    if (key === undefined) throw new Error(`no change says ${field} of ${resource}`);
    return key.variable;
  };
  const concerns = concernsOf(table, model);
  const ways = concerns
    .filter(({ look }) => look.all === null)
    .map(({ look, concern }) =>
      isRowItself(look, concern)
        ? `    select unnest(${variableOf(concern)}) as id`
        : `    select item.id\n    ${changedRows(table.name, look, concern, variableOf(concern))}`,
    );
  const begins = concerns.flatMap(({ look, concern }) =>
    look.all === null
      ? []
      : isRowItself(look, concern)
        ? [`${variableOf(concern)} is not null`]
        : [`exists (\n    select ${changedRows(look.all, look, concern, variableOf(concern))}\n  )`],
  );
  return `${begins.length === 0 ? '' : lookAtAllAgain(table, [`${variableOf({ resource: table.name, field: everyRow })} is not null`, ...begins])}
  select array_agg(distinct row_id.id) into concerned
  from (
${[...new Set(ways)].join('\n    union all\n')}
  ) as row_id;
  if cardinality(concerned) > most then
    insert into almanac.notice_change (resource, field, value)
    select ${textLiteral(table.name)}, 'id', unnest(concerned[most + 1:]);
    concerned := concerned[:most];
    more := true;
  end if;
  if concerned is not null then
    perform ${name}(concerned, instant);
  end if;`;
}

/** While such a look is under way, it does not begin again, or it might never end: another one follows it. */
function lookAtAllAgain({ name }: Table, begins: readonly string[]): string {
  const resource = textLiteral(name);
  return `
  if ${[...new Set(begins)].join('\n    or ')} then
    update almanac.notice_rules set last_id = 0 where resource = ${resource} and coalesce(last_id, 0) = 0;
    if not found then
      insert into almanac.notice_change (resource, field, value) values (${resource}, ${textLiteral(everyRow)}, 0);
    end if;
  end if;`;
}
