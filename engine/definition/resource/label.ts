import type { Field } from '../../model/field.ts';
import type { Table } from '../../model/model.ts';
import { unknownField } from '../field/unknown_field.ts';
import type { Finding, Report } from '../file/report.ts';
import type { ResourceDefinition } from '../language/definition.ts';

/** The fields by whose values people tell rows apart: what the key `label` says, or the field that fits best. */
export function buildLabel(
  { resource, label }: Pick<ResourceDefinition, 'resource' | 'label'>,
  { fields, unique }: Pick<Table, 'fields' | 'unique'>,
  report: Report,
): readonly string[] {
  if (label === undefined) return defaultLabel(fields, unique);
  if (typeof label === 'string') {
    const misfit = misfitOf(label, resource, fields);
    if (misfit !== null) report(['label'], misfit);
    return [label];
  }
  for (const [index, name] of label.entries()) {
    const misfit = misfitOf(name, resource, fields);
    if (misfit !== null) report(['label', index], misfit);
  }
  return label;
}

const usualNames = ['name', 'title', 'label'];

function defaultLabel(fields: Table['fields'], unique: Table['unique']): readonly string[] {
  const shown = [...fields.values()].filter((field) => isShort(field) && !field.writeOnly);
  const usual = usualNames.flatMap((name) => shown.filter((field) => field.name === name));
  const isUnique = ({ name }: Field) => unique.some((names) => names.length === 1 && names[0] === name);
  const ofOne = shown.filter((field) => isUnique(field) && (isText(field) || field.type.kind === 'uuid'));
  const required = (field: Field) => isText(field) && !field.nullable;
  const best = [...usual, ...ofOne.filter(required), ...ofOne, ...shown.filter(required)][0];
  return best === undefined ? [] : [best.name];
}

function isText({ type }: Field): boolean {
  return type.kind === 'text';
}

/** Whether a value is a word or a few: one that people read at a glance. */
function isShort({ type: { kind } }: Field): boolean {
  return kind !== 'html' && kind !== 'json' && kind !== 'file';
}

function misfitOf(name: string, resource: string, fields: Table['fields']): Finding | null {
  const field = fields.get(name);
  if (field === undefined) return unknownField(name, resource, fields);
  if (field.writeOnly)
    return { message: `${name} is never shown, and a label is`, expected: 'a field that can be read' };
  if (isShort(field)) return null;
  return { message: `${name} is of type ${field.type.kind}, which is too long for a label`, expected: 'another field' };
}
