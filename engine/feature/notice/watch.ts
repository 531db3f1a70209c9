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

/** What notice rules look at in a table. */
export interface Watch {
  /** What a change of a row says has to be looked at again. */
  readonly concerns: readonly WatchedConcern[];
  /** The same for a row whose validity begins or ends. */
  readonly timed: readonly Concern[];
}

/** Rows that a rule looks at: the rows of its notices, or rows that relations lead to from there. */
interface NoticeLook extends Look {
  /** Whether only what is valid now counts. */
  readonly timed: boolean;
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
      const timed = distinct(own.flatMap(({ look, concern }) => (look.timed ? [concern] : [])));
      return [[resource, { concerns, timed }]];
    }),
  );
}

/** What one rule looks at. */
export function looksOf(rule: NoticeRule, table: Table, model: Model): readonly NoticeLook[] {
  const own = lookAt(table, [], rule, [...columnsOf(rule.when), ...rule.data.flatMap(storedColumns)]);
  const others = looksOfCondition(rule.when, table, model).filter(({ path }) => path.length > 0);
  return [
    own,
    ...others.map(({ path, columns }) => {
      const last = path.at(-1);
      if (last === undefined) throw new Error('a way without a relation leads nowhere');
      return lookAt(tableAt(last, model), path, rule, columns);
    }),
    ...rule.to.flatMap((to) => looksOfWay(to, table, model)),
  ];
}

function lookAt(
  table: Table,
  path: readonly Relation[],
  { instants, isBroken }: Pick<NoticeRule, 'instants' | 'isBroken'>,
  columns: readonly string[],
): NoticeLook {
  const isTemporal = table.temporal !== null;
  const all = [path.at(-1)?.to ?? 'id', ...columns, ...(isTemporal ? validityNames : [])];
  const timed = isTemporal && !isBroken && !instants.has(path.map(({ alias }) => alias).join('.'));
  return { resource: table.name, path, columns: [...new Set(all)].filter((name) => name !== 'id'), timed };
}

/** The way to a party. Where a reference says which one it is, the party itself is not looked at. */
function looksOfWay({ relations, end }: Recipient, table: Table, model: Model): readonly NoticeLook[] {
  const last = relations.at(-1);
  const isSaid = last !== undefined && end === 'party' && last.to === 'id';
  // An instant of the rule is one at which its condition holds: whom it concerns now is asked now.
  const now = { instants: new Map<string, string>(), isBroken: false };
  return [table, ...relations.map((relation) => tableAt(relation, model))].flatMap((each, depth, all) => {
    if (isSaid && depth === all.length - 1) return [];
    const next = relations[depth]?.from ?? (end === 'party' ? 'id' : partyField);
    return [lookAt(each, relations.slice(0, depth), now, [next])];
  });
}

function distinct(concerns: readonly Concern[]): readonly Concern[] {
  return [...new Map(concerns.map((each) => [keyOfConcern(each), each])).values()];
}
