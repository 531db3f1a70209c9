import type { Table } from '../../model/model.ts';
import type { ModelChange } from '../../schema/migration/change/model_change.ts';
import { batch, inTransaction, type Planned } from '../../schema/migration/step.ts';
import { textLiteral } from '../../sql/literal.ts';
import { eventResource } from './resource.ts';

const outboxName = 'almanac.outbox';

/** What texts begin with, before and after. */
type Beginnings = readonly (readonly [from: string, to: string])[];

/**
 * Events of resources that get another name are found under it. What waits in the outbox is renamed in the same transaction as
 * the resources.
 */
export function eventSteps({ from, renames: { tables } }: ModelChange): readonly Planned[] {
  const all = [...from.resources.values()].filter((resource) => resource.kind === 'table');
  const events = all.find(({ madeBy }) => madeBy?.name === eventResource);
  const renamed = [...tables].flatMap(([was, now]) => {
    const table = all.find(({ name }) => name === was);
    return table === undefined || table.event === null ? [] : [{ table, type: table.event.type, was, now }];
  });
  if (events === undefined || renamed.length === 0) return [];
  const paths: Beginnings = renamed.map(({ was, now }) => [`/${was}/`, `/${now}/`]);
  const types: Beginnings = renamed.map(({ type, was, now }) => [`${type}.`, `${type.slice(0, -was.length)}${now}.`]);
  const back = (beginnings: Beginnings) => beginnings.map(([was, now]) => [now, was] as const);
  // A row of which the new name is the old one of another would be renamed twice, were it met twice.
  const isChain = renamed.some(({ now }) => tables.has(now));
  const title = `events of ${renamed.map(({ was, now }) => `${was} are found under ${now}`).join(', of ')}`;
  const common = { title, work: 'writes the events of these resources', loses: null, lost: [], asks: [] };
  return [
    {
      ...common,
      stage: 'name',
      table: '',
      title: `what waits to be an event of ${renamed.map(({ was }) => was).join(', ')} has the new name`,
      runs: inTransaction,
      statements: [renaming(outboxName, paths, types)],
      atOnce: null,
      locks: 'the changes that wait',
      work: 'writes the changes that wait',
      undo: [renaming(outboxName, back(paths), back(types))],
    },
    {
      ...common,
      stage: 'fill',
      table: events.name,
      runs: isChain ? inTransaction : { kind: 'batches', table: events.name },
      statements: [`${renaming(nameOf(events), paths, types)}${isChain ? '' : batch}`],
      atOnce: [renaming(nameOf(events), paths, types)],
      locks: 'the rows of a batch, while it is written',
      undo: [renaming(nameOf(events), back(paths), back(types))],
    },
  ];
}

function nameOf({ name }: Table): string {
  return `public.${name}`;
}

function renaming(table: string, paths: Beginnings, types: Beginnings): string {
  const begins = (column: string) => paths.map(([from]) => `starts_with(${column}, ${textLiteral(from)})`);
  return `update ${table} set
  type = ${replaced('type', types)},
  source = ${replaced('source', paths)},
  subject = ${replaced('subject', paths)}
where (${[...begins('source'), ...begins('subject')].join(' or ')})`;
}

function replaced(column: string, beginnings: Beginnings): string {
  const branches = beginnings.map(
    ([from, to]) =>
      `when starts_with(${column}, ${textLiteral(from)}) then ${textLiteral(to)} || substr(${column}, ${from.length + 1})`,
  );
  return `case ${branches.join(' ')} else ${column} end`;
}
