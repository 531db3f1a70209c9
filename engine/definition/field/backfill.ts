import { nearest } from '../../language/nearest.ts';
import { oneOf } from '../../language/wording.ts';
import type { Backfill } from '../../model/default.ts';
import type { Field } from '../../model/field.ts';
import { type FieldType, wordOf } from '../../vocabulary/field_type.ts';
import type { Path } from '../file/place.ts';
import type { Report } from '../file/report.ts';
import type { FieldDefinition } from '../language/definition.ts';
import type { FieldContext } from './field_type.ts';
import { buildFixed, claimOf } from './field_value.ts';

/** What rows get that have no value where one is required: `$other` for the value of another field, or a value. */
export function buildBackfill(
  { backfill, nullable }: FieldDefinition,
  type: FieldType,
  path: Path,
  file: FieldContext,
): Backfill | null {
  if (backfill === undefined) return null;
  if (nullable === true) {
    const message = 'a field that may be null needs no backfill';
    file.report(path, { message, expected: 'a required field, or no backfill', part: 'key' });
    return null;
  }
  const [, field] = typeof backfill === 'string' ? (/^\$([a-z][a-z0-9_]*)$/.exec(backfill) ?? []) : [];
  if (field !== undefined) return { kind: 'field', field };
  if (claimOf(backfill) !== null && !wordOf(type).isAnyJson) {
    file.report(path, { message: 'the rows that are there have no caller', expected: 'a value, or $other' });
    return null;
  }
  return buildFixed(backfill, { name: 'backfill', type, path }, file);
}

/** Checks that fields are backfilled from stored fields whose values they can hold, and not from one another. */
export function checkBackfills(fields: readonly Field[], report: Report): void {
  for (const { name, type, backfill } of fields) {
    if (backfill?.kind !== 'field') continue;
    const refuse = (message: string, near: string | null = null) => {
      const sources = fields.filter((other) => other.name !== name && isSource(other, type));
      const expected =
        sources.length === 0 ? 'a value' : `a value, or ${oneOf(sources.map((other) => `$${other.name}`))}`;
      report(['fields', name, 'backfill'], { message, expected, nearest: near });
    };
    const other = fields.find((each) => each.name === backfill.field);
    if (other === undefined) {
      const names = fields.map((each) => each.name);
      const near = nearest(backfill.field, names);
      refuse(`the resource has no field ${backfill.field}`, near && `$${near}`);
    } else if (other.name === name || !isSource(other, type)) {
      refuse(`${name} cannot be filled from ${other.name}`);
    }
  }
}

function isSource({ type, computed, backfill }: Field, to: FieldType): boolean {
  if (computed !== null || backfill?.kind === 'field') return false;
  const [from, target] = [familyOf(type), familyOf(to)];
  return from === target || (target === 'text' && isPlain(type));
}

/** Types that PostgreSQL converts into one another where the value fits. */
function familyOf(type: FieldType): string {
  if (type.kind === 'array') return `array of ${familyOf(type.of)}`;
  const { number, traits } = wordOf(type);
  if (number !== undefined) return 'number';
  return traits.includes('textual') ? 'text' : type.kind;
}

/** Whether a value has one text for every reader. */
function isPlain(type: FieldType): boolean {
  const { number, isWritten } = wordOf(type);
  return number !== undefined || isWritten !== undefined;
}
