import type { Model } from '../../../model/model.ts';
import { quote } from '../../../sql/identifier.ts';
import { objectName } from '../../../sql/object_name.ts';
import { relationNames } from '../../constraint/constraints.ts';
import { type TablePart, tableParts } from '../../schema.ts';
import { type RenamedObject, type RenamedPart, renaming } from '../step/name.ts';
import { type ModelRenames, renamedModel } from './renamed_model.ts';
import { fieldChanges, type KeptReference, type TableChange } from './table_change.ts';
import { matchObjects, type TableObject, tableObjects } from './table_object.ts';

/** What becomes of the tables of a model in a later one. */
export interface ModelChange {
  readonly from: Model;
  readonly to: Model;
  readonly renames: ModelRenames;
  /** The parts of all tables, by name. */
  readonly before: ReadonlyMap<string, TablePart>;
  readonly after: ReadonlyMap<string, TablePart>;
  readonly created: readonly TablePart[];
  readonly dropped: readonly TablePart[];
  /** The tables that both models have. */
  readonly kept: readonly RenamedPart[];
  readonly changes: readonly TableChange[];
  /** Constraints, indexes and dropped tables that get another name. */
  readonly renamed: readonly RenamedObject[];
  /** The name that a table of the earlier model has once names are changed. */
  readonly nameAfter: (table: string) => string;
}

/** What becomes of the tables of a model in a later one, which calls some of them otherwise. */
export function modelChange(from: Model, to: Model, renames: ModelRenames): ModelChange {
  const before = tableParts(from);
  const named = tableParts(renamedModel(from, renames));
  const after = tableParts(to);
  const newName = (table: string) => renames.tables.get(table) ?? table;

  const tables = [...before.values()].map((was): RenamedPart & { readonly now: TablePart | undefined } => {
    const name = newName(was.table.name);
    return {
      was,
      old: named.get(name) ?? was,
      columns: renames.fields.get(was.table.name) ?? new Map(),
      now: after.get(name),
    };
  });
  const kept = tables.flatMap((each) => (each.now === undefined ? [] : [{ ...each, now: each.now }]));
  const dropped = tables.filter(({ now }) => now === undefined).map(({ was }) => was);

  const references = keptReferences(kept);
  const nameBefore = (table: string) => kept.find(({ now }) => now.table.name === table)?.was.table.name ?? null;
  const wanted = new Set([...relationNames(to), ...[...after.values()].flatMap(tableObjects).map(({ name }) => name)]);
  const matched = kept.map((each) =>
    tableChange(each, wanted, { nameBefore, references: references.get(each.now.table.name) ?? [] }),
  );
  const aside = dropped.flatMap((part) => asideOfDropped(part, wanted));
  const asideNames = new Map(aside.map(({ from: name, to: other }) => [name, other]));
  return {
    from,
    to,
    renames,
    before,
    after,
    created: [...after.values()].filter(({ table }) => !named.has(table.name)),
    dropped,
    kept,
    changes: matched.map(({ change }) => change),
    renamed: [...aside, ...matched.flatMap(({ renamed }) => renamed)],
    nameAfter: (name) => asideNames.get(name) ?? newName(name),
  };
}

interface MatchedTable {
  readonly change: TableChange;
  readonly renamed: readonly RenamedObject[];
}

function tableChange(
  { was, old, now, columns }: RenamedPart & { readonly now: TablePart },
  wanted: ReadonlySet<string>,
  beside: Pick<TableChange, 'nameBefore' | 'references'>,
): MatchedTable {
  const fields = fieldChanges(old.table, now.table);
  const converted = new Set(fields.converted.map(({ field }) => field.name));
  // What is there bears its old name, and is what the renamed model says of it.
  const current = tableObjects(was).map(({ name }) => name);
  const objects = tableObjects(old).map((object, at) => ({ ...object, name: current[at] ?? object.name }));
  const isOfNewOrGoneHistory = ({ on }: TableObject) =>
    on !== now.table.name && (old.history === null || now.history === null);
  const { kept, removed, added } = matchObjects(
    objects.filter((object) => !isOfNewOrGoneHistory(object)),
    tableObjects(now).filter((object) => !isOfNewOrGoneHistory(object)),
    (object) => object.columns.some((column) => converted.has(column)),
  );
  const ownNames = new Set(kept.map(([, object]) => object.name));
  const isInTheWay = ({ name, isRelation }: TableObject) => (isRelation ? wanted : ownNames).has(name);
  const moved = removed.map((object) =>
    isInTheWay(object) ? { ...object, name: objectName([object.name, 'old']) } : object,
  );
  return {
    change: { was, old, now, fields, removed: moved, added, stays: kept, columns, ...beside },
    renamed: [
      ...kept.map(([object, later]) => objectRename(object, later.name)),
      ...removed.map((object, at) => objectRename(object, moved[at]?.name ?? object.name)),
    ].filter(({ from, to }) => from !== to),
  };
}

function objectRename({ name, on, isRelation }: TableObject, to: string): RenamedObject {
  const rename = isRelation
    ? renaming('index')
    : (from: string, later: string) =>
        `alter table public.${quote(on)} rename constraint ${quote(from)} to ${quote(later)}`;
  return { from: name, to, on, isRelation, rename };
}

/** Names of a table that goes, and of what it has, which others are to have before it does. */
function asideOfDropped(part: TablePart, wanted: ReadonlySet<string>): readonly RenamedObject[] {
  const { table, history } = part;
  const relations = [table.name, ...(history === null ? [] : [history.name])].map((name) => ({
    from: name,
    rename: renaming('table'),
  }));
  const indexes = tableObjects(part)
    .filter(({ isRelation }) => isRelation)
    .map(({ name }) => ({ from: name, rename: renaming('index') }));
  return [...relations, ...indexes]
    .filter(({ from }) => wanted.has(from))
    .map((each) => ({ ...each, to: objectName([each.from, 'old']), on: table.name, isRelation: true }));
}

/** The references that are there before and behind, by the later name of the table that they are to. */
function keptReferences(
  kept: readonly (RenamedPart & { readonly now: TablePart })[],
): ReadonlyMap<string, readonly KeptReference[]> {
  const all = kept.flatMap(({ was, old, now, columns }) =>
    old.named.flatMap(([, constraint]) => {
      if (constraint.kind !== 'reference') return [];
      const { field, to } = constraint;
      const column = [...columns].find(([, later]) => later === field)?.[0] ?? field;
      return [{ to, reference: { table: was.table.name, column, later: { table: now.table.name, column: field } } }];
    }),
  );
  return new Map(
    [...Map.groupBy(all, ({ to }) => to)].map(([to, list]) => [to, list.map(({ reference }) => reference)]),
  );
}
