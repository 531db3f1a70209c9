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
import { fromEveryRow } from '../../model/every_row.ts';
import type { BoundCondition } from '../../model/field.ts';
import type { Model, Recipient, Table } from '../../model/model.ts';
import { isReference, type Relation } from '../../model/relation.ts';
import { validityNames } from '../../schema/table/column.ts';
import { type NoticeRule, noticeRules } from './rule.ts';
import { pathKey, type Time, timesOf } from './time.ts';
import { askedPath, pathOnWay, tablesOnWay } from './way.ts';

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
  /** The resource with all whose rows the path begins; null if it begins with the row of the notice. */
  readonly all: string | null;
}

/** What all notice rules look at, by table. */
export function watches(model: Model): ReadonlyMap<string, Watch> {
  const looks = tablesOf(model).flatMap((table) => concernsOf(table, model));
  return new Map(
    [...Map.groupBy(looks, ({ look }) => look.resource)].flatMap(([resource, own]): [string, Watch][] => {
      const concerns = watched(own);
      if (concerns.length === 0) return [];
      const timed = distinct(own.flatMap(({ look, concern }) => look.times.map((time) => ({ ...concern, time }))));
      return [[resource, { concerns, timed }]];
    }),
  );
}

/** What the rules of a table look at, and how changes there find the rows at the beginning of the path. */
export function concernsOf(table: Table, model: Model) {
  return noticeRules
    .of(table)
    .flatMap((rule) => looksOf(rule, table, model))
    .map((look) => ({ look, concern: concernOf(look, look.all ?? table.name) }));
}

/** What one rule looks at. */
function looksOf(rule: NoticeRule, table: Table, model: Model): readonly NoticeLook[] {
  const times = timesOf(rule, table, model);
  const look = (path: readonly Relation[], of: Table, columns: readonly string[]): NoticeLook => {
    const all = [path.at(-1)?.to ?? 'id', ...columns, ...(of.temporal === null ? [] : validityNames)];
    return {
      resource: of.name,
      all: null,
      path,
      ...fromEveryRow(path),
      columns: [...new Set(all)].filter((name) => name !== 'id'),
      times: times.get(pathKey(path)) ?? [],
    };
  };
  const looksOfRule = (condition: BoundCondition, way: readonly Relation[]) =>
    looksOfCondition(condition, table, model, way).map(({ path, columns }) => {
      const last = path.at(-1);
      return look(path, last === undefined ? table : tableAt(last, model), columns);
    });
  return [
    look([], table, [...columnsOf(rule.when), ...rule.data.flatMap(storedColumns)]),
    ...looksOfRule(rule.when, []).filter(({ path }) => path.length > 0),
    ...rule.to.flatMap((to) => [
      ...looksOfWay(to, table, model).map(({ path, of, column }) => look(path, of, [column])),
      ...(to.where === null ? [] : looksOfRule(to.where, askedPath(to))),
    ]),
  ];
}

/** The way to a party. Where a reference says which one it is, the party itself is not looked at. */
function looksOfWay(recipient: Recipient, table: Table, model: Model) {
  const { relations, end, all, where } = recipient;
  const last = relations.at(-1);
  const isSaid = last !== undefined && end === 'party' && isReference(last) && (where === null || all !== null);
  return tablesOnWay(recipient, table, model).flatMap((of, depth) => {
    if (isSaid && depth === relations.length) return [];
    const column = relations[depth]?.from ?? (end === 'party' ? 'id' : partyField);
    return [{ path: pathOnWay(recipient, depth), of, column }];
  });
}

function distinct(concerns: readonly TimedConcern[]): readonly TimedConcern[] {
  return [...new Map(concerns.map((each) => [`${keyOfConcern(each)} ${JSON.stringify(each.time)}`, each])).values()];
}
