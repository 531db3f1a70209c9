import type { Model, Resource } from '../definition/model.ts';
import { resourceComments, tableComments } from './comment.ts';
import { constraints, type NamedConstraint, relationNames } from './constraint.ts';
import { historyTable } from './history.ts';
import { indexStatements } from './index.ts';
import { nameGiver } from './name.ts';
import { recordStatements } from './record.ts';
import { recordTimeStatements } from './record_time.ts';
import { referenceStatements, tableStatements } from './table.ts';

/**
 * The SQL that makes a model's tables in an empty database, statement by statement and without semicolons.
 * The same model gives the same text.
 */
export function schemaStatements(model: Model): readonly string[] {
  const named = constraints(model);
  const byResource = Map.groupBy(named, ([, { resource }]) => resource);
  const of = (resource: Resource): readonly NamedConstraint[] => byResource.get(resource.name) ?? [];
  const give = nameGiver([...relationNames(model), ...named.keys()]);
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  return [
    ...recordTimeStatements(),
    ...(tables.some((table) => table.temporal !== null) ? [overlapExtension] : []),
    ...tables.flatMap((table) => {
      const history = table.history === null ? undefined : model.resources.get(table.history);
      return [
        ...tableStatements(table, of(table)),
        ...tableComments(table, of(table)),
        ...(history?.kind === 'history' ? [historyTable(history, of(history)), ...resourceComments(history)] : []),
        ...indexStatements(table, of(table), give),
        ...recordStatements(table),
      ];
    }),
    ...tables.flatMap((table) => referenceStatements(table, of(table))),
  ];
}

/** The statements as one script. Runs of one-line statements stand together. */
export function schemaText(model: Model): string {
  return schemaStatements(model)
    .map((statement, at, all) => {
      const isLast = at === all.length - 1;
      const isTall = `${statement}${all[at + 1]}`.includes('\n');
      return `${statement};\n${!isLast && isTall ? '\n' : ''}`;
    })
    .join('');
}

// Lets the exclusion constraint of a timeline compare its fields for equality beside the overlap of ranges.
const overlapExtension = 'create extension if not exists btree_gist with schema almanac';
