import type { Field, FieldType, Table } from '../definition/model.ts';
import { columnType } from '../query/sql/column_type.ts';
import { quote } from '../query/sql/identifier.ts';
import { columnDefinition, declaredFields, defaultExpression, typedColumn } from './column.ts';

/** What `alter table` does to the columns of a table and of its history, or what stands against it. */
export interface ColumnChange {
  readonly reasons: readonly string[];
  readonly table: readonly string[];
  /** Versions that were recorded before a field was there have null in it. */
  readonly history: readonly string[];
}

/**
 * The change of a table's columns to those of a later definition. Columns come, and change their default, whether they
 * are required, and the precision of their decimals; a field that goes or is stored otherwise would lose or convert data.
 */
export function columnChange(old: Table, table: Table): ColumnChange {
  const before = byName(old);
  const after = byName(table);
  const come = [...after.values()].filter((field) => !before.has(field.name));
  const kept = [...after.values()].flatMap((field) => {
    const previous = before.get(field.name);
    return previous === undefined ? [] : [{ previous, field }];
  });
  const widened = kept.filter(({ previous, field }) => isWidened(previous.type, field.type)).map(alterType);
  return {
    reasons: [...before.values()].flatMap((field) => obstacle(field, table)),
    table: [...come.map((field) => `add column ${columnDefinition(field)}`), ...widened, ...kept.flatMap(alterRules)],
    history: [...come.map((field) => `add column ${typedColumn(field)}`), ...widened],
  };
}

interface Kept {
  readonly previous: Field;
  readonly field: Field;
}

function obstacle(previous: Field, table: Table): readonly string[] {
  const name = `${table.name}.${previous.name}`;
  const field = table.fields.get(previous.name);
  if (field === undefined) return [`${name} is gone`];
  if (field.computed !== null) return [`${name} was stored and is now computed`];
  const was = columnType(previous.type);
  const is = columnType(field.type);
  return was === is || isWidened(previous.type, field.type) ? [] : [`${name} is stored as ${was} and would be ${is}`];
}

/** Whether every decimal of the one type is, to the last digit, one of the other, which differs. */
function isWidened(from: FieldType, to: FieldType): boolean {
  if (from.kind !== 'decimal' || to.kind !== 'decimal' || columnType(from) === columnType(to)) return false;
  return to.scale >= from.scale && to.precision - to.scale >= from.precision - from.scale;
}

function alterType({ field }: Kept): string {
  return `alter column ${quote(field.name)} type ${columnType(field.type)}`;
}

function alterRules({ previous, field }: Kept): readonly string[] {
  const column = `alter column ${quote(field.name)}`;
  const initial = defaultExpression(field);
  const rules: string[] = [];
  if (previous.nullable !== field.nullable) rules.push(`${column} ${field.nullable ? 'drop' : 'set'} not null`);
  if (defaultExpression(previous) !== initial) {
    rules.push(initial === null ? `${column} drop default` : `${column} set default ${initial}`);
  }
  return rules;
}

function byName(table: Table): ReadonlyMap<string, Field> {
  return new Map(declaredFields(table).map((field) => [field.name, field]));
}
