import { partyField } from '../../definition/recipient.ts';
import { atomsOf, ownAtoms } from '../../model/condition/atom.ts';
import type { BoundCondition, Field, Relation } from '../../model/field.ts';
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

/** Rows of `resource` whose `field` is the value of a changed row in `column`: related rows, or the row itself. */
export interface Concern {
  readonly resource: string;
  readonly field: string;
  readonly column: string;
}

/** A concern of rows in which one of these columns changes, of new rows, and of removed rows. */
export interface WatchedConcern extends Concern {
  readonly columns: readonly string[];
}

/** Rows that a rule looks at: the rows of its notices, or rows that relations lead to from there. */
export interface Look {
  readonly resource: string;
  readonly path: readonly Relation[];
  readonly columns: readonly string[];
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
export function looksOf(rule: NoticeRule, table: Table, model: Model): readonly Look[] {
  const own = lookAt(table, [], rule, [...columnsOf(rule.when), ...rule.data.flatMap(storedColumns)]);
  return [
    own,
    ...looksOfCondition(rule.when, rule, model),
    ...rule.to.flatMap((to) => looksOfWay(to, table, rule, model)),
  ];
}

/** How a change of a watched row finds the rows before it on the way, which are rows of `resource`. */
export function concernOf({ path }: Look, resource: string): Concern {
  const last = path.at(-1);
  if (last === undefined) return { resource, field: 'id', column: 'id' };
  return { resource: path.at(-2)?.target ?? resource, field: last.from, column: last.to };
}

export function tablesOf(model: Model): readonly Table[] {
  return [...model.resources.values()].filter((resource) => resource.kind === 'table');
}

function lookAt(table: Table, path: readonly Relation[], { instants }: NoticeRule, columns: readonly string[]): Look {
  const isTemporal = table.temporal !== null;
  const all = [path.at(-1)?.to ?? 'id', ...columns, ...(isTemporal ? validityNames : [])];
  const timed = isTemporal && !instants.has(path.map(({ alias }) => alias).join('.'));
  return { resource: table.name, path, columns: [...new Set(all)].filter((name) => name !== 'id'), timed };
}

function looksOfCondition(condition: BoundCondition, rule: NoticeRule, model: Model): readonly Look[] {
  return atomsOf(condition).flatMap((atom) => {
    if (atom.kind === 'comparison' || (atom.kind === 'value' && atom.path.length === 0)) return [];
    if (atom.kind === 'value') {
      const last = atom.path.at(-1) as Relation;
      return [lookAt(tableAt(last, model), atom.path, rule, storedColumns(atom.operand.field))];
    }
    const { relation, condition: below } = atom.related;
    const path = [...atom.path, relation];
    return [lookAt(tableAt(relation, model), path, rule, below === null ? [] : columnsOf(below))];
  });
}

/** The way to a party. Where a reference says which one it is, the party itself is not looked at. */
function looksOfWay({ relations, end }: Recipient, table: Table, rule: NoticeRule, model: Model): readonly Look[] {
  const last = relations.at(-1);
  const isSaid = last !== undefined && end === 'party' && last.to === 'id';
  // An instant of the rule is one at which its condition holds: whom it concerns now is asked now.
  const now = { ...rule, instants: new Map<string, string>() };
  return [table, ...relations.map((relation) => tableAt(relation, model))].flatMap((each, depth, all) => {
    if (isSaid && depth === all.length - 1) return [];
    const next = relations[depth]?.from ?? (end === 'party' ? 'id' : partyField);
    return [lookAt(each, relations.slice(0, depth), now, [next])];
  });
}

/** The columns of a row that decide whether a condition holds for it, without columns of other rows. */
function columnsOf(condition: BoundCondition): readonly string[] {
  return ownAtoms(condition).flatMap((atom) => {
    if (atom.kind === 'related') return [atom.related.relation.from];
    const { field, type } = (atom.kind === 'value' ? atom : atom.comparison).operand;
    return type.kind === 'period' ? validityNames : storedColumns(field);
  });
}

function storedColumns(field: Field): readonly string[] {
  return field.computed === null ? [field.name] : columnsOf(field.computed);
}

function tableAt({ target, alias }: Relation, model: Model): Table {
  const table = model.resources.get(target);
  if (table?.kind !== 'table') throw new Error(`the relation ${alias} leads to no table of the model`);
  return table;
}

/**
 * Each concern once, with the columns of all that look at it. While a row is new or about to go, no other refers to it: that
 * it is there concerns no other.
 */
function watched(looks: readonly { readonly look: Look; readonly concern: Concern }[]): readonly WatchedConcern[] {
  return [...Map.groupBy(looks, ({ concern }) => keyOf(concern)).values()]
    .flatMap((same) =>
      same.slice(0, 1).map(({ concern }) => ({
        ...concern,
        columns: [...new Set(same.flatMap(({ look }) => look.columns))],
      })),
    )
    .filter(({ field, column, columns }) => field === 'id' || column !== 'id' || columns.length > 0);
}

function keyOf(concern: Concern): string {
  return Object.values(concern).join();
}

function distinct(concerns: readonly Concern[]): readonly Concern[] {
  return [...new Map(concerns.map((each) => [keyOf(each), each])).values()];
}
