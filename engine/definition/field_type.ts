import { nearest } from '../language/nearest.ts';
import { compareDecimals, readDecimal } from './decimal.ts';
import type { FieldDefinition, ResourceDefinition } from './definition.ts';
import { type Definitions, type Report, unknownResource } from './load.ts';
import type { Bounds, FieldType, Format } from './model.ts';

export interface FieldTypeContext {
  readonly definition: ResourceDefinition;
  readonly definitions: Definitions;
  /** A number as it is written in the file, below the field. */
  readonly numberAt: (part: readonly string[]) => string | null;
  readonly report: Report;
}

type Path = readonly (string | number)[];

/** The type of a field, or of an array's elements, with its facets. */
export function buildFieldType(
  field: FieldDefinition,
  path: Path,
  context: FieldTypeContext,
  below: readonly string[] = [],
): FieldType {
  const { report } = context;
  const minLength = field.min_length ?? null;
  const maxLength = field.max_length ?? null;
  if (minLength !== null && maxLength !== null && minLength > maxLength) {
    report([...path, 'min_length'], {
      message: `min_length ${minLength} is above max_length ${maxLength}`,
      expected: `at most ${maxLength}`,
    });
  }
  switch (field.type) {
    case 'text':
      return {
        kind: 'text',
        minLength,
        maxLength,
        pattern: buildPattern(field, path, report),
        format: buildFormat(field, path, context),
      };
    case 'html':
      return { kind: 'html', minLength, maxLength };
    case 'integer':
    case 'bigint':
      return { kind: field.type, ...buildBounds(field, path, context, below) };
    case 'decimal': {
      const { precision = 0, scale = 0 } = field;
      if (scale > precision)
        report([...path, 'scale'], {
          message: `scale ${scale} is above precision ${precision}`,
          expected: `at most ${precision}`,
        });
      return { kind: 'decimal', precision, scale, ...buildBounds(field, path, context, below) };
    }
    case 'enum':
      return { kind: 'enum', values: field.values ?? [], transitions: buildTransitions(field, path, report) };
    case 'reference': {
      const to = field.to ?? '';
      if (!context.definitions.names.has(to)) report([...path, 'to'], unknownResource(to, context.definitions));
      return { kind: 'reference', to };
    }
    case 'array': {
      const element: FieldDefinition = typeof field.of === 'object' ? field.of : { type: field.of ?? 'text' };
      const of = buildFieldType(element, typeof field.of === 'object' ? [...path, 'of'] : path, context, [
        ...below,
        'of',
      ]);
      return { kind: 'array', of, minLength, maxLength };
    }
    default:
      return { kind: field.type as 'boolean' | 'date' | 'datetime' | 'uuid' | 'json' };
  }
}

function buildBounds(
  field: FieldDefinition,
  path: Path,
  { numberAt, report }: FieldTypeContext,
  below: readonly string[],
): Bounds {
  const read = (key: 'minimum' | 'maximum' | 'multiple_of'): string | null => {
    if (field[key] === undefined) return null;
    const text = numberAt([...below, key]) ?? String(field[key]);
    if (/^-?\d+(\.\d+)?$/.test(text)) return text;
    report([...path, key], {
      message: `${text} is not written as a plain decimal number`,
      expected: 'digits, with a point if need be',
    });
    return null;
  };
  const bounds = { minimum: read('minimum'), maximum: read('maximum'), multipleOf: read('multiple_of') };
  const minimum = bounds.minimum === null ? null : readDecimal(bounds.minimum);
  const maximum = bounds.maximum === null ? null : readDecimal(bounds.maximum);
  if (minimum !== null && maximum !== null && compareDecimals(minimum, maximum) > 0) {
    report([...path, 'minimum'], {
      message: `minimum ${bounds.minimum} is above maximum ${bounds.maximum}`,
      expected: `at most ${bounds.maximum}`,
    });
  }
  return bounds;
}

function buildPattern(field: FieldDefinition, path: Path, report: Report): string | null {
  if (field.pattern === undefined) return null;
  try {
    new RegExp(field.pattern, 'u');
  } catch (error) {
    report([...path, 'pattern'], {
      message: `is no regular expression: ${(error as Error).message.replace(/^.*: /, '')}`,
      expected: 'an ECMAScript expression',
    });
  }
  return field.pattern;
}

function buildFormat(field: FieldDefinition, path: Path, { definition, report }: FieldTypeContext): Format | null {
  if (field.format === undefined) return null;
  if (typeof field.format === 'string') return { kind: 'fixed', name: field.format };
  const { by, ...formats } = field.format;
  const sibling = definition.fields[by];
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
      expected: `one of ${values.join(', ')}`,
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
    expected: `one of ${values.join(', ')}`,
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
