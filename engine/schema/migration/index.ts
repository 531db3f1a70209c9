import { quote } from '../../query/sql/identifier.ts';
import { createIndex } from '../index.ts';
import { concurrently } from './rule.ts';
import { alone, beside, catalogOnly, type Planned } from './step.ts';
import { columnsBefore, type TableChange } from './table_change.ts';

/** Indexes come before the switch and go after it, beside the use of their tables. */
export function indexSteps(change: TableChange): readonly Planned[] {
  const converted = new Set(change.fields.converted.map(({ field }) => field.name));
  return [
    ...change.come.flatMap(({ index }) =>
      index === null
        ? []
        : concurrently(
            index.on,
            index.name,
            createIndex({ ...index, columns: columnsBefore(change, index.columns) }, 'concurrently '),
          ),
    ),
    ...change.gone
      .filter(({ index, columns }) => index !== null && !columns.some((column) => converted.has(column)))
      .map(
        ({ name, on, definition }): Planned => ({
          stage: 'drop',
          table: `${on}.${name}`,
          title: `drop the index ${name}`,
          runs: alone,
          statements: [`drop index concurrently if exists public.${quote(name)}`],
          locks: `${beside(on)}; waits for the transactions that are running`,
          work: catalogOnly,
          loses: null,
          undo: `create ${definition.replace('index', `index concurrently ${quote(name)}`)}`,
        }),
      ),
  ];
}
