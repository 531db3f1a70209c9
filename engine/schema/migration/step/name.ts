import type { Table } from '../../../model/model.ts';
import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { keyOf, statementsOf } from '../../../sql/object.ts';
import { objectName } from '../../../sql/object_name.ts';
import { deletedSequence, versionSequence } from '../../constraint/constraints.ts';
import { numberFields } from '../../number/number.ts';
import type { TablePart } from '../../schema.ts';
import type { Renames } from '../change/renamed_model.ts';
import type { TableObject } from '../change/table_object.ts';
import { catalogOnly, catalogStep, exclusively, type Planned } from '../step.ts';
import { tableFunctions } from './function.ts';

/** A name that changes, and the statement that changes one to another. */
interface Rename {
  readonly from: string;
  readonly to: string;
  readonly rename: (from: string, to: string) => string;
}

/** A constraint or an index that gets another name, or a table that makes way. */
export type RenamedObject = Rename & Pick<TableObject, 'on' | 'isRelation'>;

/** A table under its old and its new names. */
export interface RenamedPart {
  readonly was: TablePart;
  readonly old: TablePart;
  readonly columns: Renames;
}

/**
 * Gives everything that stays its new name, and moves what goes out of the way of what takes its name. Functions and
 * triggers are written again for the new names, and do what they did.
 */
export function nameSteps({
  kept: parts,
  renamed: objects,
}: {
  readonly kept: readonly RenamedPart[];
  readonly renamed: readonly RenamedObject[];
}): readonly Planned[] {
  const relations = [
    ...parts.flatMap(({ was, old }) => relationRenames(was.table, old.table)),
    ...objects.filter(({ isRelation }) => isRelation),
  ];
  const onTables = [
    ...Map.groupBy(
      objects.filter(({ isRelation }) => !isRelation),
      ({ on }) => on,
    ).values(),
  ];
  const renames = [
    ...inOrder(relations),
    ...parts.flatMap(({ was, old, columns }) => columnRenames(was.table, old.table, columns)),
    ...onTables.flatMap(inOrder),
  ];
  const statements = [
    ...renames.map(({ from, to, rename }) => rename(from, to)),
    ...renamedFunctions(parts.map(({ was, old }) => [was, old])),
    ...parts.flatMap(({ was, old, columns }) => counterRenames(was.table, old.table, columns)),
  ];
  if (statements.length === 0) return [];
  const renamed = parts.filter(({ was, old, columns }) => was.table.name !== old.table.name || columns.size > 0);
  const titles = renamed.flatMap(({ was, old, columns }) => [
    ...(was.table.name === old.table.name ? [] : [`rename ${was.table.name} to ${old.table.name}`]),
    ...[...columns].map(([from, to]) => `rename the field ${from} of ${old.table.name} to ${to}`),
  ]);
  return [
    catalogStep({
      stage: 'name',
      table: '',
      title: titles.length === 0 ? 'give constraints and indexes their new names' : titles.join('; '),
      statements,
      locks: exclusively(...new Set([...renamed.map(({ old }) => old.table.name), ...objects.map(({ on }) => on)])),
      work: `${catalogOnly}${titles.length === 0 ? '' : '; a service of the old definitions does not find the old names from here on'}`,
      undo: [
        ...renames.toReversed().map(({ from, to, rename }) => rename(to, from)),
        ...renamedFunctions(parts.map(({ was, old }) => [old, was])),
        ...parts.flatMap(({ was, old, columns }) =>
          counterRenames(old.table, was.table, new Map([...columns].map(([from, to]) => [to, from]))),
        ),
      ],
    }),
  ];
}

function relationRenames(was: Table, now: Table): readonly Rename[] {
  if (was.name === now.name) return [];
  const table = renaming('table');
  return [
    { from: was.name, to: now.name, rename: table },
    ...(was.history === null || now.history === null
      ? []
      : [
          { from: was.history, to: now.history, rename: table },
          { from: deletedSequence(was.history), to: deletedSequence(now.history), rename: renaming('sequence') },
        ]),
    { from: idSequence(was), to: idSequence(now), rename: renaming('sequence') },
    { from: versionSequence(was), to: versionSequence(now), rename: renaming('sequence') },
  ];
}

/** `alter table public.a rename to b`, and of indexes and sequences alike. */
export function renaming(kind: 'table' | 'sequence' | 'index'): Rename['rename'] {
  return (from, to) => `alter ${kind} public.${quote(from)} rename to ${quote(to)}`;
}

/**
 * The name that PostgreSQL gives to the sequence of an identity column. It cuts the name of the table at any character.
 */
function idSequence({ name }: Table): string {
  const end = '_id_seq';
  return `${name.slice(0, 63 - end.length)}${end}`;
}

function columnRenames(was: Table, now: Table, columns: Renames): readonly Rename[] {
  const on = (table: string) => (from: string, to: string) =>
    `alter table public.${quote(table)} rename column ${quote(from)} to ${quote(to)}`;
  const stored = [...columns].filter(([from]) => was.fields.get(from)?.computed === null);
  const own = stored.map(([from, to]) => ({ from, to }));
  const subject = was.name === now.name ? [] : [{ from: `${was.name}_id`, to: `${now.name}_id` }];
  return [
    ...inOrder(own.map((each) => ({ ...each, rename: on(now.name) }))),
    ...(now.history === null
      ? []
      : inOrder([...subject, ...own].map((each) => ({ ...each, rename: on(now.history ?? '') })))),
  ];
}

/** The counters of fields, whose names have the names of both. */
function counterRenames(from: Table, to: Table, columns: Renames): readonly string[] {
  const renames = numberFields(from).flatMap(({ field, counter }) => {
    const name = `${to.name}.${columns.get(field.name) ?? field.name}`;
    return name === counter ? [] : [`when ${textLiteral(counter)} then ${textLiteral(name)}`];
  });
  if (renames.length === 0) return [];
  const names = numberFields(from).map(({ counter }) => textLiteral(counter));
  return [
    `update almanac.counter set name = case name ${renames.join(' ')} else name end where name in (${names.join(', ')})`,
  ];
}

/** The renames in an order in which no new name is still in use. */
function inOrder(renames: readonly Rename[]): readonly Rename[] {
  const left = renames.filter(({ from, to }) => from !== to);
  const ordered: Rename[] = [];
  while (left.length > 0) {
    const used = new Set(left.map(({ from }) => from));
    const at = left.findIndex(({ to }) => !used.has(to));
    const [next] = left.splice(Math.max(at, 0), 1);
    if (next === undefined) break;
    if (at >= 0) {
      ordered.push(next);
      continue;
    }
    // They go round in a circle: one steps out of it for a while.
    const aside = objectName([next.from, 'aside']);
    ordered.push({ ...next, to: aside });
    left.push({ ...next, from: aside });
  }
  return ordered;
}

/** Functions cannot follow a rename by themselves: their text has the names. All are made before any is dropped. */
function renamedFunctions(parts: readonly (readonly [was: TablePart, old: TablePart])[]): readonly string[] {
  const functions = parts.map(([was, old]) => ({ before: tableFunctions(was), after: tableFunctions(old) }));
  return [
    ...functions.flatMap(({ before, after }) => {
      const known = new Map(before.map((object) => [keyOf(object), object.create]));
      return statementsOf(after.filter((object) => known.get(keyOf(object)) !== object.create));
    }),
    ...functions.flatMap(({ before, after }) => {
      const kept = new Set(after.map(keyOf));
      return before.flatMap((object) => (object.kind === 'function' && !kept.has(keyOf(object)) ? object.drop : []));
    }),
  ];
}
