import { nearest } from '../language/nearest.ts';
import { idField, recordFields, validityFields } from './common_field.ts';
import type { ResourceDefinition } from './definition.ts';
import { buildDeprecation, buildFields } from './field.ts';
import type { Definitions, Report } from './load.ts';
import type { Check, Field, Operation, Table, Temporal } from './model.ts';
import type { Source } from './read.ts';
import { buildRelations } from './relation.ts';
import { readRule } from './rule.ts';

const allOperations: readonly Operation[] = ['list', 'read', 'create', 'update', 'delete'];

/** Completes one resource file with its defaults and checks everything in it that the shape alone does not tell. */
export function buildTable(
  definition: ResourceDefinition,
  definitions: Definitions,
  source: Source,
  report: Report,
): Table {
  const declared = buildFields(definition, definitions, source, report);
  const fields = new Map(
    [idField, ...declared, ...(definition.temporal === undefined ? [] : validityFields), ...recordFields].map(
      (field) => [field.name, field],
    ),
  );
  const name = definition.resource;
  if (name === 'identity') checkIdentity(declared, report);
  const operations = new Set(definition.operations ?? allOperations);
  if (operations.has('create')) checkCreatable(declared, report);
  return {
    kind: 'table',
    name,
    title: definition.title ?? words(name),
    description: definition.description?.trim() ?? '',
    fields,
    relations: buildRelations(definition, definitions, report),
    operations,
    deprecated: buildDeprecation(definition.deprecated, ['deprecated'], definitions.names, report),
    history: definition.history === true ? `${name}_history` : null,
    temporal: buildTemporal(definition, fields, report),
    checks: buildChecks(definition, fields, source, report),
    unique: [
      ...declared.filter((field) => definition.fields[field.name]?.unique === true).map((field) => [field.name]),
      ...combinations('unique', definition, fields, report),
    ],
    indexes: combinations('indexes', definition, fields, report),
  };
}

/** A name for people from a name for machines: `accounting_point_id` is `Accounting point`. */
export function words(name: string): string {
  const text = name.replace(/_id$/, '').replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function buildTemporal(
  definition: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  report: Report,
): Temporal | null {
  if (definition.temporal === undefined) return null;
  const { timeline } = definition.temporal;
  const names = typeof timeline === 'string' ? [timeline] : timeline;
  names.forEach((name, index) => {
    const path = typeof timeline === 'string' ? ['temporal', 'timeline'] : ['temporal', 'timeline', index];
    const field = declaredField(name, definition, fields, path, report);
    if (field === undefined) return;
    if (index === 0 && field.type.kind !== 'reference') {
      report(path, {
        message: `the timeline's field ${name} is of type ${field.type.kind}`,
        expected: 'a field of type reference: its row is what writers of the timeline queue on',
      });
    } else if (!timelineTypes.has(field.type.kind)) {
      report(path, {
        message: `a timeline cannot be identified by ${name}, of type ${field.type.kind}`,
        expected: `a field of type ${[...timelineTypes].join(', ')}`,
      });
    } else if (field.nullable) {
      report(path, { message: `the timeline's field ${name} is nullable`, expected: 'a field that every entry has' });
    }
  });
  return { timeline: names };
}

const timelineTypes: ReadonlySet<string> = new Set(['reference', 'enum', 'text', 'integer', 'bigint', 'uuid', 'date']);

function buildChecks(
  definition: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  source: Source,
  report: Report,
): Check[] {
  return (definition.checks ?? []).flatMap(({ that, message }, index) => {
    const rule = readRule(that, definition.resource, fields, source, ['checks', index, 'that'], report);
    return rule === null
      ? []
      : [{ name: `${definition.resource}_rule_${index + 1}_check`, that: rule, message: message.trim() }];
  });
}

function combinations(
  key: 'unique' | 'indexes',
  definition: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  report: Report,
): readonly (readonly string[])[] {
  const lists = definition[key] ?? [];
  lists.forEach((names, index) => {
    names.forEach((name, position) => {
      const path = [key, index, position];
      const field = key === 'indexes' ? fields.get(name) : declaredField(name, definition, fields, path, report);
      if (key === 'indexes' && field === undefined) declaredField(name, definition, fields, path, report);
      if (field === undefined) return;
      if (field.computed !== null)
        report(path, { message: `${name} is computed, not stored`, expected: 'a stored field' });
      else if (field.type.kind === 'json' || field.type.kind === 'array') {
        report(path, {
          message: `${name} is of type ${field.type.kind}, which has no order`,
          expected: 'a field of a scalar type',
        });
      }
    });
    const same = lists.findIndex((other) => other.join() === names.join());
    if (same < index)
      report([key, index], {
        message: 'the same combination stands here a second time',
        expected: 'each combination once',
      });
  });
  return lists;
}

function declaredField(
  name: string,
  definition: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  path: readonly (string | number)[],
  report: Report,
): Field | undefined {
  if (Object.hasOwn(definition.fields, name)) return fields.get(name);
  const known = Object.keys(definition.fields);
  report(path, {
    message: `there is no field ${name} in ${definition.resource}`,
    expected: `one of ${known.join(', ')}`,
    nearest: nearest(name, known),
  });
  return undefined;
}

function checkCreatable(fields: readonly Field[], report: Report): void {
  for (const field of fields) {
    if (field.create || field.nullable || field.default !== null || field.computed !== null) continue;
    report(['fields', field.name], {
      message: `nobody can create a row: ${field.name} is required, and clients may not send it`,
      expected: 'a default, nullable: true, or create: true',
      part: 'key',
    });
  }
}

/** The resource `identity` is where the engine looks up the `sub` of a token and adds a row on first use. */
function checkIdentity(fields: readonly Field[], report: Report): void {
  const subject = fields.find((field) => field.name === 'subject');
  if (subject === undefined || subject.type.kind !== 'text') {
    report(['fields'], {
      message: 'identity has no text field subject',
      expected: 'subject: { type: text, unique: true }: a token is looked up by it',
      part: 'key',
    });
  }
  for (const field of fields) {
    if (field === subject || field.nullable || field.default !== null || field.computed !== null) continue;
    report(['fields', field.name], {
      message: `${field.name} is required, but an identity is added with its subject alone`,
      expected: 'a default or nullable: true',
      part: 'key',
    });
  }
}
