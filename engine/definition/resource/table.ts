import { idField, recordFields } from '../../model/common_field.ts';
import type { Field } from '../../model/field.ts';
import { historyName } from '../../model/history_name.ts';
import type { Table } from '../../model/model.ts';
import type { Service } from '../../model/service.ts';
import { declaredActions, offeredWith } from '../../vocabulary/action/actions.ts';
import { isSetByCreate } from '../consequence/set.ts';
import type { Definitions } from '../definitions.ts';
import { buildDeprecation } from '../field/deprecation.ts';
import { buildFields } from '../field/field.ts';
import { titleOf } from '../field/title.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import { isOptional, type ResourceDefinition } from '../language/definition.ts';
import { combinationsOf } from './combination.ts';
import { eventRule } from './event_rule.ts';
import { checkIdentity } from './identity.ts';
import { buildLabel } from './label.ts';
import { buildRelations } from './relation.ts';
import { buildSearch } from './search.ts';
import { buildTemporal, intervalFields } from './temporal.ts';

/**
 * Completes one resource file with its defaults, and checks everything beyond its shape. Its rules are checked later,
 * since they may use other resources.
 */
export function buildTable(
  definition: ResourceDefinition,
  definitions: Definitions,
  service: Pick<Service, 'events' | 'zone'> & { readonly silent: ReadonlySet<string> },
  file: DefinitionFile,
): Table {
  const { report } = file;
  const declared = buildFields(definition, definitions, service.zone, file);
  const fields = new Map(
    [
      idField,
      ...declared,
      ...(definition.temporal === undefined ? [] : intervalFields(definition.temporal)),
      ...recordFields,
    ].map((field) => [field.name, field]),
  );
  const name = definition.resource;
  if (name === 'identity') checkIdentity(definition, declared, report);
  const actions = offeredWith(definition.operations ?? declaredActions);
  if (actions.has('create')) checkCreatable(definition, declared, report);
  const combinations = combinationsOf(definition, fields, report);
  const others = [...definitions.wellFormed.keys()].filter((other) => other !== name);
  return {
    kind: 'table',
    name,
    was: definition.was ?? null,
    title: definition.title ?? titleOf(name),
    description: definition.description?.trim() ?? '',
    fields,
    relations: buildRelations(definition, definitions, report),
    actions,
    deprecated: buildDeprecation(definition.deprecated, ['deprecated'], { kind: 'resource', names: others }, report),
    history: definition.history === true ? historyName(name) : null,
    temporal: buildTemporal(definition, fields, report),
    checks: [],
    sets: [],
    creates: [],
    access: null,
    search: buildSearch(definition, fields, report),
    group: definition.group ?? null,
    readsFrom: definition.reads_from ?? 'any',
    label: buildLabel(definition, { fields, unique: combinations.unique }, report),
    ...combinations,
    uniqueAmong: [],
    event: eventRule(definition, service, report),
    calls: new Map(),
    rules: new Map(),
    madeBy: null,
  };
}

function checkCreatable(definition: ResourceDefinition, fields: readonly Field[], report: Report): void {
  for (const field of fields) {
    if (field.create || isOptional(definition.fields[field.name]) || isSetByCreate(field.name, definition)) continue;
    report(['fields', field.name, 'create'], {
      message: `nobody can create a row: ${field.name} is required, and clients may not send it`,
      expected: 'a default, nullable: true, create: true, or a value in sets for every create',
    });
  }
}
