import { type Constraint, kindOf } from '../../constraint/kinds.ts';
import type { TablePart } from '../../schema.ts';
import { type Index, indexColumns, indexDefinition } from '../../table/index.ts';

/** A constraint or an index of a table or of its history. */
export interface TableObject {
  readonly name: string;
  /** The table that it is on. */
  readonly on: string;
  /** What it is, without its name: two that are alike are one. */
  readonly definition: string;
  readonly columns: readonly string[];
  readonly constraint: Constraint | null;
  readonly index: Index | null;
  /** Whether its name is among the names of tables: an index, or a constraint with an index. */
  readonly isRelation: boolean;
}

/** The constraints and indexes of a table and its history; those rules aside that triggers keep. */
export function tableObjects({ table, named, historyNamed, indexes }: TablePart): readonly TableObject[] {
  return [
    ...named.flatMap(([name, constraint]) => constraintObject(name, constraint, table.name)),
    ...historyNamed.flatMap(([name, constraint]) => constraintObject(name, constraint, table.history ?? '')),
    ...indexes.map((index) => ({
      name: index.name,
      on: index.on,
      definition: `${index.unique ? 'unique ' : ''}index ${indexDefinition(index)}`,
      columns: indexColumns(index),
      constraint: null,
      index,
      isRelation: true,
    })),
  ];

  function constraintObject(name: string, constraint: Constraint, on: string): readonly TableObject[] {
    const { kept, columns } = kindOf(constraint);
    if (kept.by === 'trigger' || kept.place(table, constraint) === 'index') return [];
    return [
      {
        name,
        on,
        definition: `${kept.rule(constraint, table)} on ${on}`,
        columns: columns(constraint),
        constraint,
        index: null,
        isRelation: kept.hasIndex,
      },
    ];
  }
}

/** Pairs of equal old and new objects, and the objects without a pair. */
export interface Matched {
  readonly kept: readonly (readonly [old: TableObject, now: TableObject])[];
  readonly removed: readonly TableObject[];
  readonly added: readonly TableObject[];
}

/** Finds the former object of each object, under any name; nothing if it must be made again. */
export function matchObjects(
  old: readonly TableObject[],
  now: readonly TableObject[],
  isRemade: (object: TableObject) => boolean,
): Matched {
  const left = new Map<string, TableObject[]>();
  for (const object of old) {
    if (!isRemade(object)) left.set(object.definition, [...(left.get(object.definition) ?? []), object]);
  }
  const kept: (readonly [TableObject, TableObject])[] = [];
  const added: TableObject[] = [];
  for (const object of now) {
    const same = isRemade(object) ? undefined : left.get(object.definition)?.shift();
    if (same === undefined) added.push(object);
    else kept.push([same, object]);
  }
  const found = new Set(kept.map(([object]) => object));
  return { kept, added, removed: old.filter((object) => !found.has(object)) };
}
