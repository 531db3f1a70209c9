import type { Field } from '../../../model/field.ts';
import { quote } from '../../../sql/identifier.ts';
import { objectName } from '../../../sql/object_name.ts';
import type { TableChange } from '../change/table_change.ts';
import { beside, catalogStep, exclusively, type Planned } from '../step.ts';
import { backfillOf } from '../value/backfill.ts';
import { withoutValue } from '../value/question.ts';
import { type Backfill, backfillSteps } from './backfill.ts';
import { currentValue, isFilledLater } from './field.ts';
import { numberBackfills } from './number.ts';

/**
 * Fields that no longer allow null, or do now. `set not null` reads every row under an exclusive lock, unless a
 * validated check says the same. So that check is added first, and dropped afterwards.
 */
export function requiredSteps(change: TableChange): readonly Planned[] {
  const { now, fields } = change;
  const { table } = now;
  const own = `alter table public.${quote(table.name)}`;
  const relaxed = fields.kept.filter(({ previous, field }) => !previous.nullable && field.nullable);
  const tightened = fields.kept.filter(({ previous, field }) => previous.nullable && !field.nullable);
  const required = [
    ...fields.added
      .filter((field) => !field.nullable && isFilledLater(field))
      .map((field) => ({ field, column: field.name })),
    ...tightened.map(({ field }) => ({ field, column: field.name })),
    ...fields.converted.flatMap(({ field, next }) => (field.nullable ? [] : [{ field, column: next }])),
  ];
  return [
    ...backfillSteps(
      table,
      table.name,
      [...tightened.flatMap(({ field }) => missingBackfill(change, field)), ...numberBackfills(change, false)],
      true,
    ),
    ...relaxed.map(({ field }) =>
      catalogStep({
        stage: 'switch',
        table: table.name,
        title: `${field.name} of ${table.name} may be null`,
        statements: [`${own} alter column ${quote(field.name)} drop not null`],
        locks: exclusively(table.name),
        undo: [`${own} alter column ${quote(field.name)} set not null`],
      }),
    ),
    ...required.flatMap(({ field, column }): readonly Planned[] => {
      const check = quote(objectName([table.name, field.name, 'required']));
      const wasRequired = fields.converted.some((each) => each.field === field && !each.previous.nullable);
      return [
        catalogStep({
          stage: 'require',
          table: table.name,
          title: `rows of ${table.name} are written with ${field.name}`,
          statements: [`${own} add constraint ${check} check (${quote(column)} is not null) not valid`],
          locks: exclusively(table.name),
          undo: [`${own} drop constraint if exists ${check}`],
        }),
        catalogStep({
          stage: 'index',
          table: `${table.name}.${field.name}`,
          title: `every row of ${table.name} has ${field.name}`,
          statements: [`${own} validate constraint ${check}`],
          locks: beside(table.name),
          work: `scans ${table.name}`,
          asks: wasRequired ? [] : [withoutValue(change, field.name, column)],
          undo: [],
        }),
        catalogStep({
          stage: 'switch',
          table: table.name,
          title: `${field.name} of ${table.name} is required`,
          statements: [`${own} alter column ${quote(field.name)} set not null`, `${own} drop constraint ${check}`],
          locks: exclusively(table.name),
          undo: [`${own} alter column ${quote(field.name)} drop not null`],
        }),
      ];
    }),
  ];
}

/** Null is replaced by the value that the definition gives these rows. */
function missingBackfill(change: TableChange, field: Field): readonly Backfill[] {
  const value = (row: string) => backfillOf(change.now.table, field, (name) => currentValue(change, name, row));
  if (value('') === null) return [];
  return [
    {
      column: field.name,
      value: (row) => value(row) ?? 'null',
      isMissing: (row) => `${row}${quote(field.name)} is null`,
    },
  ];
}
