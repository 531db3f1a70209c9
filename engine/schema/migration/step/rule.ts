import type { Table } from '../../../model/model.ts';
import { commentStatement } from '../../../sql/comment.ts';
import { quote } from '../../../sql/identifier.ts';
import { columnList } from '../../constraint/column_list.ts';
import { constraintDefinition } from '../../constraint/definition.ts';
import type { Coming } from '../../constraint/kind.ts';
import { type Constraint, kindOf } from '../../constraint/kinds.ts';
import { checkComment } from '../../table/comment.ts';
import type { IndexCreation } from '../../table/index.ts';
import { columnsBefore, type TableChange } from '../change/table_change.ts';
import type { TableObject } from '../change/table_object.ts';
import { makeIndex } from '../index_step.ts';
import { beside, catalogStep, exclusively, type Planned, type Question } from '../step.ts';
import { againstObject } from '../value/question.ts';

/** Constraints that go. Those on a field that is converted go before its column does. */
export function dropRuleSteps(change: TableChange): readonly Planned[] {
  const { table } = change.now;
  const removed = change.removed.filter(({ constraint, on }) => constraint !== null && on === table.name);
  if (removed.length === 0) return [];
  const own = `alter table public.${quote(table.name)}`;
  return [
    catalogStep({
      stage: 'switch',
      table: table.name,
      title: `drop ${listed(removed)}`,
      statements: removed.map(({ name }) => `${own} drop constraint ${quote(name)}`),
      locks: exclusively(table.name, ...targets(removed)),
      undo: removed.flatMap(({ name, constraint }) =>
        constraint === null ? [] : addedAgain(change, name, constraint),
      ),
    }),
  ];
}

/** A constraint as it was, with what was said about it. */
function addedAgain({ old }: TableChange, name: string, constraint: Constraint): readonly string[] {
  const { table } = old;
  const on = `public.${quote(table.name)}`;
  // The check may have had another name: what is said about it is said about this one.
  const words = constraint.kind === 'check' ? [checkComment(table, name, constraint.check.message)] : [];
  return [`alter table ${on} add ${constraintDefinition(name, constraint, table)}`, ...words.map(commentStatement)];
}

/**
 * Added constraints. A check or a reference is added `not valid`, which applies to new writes and reads no row. It is
 * validated afterwards, while the table is in use. Uniqueness takes over an index that is made concurrently.
 */
export function addRuleSteps(change: TableChange): readonly Planned[] {
  return change.added.flatMap((object) =>
    object.constraint === null || object.on !== change.now.table.name
      ? []
      : comeSteps(change, object, object.constraint),
  );
}

function comeSteps(change: TableChange, object: TableObject, constraint: Constraint): readonly Planned[] {
  const { table } = change.now;
  const { name } = object;
  // Deleted entries may share what rows are unique by: they go before.
  const waitsForDeletion = change.old.table.temporal !== null && table.temporal === null;
  const own = `alter table public.${quote(table.name)}`;
  const undo = [`${own} drop constraint ${quote(name)}`];
  const asks = againstObject(change, object);
  const definition = constraintDefinition(name, constraint, table);
  const coming = comingOf(constraint, table);
  switch (coming.how) {
    case 'index': {
      const columns = columnList(waitsForDeletion ? coming.fields : columnsBefore(change, coming.fields));
      return [
        ...concurrently({
          on: table.name,
          name,
          create: (how) => `create unique index ${how}${quote(name)} on public.${quote(table.name)} ${columns}`,
          asks,
          stage: waitsForDeletion ? 'lose' : 'index',
        }),
        catalogStep({
          stage: waitsForDeletion ? 'lose' : 'switch',
          table: table.name,
          title: coming.title,
          statements: [`${own} add constraint ${quote(name)} unique using index ${quote(name)}${coming.ending}`],
          locks: exclusively(table.name),
          // The index goes with its constraint.
          undo,
        }),
      ];
    }
    case 'locked':
      return [
        catalogStep({
          stage: 'index',
          table: `${table.name}.${name}`,
          title: coming.title,
          statements: [`${own} add ${definition}`],
          locks: `ACCESS EXCLUSIVE on ${table.name} while its index is made: nobody reads or writes it meanwhile`,
          work: `scans ${table.name}`,
          asks,
          undo,
        }),
      ];
    case 'unproved':
      return [
        catalogStep({
          stage: 'switch',
          table: table.name,
          title: `add ${listed([object])}`,
          statements: [`${own} add ${definition} not valid`],
          locks: exclusively(table.name, ...targets([object])),
          undo,
        }),
        catalogStep({
          stage: 'validate',
          table: `${table.name}.${name}`,
          title: `every row of ${table.name} keeps ${name}`,
          statements: [`${own} validate constraint ${quote(name)}`],
          locks: beside(table.name),
          work: `scans ${table.name}`,
          asks,
          undo: [],
        }),
      ];
  }
}

function comingOf(constraint: Constraint, table: Table): Coming {
  const { kept } = kindOf(constraint);
  if (kept.by === 'trigger') throw new Error(`a trigger keeps ${constraint.kind}: it comes to no table`);
  return kept.comes(constraint, table);
}

interface ComingIndex {
  readonly on: string;
  readonly name: string;
  readonly create: (how: IndexCreation) => string;
  readonly asks: readonly Question[];
  readonly stage?: 'index' | 'lose';
}

/** An index that is made beside all use of its table. */
export function concurrently({ asks, stage = 'index', ...index }: ComingIndex): readonly Planned[] {
  return [{ ...makeIndex(index), stage, table: `${index.on}.${index.name}`, asks }];
}

function listed(objects: readonly TableObject[]): string {
  return objects.map(({ name }) => name).join(', ');
}

function targets(objects: readonly TableObject[]): readonly string[] {
  return objects.flatMap(({ constraint }) => (constraint?.kind === 'reference' ? constraint.to : []));
}
