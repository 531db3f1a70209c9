import { createIndex, indexUnder } from '../../table/index.ts';
import { columnsBefore, formerColumns, type TableChange } from '../change/table_change.ts';
import { dropIndex } from '../index_step.ts';
import type { Planned } from '../step.ts';
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
    ...change.removed.flatMap(({ name, on, index }): readonly Planned[] => {
      if (index === null) return [];
      const former = { ...indexUnder(index, (column) => formerColumns(change, [column])[0] ?? column), name };
      const step = dropIndex({ on, name, create: (how) => createIndex(former, how) });
      return [{ ...step, stage: isTemporalNoLonger ? 'lose' : 'drop', table: `${on}.${name}` }];
    }),
  ];
}
