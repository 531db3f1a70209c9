import type { Field, Model, Table } from '../definition/model.ts';
import { quote } from '../query/identifier.ts';
import { columnDefinition, declaredFields, typedColumn } from './column.ts';
import { resourceComments, tableComments } from './comment.ts';
import type { NamedConstraint } from './constraint.ts';
import { constraintDefinition, placeOf } from './constraint_definition.ts';
import { recordStatements } from './record.ts';
import { overlapExtension, type TablePart, tablePartStatements, tableParts } from './schema.ts';
import { referenceStatements } from './table.ts';

/** The statements that bring tables from one model to another with their data kept, or what stands against it. */
export type SchemaChange =
  | { readonly ok: true; readonly statements: readonly string[] }
  | { readonly ok: false; readonly reasons: readonly string[] };

/**
 * Adds tables, columns, indexes and constraints, and takes away constraints and indexes; what would lose or convert
 * data is a reason not to. A new constraint may still be refused by the data.
 */
export function schemaChange(from: Model, to: Model): SchemaChange {
  const before = tableParts(from);
  const after = tableParts(to);
  const reasons = [...before.keys()].filter((name) => !after.has(name)).map((name) => `${name} is gone`);
  const statements: string[] = [];
  const references: string[] = [];
  if ([...after.values()].some(({ table }) => table.temporal !== null)) statements.push(overlapExtension);
  for (const [name, part] of after) {
    const old = before.get(name);
    if (old === undefined) {
      statements.push(...tablePartStatements(part));
      references.push(...referenceStatements(part.table, part.named));
      continue;
    }
    reasons.push(...columnObstacles(old.table, part.table));
    statements.push(
      ...addedColumns(old, part),
      ...changedConstraints(old, part, 'table'),
      ...changedIndexes(old, part),
    );
    statements.push(...replaced(part));
    references.push(...changedConstraints(old, part, 'end'));
  }
  return reasons.length > 0 ? { ok: false, reasons } : { ok: true, statements: [...statements, ...references] };
}

function columnObstacles(old: Table, table: Table): readonly string[] {
  const reasons: string[] = [];
  if (old.history !== table.history)
    reasons.push(`${table.name} ${table.history === null ? 'no longer has' : 'now has'} a history`);
  if ((old.temporal === null) !== (table.temporal === null))
    reasons.push(`the timeline of ${table.name} is ${table.temporal === null ? 'gone' : 'new'}`);
  const fields = byName(declaredFields(table));
  for (const field of declaredFields(old)) {
    const now = fields.get(field.name);
    if (now === undefined) reasons.push(`${table.name}.${field.name} is gone`);
    else if (columnDefinition(now) !== columnDefinition(field)) {
      reasons.push(`${table.name}.${field.name} was "${columnDefinition(field)}" and is "${columnDefinition(now)}"`);
    }
  }
  return reasons;
}

/** PostgreSQL itself refuses a column that is required and has no default where there are rows. */
function addedColumns(old: TablePart, { table, history }: TablePart): readonly string[] {
  const known = byName(declaredFields(old.table));
  return declaredFields(table)
    .filter((field) => !known.has(field.name))
    .flatMap((field) => [
      `alter table public.${quote(table.name)}\n  add column ${columnDefinition(field)}`,
      ...(history === null ? [] : [`alter table public.${quote(history.name)}\n  add column ${typedColumn(field)}`]),
    ]);
}

function changedConstraints(old: TablePart, part: TablePart, place: 'table' | 'end'): readonly string[] {
  const before = new Map(definitions(old, place));
  const after = new Map(definitions(part, place));
  const name = `public.${quote(part.table.name)}`;
  const gone = [...before].filter(([constraint, definition]) => after.get(constraint) !== definition);
  const come = [...after].filter(([constraint, definition]) => before.get(constraint) !== definition);
  return [
    ...gone.map(([constraint]) => `alter table ${name}\n  drop constraint ${quote(constraint)}`),
    ...come.map(([, definition]) => `alter table ${name}\n  add ${definition}`),
  ];
}

function definitions({ table, named }: TablePart, place: 'table' | 'end'): readonly (readonly [string, string])[] {
  return named
    .filter(([, constraint]: NamedConstraint) => placeOf(constraint, table) === place)
    .map(([name, constraint]) => [name, constraintDefinition(name, constraint, table)]);
}

function changedIndexes(old: TablePart, part: TablePart): readonly string[] {
  const gone = old.indexes.filter((index) => !part.indexes.includes(index));
  const come = part.indexes.filter((index) => !old.indexes.includes(index));
  const nameOf = (index: string) => /^create (?:unique )?index (\S+) on /.exec(index)?.[1];
  return [...gone.map((index) => `drop index public.${nameOf(index)}`), ...come];
}

/** Functions, triggers and comments hold no data: they are written again. */
function replaced({ table, named, history }: TablePart): readonly string[] {
  return [
    ...recordStatements(table, named),
    ...tableComments(table, named),
    ...(history === null ? [] : resourceComments(history)),
  ];
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map((field) => [field.name, field]));
}
