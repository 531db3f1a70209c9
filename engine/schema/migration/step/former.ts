import type { Model, Table } from '../../../model/model.ts';
import { formerRightTable } from '../../../query/sql/read/past/last_state.ts';
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
  const { gone, come, names } = otherRules(from, to);
  return [
    ...keepSteps(named, to, { stage: 'switch', title: 'keep the ends of rights as the definitions say', isAgain }),
    ...(gone.length + come.length === 0 ? [] : [unnoted]),
    ...come.map((table) => found(table, !names.has(table.name))),
  ];
}

/**
 * What was kept under names that rules no longer have goes. It goes at the end, since nothing would find it again where the
 * migration is taken back. Entries by another rule under the same name show nothing, and stay.
 */
export function formerEndSteps({ from, to }: ModelChange): readonly Planned[] {
  const { gone, come } = otherRules(from, to);
  const names = gone.filter(({ name }) => !come.some((table) => table.name === name));
  if (names.length === 0) return [];
  const list = names.map(({ name }) => textLiteral(name)).join(', ');
  return [
    catalogStep({
      stage: 'finish',
      table: formerRightTable,
      title: 'forget the ends of rights that no rule is about',
      statements: [`delete from ${formerRightTable} where resource in (${list})`],
      locks: 'nothing',
      work: `writes ${formerRightTable}`,
      undo: [],
    }),
  ];
}

/** The tables whose rules are no longer there, those whose rules are new, and the names of all that had rules. */
function otherRules(from: Model, to: Model) {
  const [before, after] = [rulesOf(from), rulesOf(to)];
  return {
    gone: [...before].filter(([table, rules]) => ruleOf(after, table) !== rules).map(([table]) => table),
    come: [...after].filter(([table, rules]) => ruleOf(before, table) !== rules).map(([table]) => table),
    names: new Set([...before.keys()].map(({ name }) => name)),
  };
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

/** Rules that come find in the history what changes have noted that were made between the steps before. */
const unnoted = catalogStep({
  stage: 'validate',
  table: formerRightTable,
  title: 'pass over what was noted for other rules',
  statements: [`delete from ${formerQueue.table.name}`],
  locks: 'nothing',
  work: `writes ${formerQueue.table.name}`,
  undo: [],
});

function found(table: Table, isNewName: boolean): Planned {
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
    undo: isNewName ? [`delete from ${formerRightTable} where resource = ${textLiteral(name)}`] : [],
  };
}
