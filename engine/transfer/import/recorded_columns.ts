import { createValidator, type Validate } from '../../http/request/validator.ts';
import { nearest } from '../../language/nearest.ts';
import type { Field } from '../../model/field.ts';
import type { Resource, Table } from '../../model/model.ts';
import { type FieldType, isUploaded } from '../../vocabulary/field_type.ts';
import type { Columns } from './column.ts';

/** The resource of a file whose rows are taken as they were recorded: its own rows, or all versions of them. */
export function tableOf(resource: Resource): Table {
  if (resource.kind === 'view') throw new Error(`${resource.name} is a view, which has no rows of its own`);
  return resource.kind === 'history' ? resource.of : resource;
}

/** The fields that each row of the file has: all that are stored in it. The bytes of files are elsewhere. */
export function recordedFields(resource: Resource): readonly Field[] {
  return [...resource.fields.values()].filter(({ computed, type }) => computed === null && !isUploaded(type)).map(sent);
}

/** Finds what the columns of a file are. All fields are there: what a row was is not filled up with defaults. */
export function recordedColumns(names: readonly string[], resource: Resource): Columns {
  const fields = new Map(recordedFields(resource).map((field) => [field.name, field]));
  const faults = names.flatMap((name) => {
    if (fields.has(name) || resource.fields.has(name) || name === 'links') return [];
    const near = nearest(name, [...fields.keys()]);
    return [`${name} is not a field of ${resource.name}${near === null ? '' : `; did you mean ${near}?`}`];
  });
  const missing = [...fields.keys()].filter((name) => !names.includes(name));
  const twice = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  const all = [
    ...faults,
    ...(missing.length === 0
      ? []
      : [
          `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing; recorded rows have every stored field`,
        ]),
    ...twice.map((name) => `${name} stands twice in the header`),
  ];
  if (all.length > 0) return { ok: false, faults: all };
  const columns = names.map((name) => {
    const field = fields.get(name);
    return field === undefined ? ({ kind: 'ignored', name } as const) : ({ kind: 'field', name, field } as const);
  });
  return { ok: true, columns };
}

/**
 * A current row keeps the rules of the schema. What was replaced, or is off its timeline, need only have values that can be
 * stored: the rules of its time may have been others.
 */
export function recordedValidator(resource: Resource): Validate {
  const table = tableOf(resource);
  const recorded = recordedFields(resource);
  const stored = createValidator(withFields(table, recorded.map(asStored)), 'create');
  const present = recorded.map((field) => {
    const own = field.name === 'id' ? undefined : table.fields.get(field.name);
    return own === undefined ? field : sent(own);
  });
  const ruled = createValidator(withFields(table, present), 'create');
  return (body) => {
    const faults = stored(body);
    if (faults.length > 0 || typeof body !== 'object' || body === null) return faults;
    const isReplaced = (Reflect.get(body, 'replaced_at') ?? null) !== null;
    const isDeleted = table.temporal !== null && (Reflect.get(body, 'valid_from') ?? null) === null;
    return isReplaced || isDeleted ? [] : ruled(body);
  };
}

function withFields(table: Table, fields: readonly Field[]): Table {
  return { ...table, fields: new Map(fields.map((field) => [field.name, field])) };
}

function sent(field: Field): Field {
  return { ...field, create: true, default: null };
}

function asStored(field: Field): Field {
  return { ...field, nullable: field.nullable || field.name.startsWith('valid_'), type: storedType(field.type) };
}

const anyText = { kind: 'text', minLength: null, maxLength: null, pattern: null, format: null } as const;
const anyNumber = { minimum: null, maximum: null, multipleOf: null } as const;

/** The type of all values that its column can hold. */
function storedType(type: FieldType): FieldType {
  switch (type.kind) {
    case 'text':
    case 'enum':
      return anyText;
    case 'json':
      return { kind: 'json' };
    case 'html':
      return { ...type, minLength: null, maxLength: null };
    case 'integer':
    case 'bigint':
    case 'decimal':
      return { ...type, ...anyNumber };
    case 'array': {
      const of = storedType(type.of);
      if (of.kind === 'array') throw new Error('a list has no lists');
      return { ...type, of, minLength: null, maxLength: null };
    }
    default:
      return type;
  }
}
