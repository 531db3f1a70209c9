import { concernsOf } from '../model/condition/check_concern.ts';
import { formerConcerns } from '../model/condition/former_right.ts';
import type { WatchedConcern } from '../model/condition/look.ts';
import type { History, Model, Table } from '../model/model.ts';
import { commentObject } from '../sql/comment.ts';
import { type SchemaObject, statementsOf } from '../sql/object.ts';
import { scriptText } from '../sql/script.ts';
import { batchObjects } from './batch.ts';
import { askedObjects } from './check/asked.ts';
import { circleObjects } from './check/circle.ts';
import { decideObjects } from './check/decide.ts';
import { noteObjects } from './check/note.ts';
import { creationObjects } from './consequence/creation.ts';
import { type SetLines, setLines } from './consequence/set.ts';
import { constraints, type NamedConstraint, relationNames } from './constraint/constraints.ts';
import { raiseDeletedObjects } from './deleted_ids.ts';
import { checkQueue, dueObjects, formerQueue } from './due_queue.ts';
import { effectObjects } from './effect.ts';
import { elementsAmong, type NamedElements, removedElements } from './element/removed.ts';
import { writtenElements } from './element/written.ts';
import { inSchema } from './feature.ts';
import { keepObjects } from './former/keep.ts';
import { formerRightObjects } from './former/table.ts';
import { historyObjects } from './history.ts';
import { idempotencyObjects } from './idempotency.ts';
import { importObjects } from './import.ts';
import { nameGiver } from './name.ts';
import { counterObjects } from './number/counter.ts';
import { numberObjects } from './number/number.ts';
import { recordObjects } from './record.ts';
import { recordTimeObjects } from './record_time.ts';
import type { AfterChange } from './recorded_rows.ts';
import { stampObjects } from './stamp.ts';
import { checkComments, tableComments } from './table/comment.ts';
import { type Index, indexesOf, indexObject } from './table/index.ts';
import { referenceObjects, tableObjects } from './table/table.ts';
import { timelineObjects } from './timeline.ts';

/** What a model's database has, in the order of making. The same model gives the same. */
export function schemaObjects(model: Model): readonly SchemaObject[] {
  const parts = [...tableParts(model).values()];
  return [
    ...recordTimeObjects(),
    ...idempotencyObjects,
    ...batchObjects,
    ...importObjects,
    ...effectObjects,
    ...raiseDeletedObjects,
    ...counterObjects,
    ...dueObjects,
    ...formerRightObjects,
    ...(parts.some(({ table }) => table.temporal !== null) ? [overlapExtension] : []),
    ...parts.flatMap(tablePartObjects),
    ...parts.flatMap(({ table, named }) => referenceObjects(table, named)),
    ...decideObjects(model),
    ...keepObjects(model),
    ...inSchema.all(model).flatMap(({ functions }) => functions?.(model) ?? []),
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
  /** What features do after each change of its rows. */
  readonly after: AfterChange;
  /** What features have for it besides. */
  readonly functions: readonly SchemaObject[];
  /** Whose checks a change of its rows concerns. */
  readonly concerns: readonly WatchedConcern[];
  /** What asks its checks after some writes. */
  readonly asked: readonly SchemaObject[];
  /** Whose rights to read rows a change of its rows may end. */
  readonly former: readonly WatchedConcern[];
  /** What its rows get when they are written. */
  readonly sets: SetLines;
  /** What creates rows when they are written. */
  readonly creations: readonly SchemaObject[];
  /** The arrays of all tables whose elements are its ids. */
  readonly referring: NamedElements;
}

/** The parts of a model's tables, by name. */
export function tableParts(model: Model): ReadonlyMap<string, TablePart> {
  const named = constraints(model);
  const byResource = Map.groupBy(named, ([, { resource }]) => resource);
  const give = nameGiver([...relationNames(model), ...named.keys()]);
  const referring = Map.groupBy(elementsAmong(named), ([, { to }]) => to);
  const tables = [...model.resources.values()].filter((resource) => resource.kind === 'table');
  const recordings = inSchema.all(model).flatMap(({ record }) => record?.(model) ?? []);
  return new Map(
    tables.map((table) => {
      const history = model.resources.get(table.history ?? '');
      const own = byResource.get(table.name) ?? [];
      const recorded = recordings.map((recording) => recording(table));
      return [
        table.name,
        {
          table,
          named: own,
          history: history?.kind === 'history' ? history : null,
          historyNamed: byResource.get(table.history ?? '') ?? [],
          indexes: indexesOf(
            table,
            own,
            {
              made: inSchema.of(table.madeBy)?.indexes?.(table, give) ?? [],
              columns: recorded.flatMap(({ indexes }) => indexes),
            },
            give,
          ),
          after: joined(recorded.map(({ after }) => after)),
          functions: recorded.flatMap(({ functions = [] }) => functions),
          concerns: concernsOf(table, model),
          asked: askedObjects(table, model),
          former: formerConcerns(table, model),
          sets: setLines(table, model),
          creations: creationObjects(table, model),
          referring: referring.get(table.name) ?? [],
        },
      ];
    }),
  );
}

/** A table and what belongs to it; its references come when all tables are there. */
export function tablePartObjects(part: TablePart): readonly SchemaObject[] {
  const { table, named, history, historyNamed, indexes } = part;
  if (inSchema.of(table.madeBy)?.table !== undefined) return featureObjects(part);
  return [
    ...tableObjects(table, named),
    ...[...tableComments(table), ...checkComments(table, named).values()].map(commentObject),
    ...(history === null ? [] : historyObjects(history, historyNamed)),
    ...indexes.map(indexObject),
    ...writerObjects(part),
    ...timelineObjects(table, named),
    ...featureObjects(part),
  ];
}

/** The objects of a feature's own resource: the table, or the objects beside it. */
export function featureObjects({ table, named, indexes }: TablePart): readonly SchemaObject[] {
  const made = inSchema.of(table.madeBy);
  return [...(made?.table?.(table, named, indexes) ?? []), ...(made?.beside?.(table) ?? [])];
}

/** The triggers that keep record of every writer's changes, with their functions. */
export function writerObjects({
  table,
  named,
  after,
  functions,
  concerns,
  asked,
  former,
  sets,
  creations,
  referring,
}: TablePart): readonly SchemaObject[] {
  if (table.madeBy?.rows.areFinal) return [];
  return [
    ...stampObjects(table, named, sets),
    ...numberObjects(table),
    ...recordObjects(table, after),
    ...writtenElements(table, named),
    ...removedElements(table, referring),
    ...functions,
    ...noteObjects(table, concerns, checkQueue),
    ...noteObjects(table, former, formerQueue),
    ...asked,
    ...circleObjects(table),
    ...creations,
  ];
}

function joined(parts: readonly AfterChange[]): AfterChange {
  return {
    insert: parts.flatMap(({ insert }) => insert),
    update: (rows) => parts.flatMap(({ update }) => update(rows)),
    delete: parts.flatMap((part) => part.delete),
  };
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
