import { partyField } from '../../definition/recipient.ts';
import {
  type Concern,
  columnsOf,
  concernOf,
  keyOfConcern,
  type Look,
  looksOfCondition,
  storedColumns,
  tableAt,
  tablesOf,
  type WatchedConcern,
  watched,
} from '../../model/condition/look.ts';
import type { Relation } from '../../model/field.ts';
import type { Model, Recipient, Table } from '../../model/model.ts';
import { validityNames } from '../../schema/table/column.ts';
import { type NoticeRule, noticeRules } from './rule.ts';
import { pathKey, type Time, timesOf, validNow } from './time.ts';

/** What notice rules look at in a table. */
export interface Watch {
  /** What a change of a row says has to be looked at again. */
  readonly concerns: readonly WatchedConcern[];
  /** The same for a row whose time comes. */
  readonly timed: readonly TimedConcern[];
}

/** A concern of rows whose column is reached by an instant or a day that moves with the time. */
export interface TimedConcern extends Concern {
  readonly time: Time;
}

/** Rows that a rule looks at: the rows of its notices, or rows that relations lead to from there. */
interface NoticeLook extends Look {
  readonly times: readonly Time[];
}

/** What all notice rules look at, by table. */
export function watches(model: Model): ReadonlyMap<string, Watch> {
  const looks = tablesOf(model).flatMap((table) =>
    noticeRules
      .of(table)
      .flatMap((rule) => looksOf(rule, table, model).map((look) => ({ look, concern: concernOf(look, table.name) }))),
  );
  return new Map(
    [...Map.groupBy(looks, ({ look }) => look.resource)].flatMap(([resource, own]): [string, Watch][] => {
      const concerns = watched(own);
      if (concerns.length === 0) return [];
      const timed = distinct(own.flatMap(({ look, concern }) => look.times.map((time) => ({ ...concern, time }))));
      return [[resource, { concerns, timed }]];
    }),
  );
}

/** What one rule looks at. */
export function looksOf(rule: NoticeRule, table: Table, model: Model): readonly NoticeLook[] {
  const times = timesOf(rule, table, model);
  const at = (path: readonly Relation[]) => times.get(pathKey(path)) ?? [];
  const own = lookAt(table, [], at([]), [...columnsOf(rule.when), ...rule.data.flatMap(storedColumns)]);
  const others = looksOfCondition(rule.when, table, model).filter(({ path }) => path.length > 0);
  return [
    own,
    ...others.map(({ path, columns }) => {
      const last = path.at(-1);
      if (last === undefined) throw new Error('a way without a relation leads nowhere');
      return lookAt(tableAt(last, model), path, at(path), columns);
    }),
    ...rule.to.flatMap((to) => looksOfWay(to, table, model)),
  ];
}

function lookAt(
  table: Table,
  path: readonly Relation[],
  times: readonly Time[],
  columns: readonly string[],
): NoticeLook {
  const all = [path.at(-1)?.to ?? 'id', ...columns, ...(table.temporal === null ? [] : validityNames)];
  return { resource: table.name, path, columns: [...new Set(all)].filter((name) => name !== 'id'), times };
}

/** The way to a party. Where a reference says which one it is, the party itself is not looked at. */
function looksOfWay({ relations, end }: Recipient, table: Table, model: Model): readonly NoticeLook[] {
  const last = relations.at(-1);
  const isSaid = last !== undefined && end === 'party' && last.to === 'id';
  return [table, ...relations.map((relation) => tableAt(relation, model))].flatMap((each, depth, all) => {
    if (isSaid && depth === all.length - 1) return [];
    const next = relations[depth]?.from ?? (end === 'party' ? 'id' : partyField);
    return [lookAt(each, relations.slice(0, depth), each.temporal === null ? [] : validNow, [next])];
  });
}

function distinct(concerns: readonly TimedConcern[]): readonly TimedConcern[] {
  return [...new Map(concerns.map((each) => [`${keyOfConcern(each)} ${JSON.stringify(each.time)}`, each])).values()];
}
