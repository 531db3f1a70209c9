import { nearest } from '../language/nearest.ts';
import type { DeprecationDefinition, FieldDefinition, ResourceDefinition } from './definition.ts';
import { buildFieldType } from './field_type.ts';
import { buildDefault, checkExample } from './field_value.ts';
import type { Definitions, Report } from './load.ts';
import type { Deprecation, Field } from './model.ts';
import { type Source, sourceText } from './read.ts';
import { reservedReason } from './reserved.ts';
import { readRule } from './rule.ts';
import { words } from './table.ts';

/** The declared fields of a resource, in the order of the file. */
export function buildFields(
  definition: ResourceDefinition,
  definitions: Definitions,
  source: Source,
  report: Report,
): readonly Field[] {
  const stored = new Map<string, Field>();
  for (const [name, field] of Object.entries(definition.fields)) {
    checkName(name, field, definition, report);
    stored.set(name, buildField(name, field, definition, definitions, source, report));
  }
  return [...withComputed(stored, definition, source, report).values()];
}

export function buildDeprecation(
  definition: DeprecationDefinition | undefined,
  path: readonly (string | number)[],
  known: Iterable<string>,
  report: Report,
): Deprecation | null {
  if (definition === undefined) return null;
  const { since = null, sunset = null, replaced_by: replacedBy = null } = definition;
  if (replacedBy !== null && ![...known].includes(replacedBy)) {
    report([...path, 'replaced_by'], {
      message: `there is no ${replacedBy} to replace it`,
      expected: 'an existing name',
      nearest: nearest(replacedBy, known),
    });
  }
  return { since, sunset, replacedBy };
}

function buildField(
  name: string,
  field: FieldDefinition,
  definition: ResourceDefinition,
  definitions: Definitions,
  source: Source,
  report: Report,
): Field {
  const path = ['fields', name];
  const numberAt = (part: readonly string[]) => sourceText(source, [...path, ...part]);
  const type = buildFieldType(field, path, { definition, definitions, numberAt, report });
  checkExample(field.example, type, path, report);
  return {
    name,
    title: field.title ?? words(name),
    description: field.description?.trim() ?? '',
    type,
    nullable: field.nullable === true,
    default: buildDefault(field.default, type, path, report),
    create: field.create !== false && field.computed === undefined,
    update: field.update !== false && field.computed === undefined,
    computed: null,
    example: field.example,
    deprecated: buildDeprecation(field.deprecated, [...path, 'deprecated'], Object.keys(definition.fields), report),
  };
}

/** Computed fields may use each other, in any order but in no circle: each is read once those that it names are. */
function withComputed(
  stored: ReadonlyMap<string, Field>,
  definition: ResourceDefinition,
  source: Source,
  report: Report,
): ReadonlyMap<string, Field> {
  const fields = new Map(stored);
  const visiting = new Set<string>();
  const done = new Set<string>();
  const complete = (name: string): void => {
    const field = fields.get(name);
    const rule = definition.fields[name]?.computed;
    if (field === undefined || rule === undefined || done.has(name)) return;
    const path = ['fields', name, 'computed'];
    if (visiting.has(name)) {
      report(path, { message: `${name} is computed from itself`, expected: 'a rule over other fields' });
      return;
    }
    visiting.add(name);
    for (const other of fields.keys()) {
      if (new RegExp(`\\b${other}\\b`).test(rule) && definition.fields[other]?.computed !== undefined) complete(other);
    }
    const computed = readRule(rule, definition.resource, fields, source, path, report);
    if (computed !== null) fields.set(name, { ...field, computed });
    visiting.delete(name);
    done.add(name);
  };
  for (const name of stored.keys()) {
    checkComputedFacets(name, definition.fields[name], report);
    complete(name);
  }
  return fields;
}

function checkComputedFacets(name: string, field: FieldDefinition | undefined, report: Report): void {
  if (field?.computed === undefined) return;
  for (const facet of ['default', 'unique', 'nullable', 'create', 'update'] as const) {
    if (field[facet] !== undefined && field[facet] !== false) {
      report(['fields', name, facet], {
        message: `${facet} means nothing for a computed field`,
        expected: `no ${facet}`,
        part: 'key',
      });
    }
  }
}

function checkName(name: string, field: FieldDefinition, definition: ResourceDefinition, report: Report): void {
  const at = { part: 'key' } as const;
  const reason = reservedReason(name, definition.resource);
  if (reason !== null)
    report(['fields', name], { message: `the name ${name} is reserved: ${reason}`, expected: 'another name', ...at });
  if (field.type !== 'reference') return;
  if (!/._id$/.test(name)) {
    report(['fields', name], {
      message: `the reference ${name} does not end in _id`,
      expected: 'a name such as party_id, which gives the embed alias party',
      nearest: `${name}_id`,
      ...at,
    });
    return;
  }
  const alias = name.slice(0, -'_id'.length);
  const aliasReason = reservedReason(alias, definition.resource);
  if (aliasReason !== null) {
    report(['fields', name], {
      message: `the embed alias ${alias} of ${name} is reserved: ${aliasReason}`,
      expected: 'another name',
      ...at,
    });
  } else if (Object.hasOwn(definition.fields, alias)) {
    report(['fields', name], {
      message: `the embed alias ${alias} of ${name} is also a field`,
      expected: 'two names that differ by more than _id',
      ...at,
    });
  }
}
