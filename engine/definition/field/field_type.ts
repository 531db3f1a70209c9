import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import { type FieldType, fieldTypes } from '../../vocabulary/field_type.ts';
import { valuesOf } from '../../vocabulary/type/enum.ts';
import type { Format } from '../../vocabulary/type/text.ts';
import { type Definitions, unknownResource } from '../definitions.ts';
import { type Path, sourceText } from '../file/place.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';

/** Where a field is declared: in a resource of a file, beside all other resources. */
export interface FieldContext extends DefinitionFile {
  readonly definition: ResourceDefinition;
  readonly definitions: Definitions;
  /** The time zone of the service. */
  readonly zone: string;
}

/** The type of a field with its facets. */
export function buildFieldType(field: FieldDefinition, path: Path, context: FieldContext): FieldType {
  const { source, report } = context;
  const word = fieldTypes.get(field.type);
  if (word === undefined) throw new Error(`the schema of the language accepted the unknown type ${field.type}`);
  const type = word.build(field, {
    written: (steps) => sourceText(source, [...path, ...steps]),
    report: ({ steps, ...fault }) => report([...path, ...steps], fault),
  });
  return withKnownNames(type, path, context);
}

/** Checks what a type says of other fields and resources, and leaves out a format that depends on none. */
function withKnownNames<Type extends FieldType>(type: Type, path: Path, context: FieldContext): Type {
  switch (type.kind) {
    case 'text':
      return { ...type, format: knownFormat(type.format, path, context) };
    case 'reference':
      if (!context.definitions.names.has(type.to)) {
        context.report([...path, 'to'], unknownResource(type.to, context.definitions));
      }
      if (context.definitions.wellFormed.get(type.to)?.definition.view !== undefined) {
        const message = `${type.to} is a view, which has no rows of its own`;
        context.report([...path, 'to'], { message, expected: 'a resource with rows of its own' });
      }
      return type;
    case 'array':
      return { ...type, of: withKnownNames(type.of, [...path, 'of'], context) };
    default:
      return type;
  }
}

function knownFormat(format: Format | null, path: Path, { definition, report }: FieldContext): Format | null {
  if (format?.kind !== 'by') return format;
  const { field: by, formats } = format;
  const sibling = Object.hasOwn(definition.fields, by) ? definition.fields[by] : undefined;
  if (sibling?.type !== 'enum' || sibling.computed !== undefined) {
    const enums = Object.entries(definition.fields).flatMap(([name, { type, computed }]) =>
      type === 'enum' && computed === undefined ? [name] : [],
    );
    report([...path, 'format', 'by'], {
      message:
        sibling === undefined
          ? `there is no field ${by} in ${definition.resource}`
          : sibling.type === 'enum'
            ? `the field ${by} is computed, and nobody sends it`
            : `the field ${by} is of type ${sibling.type}`,
      expected: `an enum field${enums.length === 0 ? '' : `: ${enums.join(', ')}`}`,
      nearest: nearest(by, enums),
    });
    return null;
  }
  const values = valuesOf(sibling);
  for (const value of formats.keys()) {
    if (values.includes(value)) continue;
    report([...path, 'format', value], {
      message: `${by} never has the value ${value}`,
      expected: oneOf(values),
      nearest: nearest(value, values),
      part: 'key',
    });
  }
  return format;
}
