import { nearest } from '../language/nearest.ts';
import { combinationsOf } from './combination.ts';
import { idField, recordFields, validityFields } from './common_field.ts';
import { isOptional, type ResourceDefinition } from './definition.ts';
import type { Definitions } from './definitions.ts';
import { buildDeprecation } from './deprecation.ts';
import { oneOf } from './fault.ts';
import { buildFields } from './field.ts';
import { checkIdentity } from './identity.ts';
import type { Check, Field, Operation, Table, Temporal } from './model.ts';
import { buildRelations } from './relation.ts';
import type { Finding, Report } from './report.ts';
import { bindRuleAt, parseRuleAt } from './rule.ts';
import type { Source } from './source.ts';
import { titleOf } from './title.ts';

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
  if (name === 'identity') checkIdentity(definition, declared, report);
  const operations = new Set(definition.operations ?? allOperations);
  if (operations.has('create')) checkCreatable(definition, declared, report);
  const others = [...definitions.wellFormed.keys()].filter((other) => other !== name);
  return {
    kind: 'table',
    name,
    title: definition.title ?? titleOf(name),
    description: definition.description?.trim() ?? '',
    fields,
    relations: buildRelations(definition, definitions, report),
    operations,
    deprecated: buildDeprecation(definition.deprecated, ['deprecated'], 'resource', others, report),
    history: definition.history === true ? `${name}_history` : null,
    temporal: buildTemporal(definition, fields, report),
    checks: buildChecks(definition, fields, source, report),
    ...combinationsOf(definition, fields, report),
  };
}

const timelineTypes: ReadonlySet<string> = new Set(['reference', 'enum', 'text', 'integer', 'bigint', 'uuid', 'date']);

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
    const misfit = timelineMisfit(name, index === 0, definition, fields);
    if (misfit !== null) report(path, misfit);
  });
  return { timeline: names };
}

/** Why a timeline cannot be identified by this field. */
function timelineMisfit(
  name: string,
  isFirst: boolean,
  { resource, fields: declared }: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
): Finding | null {
  const field = Object.hasOwn(declared, name) ? fields.get(name) : undefined;
  const references = [...fields.values()].filter(({ type }) => type.kind === 'reference').map((each) => each.name);
  if (field === undefined) {
    const known = isFirst ? references : Object.keys(declared);
    return {
      message: `there is no field ${name} in ${resource}`,
      expected: known.length === 0 ? 'a field of type reference' : oneOf(known),
      nearest: nearest(name, known),
    };
  }
  const { kind } = field.type;
  if (isFirst && kind !== 'reference') {
    return {
      message: `the timeline's first field ${name} is of type ${kind}`,
      expected: `a field of type reference, whose row is what writers of the timeline queue on${references.length === 0 ? '' : `: ${references.join(', ')}`}`,
    };
  }
  if (!timelineTypes.has(kind)) {
    const message = `a timeline cannot be identified by ${name}, of type ${kind}`;
    return { message, expected: `a field of type ${[...timelineTypes].join(', ')}` };
  }
  if (!field.nullable) return null;
  return { message: `the timeline's field ${name} is nullable`, expected: 'a field that every entry has' };
}

function buildChecks(
  { resource, checks = [] }: ResourceDefinition,
  fields: ReadonlyMap<string, Field>,
  source: Source,
  report: Report,
): readonly Check[] {
  return checks.flatMap(({ that, message }, index) => {
    const rule = { text: that, path: ['checks', index, 'that'] };
    const parsed = parseRuleAt(rule, source, report);
    const bound = parsed === null ? null : bindRuleAt(parsed, rule, resource, fields, source, report);
    const name = `${resource}_rule_${index + 1}_check`;
    return bound === null ? [] : [{ name, that: bound, message: message.trim() }];
  });
}

function checkCreatable(definition: ResourceDefinition, fields: readonly Field[], report: Report): void {
  for (const field of fields) {
    if (field.create || isOptional(definition.fields[field.name])) continue;
    report(['fields', field.name, 'create'], {
      message: `nobody can create a row: ${field.name} is required, and clients may not send it`,
      expected: 'a default, nullable: true, or create: true',
    });
  }
}
