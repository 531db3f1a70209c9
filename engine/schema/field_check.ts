import type { Field } from '../definition/model.ts';
import { arrayLiteral } from '../query/sql/literal.ts';
import { quote } from '../sql/identifier.ts';
import { textLiteral } from '../sql/literal.ts';
import type { FieldType } from '../vocabulary/field_type.ts';
import type { Bounds } from '../vocabulary/number.ts';

/** A rule of a field, named as the facet in its definition, and the SQL expression that holds it. `elements`: an array holds no null. */
export interface FieldCheck {
  readonly what: 'values' | 'min_length' | 'max_length' | 'minimum' | 'maximum' | 'multiple_of' | 'elements';
  readonly expression: string;
}

/**
 * What the database checks of a field by itself. Not pattern and format: PostgreSQL's regular expressions are not
 * ECMAScript's, and check digits would be a function to keep in step with ours. Of an array's elements only what can
 * be checked without a subquery, which a constraint may not have.
 */
export function fieldChecks({ name, type }: Field): readonly FieldCheck[] {
  const column = quote(name);
  switch (type.kind) {
    case 'enum':
      return [{ what: 'values', expression: `${column} in (${type.values.map(textLiteral).join(', ')})` }];
    case 'text':
    case 'html':
      return lengthChecks(`char_length(${column})`, type);
    case 'integer':
    case 'bigint':
    case 'decimal':
      return [
        ...given('minimum', type.minimum, (minimum) => `${column} >= ${minimum}`),
        ...given('maximum', type.maximum, (maximum) => `${column} <= ${maximum}`),
        ...given('multiple_of', type.multipleOf, (step) => `${column} % ${step} = 0`),
      ];
    case 'array':
      return [
        { what: 'elements', expression: `array_position(${column}, null) is null` },
        ...lengthChecks(`cardinality(${column})`, type),
        ...elementChecks(column, type.of),
      ];
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'uuid':
    case 'json':
    case 'reference':
      return [];
  }
}

function elementChecks(column: string, type: FieldType): readonly FieldCheck[] {
  if (type.kind === 'enum') return [{ what: 'values', expression: `${column} <@ ${arrayLiteral(type.values, type)}` }];
  if (!('minimum' in type)) return [];
  const { minimum, maximum }: Bounds = type;
  return [
    ...given('minimum', minimum, (bound) => `${bound} <= all (${column})`),
    ...given('maximum', maximum, (bound) => `${bound} >= all (${column})`),
  ];
}

function lengthChecks(
  length: string,
  bounds: { readonly minLength: number | null; readonly maxLength: number | null },
): readonly FieldCheck[] {
  return [
    ...given('min_length', bounds.minLength, (minimum) => `${length} >= ${minimum}`),
    ...given('max_length', bounds.maxLength, (maximum) => `${length} <= ${maximum}`),
  ];
}

function given<Value>(
  what: FieldCheck['what'],
  value: Value | null,
  expression: (value: Value) => string,
): readonly FieldCheck[] {
  return value === null ? [] : [{ what, expression: expression(value) }];
}
