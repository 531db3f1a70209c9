import { shownFields } from '../../model/computed.ts';
import type { Field } from '../../model/field.ts';
import { formatChooser } from '../../model/format_chooser.ts';
import type { Model, Resource, Table } from '../../model/model.ts';
import { isRequired } from '../../model/required.ts';
import { checkFormat, formats } from '../../vocabulary/value/format.ts';
import type { Json } from '../../vocabulary/value/json.ts';
import { type ExampleRow, exampleOf, shownExample } from '../field_example.ts';
import { writableFields } from '../json_schema.ts';
import { linksExample } from './link.ts';

/** A row as lists and writes answer it; undefined when a field has no example and its type suggests none. */
export function responseExample(resource: Resource): ExampleRow | undefined {
  return exampleOfFields(shownFields(resource), shownExample);
}

/** A row as a read returns it. */
export function readExample(resource: Resource, model: Model): ExampleRow | undefined {
  const row = responseExample(resource);
  return row === undefined ? undefined : { ...row, links: linksExample(resource, model, row) };
}

/** The body of a create (all that is required, and what has an example) or of an update (one change where one may be alone). */
export function requestExample(table: Table, action: 'create' | 'update'): ExampleRow | undefined {
  const fields = writableFields(table, action);
  const declared = fields.filter((field) => field.example !== undefined);
  const wanted = fields.filter((field) => isRequired(field) || declared.includes(field));
  if (action === 'create') return exampleOfFields(wanted, exampleOf);
  const chosen = [...declared, ...fields].find((field) => isSentAlone(field, fields));
  return exampleOfFields(chosen === undefined ? fields : [chosen], exampleOf);
}

/** Whether the field neither has its format chosen by another one nor chooses one. */
function isSentAlone(field: Field, fields: readonly Field[]): boolean {
  if (formatChooser(field) !== null) return false;
  return !fields.some((other) => formatChooser(other) === field.name);
}

function exampleOfFields(
  fields: readonly Field[],
  example: (field: Field) => Json | undefined,
): ExampleRow | undefined {
  const row: Record<string, Json> = {};
  for (const field of fields) {
    const value = example(field);
    if (value === undefined) return undefined;
    row[field.name] = value;
  }
  for (const { name, type } of fields) {
    if (type.kind !== 'text' || type.format?.kind !== 'by') continue;
    const format = type.format.formats.get(String(row[type.format.field]));
    const value = row[name];
    if (format !== undefined && typeof value === 'string' && checkFormat(format, value) !== null) {
      row[name] = formats[format].example;
    }
  }
  return row;
}
