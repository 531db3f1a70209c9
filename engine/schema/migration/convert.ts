import { columnType } from '../../query/sql/column_type.ts';
import { defaultExpression } from '../../query/sql/default.ts';
import { quote } from '../../query/sql/identifier.ts';
import type { Fill } from './fill.ts';
import { catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';
import { keptHistory, type TableChange } from './table_change.ts';

/**
 * Stores fields otherwise: a second column of the new type is kept in step with the old one and filled, and takes its
 * place and its name in the switch. `alter column ... type` would rewrite the table while nobody can use it.
 */
export function convertSteps(change: TableChange): readonly Planned[] {
  const { converted } = change.fields;
  if (converted.length === 0) return [];
  const { table } = change.now;
  const history = keptHistory(change);
  const tables = [table.name, ...(history === null ? [] : [history])];
  const names = converted.map(({ field }) => field.name).join(', ');
  return [
    {
      stage: 'expand',
      table: table.name,
      title: converted
        .map(
          ({ field, next }) =>
            `add ${next} to ${table.name}, which becomes ${field.name} of type ${columnType(field.type)}`,
        )
        .join('; '),
      runs: inTransaction,
      statements: tables.flatMap((name) =>
        converted.map(
          ({ field, next }) => `alter table public.${quote(name)} add column ${quote(next)} ${columnType(field.type)}`,
        ),
      ),
      locks: exclusively(...tables),
      work: catalogOnly,
      loses: null,
      undo: tables
        .flatMap((name) => converted.map(({ next }) => `alter table public.${quote(name)} drop column ${quote(next)}`))
        .join('; '),
    },
    {
      stage: 'switch',
      table: table.name,
      title: `${names} of ${table.name} ${converted.length === 1 ? 'is' : 'are'} of the new type`,
      runs: inTransaction,
      statements: [
        ...tables.flatMap((name) =>
          converted.flatMap(({ field, next }) => [
            `alter table public.${quote(name)} drop column ${quote(field.name)}`,
            `alter table public.${quote(name)} rename column ${quote(next)} to ${quote(field.name)}`,
          ]),
        ),
        ...converted.flatMap(({ field }) => {
          const initial = defaultExpression(field);
          return initial === null
            ? []
            : [`alter table public.${quote(table.name)} alter column ${quote(field.name)} set default ${initial}`];
        }),
      ],
      locks: exclusively(...tables),
      work: catalogOnly,
      loses: null,
      undo: 'a new column of the old type, filled from this one where the values fit',
    },
  ];
}

/** The new columns of converted fields, in a table or in its history. */
export function conversionFills({ fields }: TableChange): readonly Fill[] {
  return fields.converted.map(({ field, next }) => {
    const cast = (row: string) => `${row}${quote(field.name)}::${columnType(field.type)}`;
    return {
      column: next,
      value: cast,
      isMissing: (row) => `${row}${quote(next)} is distinct from ${cast(row)}`,
    };
  });
}
