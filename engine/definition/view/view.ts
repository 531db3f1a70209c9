import { nearest } from '../../language/nearest.ts';
import type { Field } from '../../model/field.ts';
import type { Table, View } from '../../model/model.ts';
import type { Definitions } from '../definitions.ts';
import { buildDeprecation } from '../field/deprecation.ts';
import { buildFields } from '../field/field.ts';
import { titleOf } from '../field/title.ts';
import type { Files } from '../file/read.ts';
import type { DefinitionFile, Report } from '../file/report.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';
import { buildRelations } from '../resource/relation.ts';
import { readSqlSource } from './sql_source.ts';
import { type ReadStatement, readStatement } from './statement.ts';

/** What surrounds the views of a folder. */
export interface ViewContext {
  readonly definitions: Definitions;
  readonly files: Files;
  /** The tables that files declare. */
  readonly tables: ReadonlyMap<string, Table>;
  /** The names of the tables that the engine makes. */
  readonly made: ReadonlySet<string>;
  readonly zone: string;
}

/** A view without its rules; null after faults that leave nothing of it. */
export function buildView(definition: ResourceDefinition, context: ViewContext, file: DefinitionFile): View | null {
  const { report } = file;
  const name = definition.resource;
  checkKeys(definition, report);
  const declared = buildFields(definition, context.definitions, context.zone, file);
  const read = readFile(definition, context, report);
  if (read === null) return null;
  const { failing, columns, unsure, hasUniqueId, ...statement } = read;
  const fields = declared.map((field): Field => {
    const own = { ...field, create: false, update: false };
    return unsure.has(field.name) ? { ...own, mayFail: true } : own;
  });
  for (const field of fields) {
    if (columns.has(field.name)) continue;
    report(['fields', field.name], {
      message: `${statement.file} has no column ${field.name}`,
      expected: 'a field for each column of the statement',
      nearest: nearest(field.name, columns),
      part: 'key',
    });
  }
  checkId(definition, hasUniqueId, report);
  checkValidity(definition, report);
  checkRules(definition, failing, report);
  return {
    kind: 'view',
    name,
    title: definition.title ?? titleOf(name),
    description: definition.description?.trim() ?? '',
    fields: new Map(fields.map((field) => [field.name, field])),
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
    statement,
  };
}

const ownKeys = new Set(['resource', 'title', 'description', 'view', 'fields', 'access', 'deprecated']);
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

function readFile(definition: ResourceDefinition, context: ViewContext, report: Report): ReadStatement | null {
  const file = definition.view ?? '';
  const content = context.files.get(file);
  if (content === undefined) {
    const expected = 'the name of an SQL file in this folder';
    report(['view'], {
      message: `there is no file ${file}`,
      expected,
      nearest: nearest(file, sqlFiles(context.files)),
    });
    return null;
  }
  const source = readSqlSource(file, content);
  if (source === null) {
    const place = { file, line: 1, column: 1 };
    report(['view'], { message: 'this is not UTF-8', expected: 'a text file in UTF-8', place });
    return null;
  }
  return readStatement(source, {
    tables: context.tables,
    refusal: (name) => refusalOf(name, context),
    fields: Object.keys(definition.fields),
    report: (at, finding) => report(['view'], { ...finding, place: source.placeAt(at) }),
  });
}

function sqlFiles(files: Files): readonly string[] {
  return [...files.keys()].filter((name) => name.endsWith('.sql'));
}

function refusalOf(name: string, { definitions, made }: ViewContext): string | null {
  if (made.has(name)) return `${name} is a table of the engine`;
  const definition = definitions.wellFormed.get(name)?.definition;
  if (definition?.view !== undefined) return `${name} is a view`;
  const table = name.endsWith('_history') ? definitions.wellFormed.get(name.slice(0, -'_history'.length)) : undefined;
  return table === undefined
    ? null
    : `${name} is a history; a view shows the past of ${table.definition.resource} under as_of`;
}

/** A client reads a row by its id, and holds it for one row. */
function checkId({ fields }: ResourceDefinition, isUnique: boolean, report: Report): void {
  const { id } = fields;
  if (id === undefined) return;
  if (id.type !== 'bigint' || id.nullable === true)
    report(['fields', 'id'], { message: 'an id is a whole number, and never null', expected: 'type: bigint' });
  else if (!isUnique)
    report(['fields', 'id'], {
      message: 'the statement does not prove that no two rows have the same id',
      expected: 'GROUP BY the id; or the id of a table, with joins by the ids of other tables; or no field id',
      part: 'key',
    });
}

/** With both, `valid_at` applies to the view. */
function checkValidity({ fields }: ResourceDefinition, report: Report): void {
  for (const [name, other] of [
    ['valid_from', 'valid_to'],
    ['valid_to', 'valid_from'],
  ] as const) {
    const field: FieldDefinition | undefined = fields[name];
    if (field === undefined) continue;
    if (field.type !== 'datetime')
      report(['fields', name], { message: `${name} is a datetime`, expected: 'type: datetime' });
    if (fields[other] === undefined)
      report(['fields', name], {
        message: `there is no field ${other} beside it`,
        expected: 'both, or none',
        part: 'key',
      });
  }
}

/** A rule of the view is asked of its finished rows. What fails while they are made would tell of hidden ones. */
function checkRules({ access }: ResourceDefinition, failing: ReadStatement['failing'], report: Report): void {
  if (failing === null) return;
  for (const [role, given] of Object.entries(access ?? {})) {
    const read = typeof given === 'object' ? given.read : given;
    if (read === undefined || read === 'all' || read === 'nothing') continue;
    report(['access', role], {
      message: `${failing.what} may fail for a row that this rule hides`,
      expected:
        'all or nothing here, with the rule in the resources that the view reads; or a statement that cannot fail',
    });
  }
}
