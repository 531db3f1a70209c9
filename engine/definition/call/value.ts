import type { Field } from '../../model/field.ts';
import { isAnyJson } from '../../vocabulary/field_type.ts';
import { buildFieldType, type FieldContext } from '../field/field_type.ts';
import { buildFixed, checkExample, claimOf } from '../field/field_value.ts';
import { titleOf } from '../field/title.ts';
import type { Path } from '../file/place.ts';
import type { CallValueDefinition } from '../language/definition.ts';

/** The values that a call takes or answers, as fields of a row that is stored nowhere. */
export function buildValues(
  values: Readonly<Record<string, CallValueDefinition>>,
  path: Path,
  context: Omit<FieldContext, 'definition'> & { readonly of: string },
): ReadonlyMap<string, Field> {
  // A format that another value chooses is looked up among these.
  const own = { ...context, definition: { resource: context.of, fields: values } };
  return new Map(Object.entries(values).map(([name, value]) => [name, buildValue(name, value, [...path, name], own)]));
}

function buildValue(name: string, value: CallValueDefinition, path: Path, context: FieldContext): Field {
  const type = buildFieldType(value, path, context);
  checkExample(value.example, { name: 'example', type, path: [...path, 'example'] }, context);
  return {
    name,
    was: null,
    title: value.title ?? titleOf(name),
    description: value.description?.trim() ?? '',
    type,
    nullable: value.nullable === true,
    onDelete: null,
    unseen: true,
    acyclic: false,
    where: null,
    default: buildConstant(value.default, type, [...path, 'default'], context),
    backfill: null,
    create: true,
    update: false,
    computed: null,
    writeOnly: false,
    redacted: null,
    example: value.example,
    deprecated: null,
    access: null,
    shownWhere: null,
  };
}

/** The default of a value: a constant, as nothing is stored that could have an instant or a number of its own. */
function buildConstant(
  value: CallValueDefinition['default'],
  type: Field['type'],
  path: Path,
  context: FieldContext,
): Field['default'] {
  if (claimOf(value) !== null && !isAnyJson(type)) {
    context.report(path, { message: `the default ${value} is a claim of the caller`, expected: 'a constant' });
    return null;
  }
  const fixed = buildFixed(value, { name: 'default', type, path }, context);
  if (fixed === null || fixed.kind === 'value') return fixed;
  context.report(path, { message: `the default ${fixed.kind} is for fields of rows`, expected: 'a constant' });
  return null;
}
