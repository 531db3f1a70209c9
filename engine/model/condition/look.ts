import { ownRule } from '../computed.ts';
import type { BoundCondition, Field, Period } from '../field.ts';
import type { Model, Table } from '../model.ts';
import { type Relation, stepOf } from '../relation.ts';
import { atomsOf } from './atom.ts';

/** Rows that a condition looks at: the row that it is about, or rows that relations lead to from there. */
export interface Look {
  readonly resource: string;
  readonly path: readonly Relation[];
  /** The stored columns by which these rows decide, without `id`: it never changes. */
  readonly columns: readonly string[];
}

/**
 * Rows of `resource` whose `field` is the value of a changed row in `column`: related rows, or the row itself. Of an array, any
 * element is.
 */
export interface Concern {
  readonly resource: string;
  readonly field: string;
  readonly column: string;
  readonly inArray?: 'field' | 'column';
}

/** A concern of rows in which one of these columns changes, of new rows, and of removed rows. */
export interface WatchedConcern extends Concern {
  readonly columns: readonly string[];
}

/**
 * All that a condition looks at, its own row first. A computed field counts as what it is computed of. Its row is the one at
 * the end of a way from a row of the table, which is the one that `$` is about.
 */
export function looksOfCondition(
  condition: BoundCondition,
  table: Table,
  model: Pick<Model, 'resources'>,
  way: readonly Relation[] = [],
): readonly Look[] {
  const found = new Map<string, { readonly path: readonly Relation[]; readonly columns: Set<string> }>();
  const at = (path: readonly Relation[]) => {
    const key = path.map(({ alias }) => alias).join('.');
    const known = found.get(key) ?? { path, columns: new Set<string>() };
    found.set(key, known);
    return known.columns;
  };
  at(way);
  const walk = (part: BoundCondition, above: readonly Relation[], root: readonly Relation[]): void => {
    for (const atom of atomsOf(part, above, root)) {
      const { path } = atom;
      if (atom.kind === 'related') {
        const relation = stepOf(atom.related.relation);
        at(path).add(relation.from);
        at([...path, relation]).add(relation.to);
        continue;
      }
      if (atom.kind === 'whole') continue;
      const { operand } = atom.kind === 'value' ? atom : atom.comparison;
      // Of an aggregate, the values that it takes are atoms of their own.
      if (!('field' in operand)) continue;
      const { field, type } = operand;
      if (type.kind === 'period') for (const name of columnsOfPeriod(type, field)) at(path).add(name);
      else {
        const computed = ownRule(field);
        if (computed === null) at(path).add(field.name);
        else walk(computed, path, path);
      }
    }
  };
  walk(condition, way, []);
  return [...found.values()].map(({ path, columns }) => {
    const own = path.length === 0 ? table : targetOf(path, model);
    // A deleted entry is no row to look at.
    const all = [...columns, ...(own.temporal === null ? [] : validityNames)];
    return { resource: own.name, path, columns: [...new Set(all)].filter((name) => name !== 'id') };
  });
}

/** The longest way by which a condition looks at rows; empty if it looks at its own row alone. */
export function farthestLook(condition: BoundCondition): readonly Relation[] {
  const ways = atomsOf(condition).map((atom): readonly Relation[] => {
    if (atom.kind === 'related') return [...atom.path, stepOf(atom.related.relation)];
    if (atom.kind === 'whole') return atom.path;
    const { operand } = atom.kind === 'value' ? atom : atom.comparison;
    const computed = 'field' in operand ? ownRule(operand.field) : null;
    return computed === null ? atom.path : [...atom.path, ...farthestLook(computed)];
  });
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest), []);
}

/** How a change of a row finds the rows before it on the way, which are rows of `resource` where it is one step away. */
export function concernOf({ path }: Pick<Look, 'path'>, resource: string): Concern {
  const last = path.at(-1);
  if (last === undefined) return { resource, field: 'id', column: 'id' };
  const concern = { resource: path.at(-2)?.target ?? resource, field: last.from, column: last.to };
  if (last.inArray === undefined) return concern;
  return { ...concern, inArray: last.inArray === 'from' ? 'field' : 'column' };
}

/**
 * Each concern once, with the columns of all that look at it. While a row is new or about to go, no other refers to it: that
 * it is there concerns no other.
 */
export function watched(
  looks: readonly { readonly look: Pick<Look, 'columns'>; readonly concern: Concern }[],
): readonly WatchedConcern[] {
  return [...Map.groupBy(looks, ({ concern }) => keyOfConcern(concern)).values()]
    .flatMap((same) =>
      same.slice(0, 1).map(({ concern }) => ({
        ...concern,
        columns: [...new Set(same.flatMap(({ look }) => look.columns))],
      })),
    )
    .filter(({ field, column, columns }) => field === 'id' || column !== 'id' || columns.length > 0);
}

export function keyOfConcern({ resource, field, column }: Concern): string {
  return `${resource},${field},${column}`;
}

/** The concerns of rows that are new or about to go: by its id, no other knows such a row. */
export function ofNewRows<Of extends Concern>(concerns: readonly Of[]): readonly Of[] {
  return concerns.filter(({ field, column }) => field === 'id' || column !== 'id');
}

/** The stored columns that a field of a row is made of, without columns of other rows. */
export function storedColumns(field: Field): readonly string[] {
  const { computed, name } = field;
  if (computed === null) return [name];
  return computed.kind === 'condition' ? columnsOf(computed.condition) : [];
}

/** The columns of a row that decide whether a condition holds for it, without columns of other rows. */
export function columnsOf(condition: BoundCondition): readonly string[] {
  return atomsOf(condition).flatMap((atom) => {
    if (atom.path.length > 0) return [];
    if (atom.kind === 'related') return [stepOf(atom.related.relation).from];
    if (atom.kind === 'whole') return [];
    const { operand } = atom.kind === 'value' ? atom : atom.comparison;
    if (!('field' in operand)) return [];
    const { field, type } = operand;
    return type.kind === 'period' ? columnsOfPeriod(type, field) : storedColumns(field);
  });
}

/** Columns of a current row: the time in which its version stands has no end. */
function columnsOfPeriod({ end }: Period, { name }: Field): readonly string[] {
  return end === 'valid_to' ? validityNames : [name];
}

/** The tables of a model. */
export function tablesOf({ resources }: Pick<Model, 'resources'>): readonly Table[] {
  return [...resources.values()].filter((resource) => resource.kind === 'table');
}

/** The table that a relation leads to. */
export function tableAt({ target, alias }: Relation, model: Pick<Model, 'resources'>): Table {
  const table = model.resources.get(target);
  if (table?.kind !== 'table') throw new Error(`the relation ${alias} leads to no table of the model`);
  return table;
}

function targetOf(path: readonly Relation[], model: Pick<Model, 'resources'>): Table {
  const last = path.at(-1);
  if (last === undefined) throw new Error('a way without a relation leads nowhere');
  return tableAt(last, model);
}

const validityNames = ['valid_from', 'valid_to'] as const;
