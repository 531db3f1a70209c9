import type { Field, Made, OperandType } from '../../model/field.ts';
import type { FieldType } from '../../vocabulary/field_type.ts';
import type { Report } from '../file/report.ts';

/** A field with the type that its value of related rows has, where the declared type fits it. */
export function fittingField(field: Field, made: Made, report: Report): Field {
  const { name, type, nullable } = field;
  const own = typeOf(made);
  if (own.kind === 'file') {
    const message = `${name} would be a file of another row, and its bytes are at that row`;
    report(['fields', name, 'computed'], { message, expected: 'another field, and the relation for the file' });
    return field;
  }
  if (!fits(type, own)) {
    const misfit = `${name} is of type ${type.kind}, and its value is of type ${own.kind}`;
    report(['fields', name, 'type'], {
      message: type.kind === 'reference' ? `${name} is computed, and has no column that refers to a row` : misfit,
      expected: `type: ${expectedKind(own)}`,
    });
    return field;
  }
  const mayBeNull = made.by === 'way' || (made.by === 'aggregate' && ['min', 'max'].includes(made.aggregate.name));
  if (mayBeNull && !nullable)
    report(['fields', name], {
      message: `${name} is null where there is no row that the reader may read`,
      expected: 'nullable: true',
      part: 'key',
    });
  if (!mayBeNull && nullable)
    report(['fields', name, 'nullable'], { message: `${name} is never null`, expected: 'no nullable', part: 'key' });
  // A value has the bounds of the field that it is taken of, and not others.
  const isTaken = made.by === 'way' || (made.by === 'aggregate' && made.aggregate.name !== 'sum');
  return isTaken && own.kind !== 'period' && own.kind === type.kind ? { ...field, type: alone(own) } : field;
}

/** A type without what it says of other fields of its resource, or of changes. */
export function alone(type: FieldType): FieldType {
  switch (type.kind) {
    case 'text':
      return type.format?.kind === 'by' ? { ...type, format: null } : type;
    case 'enum':
      return { kind: 'enum', values: type.values, about: type.about, transitions: null };
    default:
      return type;
  }
}

function typeOf(made: Made): OperandType {
  switch (made.by) {
    case 'rule':
      return { kind: 'boolean' };
    case 'aggregate': {
      const { aggregate, type } = made;
      const { operand } = aggregate;
      const isWhole = aggregate.name === 'sum' && operand !== null && operand.type.kind !== 'decimal';
      return isWhole ? { kind: 'bigint', minimum: null, maximum: null, multipleOf: null } : type;
    }
    case 'way':
      return made.operand.type;
  }
}

/** Other types of fields that hold the values of a type as they are. */
const wider: Readonly<Record<string, readonly string[]>> = {
  integer: ['bigint', 'decimal'],
  bigint: ['integer', 'decimal'],
  reference: ['bigint'],
  enum: ['text'],
};

function fits(declared: FieldType, own: OperandType): boolean {
  if (declared.kind === 'reference') return false;
  if (declared.kind === 'array' && own.kind === 'array') return declared.of.kind === own.of.kind;
  return declared.kind === own.kind || (wider[own.kind] ?? []).includes(declared.kind);
}

/** A reference would make a relation, and there is no column for it. */
function expectedKind({ kind }: OperandType): string {
  return kind === 'reference' ? 'bigint' : kind;
}
