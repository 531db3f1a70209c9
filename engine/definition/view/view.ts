import type { Field } from '../../model/field.ts';
import type { View } from '../../model/model.ts';
import { buildDeprecation } from '../field/deprecation.ts';
import { buildFields } from '../field/field.ts';
import { titleOf } from '../field/title.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';
import { buildLabel } from '../resource/label.ts';
import { buildRelations } from '../resource/relation.ts';
import { readChain } from './chain_view.ts';
import { type ReadView, readSqlView } from './sql_view.ts';
import type { ViewContext } from './view_context.ts';

/** A view without its rules; null after faults that leave nothing of it. */
export function buildView(definition: ResourceDefinition, context: ViewContext, file: DefinitionFile): View | null {
  const { report } = file;
  const name = definition.resource;
  checkKeys(definition, report);
  const declared = buildFields(definition, context.definitions, context.zone, file);
  const read = readView(definition, declared, context, file);
  if (read === null) return null;
  const shown = read.fields.map((field): Field => ({ ...field, create: false, update: false }));
  const fields = new Map(shown.map((field) => [field.name, field]));
  return {
    kind: 'view',
    name,
    title: definition.title ?? titleOf(name),
    description: definition.description?.trim() ?? '',
    group: definition.group ?? null,
    readsFrom: definition.reads_from ?? 'any',
    label: buildLabel(definition, { fields, unique: [] }, report),
    fields,
    relations: buildRelations(definition, context.definitions, report),
    actions: new Set(definition.fields.id === undefined ? ['list'] : ['list', 'read']),
    deprecated: buildDeprecation(
      definition.deprecated,
      ['deprecated'],
      { kind: 'resource', names: [...context.definitions.wellFormed.keys()].filter((other) => other !== name) },
      report,
    ),
    access: null,
    search: null,
    statement: read.statement,
  };
}

function readView(
  definition: ResourceDefinition,
  declared: readonly Field[],
  context: ViewContext,
  { source, report }: DefinitionFile,
): ReadView | null {
  const { view } = definition;
  if (typeof view === 'object') return readChain(view.timeline, declared, { file: source.file, context, report });
  return readSqlView(view ?? '', definition, declared, { context, report });
}

const ownKeys = new Set([
  'resource',
  'title',
  'description',
  'group',
  'label',
  'view',
  'fields',
  'access',
  'deprecated',
  'reads_from',
]);
const ownFacets = new Set([
  'unique',
  'default',
  'create',
  'update',
  'computed',
  'backfill',
  'was',
  'on_delete',
  'unseen',
  'write_only',
  'where',
]);

/** A view has no rows of its own, and nothing is stored or written. */
function checkKeys(definition: ResourceDefinition, report: Report): void {
  for (const key of Object.keys(definition)) {
    if (ownKeys.has(key)) continue;
    const expected = `no "${key}" beside "view"`;
    report([key], { message: 'a view has no rows of its own', expected, part: 'key' });
  }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.type === 'file') {
      const message = 'a view keeps no files';
      report(['fields', name, 'type'], { message, expected: 'the type of a value' });
    }
    for (const key of Object.keys(field)) {
      if (!ownFacets.has(key)) continue;
      const message = 'a field of a view is a column of its statement';
      report(['fields', name, key], { message, expected: `no "${key}" here`, part: 'key' });
    }
  }
}
