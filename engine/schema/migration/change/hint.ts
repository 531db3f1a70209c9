import { nearest } from '../../../language/nearest.ts';
import type { Field } from '../../../model/field.ts';
import type { Model, Table } from '../../../model/model.ts';
import { declaredFields } from '../../table/column.ts';
import { pastDefault } from '../value/backfill.ts';
import { conversion } from '../value/conversion.ts';
import { declaredRenames } from './renamed_model.ts';

/** What has a new name, where the definitions may have left out that it is the same. */
export interface RenameHint {
  /** As in "book.title" for a field, "book" for a resource. */
  readonly removed: string;
  readonly came: string;
  /** What to write, and below which key. */
  readonly declaration: string;
}

/** What goes and what comes that may be one thing under two names: of one type and of the nearest name. */
export function renameHints(from: Model, to: Model): readonly RenameHint[] {
  const { tables, fields } = declaredRenames(from, to);
  const [old, now] = [ownTables(from), ownTables(to)];
  const kept = old.flatMap((table) => {
    const later = now.find(({ name }) => name === (tables.get(table.name) ?? table.name));
    return later === undefined ? [] : [{ table, later, renamed: fields.get(table.name) ?? new Map<string, string>() }];
  });
  const removed = old.filter((table) => !kept.some((each) => each.table === table));
  const added = now.filter((table) => !kept.some((each) => each.later === table));
  return [
    ...removed.flatMap((table) => {
      const came = likest(
        table.name,
        added.filter((other) => isLike(table, other)),
      );
      return came === null ? [] : [{ removed: table.name, came, declaration: `"was: ${table.name}" in ${came}.yaml` }];
    }),
    ...kept.flatMap(({ table, later, renamed }) => {
      const [before, after] = [declaredFields(table), declaredFields(later)];
      const taken = new Set(renamed.values());
      const isKept = ({ name }: Field) =>
        renamed.has(name) || after.some((field) => field.name === name && !taken.has(name));
      const added = after.filter(({ name }) => !taken.has(name) && !before.some((field) => field.name === name));
      return before
        .filter((field) => !isKept(field))
        .flatMap((field) => {
          const came = likest(
            field.name,
            added.filter(({ type }) => conversion(field.type, type) !== null),
          );
          if (came === null) return [];
          return [
            {
              removed: `${table.name}.${field.name}`,
              came: `${later.name}.${came}`,
              declaration: `"was: ${field.name}" at the field ${came} of ${later.name}`,
            },
          ];
        });
    }),
  ];
}

/** A hint as a sentence. */
export function hintText({ removed, came, declaration }: RenameHint): string {
  return `If ${came} is what ${removed} was, say so: ${declaration}. Its data is then kept.`;
}

/** The nearest of these names; the only one, however far. */
function likest(name: string, candidates: readonly { readonly name: string }[]): string | null {
  const names = candidates.map((candidate) => candidate.name);
  return nearest(name, names) ?? (names.length === 1 ? (names[0] ?? null) : null);
}

/** Whether two tables have at least half of their fields in common. */
function isLike(one: Table, other: Table): boolean {
  const names = new Set(declaredFields(one).map(({ name }) => name));
  const fields = declaredFields(other);
  const common = fields.filter(({ name }) => names.has(name)).length;
  return common * 2 >= Math.max(names.size, fields.length);
}

function ownTables({ resources }: Model): readonly Table[] {
  return [...resources.values()]
    .filter((resource) => resource.kind === 'table')
    .filter(({ madeBy }) => madeBy === null);
}

/** Required fields that are new, and that say nothing of what the rows that there are have in them; as book.pages. */
export function valuelessFields(from: Model, to: Model): readonly string[] {
  const { tables, fields } = declaredRenames(from, to);
  return ownTables(from).flatMap((table) => {
    const later = ownTables(to).find(({ name }) => name === (tables.get(table.name) ?? table.name));
    if (later === undefined) return [];
    const taken = new Set(fields.get(table.name)?.values());
    const known = new Set(declaredFields(table).map(({ name }) => name));
    return declaredFields(later)
      .filter(({ name }) => !taken.has(name) && !known.has(name))
      .filter((field) => !field.nullable && pastDefault(field) === null && field.backfill === null)
      .filter((field) => field.default?.kind !== 'number')
      .map(({ name }) => `${later.name}.${name}`);
  });
}
