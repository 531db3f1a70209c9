import type { Field } from '../../../model/field.ts';
import type { Table } from '../../../model/model.ts';
import { columnType } from '../../../query/sql/condition/column_type.ts';
import { objectName } from '../../../sql/object_name.ts';
import type { Conversion } from '../../../vocabulary/value/conversion.ts';
import type { TablePart } from '../../schema.ts';
import { declaredFields } from '../../table/column.ts';
import { conversion, isCatalogChange } from '../value/conversion.ts';
import type { TableObject } from './table_object.ts';

/** The changes of a table that both models have, under its names in the new one. */
export interface TableChange {
  /** As it is before the migration. */
  readonly was: TablePart;
  /** The same under its new names, which the first step gives. */
  readonly old: TablePart;
  readonly now: TablePart;
  readonly fields: FieldChanges;
  /**
   * Kept objects are left out: only their names may differ. Removed objects have the name that they have at that time.
   */
  readonly removed: readonly TableObject[];
  readonly added: readonly TableObject[];
  /** What stays, as it was and as it is: its name and what is said about it may differ. */
  readonly stays: readonly (readonly [was: TableObject, is: TableObject])[];
  /** The columns that are renamed: new names by old ones. */
  readonly columns: ReadonlyMap<string, string>;
  /** The references to it, from wherever, that are there before and behind the migration. */
  readonly references: readonly KeptReference[];
  /** The name that a table has before the migration; null for one that it makes. */
  readonly nameBefore: (table: string) => string | null;
}

/** A column that refers to a table, under the names that it has before the first step and after it. */
export interface KeptReference {
  readonly table: string;
  readonly column: string;
  readonly later: { readonly table: string; readonly column: string };
}

export interface FieldChanges {
  readonly added: readonly Field[];
  readonly dropped: readonly Field[];
  /** In both, and stored alike, or so that PostgreSQL only notes the new type. */
  readonly kept: readonly KeptField[];
  /** Fields of both models with another storage: a new column replaces the old one. */
  readonly converted: readonly ConvertedField[];
  /** Fields that cannot be converted with their data: their names, and what to do instead. */
  readonly unlike: readonly string[];
  readonly refusals: readonly string[];
}

interface KeptField {
  readonly previous: Field;
  readonly field: Field;
}

export interface ConvertedField extends KeptField {
  /** The column that becomes the field's. */
  readonly next: string;
  /** What the column that was the field's is called from then on, until it goes. */
  readonly former: string;
  readonly forth: Conversion;
  readonly back: Conversion;
}

/** The fields that are added, removed, kept, or stored differently. */
export function fieldChanges(old: Table, table: Table): FieldChanges {
  const before = new Map(declaredFields(old).map((field) => [field.name, field]));
  const after = new Map(declaredFields(table).map((field) => [field.name, field]));
  const both = [...after.values()].flatMap((field) => {
    const previous = before.get(field.name);
    return previous === undefined ? [] : [{ previous, field }];
  });
  const isKept = ({ previous, field }: KeptField) => isCatalogChange(previous.type, field.type);
  const timelines = new Set([...(old.temporal?.timeline ?? []), ...(table.temporal?.timeline ?? [])]);
  const converted = both.flatMap((each): readonly (KeptField | ConvertedField)[] => {
    if (isKept(each)) return [];
    const { previous, field } = each;
    const [forth, back] = [conversion(previous.type, field.type), conversion(field.type, previous.type)];
    if (forth === null || back === null || timelines.has(field.name)) return [each];
    const [next = '', former = ''] = ['next', 'former'].map((end) => freeName(`${field.name}_${end}`, old, table));
    return [{ ...each, next, former, forth, back }];
  });
  const unlike = converted.filter((each) => !('next' in each));
  return {
    added: [...after.values()].filter(({ name }) => !before.has(name)),
    dropped: [...before.values()].filter(({ name }) => !after.has(name)),
    kept: both.filter(isKept),
    converted: converted.filter((each) => 'next' in each),
    unlike: unlike.map(({ field }) => field.name),
    refusals: unlike.map((each) => refusal(table.name, each, timelines.has(each.field.name))),
  };
}

function refusal(table: string, { previous, field }: KeptField, isTimeline: boolean): string {
  const name = `${table}.${field.name}`;
  const change = `${name} is stored as ${columnType(previous.type)} and would be ${columnType(field.type)}`;
  return isTimeline
    ? `${change}, and it identifies a timeline: add a second resource and copy its entries`
    : `${change}, which no value can become. Add a nullable field of the new type, and fill it by an update of your own. In a later migration, drop ${field.name} and give the new field its name with was`;
}

/** A name that no field of the tables has. */
export function freeName(name: string, ...tables: readonly Table[]): string {
  const given = objectName(name.split('_'));
  return tables.some(({ fields }) => fields.has(given)) ? freeName(`${given}_next`, ...tables) : given;
}

/** Columns by the names that they have before the switch. */
export function columnsBefore(change: Pick<TableChange, 'fields'>, columns: readonly string[]): readonly string[] {
  const next = new Map(change.fields.converted.map(({ field, next }) => [field.name, next]));
  return columns.map((column) => next.get(column) ?? column);
}

/** Columns of the old table by the names that they have behind the switch. */
export function formerColumns(change: Pick<TableChange, 'fields'>, columns: readonly string[]): readonly string[] {
  const former = new Map(change.fields.converted.map((each) => [each.field.name, each.former]));
  return columns.map((column) => former.get(column) ?? column);
}

/** The table, and the history that it keeps, by the names that they have before the migration. */
export function beforeTables(change: TableChange): readonly string[] {
  const { was } = change;
  return [was.table.name, ...(keptHistory(change) === null || was.history === null ? [] : [was.history.name])];
}

/** The name that a column has before the migration. */
export function columnBefore({ columns }: Pick<TableChange, 'columns'>, name: string): string {
  return [...columns].find(([, later]) => later === name)?.[0] ?? name;
}

/** The history that a table had and has. */
export function keptHistory({ old, now }: Pick<TableChange, 'old' | 'now'>): string | null {
  return old.history === null || now.history === null ? null : now.history.name;
}
