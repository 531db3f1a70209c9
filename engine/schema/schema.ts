import type { History, Model, Table } from '../definition/model.ts';
import { checkComments, resourceComments, tableComments } from './comment.ts';
import { constraints, type NamedConstraint, relationNames } from './constraint.ts';
import { deliveryTable } from './delivery.ts';
import { eventLogStatements } from './event_log.ts';
import { historyTable } from './history.ts';
import { idempotencyStatements } from './idempotency.ts';
import { createIndex, type Index, indexesOf } from './index.ts';
import { nameGiver } from './name.ts';
import { noticeFunctions, noticeTables } from './notice_turn.ts';
import { type Watch, watches } from './notice_watch.ts';
import { notifiedTable } from './notified.ts';
import { recordStatements } from './record.ts';
import { recordTimeStatements } from './record_time.ts';
import { stampStatements } from './stamp.ts';
import { referenceStatements, tableStatements } from './table.ts';
import { timelineObjects } from './timeline.ts';

/**
 * The SQL that makes a model's tables in an empty database, statement by statement and without semicolons.
 * The same model gives the same text.
 */
export function schemaStatements(model: Model): readonly string[] {
  const parts = [...tableParts(model).values()];
  return [
    ...recordTimeStatements(),
    ...idempotencyStatements,
    ...(parts.some(({ table }) => table.temporal !== null) ? [overlapExtension] : []),
    ...parts.flatMap(tablePartStatements),
    ...parts.flatMap(({ table, named }) => referenceStatements(table, named)),
    ...noticeFunctions(model).values(),
  ];
}

/** What belongs to one table of a model: its history, its constraints by name, its indexes. */
export interface TablePart {
  readonly table: Table;
  readonly named: readonly NamedConstraint[];
  readonly history: History | null;
  readonly historyNamed: readonly NamedConstraint[];
  readonly indexes: readonly Index[];
  /** What notice rules look at in it; null for nothing. */
  readonly watch: Watch | null;
}

/** The parts of a model's tables, by name. */
export function tableParts(model: Model): ReadonlyMap<string, TablePart> {
  const named = constraints(model);
  const byResource = Map.groupBy(named, ([, { resource }]) => resource);
  const give = nameGiver([...relationNames(model), ...named.keys()]);
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const watched = watches(model);
  return new Map(
    tables.map((table) => {
      const own = byResource.get(table.name) ?? [];
      const history = model.resources.get(table.history ?? '');
      const watch = watched.get(table.name) ?? null;
      return [
        table.name,
        {
          table,
          named: own,
          history: history?.kind === 'history' ? history : null,
          historyNamed: byResource.get(table.history ?? '') ?? [],
          indexes: indexesOf(table, own, watch, give),
          watch,
        },
      ];
    }),
  );
}

/** The statements that make a table and what belongs to it; its references come when all tables are there. */
export function tablePartStatements(part: TablePart): readonly string[] {
  const { table, named, history, historyNamed, indexes } = part;
  if (table.holds === 'events') return eventLogStatements(table, named, indexes);
  return [
    ...tableStatements(table, named),
    ...tableComments(table),
    ...checkComments(table, named).values(),
    ...(history === null ? [] : [historyTable(history, historyNamed), ...resourceComments(history)]),
    ...indexes.map((index) => createIndex(index)),
    ...writerStatements(part),
    ...timelineObjects(table, named).values(),
    ...(table.holds === 'subscriptions' ? deliveryTable(table) : []),
    ...(table.holds === 'notifications' ? notifiedTable : []),
    ...(table.holds === 'notices' ? noticeTables : []),
  ];
}

/** The triggers that keep record of every writer's changes, and tell of them. */
export function writerStatements({ table, named, watch }: TablePart): readonly string[] {
  if (table.holds === 'events') return [];
  return [...stampStatements(table, named), ...recordStatements(table, watch)];
}

/** The SQL of a model's tables as one script. */
export function schemaText(model: Model): string {
  return scriptOf(schemaStatements(model));
}

/** Statements as one script. Runs of one-line statements stand together. */
export function scriptOf(statements: readonly string[]): string {
  return statements
    .map((statement, at, all) => {
      const next = all[at + 1];
      const isTall = next !== undefined && (statement.includes('\n') || next.includes('\n'));
      return `${statement};\n${isTall ? '\n' : ''}`;
    })
    .join('');
}

// Lets the exclusion constraint of a timeline compare its fields for equality beside the overlap of ranges.
export const overlapExtension = 'create extension if not exists btree_gist with schema almanac';
