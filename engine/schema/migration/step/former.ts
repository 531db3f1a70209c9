import type { Model, Table } from '../../../model/model.ts';
import { formerRightTable } from '../../../query/sql/read/last_state.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { formerQueue } from '../../due_queue.ts';
import { findAllEnds, formerOwners, keepObjects } from '../../former/keep.ts';
import type { ModelChange } from '../change/model_change.ts';
import { renamedModel } from '../change/renamed_model.ts';
import { batch, catalogStep, type Planned } from '../step.ts';
import { replaced } from './function.ts';

/** Functions keep the ends of rights, and cannot follow a rename by themselves. */
export function formerNameSteps({ from, renames }: ModelChange): readonly Planned[] {
  return keepSteps(from, renamedModel(from, renames), {
    stage: 'name',
    title: 'keep the ends of rights under the new names',
    isAgain: false,
  });
}

/** Keeps the ends of rights as the later model says. Ends by new rules are found in the history. */
export function formerSteps({ from, to, renames, changes }: ModelChange): readonly Planned[] {
  const named = renamedModel(from, renames);
  const isAgain = changes.some(({ fields }) => fields.converted.length > 0);
  const [before, after] = [rulesOf(from), rulesOf(to)];
  const gone = [...before].filter(([table, rules]) => ruleOf(after, table) !== rules).map(([table]) => table);
  const come = [...after].filter(([table, rules]) => ruleOf(before, table) !== rules).map(([table]) => table);
  return [
    ...keepSteps(named, to, { stage: 'switch', title: 'keep the ends of rights as the definitions say', isAgain }),
    ...(gone.length + come.length === 0 ? [] : [forgotten(gone)]),
    ...come.map(found),
  ];
}

/** By table, what tells its rules from others. A field that they do not look at makes no difference. */
function rulesOf(model: Model): ReadonlyMap<Table, string> {
  return new Map(
    formerOwners(model).map(({ table, rights }) => [
      table,
      JSON.stringify(
        rights.map(({ role, condition, looks, keys }) => [role, condition, looks, keys]),
        (key, value) =>
          key === 'field' ? { name: value.name, computed: value.computed } : key === 'type' ? value.kind : value,
      ),
    ]),
  );
}

function ruleOf(rules: ReadonlyMap<Table, string>, { name }: Table): string | undefined {
  return [...rules].find(([table]) => table.name === name)?.[1];
}

interface Keeping extends Pick<Planned, 'stage' | 'title'> {
  readonly isAgain: boolean;
}

function keepSteps(from: Model, to: Model, { stage, title, isAgain }: Keeping): readonly Planned[] {
  const [before, after] = [keepObjects(from), keepObjects(to)];
  const statements = replaced(before, after, isAgain);
  if (statements.length === 0) return [];
  return [
    catalogStep({
      stage,
      table: stage === 'name' ? '' : 'almanac.former_due',
      title,
      statements,
      locks: 'nothing',
      undo: replaced(after, before, isAgain),
    }),
  ];
}

/**
 * What was kept by rules that are no longer there goes. Rules that come back find it in the history again. So do rules that come
 * what changes have noted that were made between the steps before.
 */
function forgotten(tables: readonly Table[]): Planned {
  const names = tables.map(({ name }) => textLiteral(name));
  const kept = `delete from ${formerRightTable} where resource in (${names.join(', ')})`;
  return catalogStep({
    stage: 'validate',
    table: formerRightTable,
    title: 'forget the ends of rights by other rules',
    statements: [`delete from ${formerQueue.table.name}`, ...(names.length === 0 ? [] : [kept])],
    locks: 'nothing',
    work: `writes ${formerRightTable}`,
    undo: [],
  });
}

function found(table: Table): Planned {
  const { name } = table;
  return {
    stage: 'validate',
    table: `${name}.former`,
    title: `find in the history when rights to ${name} ended`,
    runs: { kind: 'batches', table: name },
    statements: [findAllEnds(table, batch)],
    atOnce: [findAllEnds(table)],
    locks: 'nothing',
    work: `reads ${name}, what its rules look at, and the history of both`,
    loses: null,
    lost: [],
    asks: [],
    undo: [],
  };
}
