import { mask } from '../definition/mask.ts';
import type { Field } from '../definition/model.ts';
import { readDatetime } from '../language/datetime.ts';
import type { FieldType } from '../vocabulary/field_type.ts';
import { checkNumber } from '../vocabulary/field_type.ts';
import { formats } from '../vocabulary/format.ts';
import type { Json } from '../vocabulary/json.ts';
import type { Bounds } from '../vocabulary/number.ts';

/** A value that a client could send: the declared example, else null where that is allowed, else what the type suggests. */
export function exampleOf(field: Field): Json | undefined {
  if (field.example !== undefined && (field.example !== null || field.nullable)) return field.example;
  return field.nullable ? null : suggestedValue(field.type, field.title);
}

/** The same value as an answer writes it: datetimes in UTC, nothing of what is never shown. */
export function shownExample(field: Field): Json | undefined {
  if (field.writeOnly) return mask;
  const value = exampleOf(field);
  return value === undefined ? undefined : shown(field.type, value);
}

function shown(type: FieldType, value: Json): Json {
  if (type.kind === 'array' && Array.isArray(value)) return value.map((element: Json) => shown(type.of, element));
  if (type.kind !== 'datetime' || typeof value !== 'string') return value;
  const read = readDatetime(value);
  return read.ok ? read.value : value;
}

function suggestedValue(type: FieldType, title: string): Json | undefined {
  switch (type.kind) {
    case 'text':
    case 'html':
      return suggestedText(type, title);
    case 'boolean':
      return true;
    case 'integer':
    case 'bigint':
    case 'decimal':
      return suggestedNumber(type);
    case 'reference':
      return 1;
    case 'date':
      return '2026-01-31';
    case 'datetime':
      return '2026-01-31T12:00:00+00:00';
    case 'uuid':
      return formats.uuid.example;
    case 'enum':
      return type.values[0];
    case 'json':
      return {};
    case 'array': {
      const element = suggestedValue(type.of, title);
      const length = Math.min(Math.max(type.minLength ?? 0, 1), type.maxLength ?? 1);
      if (element === undefined) return (type.minLength ?? 0) === 0 ? [] : undefined;
      return Array.from({ length: Math.max(length, type.minLength ?? 0) }, () => element);
    }
  }
}

function suggestedText(type: FieldType & { readonly kind: 'text' | 'html' }, title: string): string | undefined {
  const { minLength, maxLength } = type;
  const fixed = type.kind === 'text' && type.format?.kind === 'fixed' ? formats[type.format.name].example : null;
  const text = fixed ?? [...title.padEnd(minLength ?? 0, '.')].slice(0, maxLength ?? undefined).join('');
  const length = [...text].length;
  if (length < (minLength ?? 0) || length > (maxLength ?? length)) return undefined;
  return type.kind === 'text' && type.pattern !== null && !new RegExp(type.pattern, 'u').test(text) ? undefined : text;
}

function suggestedNumber(type: FieldType & Bounds): number | undefined {
  const step = Number(type.multipleOf ?? 1);
  const firstStep = Number((Math.ceil(Number(type.minimum ?? 0) / step) * step).toPrecision(15));
  const candidates = [1, step, firstStep, Number(type.minimum ?? 0), Number(type.maximum ?? 0)];
  return candidates.find((candidate) => checkNumber(type, String(candidate)) === null);
}
