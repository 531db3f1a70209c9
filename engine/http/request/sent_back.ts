import { isLosslessNumber, stringify } from 'lossless-json';
import type { ProblemError } from '../../contract/problem.ts';
import { isOfRelated } from '../../model/computed.ts';
import type { Field } from '../../model/field.ts';
import { mask } from '../../model/mask.ts';
import type { Table } from '../../model/model.ts';
import type { OwnValue } from '../../query/sql/write/own_value.ts';
import { isUploaded, readValue } from '../../vocabulary/field_type.ts';
import { textOf } from './assignment.ts';
import type { JsonBody } from './json_body.ts';
import { createValidator, describeUnwritable, type Validate } from './validator.ts';
import { requireFields, type View } from './view.ts';

/** The body of an update in two parts: what it sets, and what it sends back of the row as it is. */
export interface SentBack {
  readonly sets: JsonBody;
  readonly own: readonly OwnValue[];
  /** The members that are never values of the row. */
  readonly changed: readonly string[];
}

/**
 * Removes the members of a body that the caller may read but not write, so that a row can be sent back as it came. They
 * must have the values of the row. A version can be sent back too: its own id, times, links and computed fields are
 * ignored.
 */
export function readSentBack(body: JsonBody, table: Table, { resource }: View<Table>, id: string | null): SentBack {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isLosslessNumber(body))
    return { sets: body, own: [], changed: [] };
  const isVersion = table.history !== null && id !== null && isSameId(Reflect.get(body, `${table.name}_id`), id);
  const sets: Record<string, unknown> = {};
  const own: OwnValue[] = [];
  const changed: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    const field = resource.fields.get(name);
    if (isVersion && isOfVersion(name, table, field)) continue;
    if (name === 'links' && field === undefined) {
      const text = stringify(value);
      if (typeof value === 'object' && text !== undefined) own.push({ kind: 'links', value: text });
      else changed.push(name);
    } else if (field?.writeOnly === true && value === mask) {
      // What is never shown is sent back as it is shown.
    } else if (field === undefined || (field.update && (value === null || !isUploaded(field.type)))) sets[name] = value;
    else if (isValueOf(resource, field, value)) own.push({ kind: 'field', field, value: textOf(field.type, value) });
    else changed.push(name);
  }
  return { sets, own, changed };
}

/**
 * What is wrong with members that are sent with another value than the row has.
 * @throws Problem where it is the role of the caller that may not write one of them.
 */
export function faultsOfChanged(names: readonly string[], table: Table, view: View<Table>): readonly ProblemError[] {
  requireFields(Object.fromEntries(names.map((name) => [name, null])), table, view);
  const hint = 'leave it out, or send the value that the row has';
  return names.map((name) => ({ ...describeUnwritable(name, table, 'update'), hint }));
}

export function nameOfOwn(own: OwnValue): string {
  return own.kind === 'links' ? 'links' : own.field.name;
}

function isOfVersion(name: string, { name: own }: Table, field: Field | undefined): boolean {
  return ofVersions.has(name) || name === `${own}_id` || (field?.computed ?? null) !== null;
}

const ofVersions: ReadonlySet<string> = new Set([
  'id',
  'recorded_at',
  'recorded_by',
  'replaced_at',
  'replaced_by',
  'links',
]);

function isSameId(value: unknown, id: string): boolean {
  const text = isLosslessNumber(value) ? value.value : typeof value === 'number' ? String(value) : '';
  return /^\d+$/.test(text) && BigInt(text) === BigInt(id);
}

/** Whether the field can have this value, so that PostgreSQL can read it. */
function isValueOf(resource: Table, field: Field, value: unknown): boolean {
  if (isUploaded(field.type) && value !== null) return readValue({ kind: 'json' }, stringify(value) ?? '').ok;
  return faultsOfValues({ [field.name]: value }, resource).length === 0;
}

/** What is wrong with the members of a body, whether its caller may write them or not. */
export function faultsOfValues(body: JsonBody, resource: Table): readonly ProblemError[] {
  const known = validators.get(resource) ?? createValidator(shownAsWritable(resource), 'update');
  validators.set(resource, known);
  return known(body);
}

const validators = new WeakMap<Table, Validate>();

/** Whether faultsOfValues finds all that an update refuses of the values, once what it cannot change is left out. */
export function areUpdatesAlike(resource: Table): boolean {
  const [shown, own] = [shownAsWritable(resource).fields, resource.fields];
  return [...own.values()].every((field) => {
    const { nullable, type } = shown.get(field.name) ?? field;
    return !field.update || (nullable === field.nullable && type === field.type);
  });
}

/** A value of related rows is none of the row. A format that another field chooses would need that field in the same body. */
function shownAsWritable(resource: Table): Table {
  const fields = [...resource.fields].map(([name, field]): [string, Field] => [
    name,
    // A value that a rule hides from the caller is sent back as null.
    {
      ...field,
      update: !isOfRelated(field),
      nullable: field.nullable || field.shownWhere !== null,
      type: withoutChoice(field.type),
    },
  ]);
  return { ...resource, fields: new Map(fields) };
}

function withoutChoice(type: Field['type']): Field['type'] {
  return type.kind === 'text' && type.format?.kind === 'by' ? { ...type, format: null } : type;
}
