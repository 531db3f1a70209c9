import { isDeepStrictEqual } from 'node:util';
import { difference, droppedObjects } from '../../sql/difference.ts';
import { keyOf, type SchemaObject, type TableObject } from '../../sql/object.ts';
import { deferrableChange } from './deferrable.ts';
import { indexChange } from './indexes.ts';
import { catalogOnly, exclusively, inTransaction, type Step } from './step.ts';

/** The changes of a later version of the engine for the same model, or the reasons against them. */
export type EngineChange =
  | { readonly ok: true; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly refusals: readonly string[] };

/** The objects that the last migration led to. */
export interface Recorded {
  readonly objects: readonly SchemaObject[];
  /**
   * Whether it was compared object by object. Earlier versions compared lines of text, and missed changes within functions: a
   * database may have older ones than are recorded.
   */
  readonly isSure: boolean;
}

/**
 * Compares the objects at the last migration with the present ones of the same model. Functions, triggers and comments
 * are written again. New tables and columns of the engine are added, constraints become deferrable, and indexes are made and
 * dropped beside the use of their tables. Other changes of tables need an explanation in the notes of the version.
 */
export function engineChange({ objects: recorded, isSure }: Recorded, now: readonly SchemaObject[]): EngineChange {
  if (isSure && sameObjects(recorded, now)) return { ok: true, steps: [] };
  const deferrable = deferrableChange(recorded, now);
  const { first, last, objects: before } = indexChange(deferrable.objects, now);
  const steps = [...first, ...deferrable.steps];
  const refused = refusedObjects(before, now);
  if (refused.length > 0) {
    const words = (what: string) =>
      `this version of Almanac makes ${what} otherwise than the last migration: see the notes of the version`;
    return { ok: false, refusals: refused.map((object) => words(`the ${keyOf(object)}`)) };
  }
  const isAgain = ({ kind }: SchemaObject) => !isSure && (kind === 'function' || kind === 'trigger');
  const statements = difference(before, now, isAgain);
  if (statements.length === 0) return { ok: true, steps: [...steps, ...last] };
  const step: Step = {
    title: 'bring triggers and functions to this version of Almanac',
    runs: inTransaction,
    statements,
    atOnce: null,
    locks: exclusively('the tables whose triggers change'),
    work: catalogOnly,
    loses: null,
    lost: [],
    asks: [],
    undo: difference(now, before, isAgain),
  };
  return { ok: true, steps: [...steps, step, ...last] };
}

/** Whether the lists have the same statements in the same order, as they do for the version that made the last migration. */
function sameObjects(recorded: readonly SchemaObject[], now: readonly SchemaObject[]): boolean {
  return recorded.length === now.length && recorded.every((object, at) => isSame(object, now[at]));
}

/** Of a table, what its statement says in lines is there in parts too. */
function isSame(a: SchemaObject, b: SchemaObject | undefined): boolean {
  return a.create === b?.create && (a.kind !== 'table' || isDeepStrictEqual(a, b));
}

/** Objects with rows, and rules of rows, are not made again, and columns are not dropped. */
function refusedObjects(before: readonly SchemaObject[], now: readonly SchemaObject[]): readonly SchemaObject[] {
  const hard = new Map([...droppedObjects(before, now)].filter(([, { kind }]) => !soft.has(kind)));
  const roots = [...hard.values()].filter(({ dependsOn }) => !dependsOn.some((key) => hard.has(key)));
  const known = new Set(before.map(keyOf));
  const rules = now.filter(
    (object) =>
      object.kind === 'constraint' && !known.has(keyOf(object)) && object.dependsOn.some((key) => known.has(key)),
  );
  const tables = new Map(now.flatMap((object) => (object.kind === 'table' ? [[object.name, object] as const] : [])));
  const narrowed = before.filter((object) => object.kind === 'table' && losesColumns(object, tables.get(object.name)));
  return [...roots, ...rules, ...narrowed];
}

function losesColumns(before: TableObject, after: TableObject | undefined): boolean {
  if (after === undefined || after.columns === null) return false;
  const columns = new Set(after.columns.map(({ name }) => name));
  return before.columns?.some(({ name }) => !columns.has(name)) ?? false;
}

/** The kinds of what holds nothing: it can be dropped and made again. */
const soft: ReadonlySet<SchemaObject['kind']> = new Set(['function', 'trigger', 'index', 'comment']);
