import type { Field } from '../../definition/model.ts';
import { defaultExpression } from '../../query/sql/default.ts';
import { quote } from '../../query/sql/identifier.ts';
import { objectName } from '../name.ts';
import { isFilledLater } from './field.ts';
import { fillSteps } from './fill.ts';
import { beside, catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';
import type { TableChange } from './table_change.ts';

/**
 * Fields that allow null no longer, or do now. `set not null` looks at every row under a lock that keeps all others out,
 * unless a validated check says the same: that check comes first, and goes when it has served.
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
    ...fillSteps(
      table,
      table.name,
      tightened.flatMap(({ field }) => defaultFill(field)),
      true,
    ),
    ...relaxed.map(
      ({ field }): Planned => ({
        stage: 'switch',
        table: table.name,
        title: `${field.name} of ${table.name} may be null`,
        runs: inTransaction,
        statements: [`${own} alter column ${quote(field.name)} drop not null`],
        locks: exclusively(table.name),
        work: catalogOnly,
        loses: null,
        undo: `${own} alter column ${quote(field.name)} set not null, while no row has null in it`,
      }),
    ),
    ...required.flatMap(({ field, column }): readonly Planned[] => {
      const check = quote(objectName([table.name, field.name, 'required']));
      return [
        {
          stage: 'require',
          table: table.name,
          title: `rows of ${table.name} are written with ${field.name}`,
          runs: inTransaction,
          statements: [`${own} add constraint ${check} check (${quote(column)} is not null) not valid`],
          locks: exclusively(table.name),
          work: catalogOnly,
          loses: null,
          undo: `${own} drop constraint ${check}`,
        },
        {
          stage: 'index',
          table: `${table.name}.${field.name}`,
          title: `every row of ${table.name} has ${field.name}`,
          runs: inTransaction,
          statements: [`${own} validate constraint ${check}`],
          locks: beside(table.name),
          work: `scans ${table.name}; fails while a row has null there: give it a value and run this again`,
          loses: null,
          undo: `${own} drop constraint ${check}`,
        },
        {
          stage: 'switch',
          table: table.name,
          title: `${field.name} of ${table.name} is required`,
          runs: inTransaction,
          statements: [`${own} alter column ${quote(field.name)} set not null`, `${own} drop constraint ${check}`],
          locks: exclusively(table.name),
          work: catalogOnly,
          loses: null,
          undo: `${own} alter column ${quote(field.name)} drop not null`,
        },
      ];
    }),
  ];
}

/** Null gives way to the default, which is what a row without a value gets. */
function defaultFill(field: Field) {
  const value = defaultExpression(field);
  if (value === null) return [];
  return [{ column: field.name, value: () => value, isMissing: (row: string) => `${row}${quote(field.name)} is null` }];
}
