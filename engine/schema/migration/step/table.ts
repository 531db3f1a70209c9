import { quote } from '../../../sql/identifier.ts';
import { textLiteral } from '../../../sql/literal.ts';
import { statementsOf } from '../../../sql/object.ts';
import { constraintDefinition, placeOf } from '../../constraint/definition.ts';
import { numberFields } from '../../number/number.ts';
import { featureObjects, type TablePart, tablePartObjects } from '../../schema.ts';
import { referenceObjects } from '../../table/table.ts';
import { catalogStep, exclusively, type Planned } from '../step.ts';
import { tableFunctions } from './function.ts';

/** Makes a resource's table, and its references when all tables and columns are there. */
export function createTableSteps(part: TablePart): readonly Planned[] {
  const { table, named } = part;
  const references = referenceObjects(table, named);
  const targets = named.flatMap(([, constraint]) => (constraint.kind === 'reference' ? constraint.to : []));
  const made = catalogStep({
    stage: 'create',
    table: table.name,
    title: `add the resource ${table.name}`,
    statements: statementsOf(tablePartObjects(part)),
    locks: 'nothing',
    undo: tableDrops(part, (name) => name),
  });
  if (references.length === 0) return [made];
  return [
    made,
    catalogStep({
      stage: 'switch',
      table: table.name,
      title: `let ${table.name} refer to ${[...new Set(targets)].join(', ')}`,
      statements: statementsOf(references),
      locks: `SHARE ROW EXCLUSIVE on ${[...new Set(targets)].join(' and ')}: writes wait for a moment, reads go on`,
      undo: references.map(({ drop }) => drop),
    }),
  ];
}

/** The statements that drop a resource's table and what belongs to it. */
function tableDrops(part: TablePart, nameOf: (name: string) => string): readonly string[] {
  const { table, history } = part;
  // Those whose columns no definition says are the feature's own.
  const own = featureObjects(part).flatMap((object) =>
    object.kind === 'table' && object.columns !== null ? object.drop : [],
  );
  return [
    ...own,
    ...[history?.name, table.name].flatMap((name) =>
      name === undefined ? [] : `drop table public.${quote(nameOf(name))}`,
    ),
    ...tableFunctions(part).flatMap(({ kind, drop }) => (kind === 'function' ? drop : [])),
    ...numberFields(table).map(({ counter }) => `delete from almanac.counter where name = ${textLiteral(counter)}`),
  ];
}

/** Drops a resource's table with its history. `nameOf` gives the name that an object has by then. */
export function dropTableSteps(part: TablePart, nameOf: (name: string) => string): readonly Planned[] {
  const { table, named, history } = part;
  const references = named.filter(([, constraint]) => placeOf(constraint, table) === 'end').map(([name]) => name);
  const own = nameOf(table.name);
  const tables = [history?.name, table.name].filter((name) => name !== undefined);
  return [
    ...(references.length === 0
      ? []
      : [
          catalogStep({
            stage: 'drop',
            table: table.name,
            title: `${table.name} refers to nothing any more`,
            statements: references.map((name) => `alter table public.${quote(own)} drop constraint ${quote(name)}`),
            locks: exclusively(table.name, 'what it refers to'),
            undo: named.flatMap(([name, constraint]) =>
              constraint.kind === 'reference'
                ? `alter table public.${quote(own)} add ${constraintDefinition(name, { ...constraint, to: nameOf(constraint.to) }, table)}`
                : [],
            ),
          }),
        ]),
    catalogStep({
      stage: 'lose',
      table: table.name,
      title: `drop the resource ${table.name}`,
      statements: tableDrops(part, nameOf),
      locks: exclusively(...tables),
      loses: `every row of ${tables.join(' and of ')}`,
      lost: tables.map((name) => ({ table: name, where: 'true' })),
      undo: null,
    }),
  ];
}
