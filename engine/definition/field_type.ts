import { nearest } from '../language/nearest.ts';
import { oneOf } from '../language/wording.ts';
import { compareDecimals, readDecimal } from '../vocabulary/decimal.ts';
import type { Bounds, FieldType, Format } from '../vocabulary/field_type.ts';
import type { FieldDefinition, ResourceDefinition } from './definition.ts';
import { type Definitions, unknownResource } from './definitions.ts';
import { type Path, sourceText } from './place.ts';
import type { Report } from './report.ts';
import type { Source } from './source.ts';
import { checkNumber } from './value.ts';

export interface FieldTypeContext {
  readonly definition: ResourceDefinition;
  readonly definitions: Definitions;
  readonly source: Source;
  readonly report: Report;
}

/** The type of a field, or of an array's elements, with its facets. */
export function buildFieldType(field: FieldDefinition, path: Path, context: FieldTypeContext): FieldType {
  const { definitions, report } = context;
  const { min_length: minLength = null, max_length: maxLength = null } = field;
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    const message = `min_length ${minLength} is above max_length ${maxLength}`;
    report([...path, 'min_length'], { message, expected: `at most ${maxLength}` });
  }
  switch (field.type) {
    case 'text': {
      const pattern = buildPattern(field, path, report);
      return { kind: 'text', minLength, maxLength, pattern, format: buildFormat(field, path, context) };
    }
    case 'html':
      return { kind: 'html', minLength, maxLength };
    case 'integer':
    case 'bigint':
      return withBounds({ kind: field.type, ...unbound }, field, path, context);
    case 'decimal': {
      const { precision = 0, scale = 0 } = field;
      if (scale > precision) {
        const message = `scale ${scale} is above precision ${precision}`;
        report([...path, 'scale'], { message, expected: `at most ${precision}` });
      }
      return withBounds({ kind: 'decimal', precision, scale, ...unbound }, field, path, context);
    }
    case 'enum':
      return { kind: 'enum', values: field.values ?? [], transitions: buildTransitions(field, path, report) };
    case 'reference': {
      const { to = '' } = field;
      if (!definitions.names.has(to)) report([...path, 'to'], unknownResource(to, definitions));
      return { kind: 'reference', to };
    }
    case 'array': {
      const of: FieldType =
        typeof field.of === 'object'
          ? buildFieldType(field.of, [...path, 'of'], context)
          : buildFieldType({ type: field.of ?? 'text' }, path, context);
      return { kind: 'array', of, minLength, maxLength };
    }
    default:
      return { kind: field.type as 'boolean' | 'date' | 'datetime' | 'uuid' | 'json' };
  }
}

type NumberType = FieldType & Bounds;

const unbound: Bounds = { minimum: null, maximum: null, multipleOf: null };

/** The type with its bounds, each as it is written in the file and itself a value of the type. */
function withBounds(type: NumberType, field: FieldDefinition, path: Path, context: FieldTypeContext): NumberType {
  const { source, report } = context;
  const read = (key: 'minimum' | 'maximum' | 'multiple_of'): string | null => {
    if (field[key] === undefined) return null;
    const text = sourceText(source, [...path, key]) ?? String(field[key]);
    const isPlain = /^-?\d+(\.\d+)?$/.test(text);
    if (!isPlain) {
      const message = `${text} is not written as a plain decimal number`;
      report([...path, key], { message, expected: 'digits, with a point if need be' });
      return null;
    }
    const wrong = checkNumber(type, text);
    if (wrong === null) return text;
    report([...path, key], { message: `${key} ${text} is no value of the field: it ${wrong}`, expected: null });
    return null;
  };
  const [minimum, maximum, multipleOf] = [read('minimum'), read('maximum'), read('multiple_of')];
  const [least, most] = [readDecimal(minimum ?? ''), readDecimal(maximum ?? '')];
  if (least !== null && most !== null && compareDecimals(least, most) > 0) {
    const message = `minimum ${minimum} is above maximum ${maximum}`;
    report([...path, 'minimum'], { message, expected: `at most ${maximum}` });
  }
  return { ...type, minimum, maximum, multipleOf };
}

function buildPattern(field: FieldDefinition, path: Path, report: Report): string | null {
  if (field.pattern === undefined) return null;
  try {
    new RegExp(field.pattern, 'u');
  } catch (error) {
    report([...path, 'pattern'], {
      message: `this is no regular expression: ${(error as Error).message.replace(/^.*: /, '').toLowerCase()}`,
      expected: 'an ECMAScript expression',
    });
  }
  return field.pattern;
}

function buildFormat(field: FieldDefinition, path: Path, { definition, report }: FieldTypeContext): Format | null {
  if (field.format === undefined) return null;
  if (typeof field.format === 'string') return { kind: 'fixed', name: field.format };
  const { by, ...formats } = field.format;
  const sibling = Object.hasOwn(definition.fields, by) ? definition.fields[by] : undefined;
  if (sibling?.type !== 'enum') {
    const enums = Object.keys(definition.fields).filter((name) => definition.fields[name]?.type === 'enum');
    report([...path, 'format', 'by'], {
      message:
        sibling === undefined
          ? `there is no field ${by} in ${definition.resource}`
          : `the field ${by} is of type ${sibling.type}`,
      expected: `an enum field${enums.length === 0 ? '' : `: ${enums.join(', ')}`}`,
      nearest: nearest(by, enums),
    });
    return null;
  }
  const values = sibling.values ?? [];
  for (const value of Object.keys(formats)) {
    if (values.includes(value)) continue;
    report([...path, 'format', value], {
      message: `${by} never has the value ${value}`,
      expected: oneOf(values),
      nearest: nearest(value, values),
      part: 'key',
    });
  }
  return { kind: 'by', field: by, formats: new Map(Object.entries(formats)) };
}

function buildTransitions(
  field: FieldDefinition,
  path: Path,
  report: Report,
): ReadonlyMap<string, readonly string[]> | null {
  if (field.transitions === undefined) return null;
  const values = field.values ?? [];
  const unknown = (value: string) => ({
    message: `${value} is not among the values`,
    expected: oneOf(values),
    nearest: nearest(value, values),
  });
  for (const [from, targets] of Object.entries(field.transitions)) {
    if (!values.includes(from)) report([...path, 'transitions', from], { ...unknown(from), part: 'key' });
    targets.forEach((to, index) => {
      if (!values.includes(to)) report([...path, 'transitions', from, index], unknown(to));
    });
  }
  return new Map(Object.entries(field.transitions));
}
