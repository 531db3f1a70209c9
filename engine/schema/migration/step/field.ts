import type { Field } from '../../../model/field.ts';
import { columnType } from '../../../query/sql/condition/column_type.ts';
import { defaultExpression } from '../../../query/sql/condition/default.ts';
import { quote } from '../../../sql/identifier.ts';
import { columnDefinition, typedColumn } from '../../table/column.ts';
import { beforeTables, columnBefore, keptHistory, type TableChange } from '../change/table_change.ts';
import { catalogOnly, catalogStep, exclusively, type Planned } from '../step.ts';
import { backfillOf } from '../value/backfill.ts';
import type { Backfill } from './backfill.ts';
import { dropColumns } from './column.ts';
import { functionsWith, replaced } from './function.ts';

/**
 * Adds columns. PostgreSQL records a constant default for all rows at once. A default that differs from row to row
 * would rewrite the table under a lock, so it is filled in.
 */
export function addFieldSteps(change: TableChange): readonly Planned[] {
  const { added } = change.fields;
  if (added.length === 0) return [];
  const { table } = change.now;
  const history = keptHistory(change);
  const own = `alter table public.${quote(table.name)}`;
  return [
    catalogStep({
      stage: 'expand',
      table: table.name,
      title: added.map(({ name }) => `add the field ${name} to ${table.name}`).join('; '),
      statements: [
        ...added.map(
          (field) => `${own} add column ${isFilledLater(field) ? typedColumn(field) : columnDefinition(field)}`,
        ),
        ...added
          .filter((field) => isFilledLater(field) && defaultExpression(field) !== null)
          .map((field) => `${own} alter column ${quote(field.name)} set default ${defaultExpression(field)}`),
        // Versions that were recorded before a field was there have null in it.
        ...(history === null
          ? []
          : added.map((field) => `alter table public.${quote(history)} add column ${typedColumn(field)}`)),
      ],
      locks: exclusively(table.name, ...(history === null ? [] : [history])),
      undo: dropColumns(
        [table.name, ...(history === null ? [] : [history])],
        added.map(({ name }) => name),
      ),
    }),
  ];
}

/** Fields that are not null only when every row has been seen to have a value. */
export function isFilledLater(field: Field): boolean {
  return (
    ['generated', 'claim', 'number'].includes(field.default?.kind ?? '') ||
    (!field.nullable && (field.default === null || field.backfill !== null))
  );
}

/** Added fields whose value differs from row to row, or is not that of rows to come. */
export function addedBackfills(change: TableChange): readonly Backfill[] {
  return change.fields.added.filter(isFilledLater).flatMap((field) => {
    const value = (row: string) => backfillOf(change.now.table, field, (name) => currentValue(change, name, row));
    const isMissing = (row: string) => `${row}${quote(field.name)} is null`;
    return value('') === null ? [] : [{ column: field.name, value: (row) => value(row) ?? 'null', isMissing }];
  });
}

/** What a row has in a field before the switch, as a value of the field's new type. */
export function currentValue({ fields }: TableChange, name: string, row: string): string {
  const converted = fields.converted.find(({ field }) => field.name === name);
  const own = `${row}${quote(name)}`;
  if (converted === undefined) return own;
  const { value, fits } = converted.forth;
  return fits === null ? value(own) : `case when ${fits(own)} then ${value(own)} end`;
}

/** Drops columns, of the history as well, and takes them from the functions. Between the switch and that, new rows lack them. */
export function dropFieldSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  const { dropped } = change.fields;
  return dropped.flatMap((field, index): readonly Planned[] => {
    const functions = replaced(
      functionsWith(change, dropped.slice(index)),
      functionsWith(change, dropped.slice(index + 1)),
    );
    const column = quote(field.name);
    const drop = (name: string) => `alter table public.${quote(name)} drop column ${column}`;
    return [
      ...(field.nullable
        ? []
        : [
            catalogStep({
              stage: 'switch',
              table: table.name,
              title: `rows of ${table.name} are written without ${field.name}`,
              statements: [`alter table public.${quote(table.name)} alter column ${column} drop not null`],
              locks: exclusively(table.name),
              undo: [`alter table public.${quote(table.name)} alter column ${column} set not null`],
            }),
          ]),
      catalogStep({
        stage: 'lose',
        table: `${table.name}.${field.name}`,
        title: `drop the field ${field.name} of ${table.name}`,
        statements: [...functions, ...tables.map(drop)],
        locks: exclusively(...tables),
        loses: `every value of ${field.name} in ${tables.join(' and in ')}`,
        lost: beforeTables(change).map((name) => ({
          table: name,
          where: `${quote(columnBefore(change, field.name))} is not null`,
        })),
        undo: null,
      }),
    ];
  });
}

/** Changes the default, and the precision of decimals, of columns that stay. */
export function alterFieldSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const history = keptHistory(change);
  return change.fields.kept.flatMap(({ previous, field }) => {
    const column = `alter column ${quote(field.name)}`;
    const [was, is] = [columnType(previous.type), columnType(field.type)];
    const initial = defaultExpression(field);
    const steps: Planned[] = [];
    const add = (title: string, work: string, statements: readonly string[], undo: readonly string[]) =>
      steps.push(
        catalogStep({
          stage: 'switch',
          table: table.name,
          title,
          statements,
          locks: exclusively(table.name, ...(was === is || history === null ? [] : [history])),
          work,
          undo,
        }),
      );
    if (was !== is) {
      const tables = [table.name, ...(history === null ? [] : [history])];
      const alter = (type: string) => tables.map((name) => `alter table public.${quote(name)} ${column} type ${type}`);
      add(
        `${field.name} of ${table.name} is ${is}`,
        'the catalog; where the field has rules, a scan',
        alter(is),
        alter(was),
      );
    }
    const own = `alter table public.${quote(table.name)} ${column}`;
    const byDefault = (value: string | null) =>
      value === null ? `${own} drop default` : `${own} set default ${value}`;
    if (defaultExpression(previous) !== initial) {
      add(
        `another default of ${field.name} of ${table.name}`,
        catalogOnly,
        [byDefault(initial)],
        [byDefault(defaultExpression(previous))],
      );
    }
    return steps;
  });
}
