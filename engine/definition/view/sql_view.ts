import { nearest } from '../../language/nearest.ts';
import type { Field } from '../../model/field.ts';
import type { ViewStatement } from '../../model/model.ts';
import type { Files } from '../file/read.ts';
import type { Report } from '../file/report.ts';
import type { FieldDefinition, ResourceDefinition } from '../language/definition.ts';
import { readSqlSource } from './sql_source.ts';
import { type ReadStatement, readStatement } from './statement.ts';
import { refusalOf, type ViewContext } from './view_context.ts';

/** What a view shows, and where that comes from. */
export interface ReadView {
  readonly fields: readonly Field[];
  readonly statement: ViewStatement;
}

/** A view whose SELECT is in a file. Null after faults that leave nothing of it. */
export function readSqlView(
  name: string,
  definition: ResourceDefinition,
  declared: readonly Field[],
  { context, report }: { readonly context: ViewContext; readonly report: Report },
): ReadView | null {
  const read = readFile(name, definition, context, report);
  if (read === null) return null;
  const { failing, columns, unsure, hasUniqueId, ...statement } = read;
  for (const field of declared) {
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
  const fields = declared.map((field): Field => (unsure.has(field.name) ? { ...field, mayFail: true } : field));
  return { fields, statement };
}

function readFile(
  file: string,
  definition: ResourceDefinition,
  context: ViewContext,
  report: Report,
): ReadStatement | null {
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
