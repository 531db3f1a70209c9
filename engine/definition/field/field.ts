import type { Field } from '../../model/field.ts';
import { isUploaded } from '../../vocabulary/field_type.ts';
import type { Definitions } from '../definitions.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';
import { buildAcyclic } from './acyclic.ts';
import { aliasOf } from './alias.ts';
import { buildBackfill, checkBackfills } from './backfill.ts';
import { withComputed } from './computed.ts';
import { buildDeprecation } from './deprecation.ts';
import { buildFieldAccess } from './field_access.ts';
import { buildFieldType, type FieldContext } from './field_type.ts';
import { buildDefault, checkExample } from './field_value.ts';
import { checkFileField } from './file_field.ts';
import { checkFormerNames } from './former_name.ts';
import { buildOnDelete } from './on_delete.ts';
import { checkReferenceKeys, referredBy } from './referred.ts';
import { reservedReason } from './reserved.ts';
import { titleOf } from './title.ts';

/** The declared fields of a resource, in the order of the file. */
export function buildFields(
  definition: ResourceDefinition,
  definitions: Definitions,
  zone: string,
  file: DefinitionFile,
): readonly Field[] {
  const { report } = file;
  checkFormerNames('fields', definition.fields, report);
  const fields = Object.entries(definition.fields).map(([name, field]) => {
    checkName(name, field, definition, report);
    checkFileField(name, field, report);
    checkReferenceKeys(name, field, report);
    return buildField(name, field, { ...file, definition, definitions, zone });
  });
  const completed = withComputed(fields, definition, zone, file);
  checkBackfills(completed, report);
  return completed;
}

function buildField(name: string, field: FieldDefinition, context: FieldContext): Field {
  const path = ['fields', name];
  const type = buildFieldType(field, path, context);
  const others = Object.keys(context.definition.fields).filter((other) => other !== name);
  checkExample(field.example, { name: 'example', type, path: [...path, 'example'] }, context);
  return {
    name,
    was: field.was ?? null,
    title: field.title ?? titleOf(name),
    description: field.description?.trim() ?? '',
    type,
    nullable: field.nullable === true || isUploaded(type),
    onDelete: buildOnDelete(field, [...path, 'on_delete'], context),
    unseen: field.unseen === true,
    acyclic: buildAcyclic(field, [...path, 'acyclic'], context),
    where: field.where ?? null,
    default: buildDefault(field.default, { name: 'default', type, path: [...path, 'default'] }, context),
    backfill: buildBackfill(field, type, [...path, 'backfill'], context),
    create: field.create !== false && field.computed === undefined && !isUploaded(type),
    update: field.update !== false && field.computed === undefined,
    computed: null,
    writeOnly: field.write_only === true,
    redacted: null,
    example: field.example,
    deprecated: buildDeprecation(
      field.deprecated,
      [...path, 'deprecated'],
      { kind: 'field', names: others },
      context.report,
    ),
    access: buildFieldAccess(field.access, path, context.report),
    shownWhere: null,
  };
}

/** In a view, the statement has these. */
const fieldsOfViews: ReadonlySet<string> = new Set(['id', 'valid_from', 'valid_to']);

function checkName(name: string, field: FieldDefinition, definition: ResourceDefinition, report: Report): void {
  const refuse = (message: string, expected: string, nearest: string | null = null) =>
    report(['fields', name], { message, expected, nearest, part: 'key' });
  const isOfView = definition.view !== undefined && fieldsOfViews.has(name);
  const reason = isOfView ? null : reservedReason(name, definition.resource);
  if (reason !== null) {
    refuse(`the name ${name} is reserved: ${reason}`, 'another name');
    return;
  }
  const referred = referredBy(field);
  if (referred === null) return;
  if (field.as !== undefined) {
    checkAlias(name, field.as, definition, report);
    return;
  }
  const alias = aliasOf(name, field);
  if (alias === null) {
    const end = referred.isArray ? '_ids' : '_id';
    const kind = referred.isArray ? 'array of references' : 'reference';
    const expected = `a name such as party${end}, which gives the embed alias party; or "as: <alias>"`;
    refuse(`the ${kind} ${name} does not end in ${end}`, expected, `${name}${end}`);
    return;
  }
  const aliasReason = reservedReason(alias, definition.resource);
  const other = referred.isArray ? otherOf(name, alias, definition) : undefined;
  if (aliasReason !== null) {
    refuse(`the embed alias ${alias} of ${name} is reserved: ${aliasReason}`, 'another name');
  } else if (other !== undefined) {
    refuse(`the embed alias ${alias} of ${name} is also that of ${other}`, '"as: <alias>" with another one');
  } else if (Object.hasOwn(definition.fields, alias)) {
    refuse(
      `the embed alias ${alias} of ${name} is also a field`,
      `two names that differ by more than ${referred.isArray ? '_ids' : '_id'}`,
    );
  }
}

/** Another field whose relation has the alias. */
function otherOf(name: string, alias: string, { fields }: ResourceDefinition): string | undefined {
  return Object.keys(fields).find((each) => each !== name && aliasOf(each, fields[each]) === alias);
}

/** An alias that the definition gives: of no field, and of one reference. */
function checkAlias(name: string, alias: string, definition: ResourceDefinition, report: Report): void {
  const { resource, fields } = definition;
  const reason = reservedReason(alias, resource);
  const other = otherOf(name, alias, definition);
  const clash =
    reason !== null
      ? `is reserved: ${reason}`
      : Object.hasOwn(fields, alias)
        ? 'is also a field'
        : other === undefined
          ? null
          : `is also that of ${other}`;
  if (clash !== null)
    report(['fields', name, 'as'], { message: `the embed alias ${alias} ${clash}`, expected: 'another alias' });
}
