import type { History, Model, Table } from '../model/model.ts';
import { commentObject } from '../sql/comment.ts';
import { type SchemaObject, statementsOf } from '../sql/object.ts';
import { scriptText } from '../sql/script.ts';
import { checkComments, resourceComments, tableComments } from './comment.ts';
import { constraints, type NamedConstraint, relationNames } from './constraint.ts';
import { deliveryObjects } from './delivery.ts';
import { eventLogObjects } from './event_log.ts';
import { historyTable } from './history.ts';
import { idempotencyObjects } from './idempotency.ts';
import { type Index, indexesOf, indexObject } from './index.ts';
import { nameGiver } from './name.ts';
import { noticeFunctions, noticeObjects } from './notice_turn.ts';
import { type Watch, watches } from './notice_watch.ts';
import { notifiedObjects } from './notified.ts';
import { recordObjects } from './record.ts';
import { recordTimeObjects } from './record_time.ts';
import { stampObjects } from './stamp.ts';
import { referenceObjects, tableObjects } from './table.ts';
import { timelineObjects } from './timeline.ts';

/** What a model's database has, in the order of making. The same model gives the same. */
export function schemaObjects(model: Model): readonly SchemaObject[] {
  const parts = [...tableParts(model).values()];
  return [
    ...recordTimeObjects(),
    ...idempotencyObjects,
    ...(parts.some(({ table }) => table.temporal !== null) ? [overlapExtension] : []),
    ...parts.flatMap(tablePartObjects),
    ...parts.flatMap(({ table, named }) => referenceObjects(table, named)),
    ...noticeFunctions(model),
  ];
}

/** The SQL that makes a model's tables in an empty database, statement by statement and without semicolons. */
export function schemaStatements(model: Model): readonly string[] {
  return statementsOf(schemaObjects(model));
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

/** A table and what belongs to it; its references come when all tables are there. */
export function tablePartObjects(part: TablePart): readonly SchemaObject[] {
  const { table, named, history, historyNamed, indexes } = part;
  if (table.holds === 'events') return eventLogObjects(table, named, indexes);
  return [
    ...tableObjects(table, named),
    ...[...tableComments(table), ...checkComments(table, named).values()].map(commentObject),
    ...(history === null ? [] : [historyTable(history, historyNamed), ...resourceComments(history).map(commentObject)]),
    ...indexes.map(indexObject),
    ...writerObjects(part),
    ...timelineObjects(table, named),
    ...(table.holds === 'subscriptions' ? deliveryObjects(table) : []),
    ...(table.holds === 'notifications' ? notifiedObjects : []),
    ...(table.holds === 'notices' ? noticeObjects : []),
  ];
}

/** The triggers that keep record of every writer's changes, and tell of them, with their functions. */
export function writerObjects({ table, named, watch }: TablePart): readonly SchemaObject[] {
  if (table.holds === 'events') return [];
  return [...stampObjects(table, named), ...recordObjects(table, watch)];
}

/** The SQL of a model's tables as one script. */
export function schemaText(model: Model): string {
  return scriptText(schemaStatements(model));
}

// Lets the exclusion constraint of a timeline compare its fields for equality beside the overlap of ranges.
export const overlapExtension: SchemaObject = {
  kind: 'extension',
  name: 'btree_gist',
  on: null,
  create: 'create extension if not exists btree_gist with schema almanac',
  drop: 'drop extension btree_gist',
  dependsOn: ['schema almanac'],
};
