import { quote } from '../../../sql/identifier.ts';
import { statementsOf } from '../../../sql/object.ts';
import { historyObjects } from '../../history.ts';
import { indexObject } from '../../table/index.ts';
import type { TableChange } from '../change/table_change.ts';
import { catalogStep, exclusively, type Planned } from '../step.ts';

/**
 * A history begins or ends. Every row always had its version number and its record. So a new history has the current
 * versions at once, and nothing is filled in.
 */
export function historySteps({ was, old, now }: TableChange): readonly Planned[] {
  const name = now.table.name;
  if (old.history === null && now.history !== null) {
    const { history } = now;
    return [
      catalogStep({
        stage: 'create',
        table: name,
        title: `add the history of ${name}`,
        statements: statementsOf([
          ...historyObjects(history, now.historyNamed),
          ...now.indexes.filter(({ on }) => on === history.name).map(indexObject),
        ]),
        locks: `SHARE ROW EXCLUSIVE on ${name}: writes wait for a moment, reads go on`,
        undo: [`drop table public.${quote(history.name)}`],
      }),
    ];
  }
  if (old.history === null || now.history !== null) return [];
  return [
    catalogStep({
      stage: 'lose',
      table: old.history.name,
      title: `drop the history of ${name}`,
      statements: [`drop table public.${quote(old.history.name)}`],
      locks: exclusively(old.history.name),
      loses: `every replaced version of every row of ${name}`,
      lost: was.history === null ? [] : [{ table: was.history.name, where: 'true' }],
      undo: null,
    }),
  ];
}
