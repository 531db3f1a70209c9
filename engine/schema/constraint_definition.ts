import type { Field, FieldType, Table } from '../definition/model.ts';
import { renderCondition, type Terms } from '../query/condition.ts';
import { quote } from '../query/identifier.ts';
import { arrayLiteral, literal, textLiteral } from '../query/literal.ts';
import { type Constraint, type FieldRule, fieldOf } from './constraint.ts';

/** Where a constraint stands in the schema: in its table, beside it as an index, or after all tables. */
export function placeOf(constraint: Constraint, table: Table): 'table' | 'index' | 'end' {
  if (constraint.kind === 'reference') return 'end'; // references may go round in a circle
  // Only live entries are unique, and only an index can be partial.
  return constraint.kind === 'unique' && table.temporal !== null ? 'index' : 'table';
}

/** `constraint <name> <definition>`, as it stands in `create table` and after `alter table ... add`. */
export function constraintDefinition(name: string, constraint: Constraint, table: Table): string {
  return `constraint ${quote(name)} ${definition(constraint, table)}`;
}

/** Name list in parentheses. */
export function columnList(names: readonly string[]): string {
  return `(${names.map(quote).join(', ')})`;
}

function definition(constraint: Constraint, table: Table): string {
  switch (constraint.kind) {
    case 'primary_key':
      return 'primary key (id)';
    case 'unique':
      return `unique ${columnList(constraint.fields)}`;
    case 'reference':
      return `foreign key ${columnList([constraint.field])} references public.${quote(constraint.to)} (id)`;
    case 'check':
      return `check ((${renderCondition(constraint.check.that, constants)}) is true)`;
    case 'field':
      return `check (${ruleExpression(fieldOf(table, constraint.field), constraint.what)})`;
    case 'validity':
      return 'check (valid_to is null or (valid_from is not null and valid_from < valid_to))';
    case 'overlap':
      // An entry without validity is a deleted one, and its range would be unbounded.
      return `exclude using gist (${constraint.timeline.map((name) => `${quote(name)} with =`).join(', ')}, tstzrange(valid_from, valid_to) with &&) where (valid_from is not null)`;
  }
}

const constants: Terms = {
  column: (field) => quote(field.name),
  value: (text, field) => literal(text, field.type),
  list: (texts, field) => arrayLiteral(texts, field.type),
};

function ruleExpression(field: Field, what: FieldRule): string {
  const column = quote(field.name);
  const { type } = field;
  const isArray = type.kind === 'array';
  const element = isArray ? type.of : type;
  const length = isArray ? `cardinality(${column})` : `char_length(${column})`;
  switch (what) {
    case 'values':
      return isArray ? `${column} <@ ${arrayLiteral(valuesOf(element), element)}` : `${column} in (${valuesOf(element).map(textLiteral).join(', ')})`;
    case 'min_length':
      return `${length} >= ${facet(type, 'minLength')}`;
    case 'max_length':
      return `${length} <= ${facet(type, 'maxLength')}`;
    case 'minimum':
      return isArray ? `${facet(element, 'minimum')} <= all (${column})` : `${column} >= ${facet(type, 'minimum')}`;
    case 'maximum':
      return isArray ? `${facet(element, 'maximum')} >= all (${column})` : `${column} <= ${facet(type, 'maximum')}`;
    case 'multiple_of':
      return `${column} % ${facet(type, 'multipleOf')} = 0`;
    case 'elements':
      return `array_position(${column}, null) is null`;
  }
}

function valuesOf(type: FieldType): readonly string[] {
  if (type.kind !== 'enum') throw new Error(`a field of type ${type.kind} has no values`);
  return type.values;
}

function facet(type: FieldType, name: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'multipleOf'): string {
  const value = (type as Partial<Record<typeof name, number | string | null>>)[name];
  if (value === undefined || value === null) throw new Error(`a field of type ${type.kind} has no ${name}`);
  return String(value);
}
