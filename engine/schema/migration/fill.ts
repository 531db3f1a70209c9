import type { Table } from '../../definition/model.ts';
import { quote } from '../../query/sql/identifier.ts';
import { objectName } from '../name.ts';
import { choice, triggerFunction } from '../plpgsql.ts';
import { catalogOnly, exclusively, inTransaction, type Planned } from './step.ts';

/** A column that gets a value in every row. */
export interface Fill {
  readonly column: string;
  /** The value, over a row whose name is given. */
  readonly value: (row: string) => string;
  /** Whether a row has still to get it; `column` is that of the row. */
  readonly isMissing: (row: string) => string;
}

/**
 * Fills columns of a table in batches, while a trigger fills them in the rows that are written meanwhile. A fill that is
 * recorded is a change of the row like any other. One that is not is of columns that nobody knows yet: the trigger
 * works after `stamp` has found the row unchanged, and no version is made of it.
 */
export function fillSteps(table: Table, on: string, fills: readonly Fill[], isRecorded: boolean): readonly Planned[] {
  if (fills.length === 0) return [];
  const trigger = isRecorded ? 'fill' : 'stamp_fill';
  const name = `almanac.${objectName([on, trigger])}`;
  const columns = fills.map(({ column }) => column).join(', ');
  const what = `${columns} of ${on}`;
  const missing = fills.map(({ isMissing }) => isMissing(''));
  const batch = isRecorded
    ? `update public.${quote(on)} set ${fills.map(({ column, value }) => `${quote(column)} = coalesce(${quote(column)}, ${value('')})`).join(', ')}`
    : `update public.${quote(on)} set id = id`;
  return [
    {
      stage: 'expand',
      table: table.name,
      title: `rows of ${on} that are written get their ${columns}`,
      runs: inTransaction,
      statements: [
        triggerFunction(
          name,
          [],
          [
            ...fills.flatMap(({ column, value, isMissing }) =>
              choice([isMissing('new.'), [`new.${quote(column)} := ${value('new.')};`]]),
            ),
            'return new;',
          ],
        ),
        `create or replace trigger ${trigger}
  before insert or update on public.${quote(on)}
  for each row execute function ${name}()`,
      ],
      locks: exclusively(on),
      work: catalogOnly,
      loses: null,
      undo: `drop trigger ${trigger} on public.${quote(on)}; drop function ${name}()`,
    },
    {
      stage: 'fill',
      table: table.name,
      title: isRecorded ? `fill ${what}, recorded as a change by the service itself` : `fill ${what}`,
      runs: { kind: 'batches', table: on },
      statements: [`${batch} where (${missing.join(' or ')}) and id between :first and :last`],
      locks: `the rows of a batch of ${on}, while it is written`,
      work: `writes every row of ${on} that has it still to get`,
      loses: null,
      undo: isRecorded ? 'the history has what was there' : 'nothing to take back',
    },
    {
      stage: 'switch',
      table: table.name,
      title: `${what} is complete`,
      runs: inTransaction,
      statements: [`drop trigger ${trigger} on public.${quote(on)}`, `drop function ${name}()`],
      locks: exclusively(on),
      work: catalogOnly,
      loses: null,
      undo: 'nothing to take back',
    },
  ];
}
