import type { StudioField } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';

/** A field with its values in two versions of a row. */
export interface Difference {
  readonly field: StudioField;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields of a history that say something of the row itself, not of how its versions were recorded. */
export function comparedFields({ fields, of }: Pick<Resource, 'fields' | 'of'>): readonly StudioField[] {
  return [...fields.values()].filter(({ name }) => !recordFields.has(name) && name !== `${of}_id`);
}

/** The fields that the service keeps of each recording. */
export const recordFields: ReadonlySet<string> = new Set([
  'id',
  'recorded_at',
  'recorded_by',
  'replaced_at',
  'replaced_by',
]);

/** The fields in which two versions differ, in the order of the fields. */
export function differencesOf(fields: readonly StudioField[], before: Row, after: Row): readonly Difference[] {
  return fields.flatMap((field) => {
    const [left, right] = [before[field.name] ?? null, after[field.name] ?? null];
    return isSame(left, right) ? [] : [{ field, before: left, after: right }];
  });
}

/** Whether two values of JSON are the same. The order of members counts for nothing. */
export function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  const [ours, others] = [left as Row, right as Row];
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(others, name) && isSame(ours[name], others[name]))
  );
}
