import { quote } from '../../../sql/identifier.ts';
import { createIndex, indexUnder } from '../../table/index.ts';
import { columnsBefore, formerColumns, type TableChange } from '../change/table_change.ts';
import { alone, beside, catalogOnly, type Planned } from '../step.ts';
import { againstObject } from '../value/question.ts';
import { concurrently } from './rule.ts';

/** Indexes come before the switch and go after it, beside the use of their tables. */
export function indexSteps(change: TableChange): readonly Planned[] {
  const isTemporalNoLonger = change.old.table.temporal !== null && change.now.table.temporal === null;
  return [
    ...change.added.flatMap((object) => {
      const { index } = object;
      return index === null
        ? []
        : concurrently({
            on: index.on,
            name: index.name,
            create: (how) =>
              createIndex(
                indexUnder(index, (column) => columnsBefore(change, [column])[0] ?? column),
                how,
              ),
            asks: againstObject(change, object),
          });
    }),
    ...change.removed
      .filter(({ index }) => index !== null)
      .map(
        ({ name, on, index }): Planned => ({
          stage: isTemporalNoLonger ? 'lose' : 'drop',
          table: `${on}.${name}`,
          title: `drop the index ${name}`,
          runs: alone,
          statements: [`drop index concurrently if exists public.${quote(name)}`],
          atOnce: [`drop index if exists public.${quote(name)}`],
          locks: `${beside(on)}; waits for the transactions that are running`,
          work: catalogOnly,
          loses: null,
          lost: [],
          asks: [],
          undo: [
            `drop index concurrently if exists public.${quote(name)}`,
            ...(index === null
              ? []
              : [
                  createIndex(
                    { ...indexUnder(index, (column) => formerColumns(change, [column])[0] ?? column), name },
                    'concurrently ',
                  ),
                ]),
          ],
        }),
      ),
  ];
}
